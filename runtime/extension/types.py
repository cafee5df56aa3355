"""`tf.experimental.ExtensionType`: classes whose annotations declare tensors and what goes with them."""

from __future__ import annotations

from runtime.core import nest
from runtime.core.composite import CompositeTensor
from runtime.core.tensor import Tensor
from runtime.extension.annotations import Kind
from runtime.extension.batching import BatchableExtensionTypeSpec
from runtime.extension.fields import Frozen, add_constructor, check_class, convert_fields, fields_of, is_reserved, values_of
from runtime.extension.spec import REGISTERED, ExtensionTypeSpec
from runtime.function.tensor_spec import TypeSpec
from runtime.ops import array, comparison, joining, reduction

_OWN = "_tf_extension_type_do_not_transform_this_class"
_SPEC_BASES = ((TypeSpec,), (object,))


class _ExtensionTypeMetaclass(type):
    """Gives each class of a program its constructor and its spec."""

    def __init__(cls, name, bases, namespace):
        if not namespace.get(_OWN, False):
            check_class(cls, _SPEC_BASES)
            add_constructor(cls, fields_of(cls))
            _add_spec(cls)
        super().__init__(name, bases, namespace)


class ExtensionType(Frozen, CompositeTensor, metaclass=_ExtensionTypeMetaclass):
    """The base of a program's own types of values that hold tensors. The annotations of a subclass declare its fields.

    A subclass may have a constructor, `__validate__`, and a nested class `Spec` of its own. Values do not change.
    """

    _tf_extension_type_do_not_transform_this_class = True
    _frozen_as = "ExtensionType"
    acts_as_tensor = False
    _freed = frozenset({"_keras_mask", "_keras_history"})

    def __init__(self, *args, **kwargs):
        if type(self) is ExtensionType:
            raise AssertionError("Cannot create an instance of ExtensionType because ExtensionType is an abstract base class.")

    def _tf_extension_type_convert_fields(self):
        convert_fields(self._tf_extension_type_fields(), values_of(self), Kind.VALUE)

    @property
    def _type_spec(self):
        kept = vars(self).get("_tf_extension_type_cached_type_spec")
        if kept is None:
            kept = self.Spec.from_value(self)
            vars(self)["_tf_extension_type_cached_type_spec"] = kept
        return kept

    def __getattr__(self, name):
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def __repr__(self):
        return f"{type(self).__qualname__}({', '.join(f'{name}={value!r}' for name, value in as_dict(self).items())})"

    def __eq__(self, other):
        if type(self) is not type(other) or self._type_spec != other._type_spec:
            return False
        mine, theirs = (nest.flatten(value, expand_composites=True) for value in (self, other))
        if len(mine) != len(theirs):
            return False
        same = []
        for one, two in zip(mine, theirs):
            same.append(_all_equal(array.shape(one), array.shape(two)))
            same.append(_all_equal(one, two))
        return reduction.reduce_all(joining.stack(same))

    def __ne__(self, other):
        equal = self.__eq__(other)
        return comparison.logical_not(equal) if isinstance(equal, Tensor) else not equal

    __hash__ = None


class BatchableExtensionType(ExtensionType):
    """An extension type of which one value can hold the rows of many, as datasets and `tf.map_fn` need it."""

    _tf_extension_type_do_not_transform_this_class = True


def _all_equal(first, second):
    return reduction.reduce_all(comparison.equal_if_broadcast(first, second))


def as_dict(value):
    """The fields of `value` by name (`tf.experimental.extension_type.as_dict`)."""
    return {field.name: getattr(value, field.name) for field in value._tf_extension_type_fields()}


def _add_spec(cls):
    name = f"{cls.__qualname__}.Spec"
    members = {"value_type": cls, "__module__": cls.__module__}
    field_names = {field.name for field in fields_of(cls)}
    for key, value in vars(vars(cls).get("Spec", object)).items() if "Spec" in vars(cls) else ():
        if is_reserved(key):
            raise ValueError(f"TypeSpec {name} uses reserved name '{key}'.")
        if key in field_names:
            raise ValueError(f"TypeSpec {name} defines a variable '{key}' which shadows a field in {cls.__qualname__}")
        if key not in ("__module__", "__dict__", "__weakref__"):
            members[key] = value
    batchable = issubclass(cls, BatchableExtensionType)
    if batchable:
        if hasattr(cls, "__batch_encoder__"):
            members.setdefault("__batch_encoder__", cls.__batch_encoder__)
    elif hasattr(cls, "__batch_encoder__") or "__batch_encoder__" in members:
        raise ValueError("__batch_encoder__ should only be defined for BatchableExtensionType classes.")
    spec = type(f"{cls.__name__}.Spec", (BatchableExtensionTypeSpec if batchable else ExtensionTypeSpec,), members)
    spec.__qualname__ = name
    cls.Spec = spec
    add_constructor(spec, fields_of(cls), defaults=False)
    if "__name__" in vars(cls):
        _register(vars(cls)["__name__"] + ".Spec", spec)


def _register(name, spec):
    REGISTERED[name] = spec
