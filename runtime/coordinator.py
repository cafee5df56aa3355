"""`tf.train.Coordinator`: threads that stop together, and raise what one of them has raised."""

from __future__ import annotations

import contextlib
import sys
import threading
import time

from runtime.core import errors
from runtime.core.logger import get_logger


class Coordinator:
    """Tells threads when to stop.

    Args:
        clean_stop_exception_types: exceptions that end a thread without being an error, by default OutOfRangeError.
    """

    def __init__(self, clean_stop_exception_types=None):
        self._clean = tuple(clean_stop_exception_types or (errors.OutOfRangeError,))
        self._lock, self._stop = threading.Lock(), threading.Event()
        self._raised = None
        self._joined = False
        self._threads = set()

    @property
    def joined(self):
        """Whether `join` has come to its end."""
        return self._joined

    def request_stop(self, ex=None):
        """Have all threads stop; `ex`, an exception or what `sys.exc_info` gives, is raised by `join`."""
        with self._lock:
            if isinstance(ex, tuple):
                ex = ex[1]
            if self._joined:
                if isinstance(ex, Exception):
                    raise ex
                return
            if self._stop.is_set():
                return
            if ex is not None and not isinstance(ex, self._clean):
                get_logger().info("Error reported to Coordinator: %s, %s", type(ex), ex)
                self._raised = ex
            self._stop.set()

    def clear_stop(self):
        """Go on as if nobody had asked to stop."""
        with self._lock:
            self._joined, self._raised = False, None
            self._stop.clear()

    def should_stop(self):
        """Whether threads are to stop."""
        return self._stop.is_set()

    @contextlib.contextmanager
    def stop_on_exception(self):
        """A block whose exception stops the threads, and is raised by `join`."""
        try:
            yield
        except Exception:  # noqa: BLE001 - raised by `join`
            self.request_stop(ex=sys.exc_info())

    def wait_for_stop(self, timeout=None):
        """Wait until threads are to stop. Whether they are."""
        return self._stop.wait(timeout)

    def register_thread(self, thread):
        """Have `join` wait for a thread."""
        with self._lock:
            self._threads.add(thread)

    def raise_requested_exception(self):
        """Raise what was given to `request_stop`, if anything was."""
        with self._lock:
            if self._raised is not None:
                raise self._raised

    def join(self, threads=None, stop_grace_period_secs=120, ignore_live_threads=False):
        """Wait for the threads to end, after a stop so long at most.

        Raises:
            RuntimeError: threads do not end.
            what was given to `request_stop`.
        """
        with self._lock:
            threads = list(self._threads | set(threads or ()))
        while any(thread.is_alive() for thread in threads) and not self.wait_for_stop(0.05):
            pass
        end = time.monotonic() + stop_grace_period_secs
        while any(thread.is_alive() for thread in threads) and time.monotonic() < end:
            for thread in threads:
                thread.join(0.02)
        alive = [thread.name for thread in threads if thread.is_alive()]
        with self._lock:
            self._joined = True
            self._threads = set()
            if self._raised is not None:
                raise self._raised
            if alive:
                if not ignore_live_threads:
                    raise RuntimeError(f"Coordinator stopped with threads still running: {' '.join(alive)}")
                get_logger().info("Coordinator stopped with threads still running: %s", " ".join(alive))


class LooperThread(threading.Thread):
    """A thread that calls its target again and again, every so many seconds, until its coordinator stops."""

    def __init__(self, coord, timer_interval_secs, target=None, args=None, kwargs=None):
        super().__init__(daemon=True)
        if not isinstance(coord, Coordinator):
            raise ValueError(f"'coord' argument must be a Coordinator: {coord}")
        self._coord, self._interval = coord, timer_interval_secs
        self._call = target, args or (), kwargs or {}
        coord.register_thread(self)

    @staticmethod
    def loop(coord, timer_interval_secs, target, args=None, kwargs=None):
        """Start such a thread."""
        thread = LooperThread(coord, timer_interval_secs, target=target, args=args, kwargs=kwargs)
        thread.start()
        return thread

    def run(self):
        with self._coord.stop_on_exception():
            self.start_loop()
            while not self._coord.should_stop():
                self.run_loop()
                if self._interval and self._coord.wait_for_stop(self._interval):
                    break
            self.stop_loop()

    def start_loop(self):
        """What to do first."""

    def stop_loop(self):
        """What to do at the end."""

    def run_loop(self):
        target, args, kwargs = self._call
        if target:
            target(*args, **kwargs)
