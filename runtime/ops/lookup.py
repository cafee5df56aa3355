"""Tables: resources that map keys to values. A table lives in the handle that functions capture."""

from __future__ import annotations

import itertools
import os
import re

import numpy as np

from runtime.core import dtypes, errors
from runtime.core.op_def import REQUIRED, not_differentiable, op

WHOLE_LINE, LINE_NUMBER = -2, -1  # what stands for columns of text files
_numbers = itertools.count()
_KEYS = {"string": "string int64 int32 float32 float64 bool", "int64": "string int64 int32 float32 float64",
         "int32": "string int32 float32 float64"}  # of a key the values that tables are made for, which are fewer for mutable ones
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


def _check_types(handle, keys, values):
    given = dtypes.as_dtype(np.asarray(keys).dtype), dtypes.as_dtype(np.asarray(values).dtype)
    if given != (handle.key_dtype, handle.value_dtype):
        raise errors.InvalidArgumentError(None, None, "Conflicting key/value dtypes {}->{} with {}-{} for table {}".format(
            *(dtype.name for dtype in (*given, handle.key_dtype, handle.value_dtype)), handle.name))


def _find(handle, keys, default):
    _check_types(handle, keys, default)
    entries, keys = handle.read(), np.asarray(keys)
    default = np.asarray(default)
    if default.ndim == 0:
        default = default.item()
        return _array([entries.get(key, default) for key in _flat(keys)], handle.value_dtype, keys.shape)
    if default.shape != keys.shape:
        raise errors.InvalidArgumentError(None, None, f"Expected shape {list(keys.shape)} or [] for default value, got "
                                          f"{list(default.shape)}")
    return _array([entries.get(key, other) for key, other in zip(_flat(keys), _flat(default))], handle.value_dtype, keys.shape)


def _pairs(handle, keys, values):
    _check_types(handle, keys, values)
    if np.shape(keys) != np.shape(values):
        raise errors.InvalidArgumentError(None, None, f"Expected shape [{','.join(map(str, np.shape(keys)))}] for value, got "
                                          f"[{','.join(map(str, np.shape(values)))}]")
    return zip(_flat(keys), _flat(values))


def _import(handle, keys, values):
    if isinstance(handle, MutableTableHandle):
        handle.restore(keys, values)
    else:
        handle.initialize(_pairs(handle, keys, values))


class MutableTableHandle(TableHandle):
    """The storage of a table that is empty at first and can change."""

    served = "MutableHashTableV2", _MUTABLE_KEYS

    def __init__(self, key_dtype, value_dtype):
        super().__init__(key_dtype, value_dtype, {})

    def restore(self, keys, values):
        """Replace all entries. Raises InvalidArgumentError if the arrays do not fit the table."""
        self.entries = dict(_pairs(self, keys, values))


def _remove(handle, keys):
    for key in _flat(keys):
        handle.entries.pop(key, None)


def _export(handle, Tkeys, Tvalues):
    entries = handle.read()
    return _array(list(entries), handle.key_dtype, (-1,)), _array(list(entries.values()), handle.value_dtype, (-1,))


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
FIND = op("LookupTableFindV2", "table_handle: resource, keys: Tin, default_value: Tout -> values: Tout", kernel=_find,
          infer=lambda inputs, attrs: inputs[1]._dims, stateful=True)
IMPORT = op("LookupTableImportV2", "table_handle: resource, keys: Tin, values: Tout ->", kernel=_import, stateful=True, table="fill")
INSERT = op("LookupTableInsertV2", "table_handle: resource, keys: Tin, values: Tout ->", stateful=True,
            kernel=lambda handle, keys, values: handle.entries.update(_pairs(handle, keys, values)))
REMOVE = op("LookupTableRemoveV2", "table_handle: resource, keys: Tin ->", kernel=_remove, stateful=True)
SIZE = op("LookupTableSizeV2", "table_handle: resource -> size: int64", infer=_scalar, stateful=True,
          kernel=lambda handle: np.int64(len(handle.entries or ())))
EXPORT = op("LookupTableExportV2", "table_handle: resource -> keys: Tkeys, values: Tvalues", kernel=_export, stateful=True,
            attrs={"Tkeys": REQUIRED, "Tvalues": REQUIRED}, infer=lambda inputs, attrs: [(None,), (None,)])
FROM_FILE = op("InitializeTableFromTextFileV2", "table_handle: resource, filename: string ->", kernel=_from_file,
               stateful=True, table="fill",
               attrs={"key_index": REQUIRED, "value_index": REQUIRED, "vocab_size": -1, "delimiter": "\t", "offset": 0})
not_differentiable("HashTableV2", "InitializeTableFromTextFileV2", "LookupTableFindV2", "LookupTableInsertV2", "LookupTableSizeV2",
                   "MutableHashTableV2")
