"""Flatten, Reshape, Permute, RepeatVector, padding, cropping, upsampling."""

from __future__ import annotations

import math

import runtime as tf
from runtime.keras.data_format import Channels, standardize
from runtime.keras.layers.base import BuiltinLayer
from runtime.keras.layers.input_spec import InputSpec


class Flatten(Channels, BuiltinLayer):
    """(batch, …) → (batch, product of the others)."""

    def __init__(self, data_format=None, **kwargs):
        super().__init__(**kwargs)
        self.data_format = standardize(data_format)
        self.input_spec = InputSpec(min_ndim=1)

    def call(self, inputs):
        if self._first and inputs.shape.rank > 1:
            inputs = tf.transpose(inputs, (0, *range(2, inputs.shape.rank), 1))
        return tf.reshape(inputs, [-1 if size is None else size for size in self.compute_output_shape(inputs._dims)]
                          if inputs._dims[0] is not None else [tf.shape(inputs)[0], self.compute_output_shape(inputs._dims)[1]]
                          if None not in inputs._dims[1:] else [tf.shape(inputs)[0], -1])

    def compute_output_shape(self, input_shape):
        rest = input_shape[1:]
        return (input_shape[0], None if None in rest else math.prod(rest))


class Reshape(BuiltinLayer):
    """(batch, …) → (batch, *target_shape); one size may be -1."""

    def __init__(self, target_shape, **kwargs):
        super().__init__(**kwargs)
        self.target_shape = tuple(target_shape)

    def build(self, input_shape):
        """Nothing to make, but the shape is kept."""

    def call(self, inputs):
        sizes = inputs._dims[1:]
        if None not in sizes and -1 not in self.target_shape and math.prod(sizes) != math.prod(self.target_shape):
            raise ValueError(f"The total size of the tensor must be unchanged. Received: input_shape={sizes}, "
                             f"target_shape={self.target_shape}")
        return tf.reshape(inputs, (tf.shape(inputs)[0], *self.target_shape))

    def compute_output_shape(self, input_shape):
        if -1 not in self.target_shape or None in input_shape[1:]:
            return (input_shape[0], *(None if size == -1 else size for size in self.target_shape))
        known = -math.prod(self.target_shape)
        return (input_shape[0], *(math.prod(input_shape[1:]) // known if size == -1 else size for size in self.target_shape))


class Permute(BuiltinLayer):
    """The axes after the batch in the order `dims`, counted from 1. Raises ValueError for what is no permutation."""

    def __init__(self, dims, **kwargs):
        super().__init__(**kwargs)
        self.dims = tuple(dims)
        if sorted(dims) != list(range(1, len(dims) + 1)):
            raise ValueError("Invalid permutation argument `dims` for Permute Layer. The set of indices in `dims` must be consecutive and "
                             f"start from 1. Received dims={dims}")

    def call(self, inputs):
        return tf.transpose(inputs, (0, *self.dims))

    def compute_output_shape(self, input_shape):
        return (input_shape[0], *(input_shape[axis] for axis in self.dims))


class RepeatVector(BuiltinLayer):
    """(batch, features) → (batch, n, features). Raises TypeError for an `n` that is no int."""

    def __init__(self, n, **kwargs):
        super().__init__(**kwargs)
        if not isinstance(n, int):
            raise TypeError(f"Expected an integer value for `n`, got {type(n)}.")
        self.n = n

    def call(self, inputs):
        return tf.repeat(tf.expand_dims(inputs, 1), self.n, axis=1)

    def compute_output_shape(self, input_shape):
        return (input_shape[0], self.n, input_shape[1])


def _sides(value, rank, name):
    """(before, after) for each of `rank` axes, of an int, ints or pairs."""
    if isinstance(value, int):
        return ((value, value),) * rank
    value = tuple(value)
    if rank == 1:
        return (tuple(value),)
    if len(value) != rank:
        given = f"Received: {name}={value}" if rank == 2 else f"Received: {value}"
        raise ValueError(f"`{name}` should have {'two' if rank == 2 else rank} elements. {given}.")
    return tuple((side, side) if isinstance(side, int) else tuple(side) for side in value)


class _Spatial(Channels, BuiltinLayer):
    """Changes the sizes of the axes between batch and channels; `_size` maps them."""

    def __init__(self, rank, data_format, **kwargs):
        super().__init__(**kwargs)
        self.data_format, self._rank = standardize(data_format), rank
        self.input_spec = InputSpec(ndim=rank + 2)
        self.built = True

    def compute_output_shape(self, input_shape):
        sizes = [None if size is None else self._size(axis, size) for axis, size in enumerate(self._sizes(input_shape))]
        return self._shape(input_shape[0], sizes, input_shape[self._channel_axis])


class _Padding(_Spatial):
    def __init__(self, padding, rank, data_format, **kwargs):
        super().__init__(rank, data_format, **kwargs)
        self._pairs = _sides(padding, rank, "padding")
        self.padding = self._pairs[0] if rank == 1 else self._pairs

    def call(self, inputs):
        return tf.pad(inputs, self._shape((0, 0), self._pairs, (0, 0)))

    def _size(self, axis, size):
        return size + sum(self._pairs[axis])


class ZeroPadding1D(_Padding):
    """Zeros before and after: an int or (before, after)."""

    def __init__(self, padding=1, data_format=None, **kwargs):
        super().__init__(padding, 1, data_format, **kwargs)


class ZeroPadding2D(_Padding):
    """Zeros around: an int, one for each axis, or a pair for each."""

    def __init__(self, padding=(1, 1), data_format=None, **kwargs):
        super().__init__(padding, 2, data_format, **kwargs)


class ZeroPadding3D(_Padding):
    """Zeros around volumes: an int, one for each axis, or a pair for each."""

    def __init__(self, padding=((1, 1), (1, 1), (1, 1)), data_format=None, **kwargs):
        super().__init__(padding, 3, data_format, **kwargs)


class _Cropping(_Spatial):
    def __init__(self, cropping, rank, data_format, **kwargs):
        super().__init__(rank, data_format, **kwargs)
        if isinstance(cropping, int) and cropping < 0:
            raise ValueError(f"`cropping` cannot be negative. Received: cropping={cropping}.")
        self._pairs = _sides(cropping, rank, "cropping")
        self.cropping = self._pairs[0] if rank == 1 else self._pairs

    def _check(self, name, shape):
        for size, pair in zip(self._sizes(shape), self._pairs):
            if self._rank > 1 and size is not None and size <= sum(pair):
                raise ValueError("Values in `cropping` argument should be smaller than the corresponding spatial dimension of the input. "
                                 f"Received: {name}={shape}, cropping={self.cropping}")

    def call(self, inputs):
        self._check("inputs.shape", inputs.shape)
        cuts = [slice(before, -after if after else None) for before, after in self._pairs]
        return inputs[(slice(None), *(slice(None),) * self._first, *cuts)]

    def compute_output_shape(self, input_shape):
        self._check("input_shape", input_shape)
        return super().compute_output_shape(input_shape)

    def _size(self, axis, size):
        return size - sum(self._pairs[axis])


class Cropping1D(_Cropping):
    """Takes steps away: an int or (before, after)."""

    def __init__(self, cropping=(1, 1), **kwargs):
        super().__init__(cropping, 1, "channels_last", **kwargs)


class Cropping2D(_Cropping):
    """Takes rows and columns away: an int, one for each axis, or a pair for each."""

    def __init__(self, cropping=((0, 0), (0, 0)), data_format=None, **kwargs):
        super().__init__(cropping, 2, data_format, **kwargs)


class Cropping3D(_Cropping):
    """Takes the borders of volumes away: an int, one for each axis, or a pair for each."""

    def __init__(self, cropping=((1, 1), (1, 1), (1, 1)), data_format=None, **kwargs):
        super().__init__(cropping, 3, data_format, **kwargs)


class UpSampling1D(_Spatial):
    """Each step `size` times."""

    def __init__(self, size=2, **kwargs):
        super().__init__(1, "channels_last", **kwargs)
        self.size = int(size)

    def call(self, inputs):
        return tf.repeat(inputs, self.size, axis=1)

    def compute_output_shape(self, input_shape):
        return [input_shape[0], None if input_shape[1] is None else input_shape[1] * self.size, input_shape[2]]


class UpSampling2D(_Spatial):
    """Rows and columns `size` times. Raises ValueError for interpolations but nearest, bilinear, bicubic and lanczos."""

    def __init__(self, size=(2, 2), data_format=None, interpolation="nearest", **kwargs):
        super().__init__(2, data_format, **kwargs)
        self.interpolation = interpolation.lower()
        self.size = (size, size) if isinstance(size, int) else tuple(size)
        if self.interpolation not in ("bicubic", "bilinear", "lanczos3", "lanczos5", "nearest"):
            raise ValueError("`interpolation` argument should be one of ('bicubic', 'bilinear', 'lanczos3', 'lanczos5', 'nearest'). "
                             f"Received: interpolation={interpolation}.")

    def call(self, inputs):
        if self.interpolation == "nearest":
            return tf.repeat(tf.repeat(inputs, self.size[0], axis=self._offset), self.size[1], axis=self._offset + 1)
        return self._with_channels_last(inputs, lambda images: tf.image.resize(
            images, [images.shape[1] * self.size[0], images.shape[2] * self.size[1]], method=self.interpolation))

    def _size(self, axis, size):
        return size * self.size[axis]


class UpSampling3D(_Spatial):
    """The elements of volumes `size` times along each axis."""

    def __init__(self, size=(2, 2, 2), data_format=None, **kwargs):
        super().__init__(3, data_format, **kwargs)
        self.size = (size,) * 3 if isinstance(size, int) else tuple(size)

    def call(self, inputs):
        for axis, times in enumerate(self.size, self._offset):
            inputs = tf.repeat(inputs, times, axis=axis)
        return inputs

    def _size(self, axis, size):
        return size * self.size[axis]
