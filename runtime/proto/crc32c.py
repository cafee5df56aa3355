"""CRC-32C (Castagnoli), the checksum of TensorFlow's files, at NumPy's speed.

The message is a polynomial over GF(2). x^5685 + x^1362 + x^426 + 1 is a multiple of the CRC's polynomial, and so is its
2^k-th power, whose exponents are 2^k times as large. With k = 6 they fall on words of 64 bits: each word may be replaced
by three that come later, with XORs alone. What is left at the end is summed up bit by bit from a table of powers of x.
"""

from __future__ import annotations

import functools

import numpy as np

_POLYNOMIAL = 0x82F63B78  # bits reversed
_SPAN, _JUMPS = 5685, (5685 - 1362, 5685 - 426, 5685)
_STEP = _JUMPS[0]         # units that can be moved at once: none of them lands on another
_SEGMENT = 1 << 16        # words copied at a time
_MASK_DELTA = 0xA282EAD8


def crc32c(data, value=0):
    """The CRC-32C of `data` (bytes or anything with a buffer), continued from the checksum `value` of what comes before."""
    data = np.frombuffer(data, np.uint8)
    start = value ^ 0xFFFFFFFF
    if len(data) < 4:
        for byte in data.tolist():
            start ^= byte
            for _ in range(8):
                start = start >> 1 ^ (_POLYNOMIAL if start & 1 else 0)
        return start ^ 0xFFFFFFFF
    rest = _folded_words(data, start) if len(data) > 16 * _SPAN else _started(data, start)
    count = len(rest) - _SPAN
    if count > 0:
        _fold(rest, count)
        rest = rest[count:]
    bits = np.unpackbits(rest, bitorder="little")
    return int(np.bitwise_xor.reduce(_powers()[-len(bits):] * bits)) ^ 0xFFFFFFFF


def masked(data, value=0):
    """The checksum as files store it."""
    return mask(crc32c(data, value))


def mask(crc):
    return ((crc >> 15 | crc << 17) + _MASK_DELTA) & 0xFFFFFFFF


def unmask(crc):
    crc = crc - _MASK_DELTA & 0xFFFFFFFF
    return (crc >> 17 | crc << 15) & 0xFFFFFFFF


def _started(data, start):
    """A copy of `data` that the register's first value is worked into."""
    data = data.copy()
    data[:4] ^= np.frombuffer(start.to_bytes(4, "little"), np.uint8)
    return data


def _fold(units, count):
    """Replace the first `count` units of an array, bytes or words, by later ones."""
    for at in range(0, count, _STEP):
        block = units[at:min(at + _STEP, count)]
        for jump in _JUMPS:
            target = units[at + jump:at + jump + len(block)]
            np.bitwise_xor(target, block, out=target)


def _folded_words(data, start):
    """The few bytes that are left of `data` once all words but the last are folded."""
    words = data[:len(data) // 8 * 8].view(np.uint64)
    buffer = np.zeros(_SPAN + _SEGMENT, np.uint64)
    for at in range(0, len(words), _SEGMENT):
        part = words[at:at + _SEGMENT]
        buffer[_SPAN:_SPAN + len(part)] = part
        if not at:
            buffer[_SPAN] ^= np.uint64(start)
        _fold(buffer, len(part))
        buffer[:_SPAN] = buffer[len(part):len(part) + _SPAN].copy()
    return np.concatenate([buffer[:_SPAN].view(np.uint8), data[len(words) * 8:]])


@functools.cache
def _powers():
    """uint32 [8 * _SPAN]: what each bit of the last bytes contributes; that of the very last bit comes last."""
    powers, value = np.empty(8 * _SPAN, np.uint32), _POLYNOMIAL
    for index in range(len(powers) - 1, -1, -1):
        powers[index] = value
        value = value >> 1 ^ (_POLYNOMIAL if value & 1 else 0)
    return powers
