"""Tables: resources that map keys to values. A table lives in the handle that functions capture."""

from __future__ import annotations

import itertools
import math
import os
import re

import numpy as np

from runtime.core import dtypes, errors
from runtime.core.op_def import REQUIRED, not_differentiable, op
from runtime.ops.kernels.hashing import hash64

WHOLE_LINE, LINE_NUMBER = -2, -1  # what stands for columns of text files
_numbers = itertools.count()
_KEYS = {"string": "string int64 int32 float32 float64 bool", "int64": "string int64 int32 float32 float64",
         "int32": "string int32 float32 float64"}  # of a key the values that tables are made for, which are fewer for mutable ones
_DENSE_KEYS = {"string": "int64 int32 float32 float64 bool", "int64": "int64 int32 float32 float64 bool", "int32": "int32 float32 float64"}
_MASK = (1 << 64) - 1
_MUTABLE_KEYS = {**_KEYS, "string": "int64 int32 float32 float64 bool", "int32": "int32 float32 float64"}
_NO_KEYS = "bfloat16 float16 float32 float64 int8 int16 uint8 uint16 uint32 uint64 bool complex64 complex128"
_NO_VALUES = "bfloat16 float16 int8 int16 uint8 uint16 uint32 uint64 complex64 complex128"
_INT64 = re.compile(rb"\s*-?\d+\s*\Z")


class TableHandle:
    """The storage of one table.

    Attributes:
        entries: dict of Python values, or None before initialisation.
        key_dtype, value_dtype: DTypes.
        files_from: where set, the folder that files must be in: a table that is loaded must not read others.
    """

    shape, ndim, dtype, data = (), 0, dtypes.resource, None
    served = "HashTableV2", _KEYS

    def __init__(self, key_dtype, value_dtype, entries=None):
        op_name, served = self.served
        if value_dtype.name not in served.get(key_dtype.name, "").split():
            raise errors.NotFoundError(None, None, f"Could not find device for node: {{{{node {op_name}}}}} = {op_name}[key_dtype="
                                       f"{key_dtype.proto_name}, value_dtype={value_dtype.proto_name}]\n [Op:{op_name}]")
        self.name = f"table_{next(_numbers)}"
        self.key_dtype, self.value_dtype = key_dtype, value_dtype
        self.entries = entries
        self.files_from = None

    def read(self):
        if self.entries is None:
            raise errors.FailedPreconditionError(None, None, "Table not initialized.")
        return self.entries

    def initialize(self, pairs):
        """Fill the table once; later calls must bring what is in it already."""
        if self.entries is not None:
            return
        entries = {}
        for key, value in pairs:
            known = entries.setdefault(key, value)
            if known != value:
                raise errors.FailedPreconditionError(None, None, f"HashTable has different value for same key. Key {_shown(key)} has "
                                                     f"{_shown(known)} and trying to add value {_shown(value)}")
        self.entries = entries

    def fill(self, keys, values):
        """What an initializer does."""
        self.initialize(_pairs(self, keys, values))

    def find(self, keys, default):
        """The values of `keys`; `default` is a scalar or has their shape. Raises InvalidArgumentError if it has another."""
        check_types(self, keys, default)
        entries, keys, default = self.read(), np.asarray(keys), np.asarray(default)
        if default.ndim == 0:
            other = default.item()
            return _array([entries.get(key, other) for key in _flat(keys)], self.value_dtype, keys.shape)
        if default.shape != keys.shape:
            raise errors.InvalidArgumentError(None, None, f"Expected shape {list(keys.shape)} or [] for default value, got "
                                              f"{list(default.shape)}")
        return _array([entries.get(key, other) for key, other in zip(_flat(keys), _flat(default))], self.value_dtype, keys.shape)

    def insert(self, keys, values):
        self.entries.update(_pairs(self, keys, values))

    def remove(self, keys):
        for key in _flat(keys):
            self.entries.pop(key, None)

    def size(self):
        return len(self.entries or ())

    def export(self):
        """Arrays of all keys and their values."""
        entries = self.read()
        return _array(list(entries), self.key_dtype, (-1,)), _array(list(entries.values()), self.value_dtype, (-1,))

    def __repr__(self):
        return f'<ResourceHandle(name="{self.name}", device="/job:localhost/replica:0/task:0/device:CPU:0", container="localhost")>'


def _shown(value):
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else value


def _flat(array):
    return np.asarray(array).ravel().tolist()


def _array(values, dtype, shape):
    result = np.empty(len(values), dtype.numpy_dtype)
    result[:] = values
    return result.reshape(shape)


def check_types(handle, keys, values):
    given = dtypes.as_dtype(np.asarray(keys).dtype), dtypes.as_dtype(np.asarray(values).dtype)
    if given != (handle.key_dtype, handle.value_dtype):
        raise errors.InvalidArgumentError(None, None, "Conflicting key/value dtypes {}->{} with {}-{} for table {}".format(
            *(dtype.name for dtype in (*given, handle.key_dtype, handle.value_dtype)), handle.name))


def _pairs(handle, keys, values):
    check_types(handle, keys, values)
    if np.shape(keys) != np.shape(values):
        raise errors.InvalidArgumentError(None, None, f"Expected shape [{','.join(map(str, np.shape(keys)))}] for value, got "
                                          f"[{','.join(map(str, np.shape(values)))}]")
    return zip(_flat(keys), _flat(values))


class MutableTableHandle(TableHandle):
    """The storage of a table that is empty at first and can change."""

    served = "MutableHashTableV2", _MUTABLE_KEYS

    def __init__(self, key_dtype, value_dtype):
        super().__init__(key_dtype, value_dtype, {})

    def restore(self, keys, values):
        """Replace all entries. Raises InvalidArgumentError if the arrays do not fit the table."""
        self.entries = dict(_pairs(self, keys, values))

    fill = restore


class DenseTableHandle(MutableTableHandle):
    """The storage of a table that looks for keys in one array of buckets, some of them empty.

    Args:
        empty_key, deleted_key: what stands in buckets without an entry; arrays of the shape of a key.

    Raises:
        InvalidArgumentError: these are the same or of different shapes, or `buckets` is no power of 2 from 4.
        NotFoundError: there is no table of these types.
    """

    served = "MutableDenseHashTableV2", _DENSE_KEYS

    def __init__(self, empty_key, deleted_key, value_dtype, value_shape, buckets, load):
        super().__init__(dtypes.as_dtype(empty_key.dtype), value_dtype)
        if empty_key.shape != deleted_key.shape:
            raise _invalid(f"Empty and deleted keys must have same shape, got shapes: {_sizes(empty_key.shape)} and {_sizes(deleted_key.shape)}")
        if np.array_equal(empty_key, deleted_key):
            raise _invalid("Empty and deleted keys cannot be equal")
        if buckets < 4 or buckets & (buckets - 1):
            raise _invalid(f"Number of buckets must be at least 4 and a power of 2, got: {buckets}")
        self._key_shape, self._value_shape, self._load = empty_key.shape, value_shape, load
        self._empty, self._deleted = (tuple(_flat(key)) for key in (empty_key, deleted_key))
        self._clear(buckets)

    def _clear(self, buckets):
        self._buckets, self._keys, self._count = buckets, {}, 0
        self._values = np.zeros((buckets, math.prod(self._value_shape)), self.value_dtype.numpy_dtype)
        if self.value_dtype is dtypes.string:
            self._values[:] = b""

    def size(self):
        return self._count

    def _rows(self, keys):
        """The keys as tuples, and their shape. Raises InvalidArgumentError if it does not fit, or they stand for buckets without an entry."""
        keys = np.asarray(keys)
        shape, own = keys.shape[:max(keys.ndim - len(self._key_shape), 0)], keys.shape[max(keys.ndim - len(self._key_shape), 0):]
        if own != self._key_shape:
            raise _invalid(f"Input key shape {_sizes(keys.shape)} must end with the table's key shape {_sizes(self._key_shape)}")
        count = shape[0] if shape else 1
        if math.prod(shape) != count:
            raise _invalid(f"Expected key shape {_sizes((count, *self._key_shape))} got {_sizes(keys.shape)}")
        rows = list(zip(*(iter(_flat(keys)),) * len(self._empty)))
        for name, key in (("empty_key", self._empty), ("deleted_key", self._deleted)):
            if key in rows:
                raise _invalid(f"Using the {name} as a table key is not allowed")
        return rows, shape

    def _probe(self, key):
        """The buckets to look into, in their order."""
        hashes = [hash64(part) if isinstance(part, bytes) else part & _MASK for part in key]
        bucket = hashes[0]
        if len(hashes) > 1:
            bucket = 0
            for part in hashes:
                bucket ^= (part + 0x9E3779B97F4A7800 + (bucket << 10) + (bucket >> 4)) & _MASK
        for step in range(self._buckets):
            bucket = bucket + step & self._buckets - 1
            yield bucket
        raise errors.InternalError(None, None, "Internal error in MutableDenseHashTable lookup")

    def _bucket(self, key):
        """Where `key` is, or None."""
        for bucket in self._probe(key):
            found = self._keys.get(bucket)
            if found == key or found is None:
                return None if found is None else bucket

    def find(self, keys, default):
        check_types(self, keys, default)
        rows, shape = self._rows(keys)
        default = np.asarray(default)
        if default.shape not in (self._value_shape, shape + self._value_shape):
            raise _invalid(f"Expected shape {_sizes(self._value_shape)} or {_sizes(shape + self._value_shape)} for default value, got "
                           f"{_sizes(default.shape)}")
        result = np.broadcast_to(default, shape + self._value_shape).astype(self._values.dtype).reshape(len(rows), math.prod(self._value_shape))
        for number, key in enumerate(rows):
            bucket = self._bucket(key)
            if bucket is not None:
                result[number] = self._values[bucket]
        return result.reshape(shape + self._value_shape)

    def insert(self, keys, values):
        check_types(self, keys, values)
        rows, shape = self._rows(keys)
        values = np.asarray(values)
        if values.shape != shape + self._value_shape:
            raise _invalid(f"Expected shape {_sizes(shape + self._value_shape)} for value, got {_sizes(values.shape)}")
        needed = self._buckets
        while self._count + len(rows) > needed * self._load:
            needed *= 2
        if needed != self._buckets:
            entries = [(key, self._values[bucket]) for bucket, key in sorted(self._keys.items()) if key != self._deleted]
            self._clear(needed)
            for key, value in entries:
                self._put(key, value)
        for key, value in zip(rows, values.reshape(len(rows), math.prod(self._value_shape))):
            self._put(key, value)

    def _put(self, key, value):
        for bucket in self._probe(key):
            found = self._keys.get(bucket)
            if found in (key, None, self._deleted):
                self._count += found != key
                self._keys[bucket], self._values[bucket] = key, value
                return

    def remove(self, keys):
        for key in self._rows(keys)[0]:
            bucket = self._bucket(key)
            if bucket is not None:
                self._keys[bucket] = self._deleted
                self._count -= 1

    def export(self):
        """Arrays of the keys and values of all buckets."""
        keys = [part for bucket in range(self._buckets) for part in self._keys.get(bucket, self._empty)]
        return _array(keys, self.key_dtype, (self._buckets, -1)), self._values.copy()

    def restore(self, keys, values):
        keys, values = np.asarray(keys), np.asarray(values)
        check_types(self, keys, values)
        buckets = keys.shape[0] if keys.ndim else 0
        if keys.shape != (buckets, len(self._empty)) or values.shape != (buckets, self._values.shape[1]) or buckets < 4 or buckets & (buckets - 1):
            raise _invalid(f"Expected the buckets of a table, got keys {_sizes(keys.shape)} and values {_sizes(values.shape)}")
        self._clear(buckets)
        self._values[:] = values
        rows = zip(*(iter(_flat(keys)),) * len(self._empty))
        self._keys = {bucket: key for bucket, key in enumerate(rows) if key != self._empty}
        self._count = sum(key != self._deleted for key in self._keys.values())

    fill = restore


def _invalid(text):
    return errors.InvalidArgumentError(None, None, text)


def _sizes(shape):
    return f"[{','.join(map(str, shape))}]"


def _from_file(handle, filename, key_index, value_index, vocab_size, delimiter, offset):
    path = os.fsdecode(np.asarray(filename).item())
    if handle.files_from is not None and os.path.dirname(os.path.realpath(path)) != os.path.realpath(handle.files_from):
        raise errors.PermissionDeniedError(None, None, f"a loaded table reads the assets of its SavedModel alone, not {path}")
    try:
        with open(path, "rb") as file:
            lines = file.read().split(b"\n")
    except FileNotFoundError:
        raise errors.NotFoundError(None, None, f"{path}; No such file or directory") from None
    lines = [line.rstrip(b"\r") for line in (lines[:-1] if lines[-1] == b"" else lines)]
    if vocab_size > len(lines):
        raise errors.InvalidArgumentError(None, None, f"Invalid vocab_size in {path}: expected {vocab_size} but got {len(lines)}")
    lines = lines[:vocab_size] if vocab_size > 0 else lines
    handle.initialize([(_field(path, number, line, key_index, handle.key_dtype, delimiter, offset),
                        _field(path, number, line, value_index, handle.value_dtype, delimiter, offset))
                       for number, line in enumerate(lines)])


def _field(path, number, line, index, dtype, delimiter, offset):
    if index == LINE_NUMBER:
        return number + offset
    text = line
    if index != WHOLE_LINE:
        columns = line.split(delimiter.encode() if isinstance(delimiter, str) else delimiter)
        if index >= len(columns):
            raise errors.InvalidArgumentError(None, None, f"Invalid number of columns in {path} line {number} ({_shown(line)}) : "
                                              f"expected at least {index + 1} got {len(columns)}")
        text = columns[index]
    if dtype is dtypes.string:
        return text
    try:
        if dtype.is_integer and not _INT64.match(text):
            raise ValueError
        return dtype.numpy_dtype.type(int(text) if dtype.is_integer else float(text)).item()
    except (ValueError, OverflowError):
        raise errors.InvalidArgumentError(None, None, f"Field {_shown(text)} in line {number} is not a valid {dtype.name}.") from None


_MADE = {"container": "", "shared_name": "", "use_node_name_sharing": False, "key_dtype": REQUIRED, "value_dtype": REQUIRED}


def _scalar(inputs, attrs):
    return ()


def _maker(name, handle_class):
    def instance(key_dtype, value_dtype, **_):
        handle = handle_class(key_dtype, value_dtype)
        return lambda **_: handle

    return op(name, "-> table_handle: resource", attrs=_MADE, infer=_scalar, stateful=True, instance=instance, table="make",
              unserved={"key_dtype": _NO_KEYS, "value_dtype": _NO_VALUES}, kernel=lambda key_dtype, value_dtype, **_: handle_class(key_dtype, value_dtype))


TABLE = _maker("HashTableV2", TableHandle)
MUTABLE_TABLE = _maker("MutableHashTableV2", MutableTableHandle)


def _dense_instance(**attrs):
    made = []

    def kernel(empty_key, deleted_key, **_):
        if not made:
            made.append(_dense(empty_key, deleted_key, **attrs))
        return made[0]
    return kernel


def _dense(empty_key, deleted_key, value_dtype, value_shape, initial_num_buckets, max_load_factor, **_):
    return DenseTableHandle(np.asarray(empty_key), np.asarray(deleted_key), value_dtype, tuple(value_shape), initial_num_buckets, max_load_factor)


DENSE_TABLE = op("MutableDenseHashTableV2", "empty_key: key_dtype, deleted_key: key_dtype -> table_handle: resource",
                 attrs={**_MADE, "value_shape": (), "initial_num_buckets": 131072, "max_load_factor": 0.8}, infer=_scalar, stateful=True,
                 kernel=_dense, instance=_dense_instance, table="make", unserved={"key_dtype": _NO_KEYS, "value_dtype": _NO_VALUES + " string"})


def _found(inputs, attrs):
    """The shape of what is found: of a table that can change, and that another graph has made, TensorFlow knows nothing."""
    table = inputs[0]
    outer = next((outer for outer, inner in getattr(table.graph, "_captures", {}).values() if inner is table), None)
    if isinstance(getattr(outer, "_value", None), MutableTableHandle) or table.op.op_def is DENSE_TABLE:
        return None
    return inputs[1]._dims


def _exported(inputs, attrs):
    return [None, None] if inputs[0].op.op_def.role == "placeholder" or inputs[0].op.op_def is DENSE_TABLE else [(None,), (None,)]


FIND = op("LookupTableFindV2", "table_handle: resource, keys: Tin, default_value: Tout -> values: Tout", infer=_found, stateful=True,
          kernel=lambda handle, keys, default: handle.find(keys, default))
IMPORT = op("LookupTableImportV2", "table_handle: resource, keys: Tin, values: Tout ->", stateful=True, table="fill",
            kernel=lambda handle, keys, values: handle.fill(keys, values))
INSERT = op("LookupTableInsertV2", "table_handle: resource, keys: Tin, values: Tout ->", stateful=True,
            kernel=lambda handle, keys, values: handle.insert(keys, values))
REMOVE = op("LookupTableRemoveV2", "table_handle: resource, keys: Tin ->", stateful=True, kernel=lambda handle, keys: handle.remove(keys))
SIZE = op("LookupTableSizeV2", "table_handle: resource -> size: int64", infer=_scalar, stateful=True,
          kernel=lambda handle: np.int64(handle.size()))
EXPORT = op("LookupTableExportV2", "table_handle: resource -> keys: Tkeys, values: Tvalues", stateful=True,
            kernel=lambda handle, Tkeys, Tvalues: handle.export(), attrs={"Tkeys": REQUIRED, "Tvalues": REQUIRED}, infer=_exported)
FROM_FILE = op("InitializeTableFromTextFileV2", "table_handle: resource, filename: string ->", kernel=_from_file,
               stateful=True, table="fill",
               attrs={"key_index": REQUIRED, "value_index": REQUIRED, "vocab_size": -1, "delimiter": "\t", "offset": 0})
not_differentiable("HashTableV2", "InitializeTableFromTextFileV2", "LookupTableFindV2", "LookupTableInsertV2", "LookupTableSizeV2",
                   "MutableHashTableV2", "MutableDenseHashTableV2")
