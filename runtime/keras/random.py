"""`keras.random`: stateless draws from seeds that count up."""

from __future__ import annotations

import random as _python_random

import numpy as np

import runtime as tf
from runtime.core.absent import absent_from
from runtime.keras import naming
from runtime.keras.variable import Variable, standardize_dtype

_session = {}


class SeedGenerator:
    """A variable ``[seed, counter]`` of int64; every draw counts up. Raises ValueError for a seed that is no int."""

    def __init__(self, seed=None, name=None):
        self.name = name or naming.auto_name(type(self).__name__)
        self._initial_seed = seed
        if seed is None:
            seed = make_default_seed()
        if not isinstance(seed, int):
            raise ValueError(f"Argument `seed` must be an integer. Received: seed={seed}")
        with naming.name_scope(self.name, self):
            self.state = Variable(lambda shape, dtype: tf.constant([seed, 0], dtype), (2,), "int64", trainable=False,
                                  name="seed_generator_state")

    def next(self, ordered=True):
        """The seed as it is now, int64 (2,); the state moves on."""
        state = self.state
        seed = state.value * 1
        if ordered:
            state.assign(state + tf.constant([0, 1], tf.int64))
        else:
            state.assign((state + 1) * 5387 % 933199)
        return seed


def make_default_seed():
    """From Python's generator, as Keras draws the seed of what was given none."""
    return _python_random.randint(1, int(1e9))


def set_random_seed(seed):
    """Seed Python, NumPy and the runtime. Raises ValueError for what is no int."""
    if not isinstance(seed, int):
        raise ValueError(f"Expected `seed` argument to be an integer. Received: seed={seed} (of type {type(seed)})")
    _python_random.seed(seed)
    np.random.seed(seed)
    tf.random.set_seed(seed)
    _session.clear()


def clear():
    """Forget the generator that serves draws without a seed."""
    _session.clear()


def _draw(seed):
    if isinstance(seed, SeedGenerator):
        seed = seed.next()
    elif isinstance(seed, int):
        seed = tf.constant([seed, 0], tf.int64)
    elif seed is None:
        if "seeds" not in _session:
            _session["seeds"] = SeedGenerator()
        seed = _session["seeds"].next(ordered=False)
    else:
        raise ValueError("Argument `seed` must be either an integer or an instance of `SeedGenerator`. "
                         f"Received: seed={seed} (of type {type(seed)})")
    return tf.cast(tf.math.floormod(seed, tf.int32.max - 1), tf.int32)


def normal(shape, mean=0.0, stddev=1.0, dtype=None, seed=None):
    return tf.random.stateless_normal(shape, _draw(seed), mean, stddev, standardize_dtype(dtype))


def truncated_normal(shape, mean=0.0, stddev=1.0, dtype=None, seed=None):
    return tf.random.stateless_truncated_normal(shape, _draw(seed), mean, stddev, standardize_dtype(dtype))


def uniform(shape, minval=0.0, maxval=1.0, dtype=None, seed=None):
    dtype = standardize_dtype(dtype)
    return tf.random.stateless_uniform(shape, _draw(seed), tf.cast(minval, dtype), tf.cast(maxval, dtype), dtype)


def dropout(inputs, rate, noise_shape=None, seed=None):
    """Set a share `rate` of the elements to 0 and scale the others; one draw along axes of size 1 in `noise_shape`."""
    if rate == 1.0:
        return tf.zeros_like(inputs)
    if rate == 0.0:
        return inputs
    sizes = tf.shape(inputs)
    if noise_shape is not None:
        sizes = [sizes[axis] if size is None else size for axis, size in enumerate(noise_shape)]
    return tf.nn.experimental.stateless_dropout(inputs, rate=rate, noise_shape=sizes, seed=_draw(seed))


def randint(shape, minval, maxval, dtype="int32", seed=None):
    """Integers from `minval` up to `maxval`, which is left out."""
    drawn = dtype if dtype in ("int32", "int64") else "int64"
    return tf.cast(tf.random.stateless_uniform(shape, _draw(seed), minval, maxval, drawn), dtype)


def categorical(logits, num_samples, dtype="int32", seed=None):
    """Class numbers (batch, num_samples), drawn by the logits (batch, classes)."""
    return tf.cast(tf.random.stateless_categorical(logits, num_samples, _draw(seed)), dtype)


def shuffle(x, axis=0, seed=None):
    """`x` with its slices along `axis` in another order."""
    x = tf.convert_to_tensor(x)
    order = tf.argsort(tf.random.stateless_uniform(tf.shape(x)[axis:axis + 1], _draw(seed)))
    return tf.gather(x, order, axis=axis)


__getattr__ = absent_from("tf.keras.random")
