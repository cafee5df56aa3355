"""Where tables take their entries from."""

from __future__ import annotations

import os

from runtime.core import dtypes
from runtime.core.context import context, init_scope
from runtime.core.convert import constant, convert_to_tensor
from runtime.core.dispatch import dispatch
from runtime.core.trackable import AutoTrackable
from runtime.ops import lookup
from runtime.saved_model.assets import Asset


class TextFileIndex:
    """What stands for the columns of a file's lines."""

    WHOLE_LINE = lookup.WHOLE_LINE
    LINE_NUMBER = lookup.LINE_NUMBER


class TableInitializerBase(AutoTrackable):
    """Has a `key_dtype` and a `value_dtype`."""

    def __init__(self, key_dtype, value_dtype):
        self._key_dtype = dtypes.as_dtype(key_dtype)
        self._value_dtype = dtypes.as_dtype(value_dtype)

    @property
    def key_dtype(self):
        return self._key_dtype

    @property
    def value_dtype(self):
        return self._value_dtype

    def _check(self, table):
        for mine, its, kind in ((self.key_dtype, table.key_dtype, "key"), (self.value_dtype, table.value_dtype, "value")):
            if mine is not its:
                raise TypeError(f"Invalid {kind} dtype for table, expected {its} but got {mine}.")


class KeyValueTensorInitializer(TableInitializerBase):
    """Entries out of two tensors of one shape.

    Args:
        keys, values: tensors, or what converts to them with `key_dtype` and `value_dtype`.
    """

    def __init__(self, keys, values, key_dtype=None, value_dtype=None, name=None):
        with init_scope():
            self._keys = convert_to_tensor(keys, key_dtype, name="keys")
            self._values = convert_to_tensor(values, value_dtype, name="values")
        self._name = name or "key_value_init"
        super().__init__(self._keys.dtype, self._values.dtype)

    def initialize(self, table):
        self._check(table)
        return dispatch(lookup.IMPORT, (table.resource_handle, self._keys, self._values), {},
                        f"{self._name}/LookupTableImportV2" if context.graph is not None else None)

    def _trackable_children(self):
        return {}


class TextFileInitializer(TableInitializerBase):
    """Entries out of the lines of a file, which goes along with SavedModels.

    Args:
        filename: the file.
        key_index, value_index: number of a column, or a `TextFileIndex`.
        vocab_size: how many lines to take, if not all.
        delimiter: between columns, one character.

    Raises:
        ValueError: an index and its dtype do not fit.
    """

    def __init__(self, filename, key_dtype, key_index, value_dtype, value_index, vocab_size=None, delimiter="\t", name=None,
                 value_index_offset=0):
        if not isinstance(filename, (str, os.PathLike)) or not os.fspath(filename):
            raise ValueError("`filename` argument required for tf.lookup.TextFileInitializer")
        super().__init__(key_dtype, value_dtype)
        for kind, index, dtype in (("key", key_index, self.key_dtype), ("value", value_index, self.value_dtype)):
            if index < lookup.WHOLE_LINE:
                raise ValueError(f"`{kind}_index` should be >= {lookup.WHOLE_LINE}, received: {index}.")
            if index == lookup.LINE_NUMBER and dtype is not dtypes.int64:
                raise ValueError(f"`{kind}_dtype` must be int64 for `{kind}_index` {lookup.LINE_NUMBER}, received: {dtype}")
        if vocab_size is not None and vocab_size <= 0:
            raise ValueError(f"`vocab_size` should be > 0, received: {vocab_size}")
        self._attrs = {"key_index": key_index, "value_index": value_index, "delimiter": delimiter,
                       "vocab_size": -1 if vocab_size is None else vocab_size, "offset": value_index_offset}
        self._filename = Asset(filename)

    def initialize(self, table):
        self._check(table)
        in_plain_graph = context.graph is not None and not context.graph.building_function
        path = constant(self._filename._path) if in_plain_graph else self._filename.asset_path
        return dispatch(lookup.FROM_FILE, (table.resource_handle, path), dict(self._attrs))

    def _trackable_children(self):
        return {"_filename": self._filename}
