"""The fields of an extension type, which its annotations declare; and the constructors of values and specs."""

from __future__ import annotations

import functools
import inspect
import typing

from runtime.extension.annotations import Kind, check, convert

# What neither a field nor an attribute of a class may be called.
_RESERVED = frozenset({
    "self", "Spec", "_type_spec", "_shape_invariant_to_type_spec", "_consumers", "value_type", "is_compatible_with",
    "most_specific_compatible_type", "_with_tensor_ranks_only", "_to_components", "_from_components", "_component_specs", "_to_tensor_list",
    "_from_tensor_list", "_from_compatible_tensor_list", "_flat_tensor_specs", "_serialize", "_deserialize", "_to_legacy_output_types",
    "_to_legacy_output_shapes", "_to_legacy_output_classes", "_keras_mask"})
_BUILDING = "_tf_extension_type_in_constructor"
MISSING = object()


class Field(typing.NamedTuple):
    """A field: its name, its annotation, and its default or `MISSING`."""

    name: str
    annotation: object
    default: object


def is_reserved(name):
    return name in _RESERVED or name.lower().startswith("_tf_extension_type")


def fields_of(cls):
    """The fields of a class, those of its bases first. Raises TypeError for an annotation that no field may have."""
    kept = vars(cls).get("_tf_extension_type_cached_fields")
    if kept is not None:
        return kept
    try:
        hints, complete = typing.get_type_hints(cls), True
    except (NameError, AttributeError):  # a name that is not defined yet
        hints, complete = {}, False
        for base in reversed(cls.__mro__):
            hints.update(vars(base).get("__annotations__", {}))
    fields = tuple(_field(cls, name, annotation) for name, annotation in hints.items())
    if complete:
        cls._tf_extension_type_cached_fields = fields
    return fields


def _field(cls, name, annotation):
    try:
        check(annotation)
    except TypeError as error:
        raise TypeError(f"In field {name!r}: {error}") from error
    default = getattr(cls, name, MISSING)
    if default is not MISSING:
        default = convert(default, annotation, f"default value for {name}", Kind.DEFAULT)
    return Field(name, annotation, default)


def convert_fields(fields, values, kind):
    """Bring the values in the dict `values` to the types of the fields, in place. Raises ValueError if there are others."""
    expected, actual = {field.name for field in fields}, set(values)
    if actual - expected:
        raise ValueError(f"Got unexpected fields: {actual - expected}")
    if expected - actual:
        raise ValueError(f"Missing required fields: {expected - actual}")
    values.update({field.name: convert(values[field.name], field.annotation, field.name, kind) for field in fields})


def check_class(cls, spec_bases):
    """Raise ValueError if the attributes of a new class clash with what extension types need."""
    annotations = vars(cls).get("__annotations__", {})
    for name, value in vars(cls).items():
        if name == "Spec":
            if not isinstance(value, type):
                raise ValueError(f"{cls.__qualname__}.Spec must be a nested class; got {value}.")
            if value.__bases__ not in spec_bases:
                raise ValueError(f"{cls.__qualname__}.Spec must be directly subclassed from tf.TypeSpec.")
        elif is_reserved(name):
            raise ValueError(f"The field annotations for {cls.__name__} are invalid. Field '{name}' is reserved.")
    for name in annotations:
        if is_reserved(name):
            raise ValueError(f"The field annotations for {cls.__name__} are invalid. Field '{name}' is reserved.")
    for name, value in vars(cls).items():
        special = name.startswith("_abc_") or name.startswith("__") and name.endswith("__")
        if not (name in annotations or callable(value) or special or isinstance(value, (property, classmethod, staticmethod))):
            raise ValueError(f"The field annotations for {cls.__name__} are invalid. Field {name} is missing a type annotation.")


def add_constructor(cls, fields, defaults=True):
    """Give `cls` a constructor that takes the fields, or let its own be followed by conversion and validation."""
    if "__init__" in vars(cls):
        _wrap_constructor(cls)
        return
    parameters, seen_default, kind = [], False, inspect.Parameter.POSITIONAL_OR_KEYWORD
    for field in fields:
        has_default = defaults and field.default is not MISSING
        if seen_default and not has_default:
            kind = inspect.Parameter.KEYWORD_ONLY  # this one and those behind it
        seen_default = seen_default or has_default
        parameters.append(inspect.Parameter(field.name, kind, default=field.default if has_default else inspect.Parameter.empty,
                                            annotation=field.annotation))
    signature = inspect.Signature(parameters, return_annotation=cls.__name__)

    def __init__(self, *args, **kwargs):
        bound = signature.bind(*args, **kwargs)
        bound.apply_defaults()
        values_of(self).update(bound.arguments)
        self._tf_extension_type_convert_fields()
        self.__validate__()

    __init__.__signature__ = signature.replace(parameters=[
        inspect.Parameter("self", inspect.Parameter.POSITIONAL_OR_KEYWORD), *parameters], return_annotation=cls)
    cls.__init__ = __init__


def _wrap_constructor(cls):
    own = cls.__init__

    @functools.wraps(own)
    def __init__(self, *args, **kwargs):
        self.__dict__[_BUILDING] = True
        own(self, *args, **kwargs)
        del self.__dict__[_BUILDING]
        self._tf_extension_type_convert_fields()
        self.__validate__()

    cls.__init__ = __init__


def values_of(holder):
    """The dict with the values of the fields of a value or a spec."""
    return vars(holder).setdefault("_tf_extension_type_values", {}) if holder._keeps_fields_apart else vars(holder)


class Frozen:
    """The base of values and specs: their attributes are set in the constructor alone."""

    _keeps_fields_apart = False
    _freed = frozenset()

    def __setattr__(self, name, value):
        if name in self._freed or _BUILDING in vars(self) and self._has_field(name):
            values_of(self)[name] = value
        else:
            raise self._frozen(name)

    def __delattr__(self, name):
        if name in self._freed or _BUILDING in vars(self) and self._has_field(name):
            del values_of(self)[name]
        else:
            raise self._frozen(name)

    @classmethod
    def _tf_extension_type_fields(cls):
        return fields_of(cls)

    def _has_field(self, name):
        return any(name == field.name for field in self._tf_extension_type_fields())

    def _frozen(self, name):
        return AttributeError(f"Cannot mutate attribute `{name}` outside the custom constructor of {self._frozen_as}.")

    def __validate__(self):
        """Raise an exception if the fields do not fit each other; run after the constructor."""


def made(cls, values):
    """An instance of `cls` with these values, without its constructor."""
    result = object.__new__(cls)
    values_of(result).update(values)
    return result
