"""The threads that share the work on large arrays. NumPy's loops let go of the interpreter lock, so they run side by side."""

from __future__ import annotations

import os
import threading

import numpy as np

COUNT = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
_pool = None
_lock = threading.Lock()


def spread(work, threads):
    """Call `work()` in up to `threads` threads at once, this one among them; `work` takes its share from a common iterator.

    Nobody waits for a free worker: what none has begun when this thread is done is taken back. So calls may come from many
    threads, or from a worker itself. Raises what a `work` raised.
    """
    helpers = [_submit(work) for _ in range(threads - 1)]
    try:
        work()
    finally:
        begun = [helper for helper in helpers if helper is not None and not helper.cancel()]
        failures = [helper.exception() for helper in begun]  # waits for them
    for failure in failures:
        if failure is not None:
            raise failure


def _submit(work):
    """A future of `work` in a worker; None while the interpreter shuts down."""
    global _pool
    if _pool is None:
        with _lock:
            if _pool is None:
                from concurrent.futures import ThreadPoolExecutor  # slow to import, and few programs need it
                _pool = ThreadPoolExecutor(max(COUNT - 1, 1), "graph-worker")
    try:
        return _pool.submit(_quietly, work)
    except RuntimeError:
        return None


def _quietly(work):
    with np.errstate(all="ignore"):  # a setting of each thread
        work()


def _after_fork():
    """The child has none of the parent's threads, and perhaps a lock that one of them held."""
    global _pool, _lock
    _pool, _lock = None, threading.Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
