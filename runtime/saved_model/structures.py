"""Python structures as StructuredValue messages, both ways: containers of specs, tensors and plain values."""

from __future__ import annotations

import collections
import collections.abc as abc
import keyword

import numpy as np

from runtime.core import dtypes, errors, hooks, nest
from runtime.core.tensor import EagerTensor
from runtime.core.tensor_shape import TensorShape
from runtime.extension.anonymous import decoded
from runtime.extension.spec import ExtensionTypeSpec, encodable_name
from runtime.function.composite_spec import CompositeSpec
from runtime.function.tensor_spec import BoundedTensorSpec, TensorSpec, VariableSpec
from runtime.proto.saved import (DictValue, ListValue, NamedTupleValue, NoneValue, PairValue, StructuredValue, TensorSpecProto,
                                 TupleValue, TypeSpecProto)
from runtime.proto.values import array_of, dims_of, dtype_of, shape_proto, tensor_proto
from runtime.proto.wire import DecodeError

_VARIABLE_SPEC = 9  # in TypeSpecProto.TypeSpecClass
_EXTENSION_TYPE_SPEC = 13
_COMPOSITES = {"RaggedTensorSpec": 3}  # specs that say of which values they are made


def encode(value):
    """The StructuredValue of `value`. Raises ValueError for what SavedModels cannot hold."""
    if value is None:
        return StructuredValue(none_value=NoneValue())
    if isinstance(value, (bool, np.bool_)):
        return StructuredValue(bool_value=bool(value))
    if isinstance(value, (int, np.integer)):
        return StructuredValue(int64_value=int(value))
    if isinstance(value, (float, np.floating)):
        return StructuredValue(float64_value=float(value))
    if isinstance(value, str):
        return StructuredValue(string_value=value)
    if isinstance(value, BoundedTensorSpec):
        raise _not_encodable(value)
    if isinstance(value, TensorSpec):
        return StructuredValue(tensor_spec_value=TensorSpecProto(
            name=value.name or "", shape=shape_proto(value._dims), dtype=value.dtype.as_datatype_enum))
    if isinstance(value, VariableSpec):
        state = encode((TensorShape(value._dims), value.dtype, value.trainable, value.alias_id))
        return StructuredValue(type_spec_value=TypeSpecProto(
            type_spec_class=_VARIABLE_SPEC, type_state=state, type_spec_class_name="VariableSpec", num_flat_components=1))
    if isinstance(value, ExtensionTypeSpec):
        return StructuredValue(type_spec_value=TypeSpecProto(
            type_spec_class=_EXTENSION_TYPE_SPEC, type_state=encode(value._serialize()), type_spec_class_name=_name_of(value),
            num_flat_components=len(value.flatten())))
    if type(value).__name__ in _COMPOSITES and isinstance(value, CompositeSpec):
        return StructuredValue(type_spec_value=TypeSpecProto(
            type_spec_class=_COMPOSITES[type(value).__name__], type_state=encode(value._serialize()),
            type_spec_class_name=type(value).__name__, num_flat_components=len(value.flatten())))
    if isinstance(value, dtypes.DType):
        return StructuredValue(tensor_dtype_value=value.as_datatype_enum)
    if isinstance(value, TensorShape):
        return StructuredValue(tensor_shape_value=shape_proto(value._dims))
    if isinstance(value, EagerTensor):
        return StructuredValue(tensor_value=tensor_proto(value._value, value.dtype))
    if nest._is_namedtuple(value):
        return StructuredValue(named_tuple_value=NamedTupleValue(name=value.__class__.__name__, values=[
            PairValue(key=field, value=encode(item)) for field, item in zip(value._fields, value)]))
    if isinstance(value, abc.Mapping) and all(isinstance(key, str) for key in value):
        return StructuredValue(dict_value=DictValue(fields={key: encode(item) for key, item in value.items()}))
    if isinstance(value, tuple):
        return StructuredValue(tuple_value=TupleValue(values=[encode(item) for item in value]))
    if isinstance(value, list):
        return StructuredValue(list_value=ListValue(values=[encode(item) for item in value]))
    raise _not_encodable(value)


def _name_of(spec):
    try:
        return encodable_name(spec)
    except ValueError:
        raise _not_encodable(spec) from None


def _not_encodable(value):
    return ValueError(f"No encoder for object {value!r} of type {type(value)}.")


def decode(proto):
    """The value of a StructuredValue; named tuples come back as tuples of new classes. Raises DecodeError."""
    kind = None if proto is None else proto.which(*proto.FIELDS)
    if kind is None or kind == "none_value":
        return None
    value = getattr(proto, kind)
    if kind in ("bool_value", "int64_value", "float64_value", "string_value"):
        return value
    if kind == "tensor_spec_value":
        return TensorSpec(dims_of(value.shape), dtype_of(value.dtype), value.name or None)
    if kind == "bounded_tensor_spec_value":
        return BoundedTensorSpec(dims_of(value.shape), dtype_of(value.dtype), array_of(value.minimum)[0],
                                 array_of(value.maximum)[0], value.name or None)
    if kind == "tensor_shape_value":
        return TensorShape(dims_of(value))
    if kind == "tensor_dtype_value":
        return dtype_of(value)
    if kind == "list_value":
        return [decode(item) for item in value.values]
    if kind == "tuple_value":
        return tuple(decode(item) for item in value.values)
    if kind == "dict_value":
        return {key: decode(value.fields[key]) for key in sorted(value.fields)}
    if kind == "named_tuple_value":
        return _named_tuple(value)
    if kind in ("tensor_value", "numpy_value"):
        array, dtype = array_of(value)
        return EagerTensor(array, dtype) if kind == "tensor_value" else array
    if kind == "type_spec_value" and value.type_spec_class == _VARIABLE_SPEC:
        state = decode(value.type_state)
        if isinstance(state, tuple) and len(state) == 4 and isinstance(state[0], TensorShape) \
                and isinstance(state[1], dtypes.DType):
            return VariableSpec(state[0], state[1], bool(state[2]), state[3] if isinstance(state[3], int) else None)
    if kind == "type_spec_value" and value.type_spec_class == _EXTENSION_TYPE_SPEC:
        return _extension(value)
    if kind == "type_spec_value" and value.type_spec_class in _COMPOSITES.values():
        return _composite(value)
    if kind == "type_spec_value":
        return _foreign(value)
    raise DecodeError(f"a value of the unknown kind {kind}")


class ForeignSpec:
    """A type specification that the runtime does not have, such as a RaggedTensorSpec; good for printing alone."""

    def __init__(self, state):
        self.state = state

    def __repr__(self):
        return f"{type(self).__name__}({', '.join(map(repr, self.state if isinstance(self.state, tuple) else [self.state]))})"


def _composite(value):
    """The spec that the message describes. Raises DecodeError where there is no such one."""
    state = decode(value.type_state)
    try:
        return hooks.ragged_spec(*state)
    except (TypeError, ValueError) as error:
        raise DecodeError(f"no RaggedTensorSpec: {state!r}") from error


def _extension(value):
    """The spec of an extension type. Raises DecodeError if the message holds no fields."""
    state = decode(value.type_state)
    try:
        return decoded(value.type_spec_class_name, state)
    except (TypeError, ValueError) as error:
        raise DecodeError(f"no fields of an extension type: {state!r}") from error


def _foreign(value):
    name = value.type_spec_class_name.rpartition(".")[2] or "TypeSpec"
    if not name.isidentifier():
        raise DecodeError(f"no name of a type specification: {name!r}")
    return type(name, (ForeignSpec,), {})(decode(value.type_state))


def decode_own(proto):
    """`decode`. Raises MissingOpError if there are specifications in the value that the runtime does not have."""
    value = decode(proto)
    for leaf in nest.flatten(value):
        if isinstance(leaf, ForeignSpec):
            raise errors.MissingOpError(f"it takes or returns values of {leaf!r}, and the runtime has no {type(leaf).__name__}")
    return value


def _named_tuple(proto):
    names = [pair.key for pair in proto.values]
    if not all(name.isidentifier() and not keyword.iskeyword(name) and name[0] != "_" for name in [proto.name, *names]) or \
            len(set(names)) != len(names):
        raise DecodeError(f"no names of a named tuple: {proto.name!r} {names}")
    return collections.namedtuple(proto.name, names)(*(decode(pair.value) for pair in proto.values))
