"""`tf.keras`: layers, models and training, as Keras 3 with TensorFlow behaves; loaded on first use."""

from runtime.keras import (activations, backend, callbacks, config, constraints, datasets, dtype_policies, initializers, layers, losses,
                           metrics, mixed_precision, models, ops, optimizers, random, regularizers, saving, tree, utils)
from runtime.keras.dtype_policies import DTypePolicy, FloatDTypePolicy
from runtime.keras.layers import Input, InputLayer, InputSpec, Layer
from runtime.keras.naming import name_scope
from runtime.keras.losses import Loss
from runtime.keras.metrics import Metric
from runtime.keras.models import Model, Sequential
from runtime.keras.initializers import Initializer
from runtime.keras.ops.operation import Operation
from runtime.keras.regularizers import Regularizer
from runtime.keras.optimizers import Optimizer
from runtime.core.absent import absent_from
from runtime.keras.symbolic import KerasTensor
from runtime.keras.variable import Variable

__version__ = "3.15.1"  # that of the Keras it behaves as


def version():
    return __version__


__getattr__ = absent_from("tf.keras", {"applications": "runtime.keras.applications", "legacy": "runtime.keras.legacy",
                                       "preprocessing": "runtime.keras.preprocessing"})
