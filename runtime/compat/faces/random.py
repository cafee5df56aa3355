"""`tf.compat.v1.random`: `tf.random` with TensorFlow 1's name for the seed."""

from __future__ import annotations

from runtime import random as _random
from runtime.core.random_seed import get_seed  # noqa: F401
from runtime.core.random_seed import set_seed as set_random_seed  # noqa: F401
from runtime.random import categorical as multinomial  # noqa: F401


def __getattr__(name):
    return getattr(_random, name)
