"""Names of `tf.experimental` that say how ops are executed: the runtime executes each at once, so they change nothing."""

from __future__ import annotations

import contextlib


@contextlib.contextmanager
def async_scope():
    """A block whose ops may run later. Here they run at once, and errors come where they are made."""
    yield


def async_clear_error():
    """There are no errors of ops that ran later."""


@contextlib.contextmanager
def function_executor_type(executor_type):
    """A block whose functions are run by another executor. Accepted for compatibility."""
    yield


def enable_strict_mode():
    """Deprecated functions would raise errors. Accepted for compatibility."""
