"""`tf.profiler`: accepted so that programs run as they are. Nothing is measured, and no file is written."""

from __future__ import annotations

import contextlib
from typing import NamedTuple

from runtime.core.absent import absent_from
from runtime.core.errors import AlreadyExistsError, UnavailableError

_NO_SESSION = "Cannot export profiling results. No profiler is running."
_running = []


class ProfilerOptions(NamedTuple):
    """What a profile is to hold. Accepted for compatibility."""

    host_tracer_level: int = 2
    python_tracer_level: int = 0
    device_tracer_level: int = 1
    delay_ms: int | None = None


class _Experimental:
    """`tf.profiler.experimental`."""

    ProfilerOptions = ProfilerOptions
    __getattr__ = staticmethod(absent_from("tf.profiler.experimental"))

    @staticmethod
    def start(logdir, options=None):
        """Begin. Raises AlreadyExistsError in a profile that has begun."""
        if _running:
            raise AlreadyExistsError(None, None, "Another profiler is running.")
        _running.append(logdir)

    @staticmethod
    def stop(save=True):
        """End. Raises UnavailableError where nothing has begun."""
        if not _running:
            raise UnavailableError(None, None, _NO_SESSION)
        _running.clear()

    @classmethod
    @contextlib.contextmanager
    def Profile(cls, logdir, options=None):  # noqa: N802 - a class in TensorFlow
        """`start` and `stop` around a block."""
        cls.start(logdir, options)
        try:
            yield
        finally:
            cls.stop()

    class Trace(contextlib.nullcontext):
        """A named part of a profile."""

        def __init__(self, name, **_):
            super().__init__(self)

        def set_metadata(self, **_):
            """Accepted for compatibility."""


experimental = _Experimental()
__getattr__ = absent_from("tf.profiler")
