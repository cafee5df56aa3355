"""The specs of operators: their class, the specs of their tensors, and the other arguments of their constructor."""

from __future__ import annotations

from runtime.core import nest
from runtime.core.composite import CompositeTensor
from runtime.core.tensor import Tensor
from runtime.function.composite_spec import CompositeSpec
from runtime.function.tensor_spec import TensorSpec, TypeSpec


class LinearOperatorSpec(CompositeSpec):
    """The type of an operator: a spec in the place of each tensor among the arguments."""

    def __init__(self, value_type, arguments):
        self.value_type = value_type
        self._arguments = dict(arguments)

    @classmethod
    def from_value(cls, operator):
        return cls(operator._spec_class, {name: nest.map_structure(_spec_of, value) for name, value in operator._arguments().items()})

    @property
    def parts(self):
        return [leaf for leaf in nest.flatten(list(self._arguments.values()), expand_composites=True) if isinstance(leaf, TypeSpec)]

    def to_components(self, value):
        flat = nest.flatten(list(value._arguments().values()), expand_composites=True)
        return [leaf for leaf in flat if isinstance(leaf, (Tensor, CompositeTensor))]

    def from_components(self, tensors):
        given = iter(tensors)
        structure = list(self._arguments.values())
        flat = [next(given) if isinstance(leaf, TypeSpec) else leaf for leaf in nest.flatten(structure, expand_composites=True)]
        return self.value_type(**dict(zip(self._arguments, nest.pack_sequence_as(structure, flat, expand_composites=True))))

    def _serialize(self):
        return self.value_type, tuple(self._arguments.items())

    @classmethod
    def _deserialize(cls, pieces):
        return cls(*pieces)

    def __hash__(self):
        return hash((self.value_type, tuple(self._arguments)))

    def __repr__(self):
        return f"{self.value_type.__name__}Spec({', '.join(f'{name}={value!r}' for name, value in self._arguments.items())})"


def _spec_of(value):
    if isinstance(value, Tensor):
        return TensorSpec(value._dims, value.dtype)
    return value._type_spec if isinstance(value, CompositeTensor) else value
