"""The dtype of a layer, as Keras's files name it."""

from __future__ import annotations

from runtime.keras.saving.config import Configurable
from runtime.keras.variable import standardize_dtype


class DTypePolicy(Configurable):
    """One dtype for weights and computations. Raises ValueError for mixed and quantised ones."""

    _keras_module = "keras"

    def __init__(self, name=None):
        if isinstance(name, str) and name.startswith(("mixed_", "int8", "float8", "int4")):
            raise ValueError(f"the runtime has no mixed precision: the dtype policy {name!r} is missing")
        self.name = standardize_dtype(name)

    compute_dtype = variable_dtype = property(lambda self: self.name)

    def as_config(self):
        return {"module": "keras", "class_name": "DTypePolicy", "config": {"name": self.name}, "registered_name": None}

    def __repr__(self):
        return f'<DTypePolicy "{self.name}">'


def get(identifier):
    """The policy for a dtype, a policy or its config."""
    if isinstance(identifier, DTypePolicy):
        return identifier
    return DTypePolicy(identifier["config"]["name"] if isinstance(identifier, dict) else identifier)
