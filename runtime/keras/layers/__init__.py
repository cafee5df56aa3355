"""`keras.layers`."""

from runtime.keras.layers.base import Layer
from runtime.keras.layers.convolution import (AveragePooling2D, AvgPool2D, Conv2D, GlobalAveragePooling1D, GlobalAveragePooling2D,
                                              MaxPool2D, MaxPooling2D)
from runtime.keras.layers.core import (Activation, Add, Concatenate, Dense, Dropout, Embedding, Flatten, Input, InputLayer, Lambda,
                                       LeakyReLU, ReLU, Rescaling, Reshape, Softmax)
from runtime.keras.layers.normalisation import BatchNormalization, LayerNormalization
from runtime.keras.layers.recurrent import LSTM
from runtime.core.absent import absent_from

__getattr__ = absent_from("tf.keras.layers")
