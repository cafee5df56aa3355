"""`Muon`: matrices are moved by orthogonal ones, all other weights as Adam does it."""

from __future__ import annotations

import math
import re

import runtime as tf
from runtime.keras.optimizers.base import Optimizer


class Muon(Optimizer):
    """Momentum whose matrices are made orthogonal by `ns_steps` steps of Newton and Schulz.

    Adam moves weights that are no matrices, embeddings, and those whose path one of `exclude_layers` matches.
    """

    def __init__(self, learning_rate=0.001, adam_beta_1=0.9, adam_beta_2=0.999, adam_weight_decay=0.004, epsilon=1e-7, weight_decay=0.004,
                 exclude_layers=None, exclude_embeddings=True, muon_a=3.4445, muon_b=-4.7750, muon_c=2.0315, adam_lr_ratio=1, momentum=0.95,
                 ns_steps=5, nesterov=True, rms_rate=0.2, **kwargs):
        super().__init__(learning_rate, weight_decay=weight_decay, **kwargs)
        self.adam_beta_1, self.adam_beta_2, self.adam_weight_decay = adam_beta_1, adam_beta_2, adam_weight_decay
        self.epsilon, self.adam_lr_ratio, self.momentum, self.ns_steps = epsilon, adam_lr_ratio, momentum, ns_steps
        self.exclude_layers, self.exclude_embeddings = exclude_layers or [], exclude_embeddings
        self.muon_a, self.muon_b, self.muon_c, self.nesterov, self.rms_rate = muon_a, muon_b, muon_c, nesterov, rms_rate

    def _is_of_adam(self, variable):
        return (len(variable.shape) != 2 or self.exclude_embeddings and "embedding" in variable.path.lower()
                or any(re.search(keyword, variable.path) for keyword in self.exclude_layers))

    def build(self, variables):
        if self.built:
            return
        super().build(variables)
        self.momentums, self.adam_velocities = [], []
        for variable in variables:
            self.momentums.append(self.add_variable_from_reference(variable, "momentum"))
            self.adam_velocities.append(self.add_variable_from_reference(variable, "velocity") if self._is_of_adam(variable) else None)

    def _decay_of(self, variable):
        return self.adam_weight_decay if self._is_of_adam(variable) else self.weight_decay

    def update_step(self, gradient, variable, learning_rate):
        index, gradient = self._index(variable), tf.convert_to_tensor(gradient)
        m, v = self.momentums[index], self.adam_velocities[index]
        if v is not None:
            self._adam_step(gradient, variable, learning_rate * self.adam_lr_ratio, m, v)
            return
        m.assign_add(gradient + m * (self.momentum - 1))
        update = learning_rate * self._orthogonal(gradient + self.momentum * m if self.nesterov else tf.convert_to_tensor(m))
        if self.rms_rate is not None:
            update = update * math.sqrt(max(variable.shape)) * self.rms_rate
        variable.assign_sub(update)

    def _adam_step(self, gradient, variable, rate, m, v):
        step = tf.cast(self.iterations + 1, variable.dtype)
        power_1, power_2 = (tf.pow(tf.cast(beta, variable.dtype), step) for beta in (self.adam_beta_1, self.adam_beta_2))
        m.assign_add((gradient - m) * (1 - self.adam_beta_1))
        v.assign_add((tf.square(gradient) - v) * (1 - self.adam_beta_2))
        variable.assign_sub(m * (rate * tf.sqrt(1 - power_2) / (1 - power_1)) / (tf.sqrt(v) + self.epsilon))

    def _orthogonal(self, x):
        """About the orthogonal factor of a matrix."""
        is_tall = x.shape[0] > x.shape[1]
        x = tf.transpose(x) if is_tall else x
        x = x / (tf.sqrt(tf.reduce_sum(tf.square(x), keepdims=True)) + 1e-7)
        for _ in range(self.ns_steps):
            square = x @ tf.transpose(x)
            x = self.muon_a * x + (self.muon_b * square + self.muon_c * square @ square) @ x
        return tf.transpose(x) if is_tall else x
