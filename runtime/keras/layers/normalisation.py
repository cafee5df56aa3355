"""Layers that normalize: by the batch, by each sample, or by the data they were adapted to."""

from __future__ import annotations

import runtime as tf
from runtime.keras import constraints, initializers, regularizers
from runtime.keras.layers.base import BuiltinLayer


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
