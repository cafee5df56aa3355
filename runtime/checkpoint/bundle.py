"""Tensor bundles: the files ``PREFIX.index`` and ``PREFIX.data-00000-of-00001`` that hold the tensors of a checkpoint."""

from __future__ import annotations

import math
import os
import struct

import numpy as np

from runtime.checkpoint import table
from runtime.proto.crc32c import crc32c, mask
from runtime.core import dtypes, errors
from runtime.proto.graph import VersionDef
from runtime.proto.saved import BundleEntry, BundleHeader
from runtime.proto.values import dims_of, dtype_of, shape_proto
from runtime.proto.wire import DecodeError, get_varint, put_varint

_MAX_SHARDS = 99999


def data_file(prefix, shard=0, shards=1):
    return f"{prefix}.data-{shard:05d}-of-{shards:05d}"


def exists(prefix):
    """Whether there is a checkpoint with this prefix."""
    return os.path.isfile(f"{prefix}.index")


def write(prefix, tensors):
    """Write a checkpoint: `tensors` maps keys to NumPy arrays, strings as object arrays of bytes.

    Both files are written under other names and then moved, so that no half-written checkpoint bears the name.

    Raises:
        OSError: the files cannot be written.
    """
    temporary = f"{prefix}.temp-{os.urandom(8).hex()}"
    names = [(data_file(temporary), data_file(prefix)), (f"{temporary}.index", f"{prefix}.index")]
    header = BundleHeader(num_shards=1, version=VersionDef(producer=1))
    items = [(b"", header.encode())]
    try:
        with open(names[0][0], "wb") as file:
            for key, value in sorted((key.encode(), np.asarray(value)) for key, value in tensors.items()):
                offset = file.tell()
                dtype, crc = _write_array(file, value)
                entry = BundleEntry(dtype=dtype.as_datatype_enum, shape=shape_proto(value.shape), offset=offset,
                                    size=file.tell() - offset, crc32c=mask(crc))
                items.append((key, entry.encode()))
        with open(names[1][0], "wb") as file:
            file.write(table.encode(items))
        for source, target in names:
            os.replace(source, target)
    except BaseException:
        for source, _ in names:
            if os.path.exists(source):
                os.remove(source)
        raise


def _write_array(file, value):
    """Append an array to `file`: (dtype, checksum)."""
    dtype = dtypes.as_dtype(value.dtype)
    if dtype is not dtypes.string:
        raw = np.ascontiguousarray(value).reshape(-1).view(np.uint8)
        file.write(raw.data)
        return dtype, crc32c(raw)
    items = value.reshape(-1).tolist()
    lengths = bytearray()
    for item in items:
        put_varint(lengths, len(item))
    counted = _lengths_as_numbers([len(item) for item in items])
    check = struct.pack("<I", mask(crc32c(counted)))
    text = b"".join(items)
    file.write(lengths + check + text)
    return dtype, crc32c(counted + check + text)


def _lengths_as_numbers(lengths):
    """What the checksum of the lengths of strings is taken of."""
    return b"".join(struct.pack("<I" if length < 1 << 32 else "<Q", length) for length in lengths)


class BundleReader:
    """Reads a checkpoint.

    Attributes:
        entries: key → BundleEntry.

    Raises:
        NotFoundError: there is no checkpoint with this prefix.
        DataLossError: its files are damaged; the text names the file.
    """

    def __init__(self, prefix):
        self.prefix = str(prefix)
        path = f"{prefix}.index"
        if os.path.isdir(self.prefix) and not os.path.exists(path):
            raise errors.DataLossError(None, None, f"Unable to open table file {prefix}: FAILED_PRECONDITION: {prefix}; Is a directory: "
                                       "perhaps your file is in a different file format and you need to use a different restore "
                                       "operator?")
        try:
            with open(path, "rb") as file:
                data = file.read()
        except FileNotFoundError:
            raise errors.NotFoundError(None, None, "Unsuccessful TensorSliceReader constructor: Failed to find any matching "
                                       f"files for {prefix}") from None
        except OSError as error:
            raise errors.NotFoundError(None, None, f"{path} cannot be read: {error.strerror}") from None
        try:
            items = dict(table.decode(data))
            header = BundleHeader.decode(items.pop(b"", b""))
            self.entries = {str(key, "utf-8"): BundleEntry.decode(value) for key, value in items.items()}
        except (DecodeError, UnicodeDecodeError) as error:
            raise errors.DataLossError(None, None, f"Unable to read {path}: {error}") from None
        if not 0 < header.num_shards <= _MAX_SHARDS or header.endianness:
            raise errors.DataLossError(None, None, f"Unable to read {path}: {header.num_shards} data files, "
                                       f"{'big' if header.endianness else 'little'} endian")
        self._shards = header.num_shards

    def __contains__(self, key):
        return key in self.entries

    def dims(self, key):
        return dims_of(self._entry(key).shape)

    def dtype(self, key):
        return dtype_of(self._entry(key).dtype)

    def _entry(self, key):
        try:
            return self.entries[key]
        except KeyError:
            raise errors.NotFoundError(None, None, f"Key {key} not found in checkpoint") from None

    def read_as(self, key, dtype):
        """As `read`. Raises InvalidArgumentError if the value is not of `dtype` (None for any)."""
        stored = self.dtype(key)
        if dtype is not None and stored is not dtype:
            raise errors.InvalidArgumentError(
                None, None, "{{function_node __wrapped__RestoreV2_dtypes_1_device_/job:localhost/replica:0/task:0/device:CPU:0}} "
                f"tensor_name = {key}; expected dtype {dtype.kernel_name} does not equal original dtype {stored.kernel_name} "
                "[Op:RestoreV2]")
        return self.read(key)

    def read(self, key):
        """The array stored as `key`. Raises DataLossError where the data are cut off or altered."""
        entry = self._entry(key)
        path = data_file(self.prefix, entry.shard_id, self._shards)
        try:
            dims, dtype = dims_of(entry.shape), dtype_of(entry.dtype)
            if dims is None or None in dims:
                raise DecodeError("it has no definite shape")
            if entry.slices:
                raise DecodeError("it is stored in slices, which the runtime does not read")
            if dtype.numpy_dtype is None:
                raise DecodeError(f"the runtime has no values of type {dtype.name}")
            size = math.prod(dims)
            if not 0 <= entry.shard_id < self._shards or entry.offset < 0 or entry.size < 0 or \
                    (entry.size != size * dtype.size if dtype is not dtypes.string else entry.size < size):
                raise DecodeError(f"{entry.size} bytes do not make shape {list(dims)} of type {dtype.name}")
            with open(path, "rb") as file:
                if os.fstat(file.fileno()).st_size < entry.offset + entry.size:
                    raise DecodeError("the file is cut off")
                file.seek(entry.offset)
                if dtype is dtypes.string:
                    array, crc = _read_strings(file.read(entry.size), size)
                else:
                    array = np.fromfile(file, dtype.numpy_dtype, size)
                    crc = crc32c(array.view(np.uint8))
            if mask(crc) != entry.crc32c:
                raise DecodeError(f"the checksum does not match: stored {entry.crc32c}, of the bytes that are there {mask(crc)}")
            return array.reshape(dims)
        except (ValueError, OSError) as error:  # DecodeError, or a shape that NumPy does not make
            raise errors.DataLossError(None, None, f"Unable to read {key} from {path}: {error}") from None


def _read_strings(data, count):
    """(array of `count` strings, checksum). Raises DecodeError."""
    at, lengths = 0, []
    for _ in range(count):
        length, at = get_varint(data, at)
        lengths.append(length)
    check = data[at:at + 4]
    counted = _lengths_as_numbers(lengths)
    if check != struct.pack("<I", mask(crc32c(counted))):
        raise DecodeError("the lengths of the strings are damaged")
    if at + 4 + sum(lengths) != len(data):
        raise DecodeError("the strings are cut off")
    array = np.empty(count, object)
    start = at + 4
    for index, length in enumerate(lengths):
        array[index] = data[start:start + length]
        start += length
    return array, crc32c(counted + data[at:])
