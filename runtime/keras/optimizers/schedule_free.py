"""`ScheduleFreeAdamW`: Adam on weights that are averaged, in the place of a schedule."""

from __future__ import annotations

import runtime as tf
from runtime.keras.optimizers.base import Optimizer


class ScheduleFreeAdamW(Optimizer):
    """The weights lie between a point that Adam moves and the mean of all its places, by the share `beta_1`."""

    def __init__(self, learning_rate=0.0025, beta_1=0.9, beta_2=0.999, epsilon=1e-8, warmup_steps=0, **kwargs):
        super().__init__(learning_rate, **kwargs)
        self.beta_1, self.beta_2, self.epsilon, self.warmup_steps = beta_1, beta_2, epsilon, warmup_steps

    def build(self, variables):
        if self.built:
            return
        super().build(variables)
        self._momentums, self._velocities = self._states(variables, "momentum", "velocity")
        for momentum, variable in zip(self._momentums, variables):
            momentum.assign(tf.convert_to_tensor(variable))

    def update_step(self, gradient, variable, learning_rate):
        index, gradient, dtype = self._index(variable), tf.convert_to_tensor(gradient), variable.dtype
        point, velocity = self._momentums[index], self._velocities[index]
        step = tf.cast(self.iterations + 1, dtype)
        beta_1, beta_2 = tf.cast(self.beta_1, dtype), tf.cast(self.beta_2, dtype)
        if self.warmup_steps > 0:
            learning_rate = learning_rate * tf.minimum(step / tf.cast(self.warmup_steps, dtype), 1.0)
        velocity.assign_add((tf.square(gradient) - velocity) * (1 - beta_2))
        root = tf.sqrt(velocity / (1 - tf.pow(beta_2, step))) + tf.cast(self.epsilon, dtype)
        point.assign_sub(learning_rate * gradient / root)
        share = 1.0 / step
        mean = (variable - (1 - beta_1) * point) / beta_1  # of the point where it is now: so Keras reads it
        mean = (1 - share) * mean + share * point
        variable.assign((1 - beta_1) * point + beta_1 * mean)
