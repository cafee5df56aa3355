"""TFRecord files: records of bytes, each with its length and checksums (tensorflow/core/lib/io/record_writer.h)."""

from __future__ import annotations

import gzip
import io
import struct
import zlib

from runtime.checkpoint.crc32c import masked
from runtime.core import errors

COMPRESSIONS = ("", "ZLIB", "GZIP")
_HEAD = 12  # the length and its checksum


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
        data, tail = file.read(length), file.read(4)
        if len(data) < length or len(tail) < 4:
            raise _truncated(at)
        if masked(data) != struct.unpack("<I", tail)[0]:
            raise errors.DataLossError(None, None, f"corrupted record at {at + _HEAD}")
        yield data
        at += _HEAD + length + 4


def _truncated(at):
    return errors.DataLossError(None, None, f"truncated record at {at}' failed with Read less bytes than requested")


def decompressed(file, compression):
    """A binary file of what `file` holds once it is decompressed."""
    if compression == "GZIP":
        return gzip.GzipFile(fileobj=file)
    return io.BytesIO(zlib.decompress(file.read())) if compression == "ZLIB" else file


class Compressor:
    """Writes to a binary file, compressed; `close` writes what is left."""

    def __init__(self, file, compression, level=-1):
        self._file = file
        self._object = zlib.compressobj(level, wbits=31 if compression == "GZIP" else 15) if compression else None

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
