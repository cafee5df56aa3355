"""Trace types: one object that is cache key, generalisation, placeholder, cast and signature of an argument.

The kinds and their rules follow `tf.types.experimental.TraceType` of TensorFlow 2.21: Python values by equality,
objects by weak reference, containers by kind and contents, tensors by `TensorSpec`.
"""

from __future__ import annotations

import collections.abc as abc
import contextlib
import math
import weakref
from abc import ABC, abstractmethod

import numpy as np

from runtime.core import hooks, nest
from runtime.core.context import graph_mode


class TraceType(ABC):
    """What a trace depends on in one argument. Equal types share a trace.

    User classes take part by ``__tf_tracing_type__(context)``, which returns one of these.
    """

    @abstractmethod
    def is_subtype_of(self, other):
        """Whether a trace made for `other` may serve a value of this type."""

    @abstractmethod
    def most_specific_common_supertype(self, others):
        """The narrowest type that covers this and `others`, or None."""

    @abstractmethod
    def placeholder_value(self, placeholder_context):
        """What the Python function gets while it is traced."""

    def to_tensors(self, value):
        """The tensors of `value` that become inputs of the graph, in order."""
        return []

    def from_tensors(self, tensors):
        """The value that these tensors (an iterator) stand for."""
        return self.placeholder_value(PlaceholderContext(None))

    def flatten(self):
        """The types of the tensors that `to_tensors` gives."""
        return []

    def cast(self, value, cast_context):
        """`value` as a value of this type. Raises AssertionError (built-in types: ValueError or TypeError) where it is none."""
        if value != self.placeholder_value(PlaceholderContext(None)):
            raise AssertionError(f"Can not cast {value!r} to type {self!r}")
        return value

    @abstractmethod
    def __eq__(self, other):
        raise NotImplementedError

    @abstractmethod
    def __hash__(self):
        raise NotImplementedError


class Exact(TraceType):
    """A type that covers its equals alone."""

    def is_subtype_of(self, other):
        return self == other

    def most_specific_common_supertype(self, others):
        return self if all(self == other for other in others) else None


class TracingContext:
    """Hands out alias numbers to Variables while the types of one call's arguments are made."""

    def __init__(self, is_legacy_signature=False):
        self.is_legacy_signature = is_legacy_signature
        self._aliases = {}
        self._places = {}

    def make_reference_type(self, base_type, local_id):
        return Reference(base_type, self.alias(local_id))

    def alias(self, key):
        return self._aliases.setdefault(key, len(self._aliases))

    def add_placeholder(self, place, variable):
        self._places[place] = variable

    def get_placeholder(self, place):
        return self._places.get(place)


class PlaceholderContext:
    """Where placeholders are made: the graph, and the name that the next one gets. No graph: specs stand for themselves."""

    def __init__(self, graph):
        self.graph = graph
        self.naming_scope = None
        self._by_alias = {}

    def has_placeholder(self, alias_id):
        return alias_id in self._by_alias

    def get_placeholder(self, alias_id):
        return self._by_alias.get(alias_id)

    def add_placeholder(self, alias_id, placeholder):
        self._by_alias[alias_id] = placeholder

    @contextlib.contextmanager
    def naming(self, name):
        outer, self.naming_scope = self.naming_scope, name
        try:
            yield
        finally:
            self.naming_scope = outer


class CastContext:
    """How strict casts are; `allow_specs` lets specs stand for values, as `get_concrete_function` needs."""

    def __init__(self, allow_specs=False):
        self.allow_specs = allow_specs


_NAN = object()


class Literal(Exact):
    """A Python value, by equality: ``1``, ``1.0`` and ``True`` are one type; the first value seen is traced."""

    def __init__(self, value):
        self.value = _NAN if isinstance(value, float) and math.isnan(value) else value
        self._original = value
        self._hash = hash(self.value)

    def placeholder_value(self, placeholder_context):
        return self._original

    def cast(self, value, cast_context):
        if self.value is _NAN and isinstance(value, float) and math.isnan(value) or self.value == value:
            return self._original
        raise ValueError(f"Can not cast {value!r} to {self!r}")

    def __eq__(self, other):
        return isinstance(other, TraceType) and isinstance(other, Literal) and self.value == other.value

    def __hash__(self):
        return self._hash

    def __repr__(self):
        return f"Literal[{self.value!r}]"


class Weakref(Exact):
    """An object, by equality as long as it lives."""

    def __init__(self, ref):
        self._ref = ref
        self._hash = hash(ref)

    def placeholder_value(self, placeholder_context):
        return self._ref()

    def cast(self, value, cast_context):
        target = self._ref()
        if target is value or target == value:
            return value
        while hasattr(value, "__wrapped__"):
            value = value.__wrapped__
            if value is target:
                return value
        raise ValueError(f"Can not cast {value!r} to {self!r}")

    def __eq__(self, other):
        if not isinstance(other, TraceType) or not isinstance(other, Weakref):
            return False
        mine, theirs = self._ref(), other._ref()
        if mine is None or theirs is None:
            return False
        return mine is theirs or bool(mine == theirs)

    def __hash__(self):
        return self._hash

    def __repr__(self):
        return f"Weakref[{self._ref!r}])"


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


class Reference(TraceType):
    """A type plus the identity of what it stands for within one call: aliased arguments share the number."""

    def __init__(self, base, identifier):
        self.base = base
        self.identifier = identifier

    def is_subtype_of(self, other):
        return isinstance(other, Reference) and self.identifier == other.identifier and \
            self.base.is_subtype_of(other.base)

    def most_specific_common_supertype(self, others):
        if not all(isinstance(other, Reference) and other.identifier == self.identifier for other in others):
            return None
        base = self.base.most_specific_common_supertype([other.base for other in others])
        return None if base is None else Reference(base, self.identifier)

    def placeholder_value(self, placeholder_context):
        if not placeholder_context.has_placeholder(self.identifier):
            placeholder_context.add_placeholder(self.identifier, self.base.placeholder_value(placeholder_context))
        return placeholder_context.get_placeholder(self.identifier)

    def to_tensors(self, value):
        return self.base.to_tensors(value)

    def from_tensors(self, tensors):
        return self.base.from_tensors(tensors)

    def flatten(self):
        return self.base.flatten()

    def cast(self, value, cast_context):
        return self.base.cast(value, cast_context)

    def __eq__(self, other):
        return isinstance(other, Reference) and self.identifier == other.identifier and self.base == other.base

    def __hash__(self):
        return hash((self.identifier, self.base))

    def __repr__(self):
        return f"Reference({self.base!r}, identifier={self.identifier!r})"


def from_value(value, context=None):
    """The TraceType of `value`.

    Raises:
        TypeError: `value` is neither hashable nor of a kind that has a type.
    """
    context = context or TracingContext()
    if isinstance(value, TraceType):
        if context.is_legacy_signature:
            return value
        return Literal(value) if not hasattr(value, "spec_type") else value
    protocol = getattr(value, "__tf_tracing_type__", None)
    if protocol is not None and not isinstance(value, type):
        generated = protocol(context)
        if isinstance(generated, TraceType):
            return generated
        raise TypeError(f"Expected an instance of TraceType for Tracing Protocol call to {value} but got {generated}")
    if nest._is_namedtuple(value):
        kind = value.__class__  # a module's wrapper of a named tuple counts as what it holds
        return NamedTuple(kind.__name__, value._fields, [from_value(item, context) for item in value], kind)
    if isinstance(value, abc.Mapping):
        return Dict({key: from_value(item, context) for key, item in value.items()}, type(value))
    if nest._is_attrs(value):
        names = [a.name for a in type(value).__attrs_attrs__]
        return Attrs(type(value).__name__, names, [from_value(getattr(value, name), context) for name in names],
                     type(value))
    if nest._is_nested_dataclass(value):
        metadata, components = value.__tf_flatten__()
        return CustomNest(type(value), metadata, [from_value(item, context) for item in components])
    if isinstance(value, tuple):
        return Tuple(*(from_value(item, context) for item in value))
    if isinstance(value, list):
        return List(*(from_value(item, context) for item in value))
    if is_array(value):
        return hooks.array_spec(value)
    try:
        ref = weakref.ref(value)
    except TypeError:
        ref = None
    try:
        return Literal(value) if ref is None else Weakref(ref)
    except TypeError:
        raise TypeError(f"Could not generate a generic TraceType for {value!r}.Please verify that it is "
                        "immutable/hashable. Otherwise, consider implementing the Tracing Protocol for it.") from None


def is_array(value):
    """Whether TensorFlow takes `value` for an array: NumPy's arrays and scalars, and what has ``__array__``."""
    if isinstance(value, (np.ndarray, np.generic)):
        return not isinstance(value, str)
    return hasattr(value, "__array__") and not isinstance(value, type) and not hasattr(value, "__tf_tensor__")


def placeholders(traced, graph, name):
    """The placeholder value of `traced` in `graph`, its tensors named after the argument `name`."""
    context = PlaceholderContext(graph)
    with graph_mode(graph), context.naming(name):
        return traced.placeholder_value(context)
