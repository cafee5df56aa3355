"""`tf.compat.v1.logging`: TensorFlow's logger by functions."""

from __future__ import annotations

import collections
import itertools
import sys
from logging import DEBUG, ERROR, FATAL, INFO, WARN  # noqa: F401

from runtime.core.absent import absent_from
from runtime.core.logger import get_logger

_calls = collections.defaultdict(itertools.count)  # how often the functions that each line calls have logged


def log(level, msg, *args, **kwargs):
    get_logger().log(level, msg, *args, **kwargs)


vlog = log


def debug(msg, *args, **kwargs):
    get_logger().debug(msg, *args, **kwargs)


def info(msg, *args, **kwargs):
    get_logger().info(msg, *args, **kwargs)


def warning(msg, *args, **kwargs):
    get_logger().warning(msg, *args, **kwargs)


warn = warning


def error(msg, *args, **kwargs):
    get_logger().error(msg, *args, **kwargs)


TaskLevelStatusMessage = error


def fatal(msg, *args, **kwargs):
    """Log with the highest level; the program goes on."""
    get_logger().fatal(msg, *args, **kwargs)


def log_if(level, msg, condition, *args):
    """Log if a condition is fulfilled."""
    if condition:
        log(level, msg, *args)


def _earlier_calls():
    frame = sys._getframe(2).f_back  # TensorFlow goes one frame too far, and counts by the line that calls the function that logs
    return next(_calls[(frame.f_code.co_filename, frame.f_lineno) if frame else None])


def log_every_n(level, msg, n, *args):
    """Log the first call, and each n-th after it."""
    log_if(level, msg, not _earlier_calls() % n, *args)


def log_first_n(level, msg, n, *args):
    """Log the first `n` calls."""
    log_if(level, msg, _earlier_calls() < n, *args)


def flush():
    raise NotImplementedError


def get_verbosity():
    """The level below which nothing is logged."""
    return get_logger().getEffectiveLevel()


def set_verbosity(v):
    """Log nothing below a level."""
    get_logger().setLevel(v)


__getattr__ = absent_from("tf.compat.v1.logging")
