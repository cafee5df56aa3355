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


class MutableHashTable(Table):
    """A table that is empty at first; checkpoints hold its entries.

    Args:
        key_dtype, value_dtype: DTypes.
        default_value: scalar, for keys that are not in the table.
    """

    registered_name = "tf.MutableHashTable"

    def __init__(self, key_dtype, value_dtype, default_value, name="MutableHashTable", checkpoint=True,
                 experimental_is_anonymous=False):
        self._name = name
        self._default_value = convert_to_tensor(default_value, dtypes.as_dtype(value_dtype))
        self._checkpoint = checkpoint
        super().__init__(dtypes.as_dtype(key_dtype), dtypes.as_dtype(value_dtype))

    def _create_resource(self):
        return dispatch(lookup.MUTABLE_TABLE, (), {"key_dtype": self._key_dtype, "value_dtype": self._value_dtype,
                                                   "shared_name": f"table_{id(self)}"}, self._name)

    def _run(self, op_def, scope, name, *inputs):
        with name_scope(name or f"{self.name}_lookup_table_{scope}"):
            return dispatch(op_def, (self.resource_handle, *inputs), {})

    def lookup(self, keys, dynamic_default_values=None, name=None):
        """The values of `keys`, in their shape; `dynamic_default_values`: a scalar, or a default for each key."""
        default = self._default_value if dynamic_default_values is None else dynamic_default_values
        return self._run(lookup.FIND, "find", name, convert_to_tensor(keys, self._key_dtype, name="keys"), default)

    def insert(self, keys, values, name=None):
        """Set the values of `keys`. Raises InvalidArgumentError if their shapes differ."""
        return self._run(lookup.INSERT, "insert", name, convert_to_tensor(keys, self._key_dtype, name="keys"),
                         convert_to_tensor(values, self._value_dtype, name="values"))

    def remove(self, keys, name=None):
        """Remove the entries of `keys`, as far as there are any. Raises TypeError for another dtype."""
        self._check_keys(keys)
        return self._run(lookup.REMOVE, "remove", name, keys)

    def export(self, name=None):
        """(keys, values) of all entries."""
        with name_scope(name or f"{self.name}_lookup_table_export_values"):
            return dispatch(lookup.EXPORT, (self.resource_handle,), {"Tkeys": self._key_dtype, "Tvalues": self._value_dtype})

    def _initialize(self):
        return None

    def _serialize_to_tensors_names(self):
        return {"table": {"-keys": self._key_dtype, "-values": self._value_dtype}} if self._checkpoint else {}

    def _serialize_to_tensors(self):
        parts = self.export() if context.graph is not None else map(np.asarray, self.export())
        return {"table": dict(zip(("-keys", "-values"), parts))} if self._checkpoint else {}

    def _restore_from_tensors(self, tensors):
        self.resource_handle._value.restore(*tensors["table"].values())
