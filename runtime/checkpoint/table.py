"""The index file of a checkpoint: a sorted table of keys and values in LevelDB's format, uncompressed.

Blocks of entries, which share prefixes of keys; a block that tells where these are; a footer. Each block is followed by a
byte for its compression and a checksum.
"""

from __future__ import annotations

import struct

from runtime.proto.crc32c import masked
from runtime.proto.wire import DecodeError, get_varint, put_varint

_MAGIC = 0xDB4775248B80FB57
_FOOTER = 48
_RESTART = 16          # every so many entries a key is written in full
_BLOCK = 256 * 1024    # bytes, as TensorFlow's tables have it
_EXPANSION = 64        # times that keys may be longer than the file: what they share is written once


def encode(items):
    """The bytes of a table. `items`: (key, value) pairs of bytes with ascending keys."""
    out, index, block = bytearray(), [], []
    size = 0
    for key, value in items:
        block.append((key, value))
        size += len(key) + len(value)
        if size >= _BLOCK:
            index.append((key, _emit(out, block)))
            block, size = [], 0
    if block or not index:
        index.append((block[-1][0] if block else b"", _emit(out, block)))
    footer = _emit(out, []) + _emit(out, index)
    return bytes(out + footer + bytes(_FOOTER - 8 - len(footer)) + struct.pack("<Q", _MAGIC))


def _emit(out, items):
    """Append a block; its handle."""
    block = _block(items) + b"\0"
    handle = bytearray()
    put_varint(handle, len(out))
    put_varint(handle, len(block) - 1)
    out += block + struct.pack("<I", masked(block))
    return bytes(handle)


def _block(items):
    out, restarts, last = bytearray(), [], b""
    for number, (key, value) in enumerate(items):
        shared = 0
        if number % _RESTART:
            limit = min(len(key), len(last))
            while shared < limit and key[shared] == last[shared]:
                shared += 1
        else:
            restarts.append(len(out))
        for length in (shared, len(key) - shared, len(value)):
            put_varint(out, length)
        out += key[shared:] + value
        last = key
    restarts = restarts or [0]
    return bytes(out) + struct.pack(f"<{len(restarts) + 1}I", *restarts, len(restarts))


def decode(data):
    """Yield the (key, value) pairs of a table. Raises DecodeError where the bytes are no table, or a damaged one."""
    if len(data) < _FOOTER or struct.unpack("<Q", data[-8:])[0] != _MAGIC:
        raise DecodeError("it is no table of a checkpoint, or its end is missing")
    footer = data[-_FOOTER:]
    (offset, size), at = _handle(footer, 0)
    _checked(data, offset, size)  # of filters, which these tables do not have
    (offset, size), _ = _handle(footer, at)
    last, room = None, _EXPANSION * len(data) + _BLOCK
    for _, handle in _entries(_checked(data, offset, size)):
        (offset, size), _ = _handle(handle, 0)
        for key, value in _entries(_checked(data, offset, size)):
            if last is not None and key <= last:
                raise DecodeError("its keys are not in order")
            last = key
            room -= len(key)
            if room < 0:
                raise DecodeError("its keys are longer than such a file can make them")
            yield key, value


def _handle(data, at):
    offset, at = get_varint(data, at)
    size, at = get_varint(data, at)
    return (offset, size), at


def _checked(data, offset, size):
    """A block's contents."""
    end = offset + size
    if end + 5 > len(data):
        raise DecodeError("a block lies outside the file")
    if data[end] != 0:
        raise DecodeError("its blocks are compressed, which the runtime cannot read")
    if masked(data[offset:end + 1]) != struct.unpack("<I", data[end + 1:end + 5])[0]:
        raise DecodeError("a checksum does not match: the file is damaged")
    return data[offset:end]


def _entries(block):
    if len(block) < 4:
        raise DecodeError("a block is cut off")
    end = len(block) - 4 - 4 * struct.unpack("<I", block[-4:])[0]
    if end < 0:
        raise DecodeError("a block has more restarts than it can hold")
    at, key = 0, b""
    while at < end:
        shared, at = get_varint(block, at)
        unshared, at = get_varint(block, at)
        length, at = get_varint(block, at)
        if shared > len(key) or at + unshared + length > end:
            raise DecodeError("an entry is cut off")
        key = key[:shared] + block[at:at + unshared]
        at += unshared
        yield key, block[at:at + length]
        at += length
