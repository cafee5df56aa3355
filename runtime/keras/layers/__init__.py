"""`keras.layers`."""

from runtime.keras.layers.base import Layer
from runtime.keras.layers.core import (Activation, Add, Concatenate, Dense, Dropout, Embedding, Flatten, Input, InputLayer, Lambda,
                                       LeakyReLU, ReLU, Rescaling, Reshape, Softmax)
from runtime.keras.registry import module_getattr

__getattr__ = module_getattr("layers.")
