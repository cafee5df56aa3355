"""The logger "tensorflow": where warnings about retracing, AutoGraph and the like go."""

from __future__ import annotations

import logging
import sys


def get_logger():
    """`tf.get_logger`: a standard logger; warnings go to standard error unless the program has configured logging."""
    return _logger


def get_absl_logger():
    """The logger "absl", to which Keras tells some of its warnings."""
    return _configured("absl")


def _configured(name):
    logger = logging.getLogger(name)
    if not logging.getLogger().handlers and not logger.handlers:
        handler = logging.StreamHandler(sys.stderr)
        handler.setFormatter(logging.Formatter(logging.BASIC_FORMAT))
        logger.addHandler(handler)
    return logger


_logger = _configured("tensorflow")
