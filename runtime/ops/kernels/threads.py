"""How kernels share the two kinds of threads: their own workers, and those of the library that multiplies matrices.

A product that is split into blocks runs one block a worker. Then the library must not start threads of its own: on small
products they wait for each other for longer than they work.
"""

from __future__ import annotations

import contextlib
import ctypes
import functools
import itertools
import math
import os
import threading
from pathlib import Path

import numpy as np

from runtime.ops.kernels import workers

_SMALL = 1 << 18  # multiplications up to which the library itself starts no threads
_FEW = 4          # so many small products cost less than a change of the library's setting
_WORTH = 1 << 22  # those from which one more thread pays
_MANY = 1 << 15   # elements from which one more thread pays
_PATIENCE = 5.0   # seconds that a fork waits for products to end
_changed = threading.Condition()
_holders = 0
_forking = False
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
    with _changed:
        _changed.wait_for(lambda: not _forking)
        if not _holders:
            _before = get_threads()
            if _before != 1:
                set_threads(1)
        _holders += 1
    try:
        yield
    finally:
        with _changed:
            _holders -= 1
            if not _holders and _before != 1:
                set_threads(_before)
            _changed.notify_all()


def _before_fork():
    """Products end first: the library has locks of its own, and a child that is forked while one is held could not multiply."""
    global _forking
    _changed.acquire()
    _forking = True
    _changed.wait_for(lambda: not _holders, _PATIENCE)


def _after_fork_in_parent():
    global _forking
    _forking = False
    _changed.notify_all()
    _changed.release()


def _after_fork_in_child():
    """The child has none of the threads that were at a product, or that wait for one."""
    global _changed, _holders, _forking
    _changed, _holders, _forking = threading.Condition(), 0, False


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_before_fork, after_in_parent=_after_fork_in_parent, after_in_child=_after_fork_in_child)


def share(blocks, work, elements):
    """Call `work(take)` in as many threads as so many elements are worth; `take` iterates over the blocks that no other has taken."""
    _share(list(blocks), work, 1 + elements // _MANY)


def share_products(blocks, work, multiplications):
    """`share` of products of matrices, which start no threads of their own meanwhile."""
    with _alone():
        _share(list(blocks), work, 1 + multiplications // _WORTH)


def _share(blocks, work, threads):
    threads = min(workers.COUNT, len(blocks), threads)
    taken = iter(blocks)  # a list's iterator gives each item to one thread
    if threads <= 1:
        work(taken)
    else:
        workers.spread(lambda: work(taken), threads)


def matmul(a, b, out=None):
    """`np.matmul` of two matrices: in one thread if it is small, and a share of the rows or columns a worker if it is large."""
    rows, inner = a.shape
    columns = b.shape[1]
    size = rows * inner * columns
    if size <= _SMALL or workers.COUNT == 1 or a.dtype.kind not in "fc":
        return np.matmul(a, b, out=out)
    if out is None:
        out = np.empty((rows, columns), np.result_type(a, b))
    by_rows = rows >= columns
    length = rows if by_rows else columns

    def work(taken):
        for first, last in taken:
            if by_rows:
                np.matmul(a[first:last], b, out=out[first:last])
            else:
                np.matmul(a, b[:, first:last], out=out[:, first:last])
    if size <= _FEW * _SMALL and length >= _FEW:  # as small products one after another, for which no setting need change
        work(_parts(length, -(-size // _SMALL)))
    else:
        share_products(_parts(length, min(workers.COUNT, 1 + size // _WORTH, length)), work, size)
    return out


def stacked_matmul(a, b):
    """`np.matmul` of arrays of matrices, which are broadcast: a share of the matrices a worker. Raises ValueError if they cannot be."""
    if a.ndim == b.ndim == 2:
        return matmul(a, b)
    dims = np.broadcast_shapes(a.shape[:-2], b.shape[:-2])
    size = math.prod(dims) * a.shape[-2] * a.shape[-1] * b.shape[-1]
    if size <= _SMALL or workers.COUNT == 1 or a.dtype.kind not in "fc":
        return np.matmul(a, b)
    out = np.empty((*dims, a.shape[-2], b.shape[-1]), np.result_type(a, b))
    a, b = (np.broadcast_to(array, (*dims, *array.shape[-2:])) for array in (a, b))
    axis = dims.index(max(dims)) if dims else 0

    def work(taken):
        for first, last in taken:
            at = (slice(None),) * axis + (slice(first, last),)
            np.matmul(a[at], b[at], out=out[at])
    share_products(_parts(dims[axis], min(workers.COUNT, dims[axis])), work, size)
    return out


def _parts(length, count):
    return itertools.pairwise([length * index // count for index in range(count + 1)])
