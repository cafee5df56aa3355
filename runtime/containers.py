"""Containers that modules hold: lists, dicts and tuples, wrapped on assignment so that checkpoints find what is in them.

They act as what they wrap and share its storage. Changes that would give a child another name make them unfit to be saved.
"""

from __future__ import annotations

import collections
import collections.abc as abc
import copy

from runtime.core.trackable import Trackable

_UNTRACKED = "checkpointed, wrap it in a non-trackable object; it will be subsequently ignored."


def wrap(value):
    """`value`, behind a wrapper if it is a list, a dict or a tuple with something to track in it."""
    kind = type(value)
    if kind is dict or kind is collections.OrderedDict:
        return _DictWrapper(value)
    if kind is list:
        return ListWrapper(value)
    if isinstance(value, tuple) and not isinstance(value, Trackable) and _holds_trackable(value):
        return _TupleWrapper(value)
    return value


def _holds_trackable(items):
    return any(isinstance(item, Trackable) or type(item) in (dict, collections.OrderedDict, list)
               or isinstance(item, tuple) and _holds_trackable(item) for item in items)


class _Container(Trackable):
    """Gathers the Variables of what it holds: those in the modules that it holds, then its own."""

    def _gather(self, name, keep):
        held = list(self._trackable_children().values())
        inner = [v for item in held if hasattr(item, name) for v in getattr(item, name)]
        return inner + [item for item in held if hasattr(item, "handle") and keep(item)]

    @property
    def trainable_variables(self):
        return self._gather("trainable_variables", lambda variable: variable.trainable)

    @property
    def non_trainable_variables(self):
        return self._gather("non_trainable_variables", lambda variable: not variable.trainable)

    @property
    def variables(self):
        return self.trainable_variables + self.non_trainable_variables

    trainable_weights, non_trainable_weights, weights = trainable_variables, non_trainable_variables, variables


class ListWrapper(_Container, abc.MutableSequence, list):
    """A list whose elements are tracked by index. Raises ValueError on saving after anything but appending."""

    def __init__(self, wrapped_list=()):
        self._storage = wrapped_list if isinstance(wrapped_list, list) else list(wrapped_list)
        self._non_append_mutation = False
        self._external_modification = False
        self._storage[:] = map(wrap, self._storage)
        self._changed()

    def _check(self):
        """Notice that the wrapped list was changed by another name."""
        if not (self._external_modification or self._non_append_mutation) and self._storage != self._snapshot:
            self._external_modification = True
            self._snapshot = None

    def _changed(self):
        list.__init__(self, self._storage)  # for what reads a list's memory directly
        if not (self._external_modification or self._non_append_mutation):
            self._snapshot = list(self._storage)

    def _poison(self):
        if any(isinstance(item, Trackable) for item in self._storage):
            self._non_append_mutation = True

    def _trackable_children(self):
        self._check()
        if self._non_append_mutation:
            raise ValueError(
                f"Unable to save the object {self} (a list wrapper constructed to track trackable TensorFlow objects). A list "
                "element was replaced (__setitem__, __setslice__), deleted (__delitem__, __delslice__), or moved (sort). In "
                "order to support restoration on object creation, tracking is exclusively for append-only data structures."
                f"\n\nIf you don't need this list {_UNTRACKED}")
        if self._external_modification:
            raise ValueError(
                f"Unable to save the object {self} (a list wrapper constructed to track trackable TensorFlow objects). The "
                f"wrapped list was modified outside the wrapper (its final value was {self._storage}, its value when a "
                f"checkpoint dependency was added was {self._snapshot}), which breaks restoration on object creation.\n\nIf "
                "you don't need this list checkpointed, wrap it in a NoDependency object; it will be subsequently ignored.")
        return {str(index): item for index, item in enumerate(self._storage) if isinstance(item, Trackable)}

    def append(self, value):
        self._check()
        value = wrap(value)
        self._storage.append(value)
        self._changed()
        self._child_added(str(len(self._storage) - 1), value)

    def extend(self, values):
        for value in values:
            self.append(value)

    def insert(self, index, obj):
        self._check()
        self._poison()
        if isinstance(obj, Trackable):
            self._non_append_mutation = True
        self._storage.insert(index, obj)
        self._changed()

    def sort(self, **options):
        self._check()
        self._poison()
        self._storage.sort(**options)
        self._changed()

    def reverse(self):
        self._check()
        self._poison()
        self._storage.reverse()
        self._changed()

    def __setitem__(self, key, value):
        self._check()
        replaced = self._storage[key]
        if any(isinstance(item, Trackable) for item in (replaced if isinstance(key, slice) else [replaced])):
            self._non_append_mutation = True
        self._storage[key] = [wrap(item) for item in value] if isinstance(key, slice) else wrap(value)
        self._changed()

    def __delitem__(self, key):
        self._check()
        self._poison()
        del self._storage[key]
        self._changed()

    def __imul__(self, count):
        if count <= 0:
            del self[:]
        else:
            self.extend(self._storage * (count - 1))
        return self

    def __iadd__(self, values):
        self.extend(values)
        return self

    def pop(self, index=-1):
        value = self[index]
        del self[index]
        return value

    def copy(self):
        return copy.copy(self)

    def __copy__(self):
        return ListWrapper(list(self._storage))

    def __deepcopy__(self, memo):
        return ListWrapper(copy.deepcopy(self._storage, memo))

    def __reduce_ex__(self, protocol):
        return ListWrapper, (list(self._storage),)

    def __getitem__(self, key):
        return self._storage[key]

    def __len__(self):
        return len(self._storage)

    def __iter__(self):
        return iter(self._storage)

    def __contains__(self, item):
        return item in self._storage

    def __add__(self, other):
        return self._storage + getattr(other, "_storage", other)

    def __radd__(self, other):
        return other + self._storage

    def __mul__(self, count):
        return self._storage * count

    __rmul__ = __mul__

    def __hash__(self):
        raise TypeError("unhashable type: 'ListWrapper'")

    def __repr__(self):
        return f"ListWrapper({self._storage!r})"


class _Proxy(_Container):
    """Acts as the object `__wrapped__`: attributes, operators and `isinstance` are those of what it wraps."""

    def __init__(self, wrapped):
        object.__setattr__(self, "__wrapped__", wrapped)

    @property
    def __class__(self):
        return type(self.__wrapped__)

    def __getattr__(self, name):
        if name == "__wrapped__":
            raise AttributeError(name)
        return getattr(self.__wrapped__, name)

    def __reduce_ex__(self, protocol):
        return type(self), (self.__wrapped__,)

    def __copy__(self):
        return type(self)(copy.copy(self.__wrapped__))

    def __deepcopy__(self, memo):
        return type(self)(copy.deepcopy(self.__wrapped__, memo))


def _forwarded(name):
    def method(self, *args):
        return getattr(self.__wrapped__, name)(*(getattr(arg, "__wrapped__", arg) for arg in args))
    method.__name__ = name
    return method


for _name in ("len", "iter", "contains", "getitem", "reversed", "str", "format", "lt", "le", "gt", "ge", "ne", "add", "mul",
              "rmul", "or", "ror"):
    setattr(_Proxy, f"__{_name}__", _forwarded(f"__{_name}__"))


class _DictWrapper(_Proxy):
    """A dict whose values are tracked by key. Raises ValueError on saving where a key of a tracked value is no string."""

    def __init__(self, wrapped_dict=()):
        if not isinstance(wrapped_dict, abc.Mapping):
            wrapped_dict = dict(wrapped_dict)
        super().__init__(wrapped_dict)
        self._self_non_string_key = False
        self._self_external_modification = False
        for key, value in list(wrapped_dict.items()):
            self[key] = value
        self._changed()

    def _check(self):
        if not self._dirty and self.__wrapped__ != getattr(self, "_self_snapshot", self.__wrapped__):
            self._self_external_modification = True
            self._self_snapshot = None

    def _changed(self):
        if not self._dirty:
            self._self_snapshot = dict(self.__wrapped__)

    @property
    def _dirty(self):
        return self._self_external_modification or self._self_non_string_key

    def _trackable_children(self):
        self._check()
        if self._self_non_string_key:
            raise ValueError(
                f"Unable to save the object {self} (a dictionary wrapper constructed automatically on attribute assignment). "
                "The wrapped dictionary contains a non-string key which maps to a trackable object or mutable data structure."
                f"\n\nIf you don't need this dictionary {_UNTRACKED}")
        if self._self_external_modification:
            raise ValueError(
                f"Unable to save the object {self} (a dictionary wrapper constructed automatically on attribute assignment). "
                f"The wrapped dictionary was modified outside the wrapper (its final value was {self}, its value when a "
                f"checkpoint dependency was added was {self._self_snapshot}), which breaks restoration on object creation."
                f"\n\nIf you don't need this dictionary {_UNTRACKED}")
        return {key: value for key, value in self.__wrapped__.items() if isinstance(value, Trackable)}

    def __setitem__(self, key, value):
        self._check()
        value = wrap(value)
        if isinstance(value, Trackable) and not isinstance(key, str):
            self._self_non_string_key = True
        self.__wrapped__[key] = value
        self._changed()
        self._child_added(key, value)

    def __delitem__(self, key):
        self._check()
        del self.__wrapped__[key]
        self._changed()

    def update(self, *args, **kwargs):
        for key, value in dict(*args, **kwargs).items():
            self[key] = value

    def copy(self):
        return copy.copy(self)

    def __eq__(self, other):
        return self.__wrapped__ == getattr(other, "__wrapped__", other)

    def __hash__(self):
        raise TypeError("unhashable type: 'DictWrapper'")

    def __repr__(self):
        return f"DictWrapper({self.__wrapped__!r})"


class _TupleWrapper(_Proxy):
    """A tuple whose elements are tracked by index, those of a named tuple by field as well."""

    def __init__(self, original=()):
        items = [wrap(item) for item in original]
        if not hasattr(original, "_fields"):
            kind = type(original) if isinstance(original, tuple) else tuple
            super().__init__(original.__class__(items) if kind is _TupleWrapper else kind(items))
        else:
            super().__init__(original._make(items))

    def _trackable_children(self):
        named = dict(zip(getattr(self.__wrapped__, "_fields", ()), self.__wrapped__))
        named |= {str(index): item for index, item in enumerate(self.__wrapped__)}
        return {name: item for name, item in named.items() if isinstance(item, Trackable)}

    def __eq__(self, other):
        return self.__wrapped__ == getattr(other, "__wrapped__", other)

    def __hash__(self):
        return hash(self.__wrapped__)

    def __repr__(self):
        return f"_TupleWrapper({self.__wrapped__!r})"
