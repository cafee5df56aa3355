"""Philox4x32-10, the counter-based generator of all random ops, and the distributions that kernels make of its bits.

Salmon et al., "Parallel random numbers: as easy as 1, 2, 3" (2011). Each value of a 128-bit counter gives a block of four
32-bit numbers. How numbers become floats, and which counters a kernel uses, is TensorFlow's, bit for bit.
"""

from __future__ import annotations

import math
import threading

import numpy as np

from runtime.core import random_seed
from runtime.ops.kernels.threads import share

_MULTIPLIERS = np.array([[0xCD9E8D57], [0xD2511F53]], np.uint64)
_WEYL = (0x9E3779B9, 0xBB67AE85)
_MASK = 0xFFFFFFFF
_LOW = np.uint64(_MASK)
_WORD = np.uint64(32)
_CHUNK = 16384  # counters at a time: the working set stays in the cache, and threads seldom wait for each other
RESERVED = 256  # 32-bit numbers that a kernel sets aside for each output


def _rounds(key):
    """The ten pairs of round keys: uint64 [2, 1] each."""
    k0, k1 = key & _MASK, key >> 32
    keys = []
    for _ in range(10):
        keys.append(np.array([[k0], [k1]], np.uint64))
        k0, k1 = (k0 + _WEYL[0]) & _MASK, (k1 + _WEYL[1]) & _MASK
    return keys


class _Cipher:
    """The blocks of a key, made in memory that the next ones use again.

    Words 0 and 2 of the counters are the rows of one array and words 1 and 3 those of another, so that one call serves both halves.
    """

    def __init__(self, key, length):
        self._keys = _rounds(key)
        self._memory = [np.empty((2, length), np.uint64) for _ in range(3)]

    def encrypt(self, low, high, out):
        """Write the blocks for counters given as two uint64 arrays.

        `out` is uint32 [counters, 4], with at most as many counters as the cipher has memory for.
        """
        even, odd, product = (array[:, :len(low)] for array in self._memory)
        for index, half in enumerate((low, high)):
            np.bitwise_and(half, _LOW, out=even[index])
            np.right_shift(half, _WORD, out=odd[index])
        for key in self._keys:
            np.multiply(even[::-1], _MULTIPLIERS, out=product)
            np.right_shift(product, _WORD, out=even)
            np.bitwise_xor(even, odd, out=even)
            np.bitwise_xor(even, key, out=even)
            np.bitwise_and(product, _LOW, out=odd)
        for index in range(2):
            out[:, 2 * index], out[:, 2 * index + 1] = even[index], odd[index]


def blocks_at(key, counters):
    """Blocks for a (low, high) pair of uint64 arrays: uint32 [counters, 4]."""
    low, high = counters
    blocks = np.empty((len(low), 4), np.uint32)
    cipher = _Cipher(key, min(len(low), _CHUNK))
    for first in range(0, len(low), _CHUNK):
        part = slice(first, first + _CHUNK)
        cipher.encrypt(low[part], high[part], blocks[part])
    return blocks


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
    """Floats in [0, 1) in the memory of the numbers."""
    numbers &= np.uint32(0x7FFFFF)
    numbers |= np.uint32(0x3F800000)
    floats = numbers.view(np.float32)
    return np.subtract(floats, np.float32(1), out=floats)


def _unit_float64(high, low):
    mantissa = (high & np.uint32(0xFFFFF)).astype(np.uint64) << _WORD | low
    return (mantissa | np.uint64(1023 << 52)).view(np.float64) - 1.0


def _in_chunks(key, counter, count, words, dtype, distribution):
    """`count` values of ``distribution(numbers)``, each of so many 32-bit numbers, and an even number of them: drawn by all workers."""
    if count <= 4 * _CHUNK:
        return distribution(bits(key, counter, words * (count + count % 2)))[:count]
    result = np.empty(count, dtype)
    length = 4 * _CHUNK // words

    def work(taken):
        cipher = _Cipher(key, _CHUNK)
        numbers = np.empty((_CHUNK, 4), np.uint32)
        for first in taken:
            part = min(length, count - first)
            blocks = -(-part * words // 4)
            cipher.encrypt(*counters_from((counter + first * words // 4) % 2**128, blocks), numbers[:blocks])
            result[first:first + part] = distribution(numbers[:blocks].reshape(-1))[:part]
    share(range(0, count, length), work, count)
    return result


def _uniform(dtype):
    if dtype == np.float64:
        return lambda numbers: _unit_float64(numbers[0::2], numbers[1::2])
    if dtype.kind == "V":  # bfloat16
        return lambda numbers: (numbers & np.uint32(0x7F) | np.uint32(0x3F80)).astype(np.uint16).view(dtype) - dtype.type(1)
    if dtype == np.float16:
        return lambda numbers: (numbers & np.uint32(0x3FF) | np.uint32(0x3C00)).astype(np.uint16).view(np.float16) - np.float16(1)
    return _unit_float32


def uniform(key, counter, count, dtype):
    """`count` floats in [0, 1) of the NumPy dtype `dtype`."""
    return _in_chunks(key, counter, count, 2 if dtype == np.float64 else 1, dtype, _uniform(dtype))


def uniform_int(key, counter, count, low, high, dtype):
    """`count` integers in [low, high)."""
    unsigned = np.uint32 if dtype == np.int32 else np.uint64
    numbers = (bits if dtype == np.int32 else bits64)(key, counter, count)
    span = unsigned((int(high) - int(low)) % 2**(8 * unsigned().itemsize))
    return (numbers % span + unsigned(int(low) % 2**(8 * unsigned().itemsize))).view(dtype)


def full_int(key, counter, count, dtype):
    """`count` integers of the whole range of `dtype`."""
    return (bits if dtype.itemsize == 4 else bits64)(key, counter, count).view(dtype)


# `logf` of the GNU C library (sysdeps/ieee754/flt-32/e_logf.c, S. Nagy): the inverse of a point of each sixteenth of an octave, and its
# logarithm; then the coefficients of the rest.
_INVERSE = np.array([float.fromhex(text) for text in """
    0x1.661ec79f8f3bep+0 0x1.571ed4aaf883dp+0 0x1.49539f0f010bp+0 0x1.3c995b0b80385p+0 0x1.30d190c8864a5p+0 0x1.25e227b0b8eap+0
    0x1.1bb4a4a1a343fp+0 0x1.12358f08ae5bap+0 0x1.0953f419900a7p+0 0x1p+0 0x1.e608cfd9a47acp-1 0x1.ca4b31f026aap-1
    0x1.b2036576afce6p-1 0x1.9c2d163a1aa2dp-1 0x1.886e6037841edp-1 0x1.767dcf5534862p-1""".split()])
_LOGARITHM = np.array([float.fromhex(text) for text in """
    -0x1.57bf7808caadep-2 -0x1.2bef0a7c06ddbp-2 -0x1.01eae7f513a67p-2 -0x1.b31d8a68224e9p-3 -0x1.6574f0ac07758p-3 -0x1.1aa2bc79c81p-3
    -0x1.a4e76ce8c0e5ep-4 -0x1.1973c5a611cccp-4 -0x1.252f438e10c1ep-5 0x0p+0 0x1.aa5aa5df25984p-5 0x1.c5e53aa362eb4p-4
    0x1.526e57720db08p-3 0x1.bc2860d22477p-3 0x1.1058bc8a07ee1p-2 0x1.4043057b6ee09p-2""".split()])
_LN2 = float.fromhex("0x1.62e42fefa39efp-1")
_REST = tuple(map(float.fromhex, ("-0x1.00ea348b88334p-2", "0x1.5575b0be00b6ap-2", "-0x1.ffffef20a4123p-2")))
_FIRST = 0x3F330000  # the bits of the least float of the octave


def _log_float32(x, memory):
    """`logf` of the GNU C library, bit for bit, of positive normal floats. It and its kin work in `memory`, float64 [5, elements]."""
    r, base, square, rest, spare = memory
    mantissa, octave = (half.view(np.int32) for half in (spare.view(np.float32)[:len(x)], spare.view(np.float32)[len(x):]))
    index = square.view(np.int64)
    np.subtract(x.view(np.int32), _FIRST, out=octave)
    np.right_shift(octave, 19, out=mantissa)
    np.bitwise_and(mantissa, 15, out=index)
    np.right_shift(octave, 23, out=octave)
    np.left_shift(octave, 23, out=mantissa)
    np.subtract(x.view(np.int32), mantissa, out=mantissa)
    np.multiply(octave, _LN2, out=base)
    np.take(_LOGARITHM, index, out=rest, mode="clip")  # no index is out of bounds; only so it is not copied
    base += rest
    np.take(_INVERSE, index, out=rest, mode="clip")
    np.multiply(mantissa.view(np.float32), rest, out=r)
    r -= 1.0
    np.multiply(r, r, out=square)
    np.multiply(r, _REST[1], out=rest)
    rest += _REST[2]
    base += r
    np.multiply(square, _REST[0], out=r)
    rest += r
    rest *= square
    rest += base
    return rest.astype(np.float32)


# `sinf` and `cosf` of the GNU C library (sysdeps/ieee754/flt-32/s_sincosf.h, S. Nagy): the polynomials on a quarter of the circle.
_QUARTER = float.fromhex("0x1.921fb54442d18p+0")
_QUARTERS = float.fromhex("0x1.45f306dc9c883p-1")
_SINE = tuple(map(float.fromhex, ("-0x1.555545995a603p-3", "0x1.1107605230bc4p-7", "-0x1.994eb3774cf24p-13")))
_COSINE = tuple(map(float.fromhex, ("0x1p+0", "-0x1.ffffffd0c621cp-2", "0x1.55553e1068f19p-5", "-0x1.6c087e89a359dp-10",
                                    "0x1.99343027bf8c3p-16")))


def _sine_and_cosine_float32(x, memory):
    """`sinf` and `cosf` of the GNU C library, bit for bit, of angles in [0, 2π]."""
    r, quarter, square, power, term = memory
    np.multiply(x, _QUARTERS, out=quarter, dtype=np.float64)
    quarter += 0.5
    np.floor(quarter, out=quarter)
    np.multiply(quarter, _QUARTER, out=r)
    np.subtract(x, r, out=r)
    quarter = quarter.astype(np.int32)
    np.multiply(r, r, out=square)
    np.multiply(r, square, out=power)
    np.multiply(power, _SINE[0], out=term)
    r += term
    power *= square
    np.multiply(square, _SINE[2], out=term)
    term += _SINE[1]
    power *= term
    r += power
    sine = r.astype(np.float32).view(np.int32)
    cosine = r
    np.multiply(square, _COSINE[1], out=cosine)
    cosine += _COSINE[0]
    np.multiply(square, square, out=power)
    np.multiply(power, _COSINE[2], out=term)
    cosine += term
    power *= square
    np.multiply(square, _COSINE[4], out=term)
    term += _COSINE[3]
    power *= term
    cosine += power
    cosine = cosine.astype(np.float32).view(np.int32)
    swapped = sine ^ cosine
    swapped &= -(quarter & 1)
    sine ^= swapped
    cosine ^= swapped
    sine ^= (quarter & 2) << 30
    cosine ^= (quarter + 1 & 2) << 30
    return sine.view(np.float32), cosine.view(np.float32)


def _box_muller_float32(numbers):
    """Pairs of uint32 → pairs of normally distributed floats (the sine first)."""
    memory = np.empty((5, len(numbers) // 2))
    radius = np.maximum(_unit_float32(numbers[0::2]), np.float32(1e-7))
    radius = np.sqrt(np.float32(-2) * _log_float32(radius, memory))
    angle = np.multiply(_unit_float32(numbers[1::2]), 2 * math.pi, dtype=np.float64).astype(np.float32)
    sine, cosine = _sine_and_cosine_float32(angle, memory)
    result = np.empty(len(numbers), np.float32)
    np.multiply(sine, radius, out=result[0::2])
    np.multiply(cosine, radius, out=result[1::2])
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
        return _in_chunks(key, counter, count, 2, dtype, _box_muller_float64)
    return _in_chunks(key, counter, count, 1, np.dtype(np.float32), _box_muller_float32).astype(dtype, copy=False)


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
