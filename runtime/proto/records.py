"""TFRecord files: records of bytes, each with its length and checksums (tensorflow/core/lib/io/record_writer.h)."""

from __future__ import annotations

import io
import struct
import zlib

from runtime.proto.crc32c import masked
from runtime.core import errors

COMPRESSIONS = ("", "ZLIB", "GZIP")
_HEAD = 12  # the length and its checksum
_ZLIB, _GZIP = 15, 31  # zlib's numbers for its own streams and for gzip's
_BUFFER = 1 << 18
_PIECE = 1 << 24  # a damaged length must not claim memory that the file does not fill


def framed(data):
    """`data` as it stands in a file."""
    length = struct.pack("<Q", len(data))
    return b"".join((length, struct.pack("<I", masked(length)), data, struct.pack("<I", masked(data))))


def read(file):
    """The records in a binary file, one after the other. Raises DataLossError where one is damaged or cut off."""
    at = 0
    while True:
        head = file.read(_HEAD)
        if len(head) < _HEAD:
            return
        length, checksum = struct.unpack("<QI", head)
        if masked(head[:8]) != checksum:
            note = " (Is this even a TFRecord file?)" if at == 0 else ""
            raise errors.DataLossError(None, None, f"corrupted record at {at}{note}")
        data, tail = _up_to(file, length), file.read(4)
        if len(data) < length or len(tail) < 4:
            raise _truncated(at)
        if masked(data) != struct.unpack("<I", tail)[0]:
            raise errors.DataLossError(None, None, f"corrupted record at {at + _HEAD}")
        yield data
        at += _HEAD + length + 4


def _up_to(file, length):
    if length <= _PIECE:
        return file.read(length)
    pieces = []
    while length and (piece := file.read(min(length, _PIECE))):
        pieces.append(piece)
        length -= len(piece)
    return b"".join(pieces)


def _truncated(at):
    return errors.DataLossError(None, None, f"truncated record at {at}' failed with Read less bytes than requested")


def decompressed(file, compression):
    """A binary file of what `file` holds once it is decompressed; of one that is cut off, what is left of it.

    Reading it raises DataLossError where the file is damaged.
    """
    return io.BufferedReader(_Inflated(file, _GZIP if compression == "GZIP" else _ZLIB), _BUFFER) if compression else file


class _Inflated(io.RawIOBase):
    """What is compressed in a binary file: one stream, and of gzip several one after the other."""

    def __init__(self, file, window):
        self._file = file
        self._window = window
        self._object = zlib.decompressobj(window)
        self._waiting = b""

    def readable(self):
        return True

    def readinto(self, buffer):
        data = b""
        while not data:
            if self._object.eof:
                if self._window == _ZLIB:
                    return 0
                self._waiting = self._object.unused_data
                if self._waiting or self._fill():
                    self._object = zlib.decompressobj(self._window)
            elif not self._waiting:
                self._fill()
            if not self._waiting:
                return 0
            try:
                data = self._object.decompress(self._waiting, len(buffer))
            except zlib.error as error:
                code, _, text = str(error).removeprefix("Error ").partition(" while decompressing data: ")
                raise errors.DataLossError(None, None, f"inflate() failed with error {code}: {text}") from None
            self._waiting = self._object.unconsumed_tail
        buffer[:len(data)] = data
        return len(data)

    def _fill(self):
        self._waiting = self._file.read(_BUFFER)
        return self._waiting


class Compressor:
    """Writes to a binary file, compressed; `close` writes what is left."""

    def __init__(self, file, compression, level=-1):
        self._file = file
        self._object = zlib.compressobj(level, wbits=_GZIP if compression == "GZIP" else _ZLIB) if compression else None

    def write(self, data):
        self._file.write(data if self._object is None else self._object.compress(data))

    def flush(self):
        if self._object is not None:
            self._file.write(self._object.flush(zlib.Z_SYNC_FLUSH))
        self._file.flush()

    def close(self):
        if self._object is not None:
            self._file.write(self._object.flush())
        self._file.close()
