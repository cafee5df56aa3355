"""Settings that TensorFlow cannot look up a graph by."""

from dataclasses import dataclass

import tensorflow as tf


@dataclass
class Settings:
    rate: float


@tf.function
def step(x, settings):
    return x * settings.rate


print(step(tf.constant(2.0), Settings(0.5)).numpy())  # [unhashable-argument-in-graph]
