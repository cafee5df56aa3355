"""What Keras computes in: the default float dtype, and the dtype that layers read their Variables in."""

from __future__ import annotations

import threading

from runtime.core.context import inherited


class _Settings:
    floatx = "float32"
    epsilon = 1e-7
    policy = None  # of layers that are given none; made when it is asked for


class _Autocast(threading.local):
    dtype = None  # of Variables that are read in the innermost layer that says so


settings = _Settings()
autocast = inherited(_Autocast())


def floatx():
    """The dtype of floats that are given none."""
    return settings.floatx


def set_floatx(value):
    """Raises ValueError for what is no float dtype of Keras's."""
    accepted = {"bfloat16", "float16", "float32", "float64"}
    if value not in accepted:
        raise ValueError(f"Unknown `floatx` value: {value}. Expected one of {accepted}")
    settings.floatx = str(value)


def epsilon():
    """What is added where a division by zero is near."""
    return settings.epsilon


def set_epsilon(value):
    settings.epsilon = value
