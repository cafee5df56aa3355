import json
import numpy as np
import tensorflow as tf
from tensorflow.keras import activations, constraints, initializers, layers, losses, metrics, optimizers, regularizers
from tests.conformance.support.tell import fails, show


def by_name(module, *names):
    """What a name gets, its config, and what that makes again."""
    for name in names:
        try:
            found = module.get(name)
        except Exception as error:
            print(name, type(error).__name__, str(error)[:100])
            continue
        config = module.serialize(found)
        again = module.deserialize(config)
        print(name if isinstance(name, str) else "", getattr(found, "__name__", type(found).__name__), json.dumps(config, sort_keys=True), getattr(again, "__name__", type(again).__name__))


def others(module):
    """What is no name."""
    print(module.get(None) if module is not activations else module.get(None).__name__)
    for thing in (3, [1], "nope", {"config": {}}, {"class_name": "Nope", "config": {}}):
        fails(module.get, thing)
    fails(module.deserialize, {"class_name": "Nope", "config": {}})
    fails(module.deserialize, {"class_name": "Nope", "config": {}, "module": None})


@tf.keras.utils.register_keras_serializable("mine")
class Mine(initializers.Initializer):
    def __call__(self, shape, dtype=None):
        return tf.fill(shape, 7.0)


@tf.keras.utils.register_keras_serializable("mine")
def own(*values):
    return values[0] * 2.0

# %% initializers
by_name(initializers, "zeros", "Zeros", "one", "glorot_uniform", "GlorotUniform", "he_normal", "orthogonal", "OrthogonalInitializer", "identity",
        "random_normal", "truncated_normal", "variance_scaling", "uniform", "constant", "glorotuniform", Mine, Mine(), own)
others(initializers)

# %% initializers-of-values
show(initializers.get(np.array([1.0, 2.0]))((2,)), initializers.get(tf.constant([1, 2]))((2,), "float64"))
fails(initializers.get(np.array([1.0, 2.0])), (3,))
fails(initializers.get(np.float32(2.0)), ())
layer = layers.Dense(2, kernel_initializer=np.eye(2), bias_initializer=Mine())
show(layer(tf.ones((1, 2))))
fails(initializers.get, "Mine")
fails(initializers.get, "mine>Mine")
with tf.keras.utils.custom_object_scope({"Mine": Mine}):
    fails(lambda: type(initializers.get("Mine")).__name__)

# %% constraints
by_name(constraints, "max_norm", "MaxNorm", "non_neg", "unit_norm", "min_max_norm", constraints.NonNeg, own, constraints.MaxNorm(3))
others(constraints)

# %% regularizers
by_name(regularizers, "l1", "L2", "l1_l2", "l1l2", "L1L2", "orthogonal_regularizer", regularizers.L1L2(0.1, 0.2), regularizers.L1(0.3), own)
others(regularizers)
fails(regularizers.L1, -1.0)
fails(regularizers.L2, "a")
fails(regularizers.L1L2, None, np.inf)

# %% activations
by_name(activations, "relu", "linear", "gelu", "swish", "hard_swish", "leaky_relu", "ReLU", tf.nn.relu, own)
others(activations)
print(activations.serialize(activations.silu), activations.deserialize("tanh").__name__, activations.deserialize("nope"))

# %% losses
by_name(losses, "mse", "MSE", "BCE", "mape", "kld", "KLD", "logcosh", "log_cosh", "Hinge", "hinge", "cosine_similarity", "CategoricalHinge",
        "categorical_hinge", "huber", losses.Huber(2.0), own)
others(losses)

# %% metrics
by_name(metrics, "mse", "MAE", "Accuracy", "accuracy", "acc", "AUC", "auc", "Precision", "mean_io_u", "cosine_similarity", "Mean",
        "sparse_categorical_accuracy", metrics.AUC(num_thresholds=5), own)
others(metrics)

# %% optimizers
for name in ("adam", "Adam", "ADAM", "rmsprop", "adamw", "adafactor", "lion", "nadam", "ftrl", "muon", "schedulefreeadamw", "sgd"):
    found = optimizers.get(name)
    config = optimizers.serialize(found)
    print(type(found).__name__, config["class_name"], config["module"], sorted(config["config"]))
    print(type(optimizers.deserialize(config)).__name__)
for thing in (3, [1], "nope", {"class_name": "Nope", "config": {}}):
    fails(optimizers.get, thing)
print(optimizers.get(None), type(optimizers.get({"class_name": "SGD", "config": {"momentum": 0.5}})).__name__)

# %% layers
config = layers.serialize(layers.Dense(3, activation="relu", name="mine"))
print(json.dumps(config, sort_keys=True))
print(layers.deserialize(config).get_config() == config["config"])
fails(layers.deserialize, {"class_name": "Dense", "config": {"units": 3, "name": "other"}})
fails(layers.deserialize, {"class_name": "Zeros", "module": "keras.initializers", "config": {}})
fails(layers.deserialize, {"class_name": "Nope", "config": {}})

# %% layers-of-other-objects
config = layers.serialize(layers.Dense(1, kernel_initializer=Mine(), activation=own, kernel_regularizer="l2", bias_constraint="non_neg"))
print(json.dumps(config["config"], sort_keys=True))
layer = layers.deserialize(config)
show(layer(tf.ones((1, 2))))

# %% functions-by-config
print(losses.deserialize({"module": "builtins", "class_name": "function", "config": "mean_squared_error", "registered_name": "function"}).__name__)
print(losses.deserialize({"module": "builtins", "class_name": "function", "config": "own", "registered_name": "function"}))
print(losses.deserialize({"module": "builtins", "class_name": "function", "config": "own", "registered_name": "function"}, {"own": own}).__name__)
print(metrics.deserialize("own", {"own": own}).__name__, activations.deserialize("own"))
