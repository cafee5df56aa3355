"""Convolutions of (batch, steps, channels) and (batch, height, width, channels)."""

from __future__ import annotations

import runtime as tf
from runtime.keras import activations, constraints, initializers, regularizers
from runtime.keras.layers.base import BuiltinLayer
from runtime.keras.layers.input_spec import InputSpec
from runtime.keras.layers.reshaping import channels_last


def as_tuple(value, rank):
    return tuple(value) if isinstance(value, (list, tuple)) else (value,) * rank


def extent(size, window, stride, padding, dilation=1):
    """How many windows fit into `size`, None where that is unknown."""
    if size is None:
        return None
    return -(-size // stride) if padding == "same" else -(-(size - (window - 1) * dilation) // stride)


class _Convolution(BuiltinLayer):
    """The settings that all have, with `_rank` spatial axes."""

    def _set_up(self, settings):
        get = {"initializer": initializers.get, "regularizer": regularizers.get, "constraint": constraints.get,
               "activation": activations.get}
        for name, value in settings.items():
            if name in ("kernel_size", "strides", "dilation_rate"):
                value = as_tuple(value, self._rank)
            setattr(self, name, get.get(name.rsplit("_", 1)[-1], lambda value: value)(value))
        self.data_format = channels_last(self, self.data_format)
        if self.padding not in ("valid", "same") and not (self.padding == "causal" and self._rank == 1):
            raise ValueError(f"The `padding` argument must be a list/tuple or one of {{'valid', 'same'"
                             f"{', ' + repr('causal') if self._rank == 1 else ''}}}. Received: {self.padding}")
        self.input_spec = InputSpec(min_ndim=self._rank + 2)

    def _weight(self, name, shape, kind=None):
        kind = kind or name
        return self.add_weight(shape, getattr(self, f"{kind}_initializer"), name=name, regularizer=getattr(self, f"{kind}_regularizer"),
                               constraint=getattr(self, f"{kind}_constraint"))

    def _finished(self, outputs):
        return self.activation(outputs if self.bias is None else outputs + self.bias)

    def _extents(self, input_shape):
        return [extent(size, window, stride, self.padding if self.padding == "valid" else "same", dilation)
                for size, window, stride, dilation in zip(input_shape[1:-1], self.kernel_size, self.strides, self.dilation_rate)]


class _Conv(_Convolution):
    def build(self, input_shape):
        if input_shape[-1] % self.groups:
            raise ValueError(f"The number of input channels must be evenly divisible by the number of groups. Received "
                             f"groups={self.groups}, but the input has {input_shape[-1]} channels (full input shape is {input_shape}).")
        self._kernel = self._weight("kernel", (*self.kernel_size, input_shape[-1] // self.groups, self.filters))
        self.bias = self._weight("bias", (self.filters,)) if self.use_bias else None
        self.input_spec = InputSpec(min_ndim=self._rank + 2, axes={-1: input_shape[-1]})

    @property
    def kernel(self):
        if not self.built:
            raise AttributeError("You must build the layer before accessing `kernel`.")
        return self._kernel

    def call(self, inputs):
        if self.groups == 1:
            return self._finished(self._convolve(inputs, self._kernel))
        parts = zip(tf.split(inputs, self.groups, -1), tf.split(self._kernel, self.groups, -1))
        return self._finished(tf.concat([self._convolve(x, kernel) for x, kernel in parts], -1))

    def compute_output_shape(self, input_shape):
        return (input_shape[0], *self._extents(input_shape), self.filters)


class Conv1D(_Conv):
    """1-D convolution: (batch, steps, channels) → (batch, steps', filters); with padding ``"causal"``, of former steps alone."""

    _rank = 1

    def __init__(self, filters, kernel_size, strides=1, padding="valid", data_format=None, dilation_rate=1, groups=1, activation=None,
                 use_bias=True, kernel_initializer="glorot_uniform", bias_initializer="zeros", kernel_regularizer=None,
                 bias_regularizer=None, activity_regularizer=None, kernel_constraint=None, bias_constraint=None, **kwargs):
        settings = {name: value for name, value in locals().items() if name not in ("self", "kwargs", "activity_regularizer", "__class__")}
        super().__init__(activity_regularizer=activity_regularizer, **kwargs)
        self._set_up(settings)

    def _convolve(self, inputs, kernel):
        padding = self.padding.upper()
        if padding == "CAUSAL":
            inputs = tf.pad(inputs, ((0, 0), (self.dilation_rate[0] * (self.kernel_size[0] - 1), 0), (0, 0)))
            padding = "VALID"
        return tf.nn.conv1d(inputs, kernel, self.strides[0], padding, dilations=self.dilation_rate[0])


class Conv2D(_Conv):
    """2-D convolution: (batch, height, width, channels) → (batch, height', width', filters)."""

    _rank = 2

    def __init__(self, filters, kernel_size, strides=(1, 1), padding="valid", data_format=None, dilation_rate=(1, 1), groups=1,
                 activation=None, use_bias=True, kernel_initializer="glorot_uniform", bias_initializer="zeros", kernel_regularizer=None,
                 bias_regularizer=None, activity_regularizer=None, kernel_constraint=None, bias_constraint=None, **kwargs):
        settings = {name: value for name, value in locals().items() if name not in ("self", "kwargs", "activity_regularizer", "__class__")}
        super().__init__(activity_regularizer=activity_regularizer, **kwargs)
        self._set_up(settings)

    def _convolve(self, inputs, kernel):
        return tf.nn.conv2d(inputs, kernel, list(self.strides), self.padding.upper(), dilations=list(self.dilation_rate))


class _ConvTranspose(_Convolution):
    def build(self, input_shape):
        self.kernel = self._weight("kernel", (*self.kernel_size, self.filters, input_shape[-1]))
        self.bias = self._weight("bias", (self.filters,)) if self.use_bias else None
        self.input_spec = InputSpec(min_ndim=self._rank + 2, axes={-1: input_shape[-1]})

    def call(self, inputs):
        sizes = [size if size is not None else tf.shape(inputs)[axis] for axis, size in enumerate(inputs.shape)]
        shape = [sizes[0], *(self._size(axis, size) for axis, size in enumerate(sizes[1:-1])), self.filters]
        outputs = self._convolve(inputs, tf.stack(shape))
        outputs.set_shape(self.compute_output_shape(tuple(inputs.shape)))
        return self._finished(outputs)

    def _size(self, axis, size):
        if size is None:
            return None
        window, stride, dilation = self.kernel_size[axis], self.strides[axis], self.dilation_rate[axis]
        window = (window - 1) * dilation + 1
        if self.output_padding is None:
            return size * stride + (max(window - stride, 0) if self.padding == "valid" else 0)
        extra = self.output_padding[axis]
        return (size - 1) * stride + extra + (window if self.padding == "valid" else window - 2 * (window // 2))

    def compute_output_shape(self, input_shape):
        return [input_shape[0], *(self._size(axis, size) for axis, size in enumerate(input_shape[1:-1])), self.filters]


class Conv1DTranspose(_ConvTranspose):
    """The transpose of a 1-D convolution: (batch, steps, channels) → (batch, steps', filters)."""

    _rank = 1

    def __init__(self, filters, kernel_size, strides=1, padding="valid", output_padding=None, data_format=None, dilation_rate=1,
                 activation=None, use_bias=True, kernel_initializer="glorot_uniform", bias_initializer="zeros", kernel_regularizer=None,
                 bias_regularizer=None, activity_regularizer=None, kernel_constraint=None, bias_constraint=None, **kwargs):
        settings = {name: value for name, value in locals().items() if name not in ("self", "kwargs", "activity_regularizer", "__class__")}
        super().__init__(activity_regularizer=activity_regularizer, **kwargs)
        self._set_up(settings)
        self.output_padding = None if output_padding is None else as_tuple(output_padding, 1)

    def _convolve(self, inputs, shape):
        return tf.nn.conv1d_transpose(inputs, self.kernel, shape, self.strides[0], self.padding.upper(), dilations=self.dilation_rate[0])


class Conv2DTranspose(_ConvTranspose):
    """The transpose of a 2-D convolution: (batch, height, width, channels) → (batch, height', width', filters)."""

    _rank = 2

    def __init__(self, filters, kernel_size, strides=(1, 1), padding="valid", output_padding=None, data_format=None, dilation_rate=(1, 1),
                 activation=None, use_bias=True, kernel_initializer="glorot_uniform", bias_initializer="zeros", kernel_regularizer=None,
                 bias_regularizer=None, activity_regularizer=None, kernel_constraint=None, bias_constraint=None, **kwargs):
        settings = {name: value for name, value in locals().items() if name not in ("self", "kwargs", "activity_regularizer", "__class__")}
        super().__init__(activity_regularizer=activity_regularizer, **kwargs)
        self._set_up(settings)
        self.output_padding = None if output_padding is None else as_tuple(output_padding, 2)

    def _convolve(self, inputs, shape):
        return tf.nn.conv2d_transpose(inputs, self.kernel, shape, list(self.strides), self.padding.upper(),
                                      dilations=list(self.dilation_rate))


class DepthwiseConv2D(_Convolution):
    """Each channel with its own kernels: (batch, height, width, c) → (batch, height', width', c · depth_multiplier)."""

    _rank = 2

    def __init__(self, kernel_size, strides=(1, 1), padding="valid", depth_multiplier=1, data_format=None, dilation_rate=(1, 1),
                 activation=None, use_bias=True, depthwise_initializer="glorot_uniform", bias_initializer="zeros",
                 depthwise_regularizer=None, bias_regularizer=None, activity_regularizer=None, depthwise_constraint=None,
                 bias_constraint=None, **kwargs):
        settings = {name: value for name, value in locals().items() if name not in ("self", "kwargs", "activity_regularizer", "__class__")}
        super().__init__(activity_regularizer=activity_regularizer, **kwargs)
        self._set_up(settings)

    def build(self, input_shape):
        self.kernel = self._weight("kernel", (*self.kernel_size, input_shape[-1], self.depth_multiplier), "depthwise")
        self.bias = self._weight("bias", (input_shape[-1] * self.depth_multiplier,)) if self.use_bias else None
        self.input_spec = InputSpec(min_ndim=self._rank + 2, axes={-1: input_shape[-1]})

    def call(self, inputs):
        return self._finished(tf.nn.depthwise_conv2d(inputs, self.kernel, [1, *self.strides, 1], self.padding.upper(),
                                                     dilations=list(self.dilation_rate)))

    def compute_output_shape(self, input_shape):
        return (input_shape[0], *self._extents(input_shape), input_shape[-1] * self.depth_multiplier)


class SeparableConv2D(_Convolution):
    """A depthwise convolution and one of single pixels over the channels it gives."""

    _rank = 2

    def __init__(self, filters, kernel_size, strides=(1, 1), padding="valid", data_format=None, dilation_rate=(1, 1), depth_multiplier=1,
                 activation=None, use_bias=True, depthwise_initializer="glorot_uniform", pointwise_initializer="glorot_uniform",
                 bias_initializer="zeros", depthwise_regularizer=None, pointwise_regularizer=None, bias_regularizer=None,
                 activity_regularizer=None, depthwise_constraint=None, pointwise_constraint=None, bias_constraint=None, **kwargs):
        settings = {name: value for name, value in locals().items() if name not in ("self", "kwargs", "activity_regularizer", "__class__")}
        super().__init__(activity_regularizer=activity_regularizer, **kwargs)
        self._set_up(settings)

    def build(self, input_shape):
        between = input_shape[-1] * self.depth_multiplier
        self.depthwise_kernel = self._weight("depthwise_kernel", (*self.kernel_size, input_shape[-1], self.depth_multiplier), "depthwise")
        self.pointwise_kernel = self._weight("pointwise_kernel", (1, 1, between, self.filters), "pointwise")
        self.bias = self._weight("bias", (self.filters,)) if self.use_bias else None
        self.input_spec = InputSpec(min_ndim=self._rank + 2, axes={-1: input_shape[-1]})

    def call(self, inputs):
        return self._finished(tf.nn.separable_conv2d(inputs, self.depthwise_kernel, self.pointwise_kernel, [1, *self.strides, 1],
                                                     self.padding.upper(), dilations=list(self.dilation_rate)))

    def compute_output_shape(self, input_shape):
        return (input_shape[0], *self._extents(input_shape), self.filters)


Convolution1D, Convolution2D = Conv1D, Conv2D
Convolution1DTranspose, Convolution2DTranspose = Conv1DTranspose, Conv2DTranspose
