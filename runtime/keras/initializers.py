"""`keras.initializers`: first values of weights; with a seed, the numbers that TensorFlow draws."""

from __future__ import annotations

import copy
import math

import numpy as np

import runtime as tf
from runtime.core.absent import absent_from
from runtime.keras import hooks, random
from runtime.keras.registry import Names
from runtime.keras.saving.config import Configurable, config_of, deserialize_keras_object
from runtime.keras.variable import is_tensor, standardize_dtype

_TRUNCATED = 0.87962566103423978  # standard deviation of a unit normal that is cut at two


class Initializer(Configurable):
    """``initializer(shape, dtype=None)`` gives a tensor."""

    def __call__(self, shape, dtype=None):
        raise NotImplementedError("Initializer subclasses must implement the `__call__()` method.")


class Zeros(Initializer):
    def __call__(self, shape, dtype=None):
        return tf.zeros(shape, standardize_dtype(dtype))


class Ones(Initializer):
    def __call__(self, shape, dtype=None):
        return tf.ones(shape, standardize_dtype(dtype))


class Constant(Initializer):
    def __init__(self, value=0.0):
        self.value = value

    @classmethod
    def from_config(cls, config):
        """Raises KeyError without a value."""
        return cls(deserialize_keras_object(config["value"]))

    def __call__(self, shape, dtype=None):
        return tf.cast(self.value, standardize_dtype(dtype)) * tf.ones(shape, standardize_dtype(dtype))


class Identity(Initializer):
    """A matrix with `gain` on its diagonal. Raises ValueError for other ranks."""

    def __init__(self, gain=1.0):
        self.gain = gain

    def get_config(self):
        return {}  # Keras forgets `gain`

    def __call__(self, shape, dtype=None):
        if len(shape) != 2:
            raise ValueError("Identity matrix initializer can only be used for 2D matrices. "
                             f"Received: shape={shape} of rank {len(shape)}.")
        return self.gain * tf.eye(*shape, dtype=standardize_dtype(dtype))


class RandomInitializer(Initializer):
    """Draws the same values every time it is called, from `seed` (by default drawn from Python's generator)."""

    def __init__(self, seed=None):
        self._given_seed = seed
        self.seed = random.make_default_seed() if seed is None else seed
        if not isinstance(self.seed, (int, random.SeedGenerator)):
            raise ValueError("`seed` argument should be an instance of `keras.random.SeedGenerator()` or an integer. "
                             f"Received: seed={seed}")

    def get_config(self):
        return {"seed": self._given_seed, **config_of(self, ("seed",))}


class RandomNormal(RandomInitializer):
    def __init__(self, mean=0.0, stddev=0.05, seed=None):
        self.mean, self.stddev = mean, stddev
        super().__init__(seed)

    def __call__(self, shape, dtype=None):
        return random.normal(shape, self.mean, self.stddev, dtype, self.seed)


class TruncatedNormal(RandomNormal):
    def __call__(self, shape, dtype=None):
        return random.truncated_normal(shape, self.mean, self.stddev, dtype, self.seed)


class RandomUniform(RandomInitializer):
    def __init__(self, minval=-0.05, maxval=0.05, seed=None):
        self.minval, self.maxval = minval, maxval
        super().__init__(seed)

    def __call__(self, shape, dtype=None):
        return random.uniform(shape, self.minval, self.maxval, dtype, self.seed)


class VarianceScaling(RandomInitializer):
    """Draws with a variance of `scale` over the fan: `mode` fan_in, fan_out or fan_avg.

    `input_axes` and `output_axes` are those of the weight that count for the fans; by default the last but one and the last.
    """

    def __init__(self, scale=1.0, mode="fan_in", distribution="truncated_normal", seed=None, input_axes=None, output_axes=None):
        if scale <= 0.0:
            raise ValueError(f"Argument `scale` must be positive float. Received: scale={scale}")
        self.scale, self.mode, self.distribution = scale, mode, distribution
        self.input_axes, self.output_axes = input_axes, output_axes
        super().__init__(seed)

    def __call__(self, shape, dtype=None):
        fan_in, fan_out = compute_fans(shape, self.input_axes, self.output_axes)
        fan = {"fan_in": fan_in, "fan_out": fan_out, "fan_avg": (fan_in + fan_out) / 2.0}[self.mode]
        scale = self.scale / max(1.0, fan)
        if self.distribution == "truncated_normal":
            return random.truncated_normal(shape, 0.0, math.sqrt(scale) / _TRUNCATED, dtype, self.seed)
        if self.distribution == "untruncated_normal":
            return random.normal(shape, 0.0, math.sqrt(scale), dtype, self.seed)
        limit = math.sqrt(3.0 * scale)
        return random.uniform(shape, -limit, limit, dtype, self.seed)

    def along(self, input_axes, output_axes):
        """An initializer with the same seed, for weights with these axes."""
        if self.input_axes is not None and self.output_axes is not None:
            return self
        made = copy.copy(self)
        made.input_axes, made.output_axes = input_axes, output_axes
        return made


def compute_fans(shape, input_axes=None, output_axes=None):
    """How many inputs and outputs a weight of this shape connects."""
    shape = tuple(shape)
    if input_axes is not None and output_axes is not None:
        return tuple(int(math.prod(shape[axis] for axis in axes)) for axes in (input_axes, output_axes))
    if not shape:
        return 1, 1
    if len(shape) == 1:
        return shape[0], shape[0]
    receptive_field = math.prod(shape[:-2])
    return int(shape[-2] * receptive_field), int(shape[-1] * receptive_field)


def _scaling(name, scale, mode, distribution):
    def __init__(self, seed=None, input_axes=None, output_axes=None):
        VarianceScaling.__init__(self, scale, mode, distribution, seed, input_axes, output_axes)
    return type(name, (VarianceScaling,), {"__init__": __init__, "__module__": __name__})


GlorotUniform = _scaling("GlorotUniform", 1.0, "fan_avg", "uniform")
GlorotNormal = _scaling("GlorotNormal", 1.0, "fan_avg", "truncated_normal")
HeUniform = _scaling("HeUniform", 2.0, "fan_in", "uniform")
HeNormal = _scaling("HeNormal", 2.0, "fan_in", "truncated_normal")
LecunUniform = _scaling("LecunUniform", 1.0, "fan_in", "uniform")
LecunNormal = _scaling("LecunNormal", 1.0, "fan_in", "truncated_normal")


class Orthogonal(RandomInitializer):
    """Orthonormal rows or columns, times `gain`. Raises ValueError below two dimensions."""

    def __init__(self, gain=1.0, seed=None):
        self.gain = gain
        super().__init__(seed)

    def __call__(self, shape, dtype=None):
        if len(shape) < 2:
            raise ValueError("The tensor to initialize must be at least two-dimensional. "
                             f"Received: shape={shape} of rank {len(shape)}.")
        rows, columns = math.prod(shape[:-1]), shape[-1]
        q, r = tf.linalg.qr(random.normal((max(rows, columns), min(rows, columns)), dtype=dtype, seed=self.seed))
        q *= tf.sign(tf.linalg.diag_part(r))
        if rows < columns:
            q = tf.transpose(q)
        return self.gain * tf.reshape(q, shape)


zeros, ones, constant, identity = Zeros, Ones, Constant, Identity
IdentityInitializer, OrthogonalInitializer = Identity, Orthogonal
random_normal, random_uniform, truncated_normal = RandomNormal, RandomUniform, TruncatedNormal
glorot_uniform, glorot_normal, he_uniform, he_normal = GlorotUniform, GlorotNormal, HeUniform, HeNormal
lecun_uniform, lecun_normal, variance_scaling, orthogonal = LecunUniform, LecunNormal, VarianceScaling, Orthogonal

_named = Names("initializer", [Zeros, Ones, Constant, Identity, RandomNormal, TruncatedNormal, RandomUniform, VarianceScaling,
                            GlorotUniform, GlorotNormal, HeUniform, HeNormal, LecunUniform, LecunNormal, Orthogonal],
               {"normal": RandomNormal, "uniform": RandomUniform, "one": Ones, "zero": Zeros, "IdentityInitializer": Identity,
                "OrthogonalInitializer": Orthogonal}, as_config=True)
serialize, deserialize = _named.serialize, _named.deserialize


def get(identifier):
    """The initializer for a name, config, class or object, or one of the values of a tensor or array; None for None.

    Raises:
        ValueError: nothing has that name, or it is no callable; the initializer of a tensor is called for another shape.
    """
    if not is_tensor(identifier) and not isinstance(identifier, (np.generic, np.ndarray)):
        return _named.get(identifier)

    def initialize_fn(shape, dtype=None):
        if tuple(shape) != tuple(identifier.shape):
            raise ValueError(f"Expected `shape` to be {tuple(identifier.shape)} for direct tensor as initializer. "
                             f"Received shape={shape}")
        return tf.cast(identifier, standardize_dtype(dtype))
    return initialize_fn


hooks.initializer.provide(get)
__getattr__ = absent_from("tf.keras.initializers")
