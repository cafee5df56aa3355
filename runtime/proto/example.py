"""`tf.train.Example` and what it is made of: messages that programs build, print and read (tensorflow/core/example/*.proto)."""

from __future__ import annotations

import operator

import numpy as np

from runtime.proto.wire import _DEFAULTS, _TYPES, DecodeError, Message, message  # noqa: F401

_SCALARS = frozenset({"int64", "float", "bytes"})


def _checked(kind, value):
    """`value` as an element of a list of scalars. Raises TypeError."""
    if kind == "int64":
        number = operator.index(value)
        if not -2**63 <= number < 2**63:
            raise ValueError(f"Value out of range: {number}")
        return number
    if kind == "float":
        return float(np.float32(float(value)))
    if not isinstance(value, bytes):
        raise TypeError(f"expected bytes, {type(value).__name__} found")
    return value


class _Repeated(list):
    """The values of a repeated field: checked when they are added."""

    def __init__(self, kind, values=()):
        super().__init__()
        self._kind = kind
        self.extend(values)

    def _as_element(self, value):
        if self._kind in _SCALARS:
            return _checked(self._kind, value)
        if not isinstance(value, _TYPES[self._kind]):
            raise TypeError(f"expected {self._kind}, got {type(value).__name__}")
        return value

    def append(self, value):
        super().append(self._as_element(value))

    def extend(self, values):
        super().extend([self._as_element(value) for value in values])

    def add(self, **fields):
        """A new message at the end, which is returned."""
        made = _TYPES[self._kind](**fields)
        super().append(made)
        return made


class _Map(dict):
    """A map field: reading a key that is not there puts an empty message under it."""

    def __init__(self, kind):
        super().__init__()
        self._kind = kind

    def __missing__(self, key):
        value = self[key] = _TYPES[self._kind]() if self._kind in _TYPES else _DEFAULTS.get(self._kind, 0)
        return value

    def get_or_create(self, key):
        return self[key]


class Public(Message):
    """A message with the methods of the `protobuf` package. Messages in it come into being when they are read."""

    __slots__ = ()

    def __init__(self, **fields):
        super().__init__()
        for name, value in fields.items():
            field = self.FIELDS.get(name)
            if field is None:
                raise ValueError(f'Protocol message {type(self).__name__} has no "{name}" field.')
            if value is None:
                continue
            if field.kind == "repeated":
                try:
                    values = iter(value)
                except TypeError:
                    raise TypeError("must assign iterable") from None
                value = _Repeated(field.type, values)
            elif field.kind == "map":
                value, given = _Map(field.type), value
                value.update(given)
            elif field.type in _TYPES and not isinstance(value, _TYPES[field.type]):
                raise TypeError(f"Parameter to initialize message field must be dict or instance of same class: expected "
                                f"{field.type} got {type(value).__name__}.")
            self.__dict__[name] = value

    def __getattr__(self, name):
        value = super().__getattr__(name)
        if value is None:
            value = self.__dict__[name] = _TYPES[self.FIELDS[name].type]()
            value.__dict__["_implied"] = True  # it is part of this message once there is something in it
        return value

    @classmethod
    def _initial(cls, field):
        if field.kind == "repeated":
            return _Repeated(field.type)
        return _Map(field.type) if field.kind == "map" else field.default

    def _is_set(self, field):
        value = self.__dict__.get(field.name)
        if field.kind == "optional" and value is not None and "_implied" in value.__dict__:
            return value._holds_anything()
        return super()._is_set(field)

    def _holds_anything(self):
        return any(self._is_set(field) for field in self.FIELDS.values())

    def HasField(self, name):
        return self._is_set(self.FIELDS[name])

    def WhichOneof(self, group):
        """The name of the member that is set, or None; no message here has more than one group."""
        return next((name for name, field in self.FIELDS.items() if field.kind == "optional" and self._is_set(field)), None)

    def SerializeToString(self, deterministic=None):
        return self.encode()

    def ByteSize(self):
        return len(self.encode())

    @classmethod
    def FromString(cls, data):
        """The message in `data`. Raises DecodeError (a ValueError) for bytes that hold none."""
        try:
            return cls.decode(data)
        except DecodeError as error:
            raise DecodeError(f"Error parsing message with type 'tensorflow.{cls.__name__}': {error}") from None

    def ParseFromString(self, data):
        """Become the message in `data`; the number of bytes read."""
        parsed = self.FromString(data)
        self.__dict__.clear()
        self.__dict__.update(parsed.__dict__)
        return len(data)

    def CopyFrom(self, other):
        self.ParseFromString(other.encode())

    def __repr__(self):
        return self.text()

    __str__ = __repr__


BytesList = message("BytesList", "repeated bytes value = 1", Public)
FloatList = message("FloatList", "repeated float value = 1", Public)
Int64List = message("Int64List", "repeated int64 value = 1", Public)
Feature = message("Feature", """
    optional BytesList bytes_list = 1
    optional FloatList float_list = 2
    optional Int64List int64_list = 3
""", Public)
Features = message("Features", "map<string, Feature> feature = 1", Public)
FeatureList = message("FeatureList", "repeated Feature feature = 1", Public)
FeatureLists = message("FeatureLists", "map<string, FeatureList> feature_list = 1", Public)
Example = message("Example", "optional Features features = 1", Public)
SequenceExample = message("SequenceExample", """
    optional Features context = 1
    optional FeatureLists feature_lists = 2
""", Public)
