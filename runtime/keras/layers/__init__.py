"""`keras.layers`."""

from runtime.keras.layers.base import Layer
from runtime.keras.layers.input_spec import InputSpec
from runtime.keras.layers.core import Dense, EinsumDense, Embedding, Identity, Input, InputLayer, Lambda, Masking
from runtime.keras.layers.activation import ELU, Activation, LeakyReLU, PReLU, ReLU, Softmax
from runtime.keras.layers.attention import AdditiveAttention, Attention, MultiHeadAttention
from runtime.keras.layers.convolution import (
    Conv1D, Conv1DTranspose, Conv2D, Conv2DTranspose, Conv3D, Conv3DTranspose, Convolution1D, Convolution1DTranspose, Convolution2D,
    Convolution2DTranspose, Convolution3D, Convolution3DTranspose, DepthwiseConv1D, DepthwiseConv2D, SeparableConv1D, SeparableConv2D,
    SeparableConvolution1D, SeparableConvolution2D)
from runtime.keras.layers.merging import (Add, Average, Concatenate, Dot, Maximum, Minimum, Multiply, Subtract, add, average, concatenate,
                                          dot, maximum, minimum, multiply, subtract)
from runtime.keras.layers.normalisation import (BatchNormalization, GroupNormalization, LayerNormalization, UnitNormalization)
from runtime.keras.layers.pooling import (
    AveragePooling1D, AveragePooling2D, AveragePooling3D, AvgPool1D, AvgPool2D, AvgPool3D, GlobalAveragePooling1D, GlobalAveragePooling2D,
    GlobalAveragePooling3D, GlobalAvgPool1D, GlobalAvgPool2D, GlobalAvgPool3D, GlobalMaxPool1D, GlobalMaxPool2D, GlobalMaxPool3D,
    GlobalMaxPooling1D, GlobalMaxPooling2D, GlobalMaxPooling3D, MaxPool1D, MaxPool2D, MaxPool3D, MaxPooling1D, MaxPooling2D, MaxPooling3D)
from runtime.keras.layers.recurrent import (GRU, LSTM, RNN, Bidirectional, GRUCell, LSTMCell, SimpleRNN, SimpleRNNCell, StackedRNNCells,
                                            TimeDistributed, Wrapper)
from runtime.keras.layers.regularization import (ActivityRegularization, Dropout, GaussianDropout, GaussianNoise, SpatialDropout1D,
                                                 SpatialDropout2D, SpatialDropout3D)
from runtime.keras.layers.reshaping import (Cropping1D, Cropping2D, Cropping3D, Flatten, Permute, RepeatVector, Reshape, UpSampling1D,
                                            UpSampling2D, UpSampling3D, ZeroPadding1D, ZeroPadding2D, ZeroPadding3D)
from runtime.keras.saving.config import deserialize_keras_object, serialize_keras_object
from runtime.core.absent import absent_from


def serialize(layer):
    """The config of a layer, with its class."""
    return serialize_keras_object(layer)


def deserialize(config, custom_objects=None):
    """The layer of a config. Raises ValueError if it is of something else."""
    found = deserialize_keras_object(config, custom_objects=custom_objects)
    if not isinstance(found, Layer):
        raise ValueError(f"`keras.layers.deserialize` was passed a `config` object that is not a `keras.layers.Layer`. Received: {config}")
    return found


_PREPROCESSING = {  # modules that are loaded when one of these is used
    "affine": ("RandomRotation", "RandomTranslation", "RandomZoom"),
    "discretization": ("Discretization",),
    "encoding": ("CategoryEncoding",),
    "hashing": ("HashedCrossing", "Hashing"),
    "images": ("CenterCrop", "Resizing"),
    "lookups": ("IntegerLookup", "StringLookup"),
    "normalization": ("Normalization", "Rescaling"),
    "random_images": ("RandomBrightness", "RandomContrast", "RandomCrop", "RandomFlip"),
    "text_vectorization": ("TextVectorization",),
}
__getattr__ = absent_from("tf.keras.layers", {name: f"runtime.keras.layers.preprocessing.{module}"
                                              for module, names in _PREPROCESSING.items() for name in names})
