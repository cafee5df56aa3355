"""BatchNormalization and LayerNormalization."""

from __future__ import annotations

import runtime as tf
from runtime.keras import initializers, regularizers
from runtime.keras.layers.base import Layer


class BatchNormalization(Layer):
    """Normalizes all axes but `axis`: by the batch while training, by running means otherwise."""

    def __init__(self, axis=-1, momentum=0.99, epsilon=0.001, center=True, scale=True, beta_initializer="zeros",
                 gamma_initializer="ones", moving_mean_initializer="zeros", moving_variance_initializer="ones",
                 beta_regularizer=None, gamma_regularizer=None, **kwargs):
        super().__init__(**kwargs)
        self.axis, self.momentum, self.epsilon, self.center, self.scale = int(axis), float(momentum), epsilon, center, scale
        self.beta_initializer, self.gamma_initializer = initializers.get(beta_initializer), initializers.get(gamma_initializer)
        self.moving_mean_initializer = initializers.get(moving_mean_initializer)
        self.moving_variance_initializer = initializers.get(moving_variance_initializer)
        self.beta_regularizer, self.gamma_regularizer = regularizers.get(beta_regularizer), regularizers.get(gamma_regularizer)
        self.gamma = self.beta = None

    def build(self, input_shape):
        shape = (input_shape[self.axis],)
        if self.scale:
            self.gamma = self.add_weight(shape, self.gamma_initializer, name="gamma", regularizer=self.gamma_regularizer)
        if self.center:
            self.beta = self.add_weight(shape, self.beta_initializer, name="beta", regularizer=self.beta_regularizer)
        self.moving_mean = self.add_weight(shape, self.moving_mean_initializer, name="moving_mean", trainable=False)
        self.moving_variance = self.add_weight(shape, self.moving_variance_initializer, name="moving_variance", trainable=False)

    def call(self, inputs, training=None):
        rank = inputs.shape.rank
        axis = self.axis % rank
        if training and self.trainable:
            mean, variance = tf.nn.moments(inputs, [a for a in range(rank) if a != axis])
            for moving, value in ((self.moving_mean, mean), (self.moving_variance, variance)):
                moving.assign(moving * self.momentum + value * (1.0 - self.momentum))
        else:
            mean, variance = (tf.convert_to_tensor(moving) for moving in (self.moving_mean, self.moving_variance))
        parts = [mean, variance, self.beta, self.gamma]
        if axis != rank - 1:
            shape = [-1 if a == axis else 1 for a in range(rank)]
            parts = [None if part is None else tf.reshape(part, shape) for part in parts]
        return tf.nn.batch_normalization(inputs, *parts, self.epsilon)

    def compute_output_shape(self, input_shape):
        return input_shape


class LayerNormalization(Layer):
    """Normalizes each sample over `axis`."""

    def __init__(self, axis=-1, epsilon=0.001, center=True, scale=True, beta_initializer="zeros", gamma_initializer="ones", **kwargs):
        super().__init__(**kwargs)
        self.axis = list(axis) if isinstance(axis, (list, tuple)) else [axis]
        self.epsilon, self.center, self.scale = epsilon, center, scale
        self.beta_initializer, self.gamma_initializer = initializers.get(beta_initializer), initializers.get(gamma_initializer)
        self.gamma = self.beta = None

    def build(self, input_shape):
        shape = tuple(input_shape[axis] for axis in self.axis)
        if self.scale:
            self.gamma = self.add_weight(shape, self.gamma_initializer, name="gamma")
        if self.center:
            self.beta = self.add_weight(shape, self.beta_initializer, name="beta")

    def call(self, inputs):
        rank = inputs.shape.rank
        axes = [axis % rank for axis in self.axis]
        mean, variance = tf.nn.moments(inputs, axes, keepdims=True)
        shape = [inputs.shape[axis] if axis in axes else 1 for axis in range(rank)]
        beta, gamma = (None if part is None else tf.reshape(part, shape) for part in (self.beta, self.gamma))
        return tf.nn.batch_normalization(inputs, mean, variance, beta, gamma, self.epsilon)

    def compute_output_shape(self, input_shape):
        return input_shape
