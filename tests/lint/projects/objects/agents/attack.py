"""Attacks whose settings a base class keeps, which another module defines."""

import tensorflow as tf

from .settings import Attack


class Gradient(Attack):
    @tf.function
    def perturb(self, x):
        if self.turn > 3:  # [outer-value-frozen-in-graph]
            x = x * 0.5
        if self.norm == "inf":  # [outer-value-frozen-in-graph]
            x = tf.sign(x)
        return x * self.eps + self.bias  # [outer-value-frozen-in-graph]
