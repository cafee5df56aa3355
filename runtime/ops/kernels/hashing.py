"""The hash functions behind `tf.strings.to_hash_bucket…`: FarmHash's Fingerprint64, a Murmur variant, SipHash-2-4."""

from __future__ import annotations

import struct

_MASK = (1 << 64) - 1
_K0, _K1, _K2 = 0xc3a5c85c97cb3127, 0xb492b66fbe98f273, 0x9ae16a3b2f90404f


def _fetch64(data, at):
    return int.from_bytes(data[at:at + 8], "little")


def _fetch32(data, at):
    return int.from_bytes(data[at:at + 4], "little")


def _rotate(value, shift):
    """Rotate right."""
    value &= _MASK
    return (value >> shift | value << (64 - shift)) & _MASK


def _mix(value):
    value &= _MASK
    return value ^ (value >> 47)


def _combine(u, v, factor):
    a = _mix((u ^ v) * factor)
    b = _mix(((v ^ a) & _MASK) * factor)
    return b * factor & _MASK


def fingerprint64(data: bytes) -> int:
    """FarmHash's 64-bit fingerprint, which never changes between versions."""
    size = len(data)
    factor = _K2 + size * 2
    if size <= 16:
        return _short(data, size, factor)
    if size <= 32:
        a, b = _fetch64(data, 0) * _K1 & _MASK, _fetch64(data, 8)
        c, d = _fetch64(data, size - 8) * factor & _MASK, _fetch64(data, size - 16) * _K2
        return _combine((_rotate(a + b, 43) + _rotate(c, 30) + d) & _MASK, (a + _rotate(b + _K2, 18) + c) & _MASK, factor)
    if size <= 64:
        return _medium(data, size, factor)
    return _long(data, size)


def _short(data, size, factor):
    if size >= 8:
        a, b = (_fetch64(data, 0) + _K2) & _MASK, _fetch64(data, size - 8)
        c = (_rotate(b, 37) * factor + a) & _MASK
        d = (_rotate(a, 25) + b) * factor & _MASK
        return _combine(c, d, factor)
    if size >= 4:
        return _combine((size + (_fetch32(data, 0) << 3)) & _MASK, _fetch32(data, size - 4), factor)
    if size:
        y = data[0] + (data[size >> 1] << 8)
        z = size + (data[-1] << 2)
        return _mix(y * _K2 & _MASK ^ z * _K0 & _MASK) * _K2 & _MASK
    return _K2


def _medium(data, size, factor):
    a, b = _fetch64(data, 0) * _K2 & _MASK, _fetch64(data, 8)
    c, d = _fetch64(data, size - 8) * factor & _MASK, _fetch64(data, size - 16) * _K2
    y = (_rotate(a + b, 43) + _rotate(c, 30) + d) & _MASK
    z = _combine(y, (a + _rotate(b + _K2, 18) + c) & _MASK, factor)
    e, f = _fetch64(data, 16) * factor & _MASK, _fetch64(data, 24)
    g = (y + _fetch64(data, size - 32)) * factor & _MASK
    h = (z + _fetch64(data, size - 24)) * factor
    return _combine((_rotate(e + f, 43) + _rotate(g, 30) + h) & _MASK, (e + _rotate(f + a, 18) + g) & _MASK, factor)


def _weak(data, at, a, b):
    w, x, y, z = (_fetch64(data, at + 8 * i) for i in range(4))
    a += w
    b = _rotate(b + a + z, 21)
    c = a
    a += x + y
    b += _rotate(a, 44)
    return (a + z) & _MASK, (b + c) & _MASK


def _round(data, at, x, y, z, v, w, factor, last):
    nine = 9 if last else 1
    x = _rotate(x + y + v[0] + _fetch64(data, at + 8), 37) * factor & _MASK
    y = _rotate(y + v[1] + _fetch64(data, at + 48), 42) * factor & _MASK
    x ^= w[1] * nine & _MASK
    y = (y + v[0] * nine + _fetch64(data, at + 40)) & _MASK
    z = _rotate(z + w[0], 33) * factor & _MASK
    v = _weak(data, at, v[1] * factor, x + w[0])
    w = _weak(data, at + 32, z + w[1], y + _fetch64(data, at + 16))
    return z, y, x, v, w


def _long(data, size):
    x, y = 81, (81 * _K1 + 113) & _MASK
    z = _mix(y * _K2 + 113) * _K2 & _MASK
    v = w = (0, 0)
    x = (x * _K2 + _fetch64(data, 0)) & _MASK
    end = (size - 1) // 64 * 64
    for at in range(0, end, 64):
        x, y, z, v, w = _round(data, at, x, y, z, v, w, _K1, False)
    factor = (_K1 + ((z & 0xff) << 1)) & _MASK
    w = ((w[0] + ((size - 1) & 63)) & _MASK, w[1])
    v = ((v[0] + w[0]) & _MASK, v[1])
    w = ((w[0] + v[0]) & _MASK, w[1])
    x, y, z, v, w = _round(data, end + ((size - 1) & 63) - 63, x, y, z, v, w, factor, True)
    return _combine((_combine(v[0], w[0], factor) + _mix(y) * _K0 + z) & _MASK,
                    (_combine(v[1], w[1], factor) + x) & _MASK, factor)


def hash64(data: bytes, seed=0xDECAFCAFFE) -> int:
    """The Murmur variant of TensorFlow's `Hash64`."""
    factor = 0xc6a4a7935bd1e995
    value = seed ^ len(data) * factor & _MASK
    whole = len(data) // 8 * 8
    for at in range(0, whole, 8):
        k = _fetch64(data, at) * factor & _MASK
        k = (k ^ k >> 47) * factor & _MASK
        value = (value ^ k) * factor & _MASK
    if whole < len(data):
        value = (value ^ int.from_bytes(data[whole:], "little")) * factor & _MASK
    value = (value ^ value >> 47) * factor & _MASK
    return value ^ value >> 47


def siphash(data: bytes, key) -> int:
    """SipHash-2-4 with a key of two 64-bit numbers."""
    k0, k1 = (number & _MASK for number in key)
    state = [k0 ^ 0x736f6d6570736575, k1 ^ 0x646f72616e646f6d, k0 ^ 0x6c7967656e657261, k1 ^ 0x7465646279746573]
    padded = data + b"\0" * (7 - len(data) % 8) + bytes([len(data) & 0xff])
    for (word,) in struct.iter_unpack("<Q", padded):
        state[3] ^= word
        _sip_rounds(state, 2)
        state[0] ^= word
    state[2] ^= 0xff
    _sip_rounds(state, 4)
    return state[0] ^ state[1] ^ state[2] ^ state[3]


def _sip_rounds(state, count):
    a, b, c, d = state
    for _ in range(count):
        a = (a + b) & _MASK
        b = _rotate(b, 51) ^ a
        a = _rotate(a, 32)
        c = (c + d) & _MASK
        d = _rotate(d, 48) ^ c
        a = (a + d) & _MASK
        d = _rotate(d, 43) ^ a
        c = (c + b) & _MASK
        b = _rotate(b, 47) ^ c
        c = _rotate(c, 32)
    state[:] = a, b, c, d
