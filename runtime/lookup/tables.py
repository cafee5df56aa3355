"""Tables that do not change once they are made."""

from __future__ import annotations

import uuid

from runtime.core import dtypes
from runtime.core.context import context, init_scope
from runtime.core.composite import CompositeTensor
from runtime.core.convert import constant, convert_to_tensor
from runtime.core.dispatch import dispatch
from runtime.core.scopes import name_scope
from runtime.core.trackable import AutoTrackable
from runtime.ops import lookup
from runtime.ops.cast import cast
from runtime.ops.comparison import not_equal
from runtime.ops.math import add
from runtime.ops.select import where
from runtime.ops.strings.string import as_string, to_hash_bucket_fast


class Table(AutoTrackable):
    """What all tables have in common; `_create_resource` and `_initialize` go along with SavedModels.

    Attributes:
        resource_handle: eager tensor that functions capture.
    """

    registered_name = None  # of the class in SavedModels

    def __init__(self, key_dtype, value_dtype):
        self._key_dtype, self._value_dtype = key_dtype, value_dtype
        with init_scope():
            self._resource_handle = self._create_resource()

    @property
    def key_dtype(self):
        return self._key_dtype

    @property
    def value_dtype(self):
        return self._value_dtype

    @property
    def resource_handle(self):
        return self._resource_handle

    @property
    def name(self):
        return None

    def __getitem__(self, keys):
        return self.lookup(keys)

    def size(self, name=None):
        """The number of entries, int64."""
        with name_scope(name or f"{self.name}_Size"):
            return dispatch(lookup.SIZE, (self.resource_handle,), {})

    def _check_keys(self, keys):
        if keys.dtype is not self._key_dtype:
            raise TypeError(f"Dtype of argument `keys` must be {self._key_dtype}, received: {keys.dtype}")

    def _trackable_children(self):
        return {}


class StaticHashTable(Table):
    """A table that its initializer fills when it is made.

    Args:
        initializer: a `KeyValueTensorInitializer` or `TextFileInitializer`.
        default_value: scalar, for keys that are not in the table.
    """

    registered_name = "tf.StaticHashTable"

    def __init__(self, initializer, default_value, name=None, experimental_is_anonymous=False):
        self._initializer = initializer
        with init_scope():
            self._default_value = convert_to_tensor(default_value, initializer.value_dtype)
        self._default_value.shape.merge_with([])
        super().__init__(initializer.key_dtype, initializer.value_dtype)
        started = self._initialize()
        if context.graph is not None and not context.graph.building_function:  # a session runs it
            context.graph.add_to_collection("table_initializer", started)

    def _create_resource(self):
        return dispatch(lookup.TABLE, (), {"key_dtype": self._initializer.key_dtype, "value_dtype": self._initializer.value_dtype,
                                           "shared_name": f"hash_table_{uuid.uuid4()}"}, "hash_table")

    def _initialize(self):
        return self._initializer.initialize(self)

    @property
    def default_value(self):
        return self._default_value

    def lookup(self, keys, name=None):
        """The values of `keys`, in their shape. Raises TypeError if they are not of the table's key type."""
        self._check_keys(keys)
        if isinstance(keys, CompositeTensor):
            return keys.with_mapped_values(lambda values: self.lookup(values, name))
        with name_scope(name or f"{self.name}_Lookup"):
            return dispatch(lookup.FIND, (self.resource_handle, keys, self._default_value), {})

    def export(self, name=None):
        """(keys, values) of all entries."""
        with name_scope(name or f"{self.name}_Export"):
            return dispatch(lookup.EXPORT, (self.resource_handle,), {"Tkeys": self._key_dtype, "Tvalues": self._value_dtype})

    def _trackable_children(self):
        return {"_initializer": self._initializer}


class StaticVocabularyTable(AutoTrackable):
    """A table from strings or integers to ids. Keys that are not in it get ids above, by FarmHash's fingerprint.

    Args:
        initializer: of int64 values; None for a table of buckets alone.
        num_oov_buckets: how many ids there are for unknown keys.
        lookup_key_dtype: the dtype of keys, if it is not the initializer's.

    Raises:
        ValueError, TypeError: the arguments do not fit.
    """

    def __init__(self, initializer, num_oov_buckets, lookup_key_dtype=None, name=None, experimental_is_anonymous=False):
        if num_oov_buckets <= 0:
            raise ValueError("`num_oov_buckets` must be > 0; use StaticHashTable.")
        self._table, self._num_oov_buckets = None, num_oov_buckets
        self.name = name.rstrip("/").rpartition("/")[2] if name else None if initializer else "hash_bucket"
        key_dtype = dtypes.string
        if initializer:
            key_dtype = dtypes.as_dtype(lookup_key_dtype or initializer.key_dtype)
            if initializer.key_dtype not in (dtypes.int64, dtypes.string):
                raise TypeError(f"Invalid `key_dtype`, expected one of {(dtypes.int64, dtypes.string)}, but got "
                                f"{initializer.key_dtype}.")
            if initializer.key_dtype.is_integer != key_dtype.is_integer:
                raise TypeError(f"Invalid `key_dtype`, expected {'integer' if key_dtype.is_integer else 'non-integer'} but got "
                                f"{initializer.key_dtype}.")
            if initializer.value_dtype is not dtypes.int64:
                raise TypeError(f"Invalid `value_dtype`, expected {dtypes.int64} but got {initializer.value_dtype}.")
            self._table = StaticHashTable(initializer, -1)
        if not key_dtype.is_integer and key_dtype is not dtypes.string:
            raise TypeError(f"Invalid `key_dtype`, expected integer or string, got {key_dtype}")
        self._key_dtype = key_dtype

    key_dtype = Table.key_dtype
    _check_keys = Table._check_keys
    __getitem__ = Table.__getitem__
    value_dtype = dtypes.int64

    @property
    def resource_handle(self):
        return None if self._table is None else self._table.resource_handle

    def size(self, name=None):
        """The number of ids, int64."""
        with name_scope(name or f"{self.name}_Size"):
            known = constant(0, dtypes.int64) if self._table is None else self._table.size()
            return add(known, self._num_oov_buckets)

    def lookup(self, keys, name=None):
        """The ids of `keys`, int64 in their shape. Raises TypeError if they are not of the table's key type."""
        self._check_keys(keys)
        if isinstance(keys, CompositeTensor):
            return keys.with_mapped_values(lambda values: self.lookup(values, name))
        values = keys
        if self._table is not None and self._table.key_dtype is dtypes.int64:
            values = cast(values, dtypes.int64)
        with name_scope(name or f"{self.name}_Lookup"):
            text = values if values.dtype is dtypes.string else as_string(values)
            buckets = to_hash_bucket_fast(text, self._num_oov_buckets, name="hash_bucket")
            if self._table is None:
                return buckets
            ids = self._table.lookup(values)
            buckets = add(buckets, self._table.size())
            return where(not_equal(ids, self._table.default_value), ids, buckets)
