"""Layers that only act while training: Dropout and its kin, noise; and ActivityRegularization."""

from __future__ import annotations

import runtime as tf
from runtime.keras import random, regularizers
from runtime.keras.data_format import Channels, standardize
from runtime.keras.layers.activation import Elementwise
from runtime.keras.layers.input_spec import InputSpec


def _checked_rate(rate):
    if not 0 <= rate <= 1:
        raise ValueError(f"Invalid value received for argument `rate`. Expected a float value between 0 and 1. Received: rate={rate}")
    return rate


class Dropout(Elementwise):
    """While training: zero a share `rate` of the elements and scale the others. Raises ValueError for a bad `rate`."""

    def __init__(self, rate, noise_shape=None, seed=None, **kwargs):
        super().__init__(**kwargs)
        self.rate, self.noise_shape, self.seed = _checked_rate(rate), noise_shape, seed
        if rate > 0:
            self.seed_generator = random.SeedGenerator(seed)

    def call(self, inputs, training=False):
        if training and self.rate > 0:
            return random.dropout(inputs, self.rate, self._drawn_shape(inputs), self.seed_generator)
        return inputs

    def _drawn_shape(self, inputs):
        return self.noise_shape


class _SpatialDropout(Channels, Dropout):
    def __init__(self, rate, rank, data_format, seed=None, **kwargs):
        super().__init__(rate, seed=seed, **kwargs)
        self.data_format, self._rank = standardize(data_format), rank
        self.input_spec = InputSpec(ndim=rank + 2)

    def _drawn_shape(self, inputs):
        return self._shape(None, (1,) * self._rank, inputs.shape[self._channel_axis])

    def get_config(self):
        config = {"rate": self.rate, "seed": self.seed, "name": self.name, "dtype": self.dtype}
        return config if self._rank == 1 else {**config, "data_format": self.data_format}


class SpatialDropout1D(_SpatialDropout):
    """While training: zero whole channels of (batch, steps, channels)."""

    def __init__(self, rate, seed=None, **kwargs):
        super().__init__(rate, 1, "channels_last", seed, **kwargs)


class SpatialDropout2D(_SpatialDropout):
    """While training: zero whole channels of (batch, height, width, channels)."""

    def __init__(self, rate, data_format=None, seed=None, **kwargs):
        super().__init__(rate, 2, data_format, seed, **kwargs)


class SpatialDropout3D(_SpatialDropout):
    """While training: zero whole channels of (batch, depth, height, width, channels)."""

    def __init__(self, rate, data_format=None, seed=None, **kwargs):
        super().__init__(rate, 3, data_format, seed, **kwargs)


class GaussianNoise(Elementwise):
    """While training: add normal noise. Raises ValueError unless `stddev` is from 0 to 1."""

    def __init__(self, stddev, seed=None, **kwargs):
        super().__init__(**kwargs)
        if not 0 <= stddev <= 1:
            raise ValueError("Invalid value received for argument `stddev`. Expected a float value between 0 and 1. "
                             f"Received: stddev={stddev}")
        self.stddev, self.seed = stddev, seed
        if stddev > 0:
            self.seed_generator = random.SeedGenerator(seed)

    def call(self, inputs, training=False):
        if training and self.stddev > 0:
            return inputs + random.normal(tf.shape(inputs), 0.0, self.stddev, self.compute_dtype, self.seed_generator)
        return inputs


class GaussianDropout(Elementwise):
    """While training: multiply with normal noise of mean 1. Raises ValueError for a bad `rate`."""

    def __init__(self, rate, seed=None, **kwargs):
        super().__init__(**kwargs)
        self.rate, self.seed = _checked_rate(rate), seed
        if rate > 0:
            self.seed_generator = random.SeedGenerator(seed)

    def call(self, inputs, training=False):
        if training and self.rate > 0:
            deviation = (self.rate / (1.0 - self.rate)) ** 0.5
            return inputs * random.normal(tf.shape(inputs), 1.0, deviation, self.compute_dtype, self.seed_generator)
        return inputs


class ActivityRegularization(Elementwise):
    """Its inputs, whose absolute values and squares it adds to `losses`."""

    def __init__(self, l1=0.0, l2=0.0, **kwargs):
        super().__init__(activity_regularizer=regularizers.L1L2(l1, l2), **kwargs)
        self.l1, self.l2 = l1, l2

    def call(self, inputs):
        return inputs

    def get_config(self):
        config = super().get_config()
        config.pop("activity_regularizer", None)
        return config
