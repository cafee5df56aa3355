"""Convolutions of steps, images and volumes: (batch, *sizes, channels), or with channels first."""

from __future__ import annotations

import runtime as tf
from runtime.keras.data_format import Channels, standardize
from runtime.keras import activations, constraints, initializers, regularizers
from runtime.keras.layers.base import BuiltinLayer
from runtime.keras.layers.input_spec import InputSpec


def as_tuple(value, rank, name="value", least=1):
    """`rank` numbers, of one that stands for all or of as many. Raises ValueError for others, and for numbers below `least`."""
    text = f"The `{name}` argument must be a tuple of {rank} integers. Received {name}={value}"
    numbers = (value,) * rank if isinstance(value, int) else tuple(value) if hasattr(value, "__iter__") else ()
    if len(numbers) != rank:
        raise ValueError(text)
    for number in numbers:
        if not hasattr(number, "__int__"):
            raise ValueError(f"{text}including element {number} of type {type(number)}")
    if wrong := {number for number in numbers if number < least}:
        raise ValueError(f"{text}, including values {wrong} that do not satisfy `value {'>' if least else '>='} 0`")
    return numbers


def extent(size, window, stride, padding, dilation=1):
    """How many windows fit into `size`, None where that is unknown."""
    if size is None:
        return None
    return -(-size // stride) if padding == "same" else -(-(size - (window - 1) * dilation) // stride)


class _Convolution(Channels, BuiltinLayer):
    """The settings that all have, with `_rank` spatial axes."""

    def _set_up(self, settings):
        get = {"initializer": initializers.get, "regularizer": regularizers.get, "constraint": constraints.get,
               "activation": activations.get}
        for name, value in settings.items():
            if name in ("kernel_size", "strides", "dilation_rate"):
                value = as_tuple(value, self._rank, name)
            setattr(self, name, get.get(name.rsplit("_", 1)[-1], lambda value: value)(value))
        self.data_format = standardize(self.data_format)
        self.padding = self.padding.lower()
        if self.padding not in ("valid", "same") and not (self.padding == "causal" and self._rank == 1):
            raise ValueError(f"The `padding` argument must be a list/tuple or one of {{'valid', 'same'"
                             f"{', ' + repr('causal') if self._rank == 1 else ''}}}. Received: {self.padding}")
        self._check(**{name: settings.get(name) for name in ("filters", "groups", "depth_multiplier")})
        self.input_spec = InputSpec(min_ndim=self._rank + 2)

    def _check(self, filters, groups, depth_multiplier):
        for name, value in (("depth_multiplier", depth_multiplier), ("filters", filters)):
            if value is not None and value <= 0:
                raise ValueError(f"Invalid value for argument `{name}`. Expected a strictly positive value. Received {name}={value}.")
        if groups is not None and groups <= 0:
            raise ValueError(f"The number of groups must be a positive integer. Received: groups={groups}.")
        if groups is not None and filters is not None and filters % groups:
            raise ValueError(f"The number of filters must be evenly divisible by the number of groups. Received: groups={groups}, "
                             f"filters={filters}.")
        if depth_multiplier is None and max(self.strides) > 1 and max(self.dilation_rate) > 1:
            raise ValueError(f"`strides > 1` not supported in conjunction with `dilation_rate > 1`. Received: strides={self.strides} and "
                             f"dilation_rate={self.dilation_rate}")

    def _weight(self, name, shape, kind=None):
        kind = kind or name
        return self.add_weight(shape, getattr(self, f"{kind}_initializer"), name=name, regularizer=getattr(self, f"{kind}_regularizer"),
                               constraint=getattr(self, f"{kind}_constraint"))

    def _finished(self, outputs):
        if self.bias is not None:
            outputs += tf.reshape(self.bias, (1, -1, *(1,) * self._rank)) if self._first else self.bias
        return self.activation(outputs)

    def _fix_channels(self, input_shape):
        self.input_spec = InputSpec(min_ndim=self._rank + 2, axes={self._channel_axis: input_shape[self._channel_axis]})

    def _extents(self, input_shape):
        return [extent(size, window, stride, self.padding if self.padding == "valid" else "same", dilation)
                for size, window, stride, dilation in zip(self._sizes(input_shape), self.kernel_size, self.strides, self.dilation_rate)]


class _Conv(_Convolution):
    def build(self, input_shape):
        channels = input_shape[self._channel_axis]
        if channels % self.groups:
            raise ValueError(f"The number of input channels must be evenly divisible by the number of groups. Received "
                             f"groups={self.groups}, but the input has {channels} channels (full input shape is {input_shape}).")
        self._kernel = self._weight("kernel", (*self.kernel_size, channels // self.groups, self.filters))
        self.bias = self._weight("bias", (self.filters,)) if self.use_bias else None
        self._fix_channels(input_shape)

    @property
    def kernel(self):
        if not self.built:
            raise AttributeError("You must build the layer before accessing `kernel`.")
        return self._kernel

    def call(self, inputs):
        inputs = self._padded(inputs)
        if self.groups == 1 and not (self._first and self._rank == 3):
            return self._finished(self._convolve(inputs, self._kernel, self._format(self._rank)))
        return self._finished(self._with_channels_last(inputs, self._by_group))  # Keras compiles these, as no kernel of a CPU serves them

    def _padded(self, inputs):
        return inputs

    def _by_group(self, inputs):
        last = self._format(self._rank) if not self._first else "N" + self._format(self._rank)[2:] + "C"
        parts = zip(tf.split(inputs, self.groups, -1), tf.split(self._kernel, self.groups, -1))
        return tf.concat([self._convolve(x, kernel, last) for x, kernel in parts], -1)

    def _convolve(self, inputs, kernel, data_format):
        padding = "VALID" if self.padding == "causal" else self.padding.upper()
        return tf.nn.convolution(inputs, kernel, list(self.strides), padding, data_format, list(self.dilation_rate))

    def compute_output_shape(self, input_shape):
        return self._shape(input_shape[0], self._extents(input_shape), self.filters)


class Conv1D(_Conv):
    """1-D convolution: (batch, steps, channels) → (batch, steps', filters); with padding ``"causal"``, of former steps alone."""

    _rank = 1

    def __init__(self, filters, kernel_size, strides=1, padding="valid", data_format=None, dilation_rate=1, groups=1, activation=None,
                 use_bias=True, kernel_initializer="glorot_uniform", bias_initializer="zeros", kernel_regularizer=None,
                 bias_regularizer=None, activity_regularizer=None, kernel_constraint=None, bias_constraint=None, **kwargs):
        settings = {name: value for name, value in locals().items() if name not in ("self", "kwargs", "activity_regularizer", "__class__")}
        super().__init__(activity_regularizer=activity_regularizer, **kwargs)
        self._set_up(settings)

    def _padded(self, inputs):
        if self.padding != "causal":
            return inputs
        return tf.pad(inputs, self._shape((0, 0), [(self.dilation_rate[0] * (self.kernel_size[0] - 1), 0)], (0, 0)))


class Conv2D(_Conv):
    """2-D convolution: (batch, height, width, channels) → (batch, height', width', filters)."""

    _rank = 2

    def __init__(self, filters, kernel_size, strides=(1, 1), padding="valid", data_format=None, dilation_rate=(1, 1), groups=1,
                 activation=None, use_bias=True, kernel_initializer="glorot_uniform", bias_initializer="zeros", kernel_regularizer=None,
                 bias_regularizer=None, activity_regularizer=None, kernel_constraint=None, bias_constraint=None, **kwargs):
        settings = {name: value for name, value in locals().items() if name not in ("self", "kwargs", "activity_regularizer", "__class__")}
        super().__init__(activity_regularizer=activity_regularizer, **kwargs)
        self._set_up(settings)


class Conv3D(_Conv):
    """3-D convolution: (batch, depth, height, width, channels) → (batch, depth', height', width', filters)."""

    _rank = 3

    def __init__(self, filters, kernel_size, strides=(1, 1, 1), padding="valid", data_format=None, dilation_rate=(1, 1, 1), groups=1,
                 activation=None, use_bias=True, kernel_initializer="glorot_uniform", bias_initializer="zeros", kernel_regularizer=None,
                 bias_regularizer=None, activity_regularizer=None, kernel_constraint=None, bias_constraint=None, **kwargs):
        settings = {name: value for name, value in locals().items() if name not in ("self", "kwargs", "activity_regularizer", "__class__")}
        super().__init__(activity_regularizer=activity_regularizer, **kwargs)
        self._set_up(settings)


class _ConvTranspose(_Convolution):
    def _set_output_padding(self, output_padding):
        self.output_padding = None if output_padding is None else as_tuple(output_padding, self._rank, "output_padding", 0)
        for axis, (more, stride) in enumerate(zip(self.output_padding or (), self.strides)):
            if more >= stride:
                raise ValueError(f"`output_padding` must be strictly less than `strides` for all dimensions. At dimension {axis}, "
                                 f"`output_padding` is {more} but `strides` is {stride}. Received: output_padding={self.output_padding}, "
                                 f"strides={self.strides}")

    def build(self, input_shape):
        self.kernel = self._weight("kernel", (*self.kernel_size, self.filters, input_shape[self._channel_axis]))
        self.bias = self._weight("bias", (self.filters,)) if self.use_bias else None
        self._fix_channels(input_shape)

    def call(self, inputs):
        sizes = [size if size is not None else tf.shape(inputs)[axis] for axis, size in enumerate(inputs.shape)]
        shape = self._shape(sizes[0], [self._size(axis, size) for axis, size in enumerate(self._sizes(sizes))], self.filters)
        outputs = tf.nn.conv_transpose(inputs, self.kernel, tf.stack(shape), list(self.strides), self.padding.upper(),
                                       self._format(self._rank), list(self.dilation_rate))
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
        sizes = [self._size(axis, size) for axis, size in enumerate(self._sizes(input_shape))]
        return list(self._shape(input_shape[0], sizes, self.filters))


class Conv1DTranspose(_ConvTranspose):
    """The transpose of a 1-D convolution: (batch, steps, channels) → (batch, steps', filters)."""

    _rank = 1

    def __init__(self, filters, kernel_size, strides=1, padding="valid", output_padding=None, data_format=None, dilation_rate=1,
                 activation=None, use_bias=True, kernel_initializer="glorot_uniform", bias_initializer="zeros", kernel_regularizer=None,
                 bias_regularizer=None, activity_regularizer=None, kernel_constraint=None, bias_constraint=None, **kwargs):
        settings = {name: value for name, value in locals().items() if name not in ("self", "kwargs", "activity_regularizer", "__class__")}
        super().__init__(activity_regularizer=activity_regularizer, **kwargs)
        self._set_up(settings)
        self._set_output_padding(output_padding)


class Conv2DTranspose(_ConvTranspose):
    """The transpose of a 2-D convolution: (batch, height, width, channels) → (batch, height', width', filters)."""

    _rank = 2

    def __init__(self, filters, kernel_size, strides=(1, 1), padding="valid", output_padding=None, data_format=None, dilation_rate=(1, 1),
                 activation=None, use_bias=True, kernel_initializer="glorot_uniform", bias_initializer="zeros", kernel_regularizer=None,
                 bias_regularizer=None, activity_regularizer=None, kernel_constraint=None, bias_constraint=None, **kwargs):
        settings = {name: value for name, value in locals().items() if name not in ("self", "kwargs", "activity_regularizer", "__class__")}
        super().__init__(activity_regularizer=activity_regularizer, **kwargs)
        self._set_up(settings)
        self._set_output_padding(output_padding)


class Conv3DTranspose(_ConvTranspose):
    """The transpose of a 3-D convolution: (batch, depth, height, width, channels) → (batch, depth', height', width', filters)."""

    _rank = 3

    def __init__(self, filters, kernel_size, strides=(1, 1, 1), padding="valid", output_padding=None, data_format=None,
                 dilation_rate=(1, 1, 1), activation=None, use_bias=True, kernel_initializer="glorot_uniform", bias_initializer="zeros",
                 kernel_regularizer=None, bias_regularizer=None, activity_regularizer=None, kernel_constraint=None, bias_constraint=None,
                 **kwargs):
        settings = {name: value for name, value in locals().items() if name not in ("self", "kwargs", "activity_regularizer", "__class__")}
        super().__init__(activity_regularizer=activity_regularizer, **kwargs)
        self._set_up(settings)
        self._set_output_padding(output_padding)


class _Depthwise(_Convolution):
    """Steps are rows of images of height 1; kernels of a CPU take channels that are last alone."""

    def call(self, inputs):
        return self._finished(self._with_channels_last(inputs, self._each_channel))

    def _each_channel(self, inputs):
        strides, rates = self.strides, self.dilation_rate
        if self._rank == 2:
            return self._convolve(inputs, lambda kernel: kernel, [1, *strides, 1], list(rates))
        outputs = self._convolve(tf.expand_dims(inputs, 1), lambda kernel: tf.expand_dims(kernel, 0), [1, *strides * 2, 1], [1, *rates])
        return tf.squeeze(outputs, [1])


class _DepthwiseConv(_Depthwise):
    def build(self, input_shape):
        channels = input_shape[self._channel_axis]
        self.kernel = self._weight("kernel", (*self.kernel_size, channels, self.depth_multiplier), "depthwise")
        self.bias = self._weight("bias", (channels * self.depth_multiplier,)) if self.use_bias else None
        self._fix_channels(input_shape)

    def _convolve(self, inputs, adapted, strides, rates):
        return tf.nn.depthwise_conv2d(inputs, adapted(self.kernel), strides, self.padding.upper(), dilations=rates)

    def compute_output_shape(self, input_shape):
        return self._shape(input_shape[0], self._extents(input_shape), input_shape[self._channel_axis] * self.depth_multiplier)


class DepthwiseConv1D(_DepthwiseConv):
    """Each channel with its own kernels: (batch, steps, c) → (batch, steps', c · depth_multiplier)."""

    _rank = 1

    def __init__(self, kernel_size, strides=1, padding="valid", depth_multiplier=1, data_format=None, dilation_rate=1,
                 activation=None, use_bias=True, depthwise_initializer="glorot_uniform", bias_initializer="zeros",
                 depthwise_regularizer=None, bias_regularizer=None, activity_regularizer=None, depthwise_constraint=None,
                 bias_constraint=None, **kwargs):
        settings = {name: value for name, value in locals().items() if name not in ("self", "kwargs", "activity_regularizer", "__class__")}
        super().__init__(activity_regularizer=activity_regularizer, **kwargs)
        self._set_up(settings)


class DepthwiseConv2D(_DepthwiseConv):
    """Each channel with its own kernels: (batch, height, width, c) → (batch, height', width', c · depth_multiplier)."""

    _rank = 2

    def __init__(self, kernel_size, strides=(1, 1), padding="valid", depth_multiplier=1, data_format=None, dilation_rate=(1, 1),
                 activation=None, use_bias=True, depthwise_initializer="glorot_uniform", bias_initializer="zeros",
                 depthwise_regularizer=None, bias_regularizer=None, activity_regularizer=None, depthwise_constraint=None,
                 bias_constraint=None, **kwargs):
        settings = {name: value for name, value in locals().items() if name not in ("self", "kwargs", "activity_regularizer", "__class__")}
        super().__init__(activity_regularizer=activity_regularizer, **kwargs)
        self._set_up(settings)


class _SeparableConv(_Depthwise):
    def build(self, input_shape):
        channels = input_shape[self._channel_axis]
        self.depthwise_kernel = self._weight("depthwise_kernel", (*self.kernel_size, channels, self.depth_multiplier), "depthwise")
        self.pointwise_kernel = self._weight("pointwise_kernel", (*(1,) * self._rank, channels * self.depth_multiplier, self.filters),
                                             "pointwise")
        self.bias = self._weight("bias", (self.filters,)) if self.use_bias else None
        self._fix_channels(input_shape)

    def _convolve(self, inputs, adapted, strides, rates):
        return tf.nn.separable_conv2d(inputs, adapted(self.depthwise_kernel), adapted(self.pointwise_kernel), strides, self.padding.upper(),
                                      dilations=rates)

    def compute_output_shape(self, input_shape):
        return self._shape(input_shape[0], self._extents(input_shape), self.filters)


class SeparableConv1D(_SeparableConv):
    """A depthwise convolution of steps and one of single steps over the channels it gives."""

    _rank = 1

    def __init__(self, filters, kernel_size, strides=1, padding="valid", data_format=None, dilation_rate=1, depth_multiplier=1,
                 activation=None, use_bias=True, depthwise_initializer="glorot_uniform", pointwise_initializer="glorot_uniform",
                 bias_initializer="zeros", depthwise_regularizer=None, pointwise_regularizer=None, bias_regularizer=None,
                 activity_regularizer=None, depthwise_constraint=None, pointwise_constraint=None, bias_constraint=None, **kwargs):
        settings = {name: value for name, value in locals().items() if name not in ("self", "kwargs", "activity_regularizer", "__class__")}
        super().__init__(activity_regularizer=activity_regularizer, **kwargs)
        self._set_up(settings)


class SeparableConv2D(_SeparableConv):
    """A depthwise convolution and one of single pixels over the channels it gives."""

    _rank = 2

    def __init__(self, filters, kernel_size, strides=(1, 1), padding="valid", data_format=None, dilation_rate=(1, 1), depth_multiplier=1,
                 activation=None, use_bias=True, depthwise_initializer="glorot_uniform", pointwise_initializer="glorot_uniform",
                 bias_initializer="zeros", depthwise_regularizer=None, pointwise_regularizer=None, bias_regularizer=None,
                 activity_regularizer=None, depthwise_constraint=None, pointwise_constraint=None, bias_constraint=None, **kwargs):
        settings = {name: value for name, value in locals().items() if name not in ("self", "kwargs", "activity_regularizer", "__class__")}
        super().__init__(activity_regularizer=activity_regularizer, **kwargs)
        self._set_up(settings)


Convolution1D, Convolution2D, Convolution3D = Conv1D, Conv2D, Conv3D
Convolution1DTranspose, Convolution2DTranspose, Convolution3DTranspose = Conv1DTranspose, Conv2DTranspose, Conv3DTranspose
SeparableConvolution1D, SeparableConvolution2D = SeparableConv1D, SeparableConv2D
