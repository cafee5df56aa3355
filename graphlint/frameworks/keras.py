"""Keras 3, and the same names in Keras 2."""

from graphlint.frameworks.meaning import Kind, Meaning

PREFIXES = (
    ("tensorflow.keras", "keras"),
    ("tensorflow.python.keras", "keras"),
    ("tf_keras", "keras"),
    ("keras.src", "keras"),
    ("keras.api", "keras"),
    ("keras.layers.experimental.preprocessing", "keras.layers"),
    ("keras.layers.experimental", "keras.layers"),
    ("keras.optimizers.legacy", "keras.optimizers"),
    ("keras.optimizers.experimental", "keras.optimizers"),
    ("keras.engine.base_layer.Layer", "keras.layers.Layer"),
)

MUTATORS: dict[str, frozenset[str]] = {}

#: Layers that make variables when they are constructed: for their random seed, or for the cell that they wrap.
_MADE_AT_ONCE = """
    LSTM GRU SimpleRNN LSTMCell GRUCell SimpleRNNCell ConvLSTM1D ConvLSTM2D ConvLSTM3D CuDNNLSTM CuDNNGRU
    Dropout AlphaDropout GaussianDropout GaussianNoise SpatialDropout1D SpatialDropout2D SpatialDropout3D
    RandomFlip RandomRotation RandomZoom RandomTranslation RandomCrop RandomContrast RandomBrightness RandomHeight
    RandomWidth RandomGrayscale RandomErasing RandomShear RandomPerspective RandomHue RandomSaturation RandomSharpness
    RandomColorJitter RandAugment MixUp CutMix
"""
#: Layers that make their weights when they are first called.
_MADE_WHEN_CALLED = """
    Dense EinsumDense Embedding BatchNormalization SyncBatchNormalization LayerNormalization GroupNormalization
    SpectralNormalization RMSNormalization Normalization PReLU
    Conv1D Conv2D Conv3D Convolution1D Convolution2D Convolution3D Conv1DTranspose Conv2DTranspose Conv3DTranspose
    Convolution2DTranspose Convolution3DTranspose SeparableConv1D SeparableConv2D SeparableConvolution1D
    SeparableConvolution2D DepthwiseConv1D DepthwiseConv2D LocallyConnected1D LocallyConnected2D
    MultiHeadAttention GroupQueryAttention AdditiveAttention
"""
#: What calls the layers that it is given.
_WRAPPERS = "layers.TimeDistributed layers.Bidirectional layers.RNN Sequential models.Sequential"
_OPTIMIZERS = "Adadelta Adafactor Adagrad Adam Adamax AdamW Ftrl Lion LossScaleOptimizer Muon Nadam RMSprop SGD"
_METRICS = """
    AUC Accuracy BinaryAccuracy BinaryCrossentropy BinaryIoU CategoricalAccuracy CategoricalCrossentropy CategoricalHinge
    CosineSimilarity F1Score FBetaScore FalseNegatives FalsePositives Hinge IoU KLDivergence LogCoshError Mean
    MeanAbsoluteError MeanAbsolutePercentageError MeanIoU MeanMetricWrapper MeanRelativeError MeanSquaredError
    MeanSquaredLogarithmicError MeanTensor OneHotIoU OneHotMeanIoU Poisson Precision PrecisionAtRecall R2Score Recall
    RecallAtPrecision RootMeanSquaredError SensitivityAtSpecificity SparseCategoricalAccuracy
    SparseCategoricalCrossentropy SparseTopKCategoricalAccuracy SpecificityAtSensitivity SquaredHinge Sum
    TopKCategoricalAccuracy TrueNegatives TruePositives
"""

MEANINGS = {
    f"keras.{group}.{name}": Meaning(effect=Kind.CREATE_VARIABLE, makes=f"keras.{group}.{name}")
    for group, names in (("layers", _MADE_AT_ONCE), ("optimizers", _OPTIMIZERS), ("metrics", _METRICS))
    for name in names.split()
} | {
    **{
        f"keras.layers.{name}": Meaning(makes=f"keras.layers.{name}", called=Kind.CREATE_VARIABLE)
        for name in _MADE_WHEN_CALLED.split()
    },
    **{f"keras.{name}": Meaning(makes=f"keras.{name}", keeps=True) for name in _WRAPPERS.split()},
    "keras.Variable": Meaning(effect=Kind.CREATE_VARIABLE),
    "keras.backend.variable": Meaning(effect=Kind.CREATE_VARIABLE),
    "keras.random.SeedGenerator": Meaning(effect=Kind.CREATE_VARIABLE),
    # Methods that a subclass inherits.
    **{
        f"keras.{owner}.{method}": Meaning(effect=Kind.CREATE_VARIABLE)
        for owner in ("layers.Layer", "Model", "Layer", "metrics.Metric")
        for method in ("add_weight", "add_variable")
    },
}

#: Classes whose instances, when they are called, run the method `call`.
CALLED = frozenset({"keras.layers.Layer", "keras.Layer", "keras.Model", "keras.models.Model", "keras.Sequential"})

STATE_ATTRIBUTES = frozenset({"built", "_built", "_is_compiled", "_is_graph_network"})
