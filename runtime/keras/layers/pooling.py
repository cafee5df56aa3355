"""Pooling: the greatest or mean value of windows, or of all steps and pixels."""

from __future__ import annotations

import runtime as tf
from runtime.keras.data_format import Channels, standardize
from runtime.keras.layers.base import BuiltinLayer
from runtime.keras.layers.convolution import as_tuple, extent
from runtime.keras.layers.input_spec import InputSpec


class _Pooling(Channels, BuiltinLayer):
    def __init__(self, pool_size, strides=None, padding="valid", data_format=None, **kwargs):
        super().__init__(**kwargs)
        self.data_format = standardize(data_format)
        self.pool_size = as_tuple(pool_size, self._rank, "pool_size")
        self.strides = self.pool_size if strides is None else as_tuple(strides, self._rank, "strides", 0)
        self.padding = padding
        self.input_spec = InputSpec(ndim=self._rank + 2)
        self.built = True

    def call(self, inputs):
        return self._with_channels_last(inputs, lambda last: self._pool(last, list(self.pool_size), list(self.strides),
                                                                        self.padding.upper()))

    def compute_output_shape(self, input_shape):
        sizes = [extent(*part, self.padding) for part in zip(self._sizes(input_shape), self.pool_size, self.strides)]
        return self._shape(input_shape[0], sizes, input_shape[self._channel_axis])


class MaxPooling1D(_Pooling):
    """The greatest value of each window of steps."""

    _rank, _pool = 1, staticmethod(tf.nn.max_pool1d)

    def __init__(self, pool_size=2, strides=None, padding="valid", data_format=None, **kwargs):
        super().__init__(pool_size, strides, padding, data_format, **kwargs)


class AveragePooling1D(_Pooling):
    """The mean of each window of steps."""

    _rank, _pool = 1, staticmethod(tf.nn.avg_pool1d)


class MaxPooling2D(_Pooling):
    """The greatest value of each window."""

    _rank, _pool = 2, staticmethod(tf.nn.max_pool2d)

    def __init__(self, pool_size=(2, 2), strides=None, padding="valid", data_format=None, **kwargs):
        super().__init__(pool_size, strides, padding, data_format, **kwargs)


class AveragePooling2D(_Pooling):
    """The mean of each window."""

    _rank, _pool = 2, staticmethod(tf.nn.avg_pool2d)


class MaxPooling3D(_Pooling):
    """The greatest value of each window of a volume."""

    _rank, _pool = 3, staticmethod(tf.nn.max_pool3d)

    def __init__(self, pool_size=(2, 2, 2), strides=None, padding="valid", data_format=None, **kwargs):
        super().__init__(pool_size, strides, padding, data_format, **kwargs)


class AveragePooling3D(_Pooling):
    """The mean of each window of a volume."""

    _rank, _pool = 3, staticmethod(tf.nn.avg_pool3d)


class _GlobalPooling(Channels, BuiltinLayer):
    def __init__(self, data_format=None, keepdims=False, **kwargs):
        super().__init__(**kwargs)
        self.data_format, self.keepdims = standardize(data_format), keepdims
        self.input_spec = InputSpec(ndim=self._rank + 2)
        self.built = True

    def call(self, inputs):
        return self._reduce(inputs, list(range(self._offset, self._offset + self._rank)), keepdims=self.keepdims)

    def compute_output_shape(self, input_shape):
        return self._shape(input_shape[0], (1,) * self._rank if self.keepdims else (), input_shape[self._channel_axis])


class GlobalMaxPooling1D(_GlobalPooling):
    """The greatest value of all steps."""

    _rank, _reduce = 1, staticmethod(tf.reduce_max)


class GlobalMaxPooling2D(_GlobalPooling):
    """The greatest value over height and width."""

    _rank, _reduce = 2, staticmethod(tf.reduce_max)


class GlobalAveragePooling2D(_GlobalPooling):
    """The mean over height and width."""

    _rank, _reduce = 2, staticmethod(tf.reduce_mean)


class GlobalAveragePooling1D(_GlobalPooling):
    """The mean over the steps that no mask hides: (batch, steps, features) → (batch, features)."""

    _rank, _reduce = 1, staticmethod(tf.reduce_mean)

    def __init__(self, data_format=None, keepdims=False, **kwargs):
        super().__init__(data_format, keepdims, **kwargs)
        self.supports_masking = True

    def call(self, inputs, mask=None):
        if mask is None:
            return super().call(inputs)
        mask = tf.expand_dims(tf.cast(mask, inputs.dtype), self._channel_axis)
        return (tf.reduce_sum(inputs * mask, self._offset, keepdims=self.keepdims)
                / tf.reduce_sum(mask, self._offset, keepdims=self.keepdims))

    def compute_mask(self, inputs, previous_mask=None):
        return None


class GlobalMaxPooling3D(_GlobalPooling):
    """The greatest value of a volume."""

    _rank, _reduce = 3, staticmethod(tf.reduce_max)


class GlobalAveragePooling3D(_GlobalPooling):
    """The mean of a volume."""

    _rank, _reduce = 3, staticmethod(tf.reduce_mean)


MaxPool1D, AvgPool1D, MaxPool2D, AvgPool2D = MaxPooling1D, AveragePooling1D, MaxPooling2D, AveragePooling2D
MaxPool3D, AvgPool3D = MaxPooling3D, AveragePooling3D
GlobalMaxPool1D, GlobalMaxPool2D, GlobalAvgPool1D, GlobalAvgPool2D = (GlobalMaxPooling1D, GlobalMaxPooling2D, GlobalAveragePooling1D,
                                                                      GlobalAveragePooling2D)
GlobalMaxPool3D, GlobalAvgPool3D = GlobalMaxPooling3D, GlobalAveragePooling3D
