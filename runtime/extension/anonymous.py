"""What stands for an extension type that a SavedModel names and the program does not have."""

from __future__ import annotations

import warnings

from runtime.core import dtypes
from runtime.core.composite import CompositeTensor
from runtime.core.tensor import Tensor
from runtime.core.tensor_shape import TensorShape
from runtime.extension.fields import is_reserved, made, values_of
from runtime.extension.immutable import ImmutableDict, with_mappings
from runtime.extension.spec import REGISTERED, ExtensionTypeSpec
from runtime.extension.types import ExtensionType
from runtime.function.tensor_spec import TypeSpec

_PLAIN = (int, float, bool, str, bytes, type(None), dtypes.DType, TensorShape)


class AnonymousExtensionType(ExtensionType):
    """A value with the fields of the unknown type, and nothing else of it."""

    _tf_extension_type_do_not_transform_this_class = True

    def __init__(self, **fields):
        values_of(self).update(_checked(fields, (Tensor, CompositeTensor)))

    def __setattr__(self, name, value):
        raise AttributeError(f"Cannot set attribute `{name}`. AnonymousExtensionType instances are immutable.")

    def __delattr__(self, name):
        raise AttributeError(f"Cannot delete attribute `{name}`. AnonymousExtensionType instances are immutable.")

    def __repr__(self):
        fields = [f"{name}={value!r}" for name, value in values_of(self).items() if not is_reserved(name)]
        return f"AnonymousExtensionType({', '.join(fields)})"


class AnonymousExtensionTypeSpec(ExtensionTypeSpec):
    """The spec of such values."""

    value_type = AnonymousExtensionType

    def __init__(self, **fields):
        values_of(self).update(_checked(fields, TypeSpec))

    def _serialize(self):
        return tuple((name, with_mappings(value, dict)) for name, value in values_of(self).items())


AnonymousExtensionType.Spec = AnonymousExtensionTypeSpec
REGISTERED["tf.AnonymousExtensionType.Spec"] = AnonymousExtensionTypeSpec


def _checked(fields, kinds):
    """The fields if they are such as an extension type may have. Raises ValueError if they are not."""
    for name in fields:
        if is_reserved(name) or name.startswith("__") and name.endswith("__"):
            raise ValueError(f"Reserved field name {name} was encountered when trying to instantiate an AnonymousExtensionType.")
    return {name: _converted(value, kinds) for name, value in fields.items()}


def _converted(value, kinds):
    if isinstance(value, (*_PLAIN, kinds) if isinstance(kinds, type) else _PLAIN + kinds):
        return value
    if isinstance(value, tuple):
        return tuple(_converted(item, kinds) for item in value)
    if isinstance(value, (dict, ImmutableDict)):
        return ImmutableDict([(_converted(key, kinds), _converted(item, kinds)) for key, item in value.items()])
    raise ValueError(f"Cannot convert anonymous fields from an unsupported `value` argument: {value!r}.")


def decoded(name, pieces):
    """The spec that a SavedModel describes: the class of the program with that name, or an anonymous one, with a warning.

    Raises:
        TypeError, ValueError: the pieces are no fields.
    """
    spec = REGISTERED.get(name)
    fields = dict(pieces)
    if spec is None:
        warnings.warn(f"The type '{name}' has not been registered. Falling back to using AnonymousExtensionTypeSpec instead.", stacklevel=2)
        return AnonymousExtensionTypeSpec(**fields)
    result = made(spec, with_mappings(tuple(fields.items()), ImmutableDict))
    if spec is not AnonymousExtensionTypeSpec:
        result._tf_extension_type_convert_fields()
    return result
