"""Keras 3, and the same names in Keras 2."""

from graphlint.frameworks.meaning import Kind, Meaning, makers

PREFIXES = (
    ("tensorflow.keras", "keras"),
    *((f"tensorflow.{module}", f"keras.{module}") for module in ("losses", "metrics", "optimizers")),
    ("tensorflow.python.keras", "keras"),
    ("tf_keras", "keras"),
    ("keras.src", "keras"),
    ("keras.api", "keras"),
    *((f"keras.ops.{module}", "keras.ops") for module in ("core", "linalg", "math", "nn", "numpy")),
    ("keras.layers.experimental.preprocessing", "keras.layers"),
    ("keras.layers.experimental", "keras.layers"),
    ("keras.optimizers.legacy", "keras.optimizers"),
    ("keras.optimizers.experimental", "keras.optimizers"),
    ("keras.engine.base_layer.Layer", "keras.layers.Layer"),
    ("keras.engine.topology.Layer", "keras.layers.Layer"),
    ("keras.engine.Layer", "keras.layers.Layer"),
    ("keras.engine.training.Model", "keras.Model"),
    ("keras.engine.network.Network", "keras.Model"),
    ("keras.models.model.Model", "keras.Model"),
    ("keras.models.Model", "keras.Model"),
    ("keras.models.Sequential", "keras.Sequential"),
    ("keras.trainers.trainer.Trainer", "keras.Model"),
    ("keras.layers.layer.Layer", "keras.layers.Layer"),
)

MUTATORS: dict[str, frozenset[str]] = {}

#: Layers that make a variable for their random seed when they are constructed, in Keras 3.
_SEEDED = """
    Dropout AlphaDropout GaussianDropout GaussianNoise SpatialDropout1D SpatialDropout2D SpatialDropout3D
    RandomFlip RandomRotation RandomZoom RandomTranslation RandomCrop RandomContrast RandomBrightness RandomHeight
    RandomWidth RandomGrayscale RandomErasing RandomShear RandomPerspective RandomHue RandomSaturation RandomSharpness
    RandomColorJitter RandAugment MixUp CutMix
"""
#: Layers that make variables when they are constructed: for their random seed, or for the cell that they wrap.
_MADE_AT_ONCE = (
    """
    LSTM GRU SimpleRNN LSTMCell GRUCell SimpleRNNCell ConvLSTM1D ConvLSTM2D ConvLSTM3D CuDNNLSTM CuDNNGRU
"""
    + _SEEDED
)
#: Layers that make their weights when they are first called.
_MADE_WHEN_CALLED = """
    Dense EinsumDense Embedding BatchNormalization SyncBatchNormalization LayerNormalization GroupNormalization
    SpectralNormalization RMSNormalization Normalization PReLU
    Conv1D Conv2D Conv3D Convolution1D Convolution2D Convolution3D Conv1DTranspose Conv2DTranspose Conv3DTranspose
    Convolution2DTranspose Convolution3DTranspose SeparableConv1D SeparableConv2D SeparableConvolution1D
    SeparableConvolution2D DepthwiseConv1D DepthwiseConv2D LocallyConnected1D LocallyConnected2D
    MultiHeadAttention GroupQueryAttention AdditiveAttention
"""
#: Layers without variables that return one tensor.
_PLAIN = """
    Activation Flatten Reshape Permute RepeatVector Cropping1D Cropping2D Cropping3D ZeroPadding1D ZeroPadding2D
    ZeroPadding3D UpSampling1D UpSampling2D UpSampling3D ReLU LeakyReLU ELU Softmax Add Average Concatenate Dot Maximum
    Minimum Multiply Subtract Masking Rescaling AveragePooling1D AveragePooling2D AveragePooling3D MaxPooling1D
    MaxPooling2D MaxPooling3D AvgPool1D AvgPool2D AvgPool3D MaxPool1D MaxPool2D MaxPool3D GlobalAveragePooling1D
    GlobalAveragePooling2D GlobalAveragePooling3D GlobalMaxPooling1D GlobalMaxPooling2D GlobalMaxPooling3D
    GlobalAvgPool1D GlobalAvgPool2D GlobalAvgPool3D GlobalMaxPool1D GlobalMaxPool2D GlobalMaxPool3D
"""
#: Losses, as objects.
_LOSSES = """
    BinaryCrossentropy BinaryFocalCrossentropy CategoricalCrossentropy CategoricalFocalCrossentropy CategoricalHinge
    CosineSimilarity Dice Hinge Huber KLDivergence LogCosh MeanAbsoluteError MeanAbsolutePercentageError MeanSquaredError
    MeanSquaredLogarithmicError Poisson SparseCategoricalCrossentropy SquaredHinge Tversky
"""
LOSS_OBJECTS = tuple(f"keras.losses.{name}" for name in _LOSSES.split())
#: What calls the layers that it is given.
_WRAPPERS = "layers.TimeDistributed layers.Bidirectional layers.RNN Sequential"
_OPTIMIZERS = "Adadelta Adafactor Adagrad Adam Adamax AdamW Ftrl Lion LossScaleOptimizer Muon Nadam RMSprop SGD"
#: Their names, as `compile` takes them.
OPTIMIZERS = frozenset(_OPTIMIZERS.lower().split())
OPTIMIZER_NAMES = tuple(_OPTIMIZERS.split())
_METRICS = """
    AUC Accuracy BinaryAccuracy BinaryCrossentropy BinaryIoU CategoricalAccuracy CategoricalCrossentropy CategoricalHinge
    CosineSimilarity F1Score FBetaScore FalseNegatives FalsePositives Hinge IoU KLDivergence LogCoshError Mean
    MeanAbsoluteError MeanAbsolutePercentageError MeanIoU MeanMetricWrapper MeanRelativeError MeanSquaredError
    MeanSquaredLogarithmicError MeanTensor OneHotIoU OneHotMeanIoU Poisson Precision PrecisionAtRecall R2Score Recall
    RecallAtPrecision RootMeanSquaredError SensitivityAtSpecificity SparseCategoricalAccuracy
    SparseCategoricalCrossentropy SparseTopKCategoricalAccuracy SpecificityAtSensitivity SquaredHinge Sum
    TopKCategoricalAccuracy TrueNegatives TruePositives
"""
#: Functions that make a model that has been trained.
_APPLICATIONS = """
    VGG16 VGG19 Xception InceptionV3 InceptionResNetV2 MobileNet MobileNetV2 MobileNetV3Small MobileNetV3Large NASNetLarge
    NASNetMobile ResNet50 ResNet101 ResNet152 ResNet50V2 ResNet101V2 ResNet152V2 DenseNet121 DenseNet169 DenseNet201
    EfficientNetB0 EfficientNetB1 EfficientNetB2 EfficientNetB3 EfficientNetB4 EfficientNetB5 EfficientNetB6 EfficientNetB7
    EfficientNetV2B0 EfficientNetV2B1 EfficientNetV2B2 EfficientNetV2B3 EfficientNetV2S EfficientNetV2M EfficientNetV2L
    ConvNeXtTiny ConvNeXtSmall ConvNeXtBase ConvNeXtLarge ConvNeXtXLarge
"""

#: Layers and models whose call returns one tensor; what attention and recurrent layers return depends on their settings.
ONE_TENSOR = frozenset({"keras.Sequential"}).union(
    f"keras.layers.{name}"
    for name in (_SEEDED + _PLAIN + _MADE_WHEN_CALLED).split()
    if "Attention" not in name and not name.startswith("Rand") and name not in ("MixUp", "CutMix")
)

#: Losses and metrics are given to `compile` by keyword or in this order, which differs between Keras 2 and 3.
_COMPILED = (1, 2, 3, "loss", "metrics", "weighted_metrics")
#: Functions that layers and optimizers are made with, and that are traced with them.
GIVEN = (
    "activation", "recurrent_activation", "kernel_regularizer", "bias_regularizer", "activity_regularizer",
    "recurrent_regularizer", "kernel_constraint", "bias_constraint", "recurrent_constraint", "learning_rate",
)  # fmt: skip

#: Methods of models that run them over a dataset and give values, or save them, with what they raise under Keras 3.
_EAGER = {
    f"keras.{model}.{name}": Meaning(eager=(raised, instead))
    for model in ("Model", "Sequential")
    for names, raised, instead in (
        ("predict predict_on_batch", "AttributeError", "the model itself: model(x)"),
        ("fit evaluate", "OperatorNotAllowedInGraphError", "it outside of the graph"),
        ("save save_weights", "NotImplementedError", "it outside of the graph"),
        ("export", "AssertionError", "it outside of the graph"),
    )
    for name in names.split()
}
#: Methods by which a layer makes its weights.
WEIGHT_ADDERS = ("add_weight", "add_variable")

MEANINGS = {
    f"keras.{group}.{name}": Meaning(effect=Kind.CREATE_VARIABLE, makes=f"keras.{group}.{name}", traces=GIVEN)
    for group, names in (("layers", _MADE_AT_ONCE), ("optimizers", _OPTIMIZERS), ("metrics", _METRICS))
    for name in names.split()
} | {
    **{
        f"keras.layers.{name}": Meaning(makes=f"keras.layers.{name}", called=Kind.CREATE_VARIABLE, traces=GIVEN)
        for name in _MADE_WHEN_CALLED.split()
    },
    **{f"keras.{name}": Meaning(makes=f"keras.{name}", keeps=True) for name in _WRAPPERS.split()},
    **{f"keras.layers.{name}": Meaning(makes=f"keras.layers.{name}") for name in _PLAIN.split()},
    **{f"keras.losses.{name}": Meaning(makes=f"keras.losses.{name}") for name in _LOSSES.split()},
    "keras.layers.Lambda": Meaning(makes="keras.layers.Lambda", traces=(0, "function")),
    "keras.layers.Activation": Meaning(makes="keras.layers.Activation", traces=(0, "activation")),
    "keras.layers.ActivityRegularization": Meaning(makes="keras.layers.ActivityRegularization"),
    "keras.metrics.MeanMetricWrapper": Meaning(
        effect=Kind.CREATE_VARIABLE, makes="keras.metrics.MeanMetricWrapper", traces=(0, "fn")
    ),
    "keras.losses.LossFunctionWrapper": Meaning(traces=(0, "fn")),
    **{f"keras.ops.{name}": Meaning(calls=(0, "f", "fn", "function")) for name in "map scan vectorized_map".split()},
    **{f"keras.backend.{name}": Meaning(calls=(0, "fn")) for name in "map_fn foldl foldr".split()},
    "keras.ops.associative_scan": Meaning(calls=(0, "f")),
    "keras.ops.fori_loop": Meaning(calls=(2, "body_fun")),
    "keras.ops.while_loop": Meaning(calls=(0, 1, "cond", "body")),
    "keras.ops.cond": Meaning(calls=(1, 2, "true_fn", "false_fn")),
    "keras.ops.switch": Meaning(calls=(1, "branches")),
    "keras.ops.custom_gradient": Meaning(returns=0),
    "keras.backend.rnn": Meaning(calls=(0, "step_function")),
    "keras.backend.switch": Meaning(calls=(1, 2, "then_expression", "else_expression")),
    "keras.Model": Meaning(makes="keras.Model"),
    **makers("keras.Model", "keras.models", "clone_model model_from_json model_from_config"),
    **makers("keras.Model", "keras.models", "load_model", Kind.CREATE_VARIABLE),
    **makers("keras.Model", "keras.saving", "load_model", Kind.CREATE_VARIABLE),
    **makers("keras.Model", "keras.applications", _APPLICATIONS, Kind.CREATE_VARIABLE),
    "keras.Model.compile": Meaning(traces=_COMPILED),
    **{f"keras.optimizers.{name}.minimize": Meaning(calls=(0, "loss")) for name in _OPTIMIZERS.split()},
    **_EAGER,
    "keras.utils.track_tf1_style_variables": Meaning(returns=0, keeps_named=True),
    "keras.Variable": Meaning(effect=Kind.CREATE_VARIABLE, makes="tensorflow.Variable"),
    "keras.backend.variable": Meaning(effect=Kind.CREATE_VARIABLE),
    "keras.random.SeedGenerator": Meaning(effect=Kind.CREATE_VARIABLE),
}

_GET_WEIGHTS = Meaning(effect=Kind.EAGER_ONLY)
METHODS = {"compile": Meaning(traces=_COMPILED), "get_weights": _GET_WEIGHTS}
#: A method that Keras traces -> those that the classes which have it inherit: layers and models, metrics.
_ADD_WEIGHT = Meaning(effect=Kind.CREATE_VARIABLE, makes="tensorflow.Variable", traces=("regularizer", "constraint"))
INHERITED = {
    traced: {**dict.fromkeys(WEIGHT_ADDERS, _ADD_WEIGHT), **others}
    for traced, others in (("compute_mask", {"get_weights": _GET_WEIGHTS}), ("update_state", {}))
}

#: Methods of models that Keras gives a batch, and nothing else.
STEPS = ("train_step", "test_step", "predict_step")
#: Those that make the functions which these run in.
STEP_MAKERS = tuple(f"make_{name.removesuffix('_step')}_function" for name in STEPS)
_LAYER = ("call", "compute_mask")
_MODEL = ("call", "compute_mask", *STEPS, "compute_loss", "compute_metrics")
_OPTIMIZER = ("update_step", "apply", "apply_gradients")
#: What `compile` sets in a model, in Keras 2 or 3.
COMPILED = frozenset("optimizer compiled_loss compiled_metrics _loss_tracker _compile_loss _compile_metrics".split())
#: What the base classes of image layers call for each image, or for each batch, from their `call`.
_AUGMENTATION = (
    *("augment_image", "augment_label", "augment_target", "augment_bounding_boxes", "augment_keypoints"),
    *("augment_segmentation_mask", "get_random_transformation", "augment_images", "augment_labels", "augment_targets"),
    *("augment_ragged_image", "augment_segmentation_masks", "get_random_transformation_batch"),
)
#: Base class or family of base classes -> the methods of a subclass that Keras traces in `fit`, `evaluate` and `predict`.
TRACED_METHODS = {
    "keras.Model": _MODEL,
    "keras.Sequential": _MODEL,
    "keras.models.Functional": _MODEL,
    "keras.Layer": _LAYER,
    "keras.layers": _LAYER,
    "keras.losses": ("call", "__call__"),
    "keras.Loss": ("call", "__call__"),
    "keras.metrics": ("update_state", "result"),
    "keras.Metric": ("update_state", "result"),
    "keras.metrics.experimental.PyMetric": (),  # Keras 2 calls it in a tf.py_function
    "keras.optimizers.schedules": ("__call__",),
    "keras.optimizers": (*_OPTIMIZER, "_resource_apply_dense", "_resource_apply_sparse"),
    "keras.Optimizer": _OPTIMIZER,
    "keras.regularizers": ("__call__",),
    "keras.Regularizer": ("__call__",),
    "keras.constraints": ("__call__",),
    # Subclasses of Keras' classes in other packages, which are no part of the program.
    "tensorflow_probability.layers": _LAYER,
    "tensorflow_addons.layers": _LAYER,
    "tensorflow_recommenders.Model": _MODEL,
    "tensorflow_recommenders.models.Model": _MODEL,
    "tf_agents.networks": _LAYER,
    "keras_cv.layers": (*_LAYER, *_AUGMENTATION),
    "transformers.TFPreTrainedModel": _MODEL,
}
#: Classes that are there to be subclassed, as star imports bring them too.
BASES = frozenset(
    {
        "keras.Model",
        "keras.callbacks.Callback",
        "keras.constraints.Constraint",
        "keras.layers.Layer",
        "keras.layers.RNN",
        "keras.layers.Wrapper",
        "keras.losses.Loss",
        "keras.metrics.Metric",
        "keras.optimizers.Optimizer",
        "keras.optimizers.schedules.LearningRateSchedule",
        "keras.regularizers.Regularizer",
    }
)
#: Of these methods, the ones that Keras 2 converts with AutoGraph. Keras 3 converts none.
CONVERTED_BY_KERAS_2 = frozenset({"call", "update_state", "result"})

#: The methods by which Keras runs the functions that it traces.
DRIVERS = frozenset({"fit", "train_on_batch", "predict", "evaluate", "test_on_batch", "predict_on_batch"})
#: Methods that Keras calls before `call`, in the same trace.
CALLED_BEFORE = ("build", "compute_output_shape", "compute_output_spec", "get_initial_state")

STATE_ATTRIBUTES = frozenset({"built", "_built", "_is_compiled", "_is_graph_network"})

#: Attributes of layers that are Python numbers, which a trace reads -> the layers.
RATES = {
    "rate": frozenset(f"keras.layers.{name}" for name in _SEEDED.split()),
    "stddev": frozenset({"keras.layers.GaussianNoise"}),
}

#: Attributes of optimizers that are Python numbers, which a trace reads -> in which generations of Keras: measured on 3.15;
#: the optimizers of Keras 2 keep some in variables.
NUMBERS_OF_OPTIMIZERS = {
    **dict.fromkeys(("epsilon", "clipnorm", "clipvalue", "global_clipnorm", "amsgrad", "nesterov"), (2, 3)),
    **dict.fromkeys(("beta_1", "beta_2", "momentum", "rho", "weight_decay"), (3,)),
}

#: Attributes of layers and models that list their variables, and those of them that depend on which layers are trained.
TRAINED = frozenset({"trainable_weights", "trainable_variables"})
WEIGHTS = frozenset("weights variables trainable_weights trainable_variables non_trainable_weights non_trainable_variables".split())
#: Attributes that give a new list each time: what is put into it is seen by nobody.
LISTINGS = WEIGHTS | {"layers", "losses", "metrics"}

#: Attributes of optimizers that are variables.
VARIABLES_OF_OPTIMIZERS = frozenset({"iterations", "learning_rate", "lr"})

#: In Keras 2 these hold no variable: their random numbers come from the stateful ops of the graph.
SEEDED_BY_KERAS_3 = frozenset(f"keras.layers.{name}" for name in _SEEDED.split())
