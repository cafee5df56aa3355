"""Tables that can change."""

from __future__ import annotations

import numpy as np

from runtime.core import dtypes
from runtime.core.context import context
from runtime.core.convert import convert_to_tensor
from runtime.core.dispatch import dispatch
from runtime.core.scopes import name_scope
from runtime.lookup.tables import Table
from runtime.ops import lookup


class MutableTable(Table):
    """A table that is empty at first; checkpoints hold its entries.

    Args:
        key_dtype, value_dtype: DTypes.
        default_value: for keys that are not in the table.
    """

    def __init__(self, key_dtype, value_dtype, default_value, name, checkpoint):
        self._name = name
        self._default_value = convert_to_tensor(default_value, dtypes.as_dtype(value_dtype), name="default_value")
        self._checkpoint = checkpoint
        super().__init__(dtypes.as_dtype(key_dtype), dtypes.as_dtype(value_dtype))

    def _run(self, op_def, scope, name, *inputs):
        with name_scope(name or f"{self.name}_lookup_table_{scope}"):
            return dispatch(op_def, (self.resource_handle, *inputs), {})

    def _find(self, keys, default, name):
        return self._run(lookup.FIND, "find", name, convert_to_tensor(keys, self._key_dtype, name="keys"), default)

    def insert(self, keys, values, name=None):
        """Set the values of `keys`. Raises InvalidArgumentError if their shapes differ."""
        return self._run(lookup.INSERT, "insert", name, convert_to_tensor(keys, self._key_dtype, name="keys"),
                         convert_to_tensor(values, self._value_dtype, name="values"))

    def export(self, name=None):
        """(keys, values) of all entries."""
        with name_scope(name or f"{self.name}_lookup_table_export_values"):
            return tuple(dispatch(lookup.EXPORT, (self.resource_handle,), {"Tkeys": self._key_dtype, "Tvalues": self._value_dtype}))

    def _initialize(self):
        return None

    def _serialize_to_tensors_names(self):
        return {"table": {"-keys": self._key_dtype, "-values": self._value_dtype}} if self._checkpoint else {}

    def _serialize_to_tensors(self):
        parts = self.export() if context.graph is not None else map(np.asarray, self.export())
        return {"table": dict(zip(("-keys", "-values"), parts))} if self._checkpoint else {}

    def _restore_from_tensors(self, tensors):
        self.resource_handle._value.restore(*tensors["table"].values())


class MutableHashTable(MutableTable):
    """A table of entries in no order.

    Args:
        key_dtype, value_dtype: DTypes.
        default_value: scalar, for keys that are not in the table.
    """

    registered_name = "tf.MutableHashTable"

    def __init__(self, key_dtype, value_dtype, default_value, name="MutableHashTable", checkpoint=True,
                 experimental_is_anonymous=False):
        super().__init__(key_dtype, value_dtype, default_value, name, checkpoint)

    def _create_resource(self):
        return dispatch(lookup.MUTABLE_TABLE, (), {"key_dtype": self._key_dtype, "value_dtype": self._value_dtype,
                                                   "shared_name": f"table_{id(self)}"}, self._name)

    def lookup(self, keys, dynamic_default_values=None, name=None):
        """The values of `keys`, in their shape; `dynamic_default_values`: a scalar, or a default for each key."""
        return self._find(keys, self._default_value if dynamic_default_values is None else dynamic_default_values, name)

    def remove(self, keys, name=None):
        """Remove the entries of `keys`, as far as there are any. Raises TypeError for another dtype."""
        self._check_keys(keys)
        return self._run(lookup.REMOVE, "remove", name, keys)


class DenseHashTable(MutableTable):
    """A table in one array of buckets, where two keys stand for buckets without an entry.

    Args:
        key_dtype, value_dtype: DTypes.
        default_value: for keys that are not in the table. All values have its shape, which is that of a scalar or vector.
        empty_key, deleted_key: no keys of entries; all keys have their shape.
        initial_num_buckets: a power of 2; 131072 if it is not given.

    Raises:
        InvalidArgumentError: the arguments do not fit.
    """

    registered_name = "tf.DenseHashTable"

    def __init__(self, key_dtype, value_dtype, default_value, empty_key, deleted_key, initial_num_buckets=None,
                 name="MutableDenseHashTable", checkpoint=True, experimental_is_anonymous=False):
        self._reserved = empty_key, deleted_key
        self._buckets = initial_num_buckets or 131072
        super().__init__(key_dtype, value_dtype, default_value, name, checkpoint=True)  # TensorFlow stores it in any case

    def _create_resource(self):
        empty, deleted = (convert_to_tensor(key, self._key_dtype, name=name) for key, name in zip(self._reserved, ("empty_key", "deleted_key")))
        return dispatch(lookup.DENSE_TABLE, (empty, deleted), {
            "value_dtype": self._value_dtype, "value_shape": tuple(self._default_value.shape), "initial_num_buckets": self._buckets,
            "shared_name": f"table_{id(self)}"}, self._name)

    def lookup(self, keys, name=None):
        """The values of `keys`."""
        return self._find(keys, self._default_value, name)

    def insert_or_assign(self, keys, values, name=None):
        """Set the values of `keys`. Raises InvalidArgumentError if their shapes do not fit."""
        return self.insert(keys, values, name)

    def erase(self, keys, name=None):
        """Remove the entries of `keys`, as far as there are any. Raises TypeError for another dtype."""
        if keys.dtype is not self._key_dtype:
            raise TypeError(f"Signature mismatch. Keys must be dtype {self._key_dtype}, got {keys.dtype}.")
        return self._run(lookup.REMOVE, "remove", name, keys)

    remove = erase
