"""Conv2D, pooling."""

from __future__ import annotations

import runtime as tf
from runtime.keras import activations, initializers, regularizers
from runtime.keras.layers.base import Layer


def _pair(value):
    return tuple(value) if isinstance(value, (list, tuple)) else (value, value)


def _extent(size, window, stride, padding, dilation=1):
    if size is None:
        return None
    return -(-size // stride) if padding == "SAME" else -(-(size - (window - 1) * dilation) // stride)


class Conv2D(Layer):
    """2-D convolution: (batch, height, width, channels) → (batch, height', width', filters)."""

    def __init__(self, filters, kernel_size, strides=(1, 1), padding="valid", data_format=None, dilation_rate=(1, 1), activation=None,
                 use_bias=True, kernel_initializer="glorot_uniform", bias_initializer="zeros", kernel_regularizer=None,
                 bias_regularizer=None, activity_regularizer=None, **kwargs):
        super().__init__(activity_regularizer=activity_regularizer, **kwargs)
        if data_format not in (None, "channels_last"):
            raise ValueError("the runtime's Conv2D needs data_format='channels_last'")
        self.filters, self.kernel_size, self.strides = filters, _pair(kernel_size), _pair(strides)
        self.padding, self.dilation_rate, self.use_bias = padding, _pair(dilation_rate), use_bias
        self.activation = activations.get(activation)
        self.kernel_initializer, self.bias_initializer = initializers.get(kernel_initializer), initializers.get(bias_initializer)
        self.kernel_regularizer, self.bias_regularizer = regularizers.get(kernel_regularizer), regularizers.get(bias_regularizer)
        self._min_ndim = 4

    def build(self, input_shape):
        self.kernel = self.add_weight((*self.kernel_size, input_shape[-1], self.filters), self.kernel_initializer, name="kernel",
                                      regularizer=self.kernel_regularizer)
        self.bias = self.add_weight((self.filters,), self.bias_initializer, name="bias",
                                    regularizer=self.bias_regularizer) if self.use_bias else None
        self._last_axis = input_shape[-1]

    def call(self, inputs):
        outputs = tf.nn.conv2d(inputs, self.kernel, list(self.strides), self.padding.upper(), dilations=list(self.dilation_rate))
        return self.activation(outputs if self.bias is None else outputs + self.bias)

    def compute_output_shape(self, input_shape):
        sizes = [_extent(size, window, stride, self.padding.upper(), dilation) for size, window, stride, dilation in zip(
            input_shape[1:3], self.kernel_size, self.strides, self.dilation_rate)]
        return (input_shape[0], *sizes, self.filters)


class _Pooling2D(Layer):
    def __init__(self, pool_size=(2, 2), strides=None, padding="valid", data_format=None, **kwargs):
        super().__init__(**kwargs)
        if data_format not in (None, "channels_last"):
            raise ValueError(f"the runtime's {type(self).__name__} needs data_format='channels_last'")
        self.pool_size = _pair(pool_size)
        self.strides = self.pool_size if strides is None else _pair(strides)
        self.padding = padding
        self.built = True

    def call(self, inputs):
        return self._pool(inputs, list(self.pool_size), list(self.strides), self.padding.upper())

    def compute_output_shape(self, input_shape):
        sizes = [_extent(*part, self.padding.upper()) for part in zip(input_shape[1:3], self.pool_size, self.strides)]
        return (input_shape[0], *sizes, input_shape[3])


class MaxPooling2D(_Pooling2D):
    """The greatest value of each window."""

    _pool = staticmethod(tf.nn.max_pool2d)


class AveragePooling2D(_Pooling2D):
    """The mean of each window."""

    _pool = staticmethod(tf.nn.avg_pool2d)


class GlobalAveragePooling2D(Layer):
    """The mean over height and width."""

    def __init__(self, keepdims=False, **kwargs):
        super().__init__(**kwargs)
        self.keepdims = keepdims
        self.built = True

    def call(self, inputs):
        return tf.reduce_mean(inputs, [1, 2], keepdims=self.keepdims)


class GlobalAveragePooling1D(Layer):
    """The mean over steps: (batch, steps, features) → (batch, features)."""

    def __init__(self, keepdims=False, **kwargs):
        super().__init__(**kwargs)
        self.keepdims = keepdims
        self.built = True

    def call(self, inputs):
        return tf.reduce_mean(inputs, 1, keepdims=self.keepdims)


MaxPool2D, AvgPool2D = MaxPooling2D, AveragePooling2D
