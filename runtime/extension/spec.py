"""`tf.experimental.ExtensionTypeSpec`: the base of the specs of extension types, and the names under which SavedModels know them."""

from __future__ import annotations

from runtime.core import nest
from runtime.core.composite import CompositeTensor
from runtime.core.indexed_slices import IndexedSlices
from runtime.core.tensor import Tensor
from runtime.core.tensor_shape import TensorShape
from runtime.extension.annotations import Kind
from runtime.extension.fields import Frozen, convert_fields, fields_of, made, values_of
from runtime.extension.immutable import ImmutableDict, with_mappings
from runtime.function.composite_spec import CompositeSpec
from runtime.function.tensor_spec import TensorSpec, TypeSpec

REGISTERED = {}  # the name of a spec in SavedModels → the spec


class ExtensionTypeSpec(Frozen, CompositeSpec):
    """The type of an extension type: all its fields, with a spec in the place of each tensor."""

    _keeps_fields_apart = True  # a field may be called as a method of specs is
    _frozen_as = "ExtensionTypeSpec"

    def __getattr__(self, name):
        values = vars(self).get("_tf_extension_type_values", {})
        if name in values:
            return values[name]
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    @classmethod
    def _tf_extension_type_fields(cls):
        return fields_of(cls.value_type)

    def _tf_extension_type_convert_fields(self):
        convert_fields(self._tf_extension_type_fields(), values_of(self), Kind.SPEC)

    # -- as a spec -----------------------------------------------------------------------------------------------------
    @property
    def _component_specs(self):
        return tuple(leaf for leaf in nest.flatten(tuple(values_of(self).values())) if isinstance(leaf, TypeSpec))

    def _to_components(self, value):
        held = value.__dict__
        return tuple(leaf for leaf in nest.flatten(tuple(held[name] for name in values_of(self)))
                     if isinstance(leaf, (Tensor, CompositeTensor, IndexedSlices)))

    def _from_components(self, components):
        structure = tuple(values_of(self).values())
        given = iter(components)
        flat = [next(given) if isinstance(leaf, TypeSpec) else leaf for leaf in nest.flatten(structure)]
        return made(self.value_type, zip(values_of(self), nest.pack_sequence_as(structure, flat)))

    @property
    def parts(self):
        return nest.flatten(self._component_specs, expand_composites=True)

    def to_components(self, value):
        return nest.flatten(self._to_components(value), expand_composites=True)

    def from_components(self, tensors):
        return self._from_components(nest.pack_sequence_as(self._component_specs, list(tensors), expand_composites=True))

    @classmethod
    def from_value(cls, value):
        """The spec of `value`."""
        return made(cls, {name: nest.map_structure(_spec_of, item) for name, item in values_of(value).items()
                          if not name.startswith("_tf_extension_type")})

    def _serialize(self):
        held = values_of(self)
        return tuple((field.name, with_mappings(held[field.name], dict)) for field in self._tf_extension_type_fields())

    @classmethod
    def _deserialize(cls, pieces):
        return made(cls, with_mappings(tuple(pieces), ImmutableDict))

    def __reduce__(self):
        return _again, (self.value_type, self._serialize())

    def __hash__(self):
        return hash((type(self), tuple(map(_hashable, nest.flatten(tuple(values_of(self).values()))))))

    def __repr__(self):
        return f"{type(self).__qualname__}({', '.join(f'{name}={value!r}' for name, value in self._serialize())})"


def _again(value_type, pieces):
    return value_type.Spec._deserialize(pieces)


def _spec_of(value):
    if isinstance(value, Tensor):
        return TensorSpec(value._dims, value.dtype)
    return value._type_spec if hasattr(value, "_type_spec") else value


def _hashable(leaf):
    return leaf._dims if isinstance(leaf, TensorShape) else leaf


def encodable_name(spec):
    """The name of a spec in SavedModels. Raises ValueError if its class has none."""
    for name, registered in REGISTERED.items():
        if registered is type(spec):
            return name
    raise ValueError(f"TypeSpec {type(spec).__module__}.{type(spec).__name__} has not been registered.")
