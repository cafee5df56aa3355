"""Types of containers: equal where their kinds and contents are."""

from __future__ import annotations

import collections.abc as abc

from runtime.core import nest
from runtime.function.trace_type.base import TraceType


class _Container(TraceType):
    """A container of component types."""

    def __init__(self, components):
        self.components = tuple(components)

    def _same_kind(self, other):
        return type(other) is type(self) and len(self.components) == len(other.components)

    def _with(self, components):
        return type(self)(components)

    def _build(self, values):
        raise NotImplementedError

    def _values(self, value):
        return list(value)

    def _check(self, value):
        """Raise AssertionError where `value` is not of this kind."""

    def is_subtype_of(self, other):
        return self._same_kind(other) and all(a.is_subtype_of(b) for a, b in zip(self.components, other.components))

    def most_specific_common_supertype(self, others):
        if not all(self._same_kind(other) for other in others):
            return None
        supertypes = []
        for index, component in enumerate(self.components):
            common = component.most_specific_common_supertype([other.components[index] for other in others])
            if common is None:
                return None
            supertypes.append(common)
        return self._with(supertypes)

    def placeholder_value(self, placeholder_context):
        return self._build([component.placeholder_value(placeholder_context) for component in self.components])

    def to_tensors(self, value):
        return [tensor for component, item in zip(self.components, self._values(value))
                for tensor in component.to_tensors(item)]

    def from_tensors(self, tensors):
        return self._build([component.from_tensors(tensors) for component in self.components])

    def flatten(self):
        return [leaf for component in self.components for leaf in component.flatten()]

    def cast(self, value, cast_context):
        self._check(value)
        items = self._values(value)
        cast = [component.cast(item, cast_context) for component, item in zip(self.components, items)]
        return value if all(a is b for a, b in zip(cast, items)) else self._build(cast)

    def __eq__(self, other):
        if not isinstance(other, TraceType):
            return NotImplemented
        return self._same_kind(other) and self.components == other.components

    def __hash__(self):
        return hash((type(self).__name__, self.components))


class Tuple(_Container):
    """A tuple, by its elements."""

    def __init__(self, *components):
        super().__init__(components)

    def _with(self, components):
        return Tuple(*components)

    def _build(self, values):
        return tuple(values)

    def _check(self, value):
        assert isinstance(value, tuple), f"Can not cast {value!r} to tuple type."
        assert len(value) == len(self.components), f"Expected {value} to have length of {len(self.components)}"

    def __repr__(self):
        return f"Tuple[{', '.join(map(repr, self.components))}]"


class List(_Container):
    """A list (or a subclass of list), by its elements."""

    def __init__(self, *components):
        super().__init__(components)

    def _with(self, components):
        return List(*components)

    def _build(self, values):
        return list(values)

    def _check(self, value):
        assert isinstance(value, list), f"Can not cast {value!r} to list type."
        assert len(value) == len(self.components), f"Expected {value} to have length of {len(self.components)}"

    def __repr__(self):
        return f"List[{', '.join(map(repr, self.components))}]"


class NamedTuple(_Container):
    """A named tuple, by the name of its class, its fields and their values."""

    def __init__(self, type_name, attribute_names, components, placeholder_type=None):
        super().__init__(components)
        self.type_name = type_name
        self.attribute_names = tuple(attribute_names)
        self._type = placeholder_type

    def _same_kind(self, other):
        return super()._same_kind(other) and (self.type_name, self.attribute_names) == (other.type_name,
                                                                                      other.attribute_names)

    def _with(self, components):
        return type(self)(self.type_name, self.attribute_names, components, self._type)

    def _build(self, values):
        return self._type(*values)

    def _values(self, value):
        return [getattr(value, name) for name in self.attribute_names]

    def _check(self, value):
        assert nest._is_namedtuple(value) and value.__class__.__name__ == self.type_name, \
            f"Cannot cast {value!r} to type {self._type!r}."
        assert tuple(value._fields) == self.attribute_names, \
            f"{value!r} has different attributes with the TraceType {self!r}"

    def __repr__(self):
        pairs = [f"['{name}', {component!r}]" for name, component in zip(self.attribute_names, self.components)]
        return f"{self.type_name}[{', '.join(pairs)}]"


class Attrs(NamedTuple):
    """An instance of an attrs class, by the class's name and the attributes."""

    def _check(self, value):
        assert nest._is_attrs(value), f"Can not cast {value!r} to type {self._type!r}."


class CustomNest(_Container):
    """An object that takes itself apart by ``__tf_flatten__``: by its class, its metadata and its components."""

    def __init__(self, value_type, metadata, components):
        super().__init__(components)
        self.value_type = value_type
        self.metadata = metadata

    def _same_kind(self, other):
        return super()._same_kind(other) and (self.value_type, self.metadata) == (other.value_type, other.metadata)

    def _with(self, components):
        return CustomNest(self.value_type, self.metadata, components)

    def _build(self, values):
        return self.value_type.__tf_unflatten__(self.metadata, tuple(values))

    def _values(self, value):
        return list(value.__tf_flatten__()[1])

    def _check(self, value):
        if not isinstance(value, self.value_type):
            raise TypeError(f"[{value!r}] is not of type {self.value_type}.")
        metadata, components = value.__tf_flatten__()
        if self.metadata != metadata:
            raise ValueError(f"Metadata mismatch: [{self.metadata!r}] != [{metadata!r}].")
        if len(self.components) != len(components):
            raise ValueError(f"Lengths of components mismatch: {len(self.components)} != {len(components)}.")

    def __hash__(self):
        return hash((self.value_type, self.components))  # metadata may have no hash

    __eq__ = _Container.__eq__

    def __repr__(self):
        return f"CustomNestTraceType [metadata={self.metadata!r}, components={self.components!r}]"


class Dict(_Container):
    """A mapping, by its keys and values; neither the order nor the mapping's class counts."""

    def __init__(self, mapping, placeholder_type=None):
        self.mapping = dict(mapping)
        super().__init__(self.mapping.values())
        self._keys = list(self.mapping)
        self._type = placeholder_type or dict

    def _same_kind(self, other):
        return type(other) is Dict and self.mapping.keys() == other.mapping.keys()

    def __eq__(self, other):
        if not isinstance(other, TraceType):
            return NotImplemented
        return self._same_kind(other) and self.mapping == other.mapping

    def __hash__(self):
        return hash(frozenset(self.mapping))

    def _with(self, components):
        return Dict(dict(zip(self._keys, components)), self._type)

    def _aligned(self, other):
        return [other.mapping[key] for key in self._keys]

    def is_subtype_of(self, other):
        return self._same_kind(other) and all(a.is_subtype_of(b) for a, b in zip(self.components, self._aligned(other)))

    def most_specific_common_supertype(self, others):
        if not all(self._same_kind(other) for other in others):
            return None
        aligned = [Dict(dict(zip(self._keys, self._aligned(other)))) for other in others]
        return super().most_specific_common_supertype(aligned)

    def _build(self, values):
        values = dict(zip(self._keys, values))
        pairs = [(key, values[key]) for key in self.mapping]
        if self._type is dict:
            return dict(pairs)
        if issubclass(self._type, dict) and hasattr(self._type, "default_factory"):
            return self._type(lambda: None, pairs)
        return self._type(pairs)

    def _values(self, value):
        return [value[key] for key in self._keys]

    def _check(self, value):
        assert isinstance(value, abc.Mapping), f"Can not cast {value!r} to a Dict type."
        assert set(value) == set(self.mapping), f"{value!r} has different keys with the TraceType {self!r}."

    def __repr__(self):
        return f"Dict[{', '.join(f'[{key!r}, {component!r}]' for key, component in self.mapping.items())}]"
