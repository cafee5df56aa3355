"""What all trace types have in common, the contexts that they are made, filled and cast in, and the types of single Python values."""

from __future__ import annotations

import contextlib
import math
from abc import ABC, abstractmethod


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
