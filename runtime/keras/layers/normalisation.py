"""Layers that normalize: by the batch, by each sample, or by the data they were adapted to."""

from __future__ import annotations

import math

import numpy as np

import runtime as tf
from runtime.keras import constraints, initializers, regularizers
from runtime.keras.layers.base import BuiltinLayer
from runtime.keras.saving.config import deserialize_keras_object, plain


def _wide(inputs):
    """Of float32 where they are narrower: variances of float16 overflow."""
    return tf.cast(inputs, tf.float32) if inputs.dtype.size < 4 else inputs


class _Scaling(BuiltinLayer):
    """A layer that scales with `gamma` and shifts by `beta`."""

    def _set_up(self, **settings):
        get = {"initializer": initializers.get, "regularizer": regularizers.get, "constraint": constraints.get}
        for name, value in settings.items():
            setattr(self, name, get.get(name.rsplit("_", 1)[-1], lambda value: value)(value))
        self.gamma = self.beta = None
        self.supports_masking = True

    def _scale_and_shift(self, shape):
        for name, wanted in (("gamma", self.scale), ("beta", self.center)):
            if wanted:
                setattr(self, name, self.add_weight(shape, getattr(self, f"{name}_initializer"), name=name, autocast=False,
                                                    regularizer=getattr(self, f"{name}_regularizer"),
                                                    constraint=getattr(self, f"{name}_constraint")))

    def compute_output_shape(self, input_shape):
        return input_shape


class BatchNormalization(_Scaling):
    """Normalizes all axes but `axis`: by the batch while training, by running means otherwise. Masked steps do not count."""

    _fixed = {"synchronized": False, "renorm": False, "renorm_clipping": None, "renorm_momentum": 0.99}

    def __init__(self, axis=-1, momentum=0.99, epsilon=0.001, center=True, scale=True, beta_initializer="zeros",
                 gamma_initializer="ones", moving_mean_initializer="zeros", moving_variance_initializer="ones",
                 beta_regularizer=None, gamma_regularizer=None, beta_constraint=None, gamma_constraint=None, **kwargs):
        super().__init__(**kwargs)
        self._set_up(axis=int(axis), momentum=float(momentum), epsilon=float(epsilon), center=center, scale=scale,
                     beta_initializer=beta_initializer, gamma_initializer=gamma_initializer,
                     moving_mean_initializer=moving_mean_initializer, moving_variance_initializer=moving_variance_initializer,
                     beta_regularizer=beta_regularizer, gamma_regularizer=gamma_regularizer, beta_constraint=beta_constraint,
                     gamma_constraint=gamma_constraint)

    def build(self, input_shape):
        shape = (input_shape[self.axis],)
        self._scale_and_shift(shape)
        self.moving_mean = self.add_weight(shape, self.moving_mean_initializer, name="moving_mean", trainable=False,
                                           autocast=False)
        self.moving_variance = self.add_weight(shape, self.moving_variance_initializer, name="moving_variance",
                                               trainable=False, autocast=False)

    def call(self, inputs, training=None, mask=None):
        rank = inputs.shape.rank
        axis = self.axis % rank
        inputs = _wide(inputs)
        mean, variance, beta, gamma = (None if part is None else tf.cast(part, inputs.dtype) for part in (
            self.moving_mean, self.moving_variance, self.beta, self.gamma))
        if training and self.trainable:
            moving_mean, moving_variance = mean, variance
            mean, variance = self._moments(inputs, [a for a in range(rank) if a != axis], mask)
            for variable, moving, value in ((self.moving_mean, moving_mean, mean), (self.moving_variance, moving_variance, variance)):
                variable.assign(moving * self.momentum + value * (1.0 - self.momentum))
        parts = [mean, variance, beta, gamma]
        if axis != rank - 1:
            shape = [-1 if a == axis else 1 for a in range(rank)]
            parts = [None if part is None else tf.reshape(part, shape) for part in parts]
        return tf.cast(tf.nn.batch_normalization(inputs, *parts, self.epsilon), self.compute_dtype)

    @staticmethod
    def _moments(inputs, axes, mask):
        if mask is None:
            return tf.nn.moments(inputs, axes)
        weights = tf.cast(mask, inputs.dtype)
        for _ in range(inputs.shape.rank - weights.shape.rank):
            weights = tf.expand_dims(weights, -1)
        count = tf.reduce_sum(tf.broadcast_to(weights, tf.shape(inputs)), axes, keepdims=True) + 1e-7
        mean = tf.reduce_sum(weights * inputs, axes, keepdims=True) / count
        variance = tf.reduce_sum(weights * tf.square(inputs - mean), axes) / tf.squeeze(count, axes)
        return tf.squeeze(mean, axes), variance


class LayerNormalization(_Scaling):
    """Normalizes each sample over `axis`, an int or several."""

    _fixed = {"rms_scaling": False}

    def __init__(self, axis=-1, epsilon=0.001, center=True, scale=True, beta_initializer="zeros", gamma_initializer="ones",
                 beta_regularizer=None, gamma_regularizer=None, beta_constraint=None, gamma_constraint=None, **kwargs):
        super().__init__(**kwargs)
        self._set_up(axis=list(axis) if isinstance(axis, (list, tuple)) else axis, epsilon=epsilon, center=center, scale=scale,
                     beta_initializer=beta_initializer, gamma_initializer=gamma_initializer, beta_regularizer=beta_regularizer,
                     gamma_regularizer=gamma_regularizer, beta_constraint=beta_constraint, gamma_constraint=gamma_constraint)

    def build(self, input_shape):
        self.axis = sorted(self.axis) if isinstance(self.axis, list) else [self.axis]
        self._scale_and_shift(tuple(input_shape[axis] for axis in self.axis))

    def call(self, inputs):
        inputs = _wide(inputs)
        rank = inputs.shape.rank
        axes = [axis % rank for axis in self.axis]
        mean, variance = tf.nn.moments(inputs, axes, keepdims=True)
        shape = [inputs.shape[axis] if axis in axes else 1 for axis in range(rank)]
        beta, gamma = (None if part is None else tf.cast(tf.reshape(part, shape), inputs.dtype) for part in (self.beta, self.gamma))
        return tf.cast(tf.nn.batch_normalization(inputs, mean, variance, beta, gamma, self.epsilon), self.compute_dtype)


class GroupNormalization(_Scaling):
    """Normalizes each sample over the other axes and groups of channels. Raises ValueError where groups do not divide them."""

    def __init__(self, groups=32, axis=-1, epsilon=0.001, center=True, scale=True, beta_initializer="zeros", gamma_initializer="ones",
                 beta_regularizer=None, gamma_regularizer=None, beta_constraint=None, gamma_constraint=None, **kwargs):
        super().__init__(**kwargs)
        if axis != -1:
            raise ValueError("the runtime's GroupNormalization normalizes the last axis")
        self._set_up(groups=groups, axis=axis, epsilon=epsilon, center=center, scale=scale, beta_initializer=beta_initializer,
                     gamma_initializer=gamma_initializer, beta_regularizer=beta_regularizer, gamma_regularizer=gamma_regularizer,
                     beta_constraint=beta_constraint, gamma_constraint=gamma_constraint)

    def build(self, input_shape):
        channels = input_shape[-1]
        if self.groups == -1:
            self.groups = channels
        if channels < self.groups or channels % self.groups:
            raise ValueError(f"Number of groups ({self.groups}) must be a multiple of the number of channels ({channels}).")
        self._scale_and_shift((channels,))

    def call(self, inputs):
        shape = tf.shape(inputs)
        channels = inputs.shape[-1]
        parts = tf.reshape(_wide(inputs), tf.concat([shape[:-1], [self.groups, channels // self.groups]], 0))
        rank = inputs.shape.rank + 1
        mean, variance = tf.nn.moments(parts, [axis for axis in range(1, rank) if axis != rank - 2], keepdims=True)
        beta, gamma = (None if part is None else tf.reshape(part, (self.groups, channels // self.groups)) for part in (
            self.beta, self.gamma))
        outputs = tf.reshape(tf.nn.batch_normalization(parts, mean, variance, beta, gamma, self.epsilon), shape)
        outputs.set_shape(inputs.shape)
        return tf.cast(outputs, self.compute_dtype)


class UnitNormalization(BuiltinLayer):
    """Each sample over `axis` to length 1."""

    def __init__(self, axis=-1, **kwargs):
        super().__init__(**kwargs)
        self.axis = list(axis) if isinstance(axis, (list, tuple)) else axis
        self.supports_masking = self.built = True

    def call(self, inputs):
        return tf.nn.l2_normalize(inputs, self.axis, 1e-12)

    def compute_output_shape(self, input_shape):
        return input_shape


class Normalization(BuiltinLayer):
    """``(inputs - mean) / deviation`` along `axis`, given or measured by `adapt`; `invert` undoes it.

    Raises:
        ValueError: one of `mean` and `variance` alone, or axes of unknown size.
    """

    def __init__(self, axis=-1, mean=None, variance=None, invert=False, **kwargs):
        super().__init__(**kwargs)
        self.axis = () if axis is None else (axis,) if isinstance(axis, int) else tuple(axis)
        self.input_mean, self.input_variance, self.invert = mean, variance, invert
        self.supports_masking = True
        self._given = mean is not None
        if (mean is None) != (variance is None):
            raise ValueError("When setting values directly, both `mean` and `variance` must be set. "
                             f"Received: mean={mean} and variance={variance}")

    def build(self, input_shape):
        rank = len(input_shape)
        kept = sorted(axis % rank for axis in self.axis)
        for axis in kept:
            if input_shape[axis] is None:
                raise ValueError("All `axis` values to be kept must have a known shape. "
                                 f"Received axis={self.axis}, inputs.shape={tuple(input_shape)}, with unknown axis at index {axis}")
        self._reduced = tuple(axis for axis in range(rank) if axis not in kept)
        self._shape = [input_shape[axis] if axis in kept else 1 for axis in range(rank)]
        shape = tuple(input_shape[axis] for axis in kept)
        if self._given:
            self.mean, self.variance = (tf.broadcast_to(tf.reshape(tf.cast(value, self.compute_dtype), np.shape(value) if np.ndim(value) == 0 else [
                -1 if axis == kept[-1] else 1 for axis in range(rank)]), self._shape) for value in (self.input_mean, self.input_variance))
            return
        self.adapt_mean = self.add_weight(shape, "zeros", name="mean", trainable=False)
        self.adapt_variance = self.add_weight(shape, "ones", name="variance", trainable=False)
        self.count = self.add_weight((), "zeros", "int", name="count", trainable=False)
        self.finalize_state()

    def adapt(self, data):
        """Measure mean and variance of an array, a dataset or an iterable of batches."""
        if hasattr(data, "element_spec"):
            if data.element_spec is not None and getattr(_first(data.element_spec), "shape", None) is not None and len(
                    _first(data.element_spec).shape) == 1:
                data = data.batch(128)
            batches = (np.asarray(_first(batch)) for batch in data)
        elif isinstance(data, (np.ndarray, tf.Tensor)):
            batches = iter([np.asarray(data)])
        else:
            batches = (np.asarray(_first(batch)) for batch in data)
        mean = variance = count = 0
        for batch in batches:
            batch = batch.astype(self.dtype)
            if not self.built:
                self.build((None, *batch.shape[1:]))
            of_batch, spread = batch.mean(self._reduced), batch.var(self._reduced)
            size = math.prod(batch.shape[axis] for axis in self._reduced)
            count += size
            share = size / count
            new = mean * (1 - share) + of_batch * share
            variance = (variance + (mean - new) ** 2) * (1 - share) + (spread + (of_batch - new) ** 2) * share
            mean = new
        if not count:
            raise ValueError("adapt() received no data: there must be one batch at least")
        self.adapt_mean.assign(mean)
        self.adapt_variance.assign(variance)
        self.finalize_state()

    def finalize_state(self):
        """Take over what `adapt` measured."""
        if not self._given and self.built is not None:
            self.mean, self.variance = (tf.reshape(value, self._shape) for value in (self.adapt_mean, self.adapt_variance))

    def load_own_variables(self, store):
        super().load_own_variables(store)
        self.finalize_state()

    def call(self, inputs):
        inputs = tf.cast(inputs, self.compute_dtype)
        deviation = tf.maximum(tf.sqrt(self.variance), 1e-7)
        return self.mean + inputs * deviation if self.invert else (inputs - self.mean) / deviation

    def compute_output_shape(self, input_shape):
        return input_shape

    def get_config(self):
        given = {name: plain(np.asarray(value)) if value is not None else None
                 for name, value in (("mean", self.input_mean), ("variance", self.input_variance))}
        return {**self._base_config(), "axis": self.axis, "invert": self.invert, **given}

    @classmethod
    def from_config(cls, config):
        return super().from_config({**config, **{name: deserialize_keras_object(config.get(name)) for name in ("mean", "variance")}})


def _first(value):
    return value[0] if isinstance(value, (tuple, list)) else value


class Rescaling(BuiltinLayer):
    """``inputs * scale + offset``."""

    def __init__(self, scale, offset=0.0, **kwargs):
        super().__init__(**kwargs)
        self.scale, self.offset = scale, offset
        self.supports_masking = self.built = True

    def call(self, inputs):
        return tf.cast(inputs, self.compute_dtype) * self.scale + self.offset

    def compute_output_shape(self, input_shape):
        return input_shape
