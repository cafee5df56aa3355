"""Flatten, Reshape, Permute, RepeatVector, padding, cropping, upsampling."""

from __future__ import annotations

import math

import runtime as tf
from runtime.keras.layers.base import BuiltinLayer
from runtime.keras.layers.input_spec import InputSpec


def channels_last(layer, data_format):
    """What the layer's config says of its data format. Raises ValueError for channels first, which the runtime has not."""
    if data_format not in (None, "channels_last"):
        raise ValueError(f"the runtime's {type(layer).__name__} needs data_format='channels_last'")
    return "channels_last"


class Flatten(BuiltinLayer):
    """(batch, …) → (batch, product of the others)."""

    def __init__(self, data_format=None, **kwargs):
        super().__init__(**kwargs)
        self.data_format = channels_last(self, data_format)
        self.input_spec = InputSpec(min_ndim=1)

    def call(self, inputs):
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
        raise ValueError(f"`{name}` should have {rank} elements. Received: {value}")
    return tuple((side, side) if isinstance(side, int) else tuple(side) for side in value)


class _Spatial(BuiltinLayer):
    """Changes the sizes of the axes between batch and channels; `_sizes` maps them."""

    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.built = True

    def compute_output_shape(self, input_shape):
        middle = [None if size is None else self._size(axis, size) for axis, size in enumerate(input_shape[1:-1])]
        return (input_shape[0], *middle, input_shape[-1])


class ZeroPadding1D(_Spatial):
    """Zeros before and after: an int or (before, after)."""

    def __init__(self, padding=1, data_format=None, **kwargs):
        super().__init__(**kwargs)
        self.data_format = channels_last(self, data_format)
        self._pairs = _sides(padding, 1, "padding")
        self.padding = self._pairs[0]

    def call(self, inputs):
        return tf.pad(inputs, ((0, 0), *self._pairs, (0, 0)))

    def _size(self, axis, size):
        return size + sum(self._pairs[axis])


class ZeroPadding2D(ZeroPadding1D):
    """Zeros around: an int, one for each axis, or a pair for each."""

    def __init__(self, padding=(1, 1), data_format=None, **kwargs):
        super().__init__(0, data_format, **kwargs)
        self.padding = self._pairs = _sides(padding, 2, "padding")


class Cropping1D(_Spatial):
    """Takes steps away: an int or (before, after)."""

    def __init__(self, cropping=(1, 1), **kwargs):
        super().__init__(**kwargs)
        self._pairs = _sides(cropping, 1, "cropping")
        self.cropping = self._pairs[0]

    def call(self, inputs):
        cuts = [slice(before, -after if after else None) for before, after in self._pairs]
        return inputs[(slice(None), *cuts)]

    def _size(self, axis, size):
        return size - sum(self._pairs[axis])


class Cropping2D(Cropping1D):
    """Takes rows and columns away: an int, one for each axis, or a pair for each."""

    def __init__(self, cropping=((0, 0), (0, 0)), data_format=None, **kwargs):
        super().__init__(0, **kwargs)
        self.data_format = channels_last(self, data_format)
        self.cropping = self._pairs = _sides(cropping, 2, "cropping")


class UpSampling1D(_Spatial):
    """Each step `size` times."""

    def __init__(self, size=2, **kwargs):
        super().__init__(**kwargs)
        self.size = int(size)

    def call(self, inputs):
        return tf.repeat(inputs, self.size, axis=1)

    def compute_output_shape(self, input_shape):
        return [input_shape[0], None if input_shape[1] is None else input_shape[1] * self.size, input_shape[2]]


class UpSampling2D(_Spatial):
    """Rows and columns `size` times. Raises ValueError for interpolations but nearest and bilinear."""

    def __init__(self, size=(2, 2), data_format=None, interpolation="nearest", **kwargs):
        super().__init__(**kwargs)
        self.data_format, self.interpolation = channels_last(self, data_format), interpolation.lower()
        self.size = (size, size) if isinstance(size, int) else tuple(size)
        if self.interpolation not in ("nearest", "bilinear"):
            raise ValueError(f"the runtime's UpSampling2D interpolates by nearest or bilinear, not by {interpolation!r}")

    def call(self, inputs):
        if self.interpolation == "nearest":
            return tf.repeat(tf.repeat(inputs, self.size[0], axis=1), self.size[1], axis=2)
        return tf.image.resize(inputs, [inputs.shape[1] * self.size[0], inputs.shape[2] * self.size[1]], method="bilinear")

    def _size(self, axis, size):
        return size * self.size[axis]
