"""Initializers: callables that make the first values of Variables from a shape."""

from __future__ import annotations

import math

from runtime.core import dtypes
from runtime.core.convert import constant, convert_to_tensor
from runtime.core.tensor_shape import as_dims
from runtime.ops.random import random, stateless_random
from runtime.ops.creation import ones, zeros
from runtime.ops.diagonals import eye


class Initializer:
    """The base of all: ``initializer(shape, dtype=float32)`` → tensor."""

    def __call__(self, shape, dtype=None, partition_info=None):
        raise NotImplementedError

    def get_config(self):
        return {name: value for name, value in vars(self).items()}

    @classmethod
    def from_config(cls, config):
        return cls(**config)


class Zeros(Initializer):
    def __call__(self, shape, dtype=dtypes.float32, partition_info=None):
        return zeros(shape, dtype)


class Ones(Initializer):
    def __call__(self, shape, dtype=dtypes.float32, partition_info=None):
        return ones(shape, dtype)


class Constant(Initializer):
    """Every element is `value`, or the elements are taken from a list in order."""

    def __init__(self, value=0):
        self.value = value

    def __call__(self, shape, dtype=None, partition_info=None):
        return constant(self.value, dtype, as_dims(shape))


class _Random(Initializer):
    """A distribution with two parameters, drawn with the op seed `seed`."""

    def __init__(self, first, second, seed=None, dtype=dtypes.float32):
        self._parameters = first, second
        self.seed = seed
        self.dtype = dtypes.as_dtype(dtype)

    stateful = None  # the function that draws

    def __call__(self, shape, dtype=None, partition_info=None):
        first, second = self._parameters
        return type(self).stateful(shape, first, second, dtype or self.dtype, seed=self.seed)


class RandomNormalV1(_Random):
    stateful = staticmethod(random.normal)

    def __init__(self, mean=0.0, stddev=1.0, seed=None, dtype=dtypes.float32):
        super().__init__(mean, stddev, seed, dtype)


class RandomUniformV1(_Random):
    stateful = staticmethod(random.uniform)

    def __init__(self, minval=0.0, maxval=None, seed=None, dtype=dtypes.float32):
        super().__init__(minval, 1 if maxval is None else maxval, seed, dtype)


class TruncatedNormalV1(_Random):
    stateful = staticmethod(random.truncated_normal)

    def __init__(self, mean=0.0, stddev=1.0, seed=None, dtype=dtypes.float32):
        super().__init__(mean, stddev, seed, dtype)


class RandomNormal(Initializer):
    """TensorFlow 2's: the same values at each call if there is a seed."""

    def __init__(self, mean=0.0, stddev=0.05, seed=None):
        self.mean, self.stddev, self.seed = mean, stddev, seed

    def __call__(self, shape, dtype=dtypes.float32, **_):
        if self.seed is None:
            return random.normal(shape, self.mean, self.stddev, dtype)
        return stateless_random.stateless_normal(shape, [self.seed, 0], self.mean, self.stddev, dtype)


class RandomUniform(Initializer):
    """TensorFlow 2's: the same values at each call if there is a seed."""

    def __init__(self, minval=-0.05, maxval=0.05, seed=None):
        self.minval, self.maxval, self.seed = minval, maxval, seed

    def __call__(self, shape, dtype=dtypes.float32, **_):
        if self.seed is None:
            return random.uniform(shape, self.minval, self.maxval, dtype)
        return stateless_random.stateless_uniform(shape, [self.seed, 0], self.minval, self.maxval, dtype)


def _fans(dims):
    """(inputs, outputs) of a weight of this shape: the last two sizes, times the size of the window."""
    if len(dims) < 1:
        return 1, 1
    if len(dims) == 1:
        return dims[0], dims[0]
    window = math.prod(dims[:-2])
    return dims[-2] * window, dims[-1] * window


class VarianceScaling(Initializer):
    """Random values whose variance is `scale` over the number of inputs, of outputs or their mean (He, Glorot, LeCun).

    Raises:
        ValueError: `scale` is not positive, or `mode` or `distribution` is unknown.
    """

    def __init__(self, scale=1.0, mode="fan_in", distribution="truncated_normal", seed=None, dtype=dtypes.float32):
        if scale <= 0.0:
            raise ValueError("Argument `scale` must be a positive float. Received: " f"{scale}")
        if mode not in ("fan_in", "fan_out", "fan_avg"):
            raise ValueError("Argument `mode` should be one of ('fan_in', 'fan_out', 'fan_avg'). " f"Received: {mode}")
        if distribution == "normal":
            distribution = "truncated_normal"
        if distribution not in ("uniform", "truncated_normal", "untruncated_normal"):
            raise ValueError("Argument `distribution` should be one of ('normal', uniform', 'truncated_normal', "
                             f"'untruncated_normal'). Received: {distribution}")
        self.scale, self.mode, self.distribution, self.seed = scale, mode, distribution, seed
        self.dtype = dtypes.as_dtype(dtype)

    def __call__(self, shape, dtype=None, partition_info=None):
        inputs, outputs = _fans(as_dims(shape))
        count = {"fan_in": inputs, "fan_out": outputs, "fan_avg": (inputs + outputs) / 2}[self.mode]
        scale = self.scale / max(1.0, count)
        dtype = dtype or self.dtype
        if self.distribution == "uniform":
            limit = math.sqrt(3.0 * scale)
            return random.uniform(shape, -limit, limit, dtype, seed=self.seed)
        if self.distribution == "truncated_normal":
            # the standard deviation of a normal distribution that is cut off at two standard deviations
            return random.truncated_normal(shape, 0.0, math.sqrt(scale) / 0.87962566103423978, dtype, seed=self.seed)
        return random.normal(shape, 0.0, math.sqrt(scale), dtype, seed=self.seed)


class GlorotUniform(VarianceScaling):
    def __init__(self, seed=None, dtype=dtypes.float32):
        super().__init__(1.0, "fan_avg", "uniform", seed, dtype)


class GlorotNormal(VarianceScaling):
    def __init__(self, seed=None, dtype=dtypes.float32):
        super().__init__(1.0, "fan_avg", "truncated_normal", seed, dtype)


def he_normal(seed=None):
    return VarianceScaling(2.0, "fan_in", "truncated_normal", seed)


def he_uniform(seed=None):
    return VarianceScaling(2.0, "fan_in", "uniform", seed)


class Identity(Initializer):
    """A 2-D matrix with `gain` on the diagonal."""

    def __init__(self, gain=1.0):
        self.gain = gain

    def __call__(self, shape, dtype=dtypes.float32, **_):
        rows, columns = as_dims(shape)
        return convert_to_tensor(self.gain, dtype) * eye(rows, columns, dtype=dtype)
