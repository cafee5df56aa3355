"""`keras.backend`."""

from runtime.keras import naming as _naming
from runtime.keras import random as _random
from runtime.keras.naming import get_uid
from runtime.core.absent import absent_from
from runtime.keras.symbolic import KerasTensor


def clear_session(free_memory=True):
    """Number names from the start again, and forget the generator of seeds."""
    _naming.reset_names()
    _random.clear()


def floatx():
    return "float32"


def epsilon():
    return 1e-7


def image_data_format():
    return "channels_last"


def backend():
    return "tensorflow"


__getattr__ = absent_from("tf.keras.backend")
