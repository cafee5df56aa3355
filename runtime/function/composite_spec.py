"""`CompositeSpec`: the trace types of values that are made of tensors."""

from __future__ import annotations

from runtime.core import nest
from runtime.core.tensor_shape import TensorShape
from runtime.function.tensor_spec import TypeSpec


class CompositeSpec(TypeSpec):
    """The type of a composite. A subclass says what distinguishes its instances (`_serialize`), and of which parts a value is made.

    Two specs are compared piece by piece: shapes by their sizes, specs among the pieces as specs, everything else by equality.

    For `tf.map_fn`, a spec whose values have rows says `unbatched()`, the spec of a row, ``count(value)`` and ``row(value, index)``. One
    whose values can be rows has `pieces`, the specs of tensors that are concatenated, ``to_pieces(value)`` and
    ``from_pieces(tensors, rows)``. For datasets there is `layout` (see `runtime.data.encoded`).
    """

    value_type = None

    @property
    def parts(self):
        """The specs of the tensors that a value is made of."""
        raise NotImplementedError

    def to_components(self, value):
        """The tensors of `value`, one for each part."""
        raise NotImplementedError

    def from_components(self, tensors):
        """The value of these tensors."""
        raise NotImplementedError

    def _serialize(self):
        """The arguments that make the spec again: a tuple."""
        raise NotImplementedError

    @classmethod
    def _deserialize(cls, pieces):
        """The spec that `_serialize` gave these pieces for."""
        return cls(*pieces)

    # -- in datasets: the same, for a spec whose values are taken apart in another way there ---------------------------
    @property
    def encoded_parts(self):
        return self.parts

    def to_encoded(self, value):
        return self.to_components(value)

    def from_encoded(self, tensors):
        return self.from_components(tensors)

    # -- comparing -----------------------------------------------------------------------------------------------------
    def is_subtype_of(self, other):
        return type(self) is type(other) and _holds(self._serialize(), other._serialize(), "is_subtype_of")

    def is_compatible_with(self, spec_or_value):
        """Whether a value may have both types."""
        spec = spec_or_value if isinstance(spec_or_value, TypeSpec) else getattr(spec_or_value, "_type_spec", None)
        return type(self) is type(spec) and _holds(self._serialize(), spec._serialize(), "is_compatible_with")

    def most_specific_common_supertype(self, others):
        if any(type(other) is not type(self) for other in others):
            return None
        pieces = [_common(piece, pieces) for piece, *pieces in zip(self._serialize(), *(other._serialize() for other in others))]
        return None if any(piece is _NOTHING for piece in pieces) else self._deserialize(pieces)

    def most_specific_compatible_type(self, other):
        """The narrowest spec of both. Raises ValueError where there is none."""
        found = self.most_specific_common_supertype([other])
        if found is None:
            raise ValueError(f"No TypeSpec is compatible with both {self} and {other}")
        return found

    # -- tracing -------------------------------------------------------------------------------------------------------
    def placeholder_value(self, placeholder_context):
        if placeholder_context.graph is None:
            return self
        return self.from_components([part.placeholder_value(placeholder_context) for part in self.parts])

    def to_tensors(self, value):
        return [tensor for part, component in zip(self.parts, self.to_components(value)) for tensor in part.to_tensors(component)]

    def from_tensors(self, tensors):
        return self.from_components([part.from_tensors(tensors) for part in self.parts])

    def flatten(self):
        return [leaf for part in self.parts for leaf in part.flatten()]

    def cast(self, value, cast_context):
        if cast_context is not None and cast_context.allow_specs and isinstance(value, TypeSpec):
            assert value.is_subtype_of(self), f"Can not cast {value!r} to {self!r}"
            return self
        components = self.to_components(value)
        nest.assert_same_structure(self.parts, components)
        cast = [part.cast(component, cast_context) for part, component in zip(self.parts, components)]
        return value if all(a is b for a, b in zip(cast, components)) else self.from_components(cast)

    def __eq__(self, other):
        return type(self) is type(other) and self._serialize() == other._serialize()

    def __hash__(self):
        return hash((type(self), tuple(map(_hashable, self._serialize()))))

    def __reduce__(self):
        return type(self), self._serialize()

    def __repr__(self):
        return f"{type(self).__name__}({', '.join(map(repr, self._serialize()))})"


def _hashable(piece):
    return piece._dims if isinstance(piece, TensorShape) else piece


def _holds(first, second, relation):
    """Whether `relation` holds for two pieces and what is in them."""
    if isinstance(first, (tuple, list)) and isinstance(second, (tuple, list)):
        return len(first) == len(second) and all(_holds(one, other, relation) for one, other in zip(first, second))
    if isinstance(first, dict) and isinstance(second, dict):
        return first.keys() == second.keys() and all(_holds(first[key], second[key], relation) for key in first)
    if isinstance(first, (TensorShape, TypeSpec)) and isinstance(second, (TensorShape, TypeSpec)):
        return getattr(first, relation)(second)
    return first == second


_NOTHING = object()


def _common(first, others):
    """The narrowest piece that covers all, or `_NOTHING`."""
    if isinstance(first, (TensorShape, TypeSpec)):
        found = first.most_specific_common_supertype(others)
        return _NOTHING if found is None else found
    if isinstance(first, (tuple, list)):
        if any(not isinstance(other, (tuple, list)) or len(other) != len(first) for other in others):
            return _NOTHING
        pieces = [_common(piece, pieces) for piece, *pieces in zip(first, *others)]
        return _NOTHING if any(piece is _NOTHING for piece in pieces) else type(first)(pieces)
    if isinstance(first, dict):
        if any(not isinstance(other, dict) or other.keys() != first.keys() for other in others):
            return _NOTHING
        pieces = {key: _common(first[key], [other[key] for other in others]) for key in first}
        return _NOTHING if any(piece is _NOTHING for piece in pieces.values()) else pieces
    return first if all(first == other for other in others) else _NOTHING
