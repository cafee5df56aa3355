"""Philox4x32-10, the counter-based generator of all random ops, and the distributions that kernels make of its bits.

Salmon et al., "Parallel random numbers: as easy as 1, 2, 3" (2011). Each value of a 128-bit counter gives a block of four
32-bit numbers. How numbers become floats, and which counters a kernel uses, is TensorFlow's, bit for bit.
"""

from __future__ import annotations

import functools
import math
import threading

import numpy as np

from runtime.core import random_seed

_MULTIPLIERS = np.array([[0xD2511F53], [0xCD9E8D57]], np.uint64)
_WEYL = (0x9E3779B9, 0xBB67AE85)
_MASK = 0xFFFFFFFF
_LOW = np.uint64(_MASK)
_WORD = np.uint64(32)
_CHUNK = 8192  # counters at a time: the working set stays in the cache
_FEW = 64  # numbers that are handled faster one by one
RESERVED = 256  # 32-bit numbers that a kernel sets aside for each output


def _rounds(key):
    """The ten round keys, as columns."""
    k0, k1 = key & _MASK, key >> 32
    keys = []
    for _ in range(10):
        keys.append(np.array([[k0], [k1]], np.uint64))
        k0, k1 = (k0 + _WEYL[0]) & _MASK, (k1 + _WEYL[1]) & _MASK
    return keys


def _encrypt(keys, low, high):
    """Blocks for counters given as two uint64 arrays: uint32 [counters, 4]."""
    even = np.empty((2, len(low)), np.uint64)  # words 0 and 2 of each counter
    odd = np.empty_like(even)
    for row, half in enumerate((low, high)):
        np.bitwise_and(half, _LOW, out=even[row])
        np.right_shift(half, _WORD, out=odd[row])
    product = np.empty_like(even)
    for key in keys:
        np.multiply(even, _MULTIPLIERS, out=product)
        np.right_shift(product, _WORD, out=even)
        np.bitwise_xor(even[::-1], odd, out=odd)
        np.bitwise_xor(odd, key, out=even)
        np.bitwise_and(product[::-1], _LOW, out=odd)
    block = np.empty((len(low), 4), np.uint32)
    block[:, 0], block[:, 2] = even
    block[:, 1], block[:, 3] = odd
    return block


def blocks_at(key, counters):
    """Blocks for a (low, high) pair of uint64 arrays: uint32 [counters, 4]."""
    keys = _rounds(key)
    low, high = counters
    if len(low) <= _CHUNK:
        return _encrypt(keys, low, high)
    return np.concatenate([_encrypt(keys, low[i:i + _CHUNK], high[i:i + _CHUNK]) for i in range(0, len(low), _CHUNK)])


def counters_from(counter, count, step=1):
    """`count` counters from the integer `counter` on, `step` apart, as (low, high) uint64 arrays."""
    low, high = counter & (2**64 - 1), counter >> 64
    lows = np.arange(count, dtype=np.uint64) * np.uint64(step) + np.uint64(low)  # wraps around
    highs = np.full(count, high, np.uint64)
    if low + (count - 1) * step >= 2**64:
        highs += (lows < np.uint64(low)).astype(np.uint64)
    return lows, highs


class Generator:
    """A key and the next counter. `reserve` hands out counters, safely to many threads.

    With both seeds 0 (or None) the sequence is not determined, as for TensorFlow's kernels.
    """

    def __init__(self, seed, seed2):
        self._seeds = int(seed or 0) & (2**64 - 1), int(seed2 or 0) & (2**64 - 1)
        self._lock = threading.Lock()
        self._restart()

    def _restart(self):
        self._generation = random_seed.generation()
        seed, seed2 = self._seeds
        if not seed and not seed2:
            seed, seed2 = random_seed.random_bits(), random_seed.random_bits()
        self.key = seed
        self._counter = seed2 << 64

    def reserve(self, count):
        """(key, counter to start from); the next call gets a counter that is `count` further on."""
        with self._lock:
            if self._generation != random_seed.generation():
                self._restart()
            counter = self._counter
            self._counter = (counter + count) % 2**128
            return self.key, counter


def block(key, counter):
    """One block as Python integers: for a few of them faster than NumPy."""
    k0, k1 = key & _MASK, key >> 32
    c0, c1, c2, c3 = counter & _MASK, counter >> 32 & _MASK, counter >> 64 & _MASK, counter >> 96
    for _ in range(10):
        left, right = 0xD2511F53 * c0, 0xCD9E8D57 * c2
        c0, c1, c2, c3 = right >> 32 ^ c1 ^ k0, right & _MASK, left >> 32 ^ c3 ^ k1, left & _MASK
        k0, k1 = k0 + _WEYL[0] & _MASK, k1 + _WEYL[1] & _MASK
    return c0, c1, c2, c3


def bits(key, counter, count):
    """`count` uint32 numbers of the blocks from `counter` on."""
    if count <= 16:
        found = [number for i in range(-(-count // 4)) for number in block(key, (counter + i) % 2**128)]
        return np.array(found[:count], np.uint32)
    return blocks_at(key, counters_from(counter, -(-count // 4))).reshape(-1)[:count]


def bits64(key, counter, count):
    """`count` uint64 numbers, each of two 32-bit ones, the low half first."""
    halves = bits(key, counter, 2 * count).astype(np.uint64)
    return halves[0::2] | halves[1::2] << _WORD


def _unit_float32(numbers):
    return (numbers & np.uint32(0x7FFFFF) | np.uint32(0x3F800000)).view(np.float32) - np.float32(1)


def _unit_float64(high, low):
    mantissa = (high & np.uint32(0xFFFFF)).astype(np.uint64) << _WORD | low
    return (mantissa | np.uint64(1023 << 52)).view(np.float64) - 1.0


def uniform(key, counter, count, dtype):
    """`count` floats in [0, 1) of the NumPy dtype `dtype`."""
    if dtype == np.float64:
        numbers = bits(key, counter, 2 * count)
        return _unit_float64(numbers[0::2], numbers[1::2])
    numbers = bits(key, counter, count)
    if dtype.kind == "V":  # bfloat16
        return (numbers & np.uint32(0x7F) | np.uint32(0x3F80)).astype(np.uint16).view(dtype) - dtype.type(1)
    if dtype == np.float16:
        return (numbers & np.uint32(0x3FF) | np.uint32(0x3C00)).astype(np.uint16).view(np.float16) - np.float16(1)
    return _unit_float32(numbers)


def uniform_int(key, counter, count, low, high, dtype):
    """`count` integers in [low, high)."""
    unsigned = np.uint32 if dtype == np.int32 else np.uint64
    numbers = (bits if dtype == np.int32 else bits64)(key, counter, count)
    span = unsigned((int(high) - int(low)) % 2**(8 * unsigned().itemsize))
    return (numbers % span + unsigned(int(low) % 2**(8 * unsigned().itemsize))).view(dtype)


def full_int(key, counter, count, dtype):
    """`count` integers of the whole range of `dtype`."""
    return (bits if dtype.itemsize == 4 else bits64)(key, counter, count).view(dtype)


@functools.cache
def _libm_logf():
    """The C library's `logf`, or None where there is none to be found."""
    import ctypes.util  # brings half the standard library with it
    try:
        logf = ctypes.CDLL(ctypes.util.find_library("m") or "libm.so.6").logf
    except (OSError, AttributeError):
        return None
    logf.restype, logf.argtypes = ctypes.c_float, [ctypes.c_float]
    return logf


def _log_float32(x):
    """`logf`, bit for bit, of floats in (0, 1).

    libm does not round correctly, but is off by less than 2**-29 before it rounds: it is asked where that might matter.
    """
    logf = _libm_logf()
    if logf is not None and len(x) <= _FEW:
        return np.array([logf(value) for value in x.tolist()], np.float32)
    exact = np.log(x.astype(np.float64))
    result = exact.astype(np.float32)
    if logf is None:
        return result
    half_ulp = np.abs(np.spacing(result)).astype(np.float64) / 2
    doubtful = np.abs(np.abs(exact - result) - half_ulp) < 2.0**-29
    doubtful |= x > 0.96  # near 1 the result, and with it the unit in the last place, is too small for that bound
    result[doubtful] = [logf(value) for value in x[doubtful].tolist()]
    return result


def _box_muller_float32(numbers):
    """Pairs of uint32 → pairs of normally distributed floats (the sine first)."""
    radius = np.sqrt(np.float32(-2) * _log_float32(np.maximum(_unit_float32(numbers[0::2]), np.float32(1e-7))))
    angle = np.zeros(len(radius), np.complex64)
    angle.imag = 2 * math.pi * _unit_float32(numbers[1::2]).astype(np.float64)
    circle = np.exp(angle)  # NumPy takes sine and cosine of complex numbers from libm, as TensorFlow does
    result = np.empty(len(numbers), np.float32)
    np.multiply(circle.imag, radius, out=result[0::2])
    np.multiply(circle.real, radius, out=result[1::2])
    return result


def _each(function, values):
    """`function` of Python's math module, which is libm's, on an array; NumPy's own may differ in the last bit."""
    return np.fromiter(map(function, values.tolist()), np.float64, len(values))


def _box_muller_float64(numbers):
    """Four uint32 → a pair of normally distributed floats (the sine first)."""
    radius = np.maximum(_unit_float64(numbers[0::4], numbers[1::4]), 1e-7)
    radius = np.sqrt(-2.0 * _each(math.log, radius))
    angle = 2 * math.pi * _unit_float64(numbers[2::4], numbers[3::4])
    result = np.empty(len(numbers) // 2)
    result[0::2] = _each(math.sin, angle) * radius
    result[1::2] = _each(math.cos, angle) * radius
    return result


def normal(key, counter, count, dtype):
    """`count` floats of the standard normal distribution."""
    if dtype == np.float64:
        return _box_muller_float64(bits(key, counter, 4 * -(-count // 2)))[:count]
    return _box_muller_float32(bits(key, counter, 2 * -(-count // 2)))[:count].astype(dtype, copy=False)


def truncated_normal(key, counter, count, dtype):
    """`count` floats of the standard normal distribution, those beyond two standard deviations drawn again.

    Outputs come in groups as large as a block; each group has counters of its own, enough to draw as often as it takes.
    """
    double = dtype == np.float64
    transform = _box_muller_float64 if double else _box_muller_float32
    group = 2 if double else 4  # also the normal numbers in a block
    count_groups = -(-count // group)
    result = np.empty((count_groups, group), np.float64 if double else np.float32)
    low, high = counters_from(counter, count_groups, group * RESERVED // 4)
    pending = np.arange(count_groups)
    depth = 2
    while len(pending):
        lows = (low[pending, None] + np.arange(depth, dtype=np.uint64)).reshape(-1)
        highs = high[pending].repeat(depth) + (lows < low[pending].repeat(depth)).astype(np.uint64)
        drawn = transform(blocks_at(key, (lows, highs)).reshape(-1)).reshape(len(pending), -1)
        kept = np.abs(drawn) < 2
        full = kept.sum(axis=1) >= group
        first = kept & (kept.cumsum(axis=1) <= group)
        result[pending[full]] = drawn[full][first[full]].reshape(-1, group)
        pending = pending[~full]
        depth *= 2
    return result.reshape(-1)[:count].astype(dtype, copy=False)


def permutation(key, counter, size):
    """A permutation of range(size), by size - 1 exchanges from the left."""
    order = list(range(size))
    if size > 1:
        offsets = bits(key, counter, size - 1) % np.arange(size, 1, -1, dtype=np.uint32)
        for index, offset in enumerate(offsets.tolist()):
            other = index + offset
            order[index], order[other] = order[other], order[index]
    return np.array(order, np.int64)
