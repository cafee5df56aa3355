"""How kernels share the two kinds of threads: their own workers, and those of the library that multiplies matrices.

A product that is split into blocks runs one block a worker. Then the library must not start threads of its own: on small
products they wait for each other for longer than they work.
"""

from __future__ import annotations

import contextlib
import ctypes
import functools
import itertools
import threading
from pathlib import Path

import numpy as np

from runtime.execute import workers

#: Multiplications of a product from which one more thread pays.
_WORTH = 1 << 22
_lock = threading.Lock()
_holders = 0
_before = 1


@functools.cache
def _library():
    """(set, get) of the number of threads of NumPy's OpenBLAS; None where NumPy was built with another library."""
    for path in sorted(Path(np.__file__).parents[1].glob("numpy.libs/*openblas*")) + sorted(Path(np.__file__).parent.glob(".dylibs/*openblas*")):
        try:
            library = ctypes.CDLL(str(path))
        except OSError:
            continue
        for prefix, suffix in itertools.product(("scipy_", ""), ("64_", "")):
            found = [getattr(library, f"{prefix}openblas_{verb}_num_threads{suffix}", None) for verb in ("set", "get")]
            if None not in found:
                return tuple(found)
    return None


@contextlib.contextmanager
def _alone():
    """While it lasts, each product of matrices runs in the thread that asks for it."""
    global _holders, _before
    library = _library()
    if library is None or workers.COUNT == 1:
        yield
        return
    set_threads, get_threads = library
    with _lock:
        if not _holders:
            _before = get_threads()
            if _before != 1:
                set_threads(1)
        _holders += 1
    try:
        yield
    finally:
        with _lock:
            _holders -= 1
            if not _holders and _before != 1:
                set_threads(_before)


def share(blocks, work, multiplications):
    """Call `work(take)` in as many threads as the work is worth; `take` iterates over the blocks that no other has taken."""
    blocks = list(blocks)
    threads = min(workers.COUNT, len(blocks), 1 + multiplications // _WORTH)
    with _alone():
        if threads <= 1:
            work(iter(blocks))
            return
        taken = iter(blocks)  # a list's iterator gives each item to one thread
        workers.spread(lambda: work(taken), threads)


def matmul(a, b, out=None):
    """`np.matmul` of two matrices in one thread if it is small, and in rows, one share a worker, if it is large."""
    rows, inner = a.shape
    size = rows * inner * b.shape[1]
    if size < 1 << 18 or workers.COUNT == 1 or _library() is None:
        return np.matmul(a, b, out=out)
    if out is None:
        out = np.empty((rows, b.shape[1]), np.result_type(a, b))
    count = min(workers.COUNT, 1 + size // _WORTH, rows)
    edges = [rows * index // count for index in range(count + 1)]

    def work(taken):
        for first, last in taken:
            np.matmul(a[first:last], b, out=out[first:last])
    share(itertools.pairwise(edges), work, size)
    return out
