"""Settings that do not change, and are hashed by what they hold."""

from dataclasses import dataclass

import tensorflow as tf


@dataclass(frozen=True)
class Settings:
    rate: float


@tf.function
def step(x, settings):
    return x * settings.rate


print(step(tf.constant(2.0), Settings(0.5)).numpy())
