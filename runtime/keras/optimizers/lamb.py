"""`Lamb`: Adam's steps, each as long as its weight in proportion."""

from __future__ import annotations

import runtime as tf
from runtime.keras.optimizers.base import Optimizer


class Lamb(Optimizer):
    """Adam whose step for each Variable is scaled to the norm of this."""

    def __init__(self, learning_rate=0.001, beta_1=0.9, beta_2=0.999, epsilon=1e-7, **kwargs):
        super().__init__(learning_rate, **kwargs)
        self.beta_1, self.beta_2, self.epsilon = beta_1, beta_2, epsilon

    def build(self, variables):
        if self.built:
            return
        super().build(variables)
        self._momentums, self._velocities = self._states(variables, "momentum", "velocity")

    def update_step(self, gradient, variable, learning_rate):
        index, gradient = self._index(variable), tf.convert_to_tensor(gradient)
        m, v = self._momentums[index], self._velocities[index]
        step = tf.cast(self.iterations + 1, variable.dtype)
        power_1, power_2 = (tf.pow(tf.cast(beta, variable.dtype), step) for beta in (self.beta_1, self.beta_2))
        m.assign_add((gradient - m) * (1 - self.beta_1))
        v.assign_add((tf.square(gradient) - v) * (1 - self.beta_2))
        update = m / (1.0 - power_1) / (tf.sqrt(v / (1.0 - power_2)) + self.epsilon)
        of_weight, of_step = (tf.sqrt(tf.reduce_sum(tf.pow(values, 2))) for values in (tf.convert_to_tensor(variable), update))
        one = tf.ones((), variable.dtype)
        ratio = tf.where(of_weight > 0, tf.where(of_step > 0, of_weight / of_step, one), one)
        variable.assign_sub(ratio * learning_rate * update)
