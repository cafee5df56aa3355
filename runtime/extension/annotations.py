"""Which annotations a field may have, and how a value is brought to the annotated type."""

from __future__ import annotations

import collections.abc as abc
import enum
import typing

from runtime.core import dtypes
from runtime.core.convert import convert_to_tensor
from runtime.core.tensor import Tensor
from runtime.core.tensor_shape import TensorShape
from runtime.core.composite import CompositeTensor
from runtime.core.indexed_slices import IndexedSlices
from runtime.extension.immutable import ImmutableDict
from runtime.function.tensor_spec import TypeSpec

_PLAIN = (int, float, str, bytes, bool, type(None))


class Kind(enum.Enum):
    """What is brought to the type: a value, the spec of one, or the default of a field."""

    VALUE = 1
    SPEC = 2
    DEFAULT = 3


def _is_union(annotation):
    return getattr(annotation, "__origin__", None) is typing.Union


def _is_tuple(annotation):
    return getattr(annotation, "__origin__", None) is tuple


def _is_mapping(annotation):
    return getattr(annotation, "__origin__", None) in (abc.Mapping, typing.Mapping)


def _is_composite(annotation):
    try:
        return issubclass(annotation, (CompositeTensor, IndexedSlices))
    except TypeError:
        return False


def _name(annotation):
    return repr(annotation.__name__ if isinstance(annotation, type) else annotation)


def check(annotation, in_key=False, forward=True):
    """Raise TypeError unless a field may be annotated so."""
    if isinstance(annotation, (str, typing.ForwardRef)):
        if not forward:
            raise TypeError(f"Unresolved forward reference {annotation!r}")
    elif annotation is None or annotation in _PLAIN or annotation is dtypes.DType:
        pass
    elif annotation in (Tensor, TensorShape) or _is_composite(annotation):
        if in_key:
            raise TypeError(f"Mapping had a key {annotation.__name__!r} with type {type(annotation).__name__!r}")
    elif _is_tuple(annotation) or _is_union(annotation):
        arguments = annotation.__args__
        if _is_tuple(annotation) and arguments[1:] == (Ellipsis,):
            arguments = arguments[:1]
        for argument in arguments:
            check(argument, in_key, forward)
    elif _is_mapping(annotation):
        key, value = annotation.__args__
        check(key, True, forward)
        check(value, in_key, forward)
    else:
        raise TypeError(f"Unsupported type annotation {_name(annotation)}")


def convert(value, annotation, path, kind=Kind.VALUE):
    """`value` as the annotated type has it. Raises TypeError, which names `path`, if it cannot be that."""
    if annotation is Tensor:
        return _tensor(value, path, kind)
    if _is_composite(annotation):
        return _composite(value, annotation, path, kind)
    if annotation is TensorShape or annotation is dtypes.DType:
        return _shape_or_dtype(value, annotation, path)
    if annotation is None or annotation in _PLAIN:
        wanted = type(None) if annotation is None else annotation
        if not isinstance(value, wanted):
            raise _mismatch(path, repr(wanted.__name__), value)
        return value
    if _is_tuple(annotation):
        return _tuple(value, annotation.__args__, path, kind)
    if _is_mapping(annotation):
        return _mapping(value, annotation.__args__, path, kind)
    if _is_union(annotation):
        for option in annotation.__args__:
            try:
                return convert(value, option, path, kind)
            except TypeError:
                pass
        raise _mismatch(path, repr(annotation), value)
    raise TypeError(f"{path}: Unsupported type annotation {annotation!r}")


def _mismatch(path, wanted, value):
    return TypeError(f"{path}: expected {wanted}, got {type(value).__name__!r}")


def _tensor(value, path, kind):
    if kind is Kind.SPEC:
        if not (isinstance(value, TypeSpec) and value.value_type is Tensor):
            raise _mismatch(path, "a TensorSpec", value)
        return value
    if isinstance(value, Tensor) or kind is Kind.DEFAULT:
        return value
    try:
        return convert_to_tensor(value)
    except (ValueError, TypeError) as error:
        raise _mismatch(path, "a Tensor", value) from error


def _composite(value, annotation, path, kind):
    if kind is Kind.SPEC:
        if not (isinstance(value, TypeSpec) and _derives(value.value_type, annotation)):
            raise _mismatch(path, f"a TypeSpec for {annotation.__name__!r}", value)
    elif not isinstance(value, annotation):
        raise _mismatch(path, repr(annotation.__name__), value)
    return value


def _derives(first, second):
    return isinstance(first, type) and issubclass(first, second)


def _shape_or_dtype(value, annotation, path):
    try:
        if annotation is dtypes.DType:
            return dtypes.as_dtype(value)
        return value if isinstance(value, TensorShape) else TensorShape(value)
    except TypeError as error:
        raise _mismatch(path, f"'tf.{annotation.__name__}'", value) from error


def _tuple(value, arguments, path, kind):
    if not isinstance(value, abc.Sequence):
        raise _mismatch(path, "tuple", value)
    if arguments[1:] == (Ellipsis,):
        arguments = arguments[:1] * len(value)
    if len(value) != len(arguments):
        raise TypeError(f"{path}: expected tuple with length {len(arguments)}, got {type(value).__name__!r})")
    return tuple(convert(item, argument, f"{path}[{index}]", kind) for index, (item, argument) in enumerate(zip(value, arguments)))


def _mapping(value, arguments, path, kind):
    if not isinstance(value, abc.Mapping):
        raise _mismatch(path, "mapping", value)
    key_type, value_type = arguments
    return ImmutableDict([(convert(key, key_type, f"{path}[<key>]", kind), convert(item, value_type, f"{path}[{key!r}]", kind))
                          for key, item in value.items()])
