"""The protocol-buffer wire format, driven by tables: `message` makes a class from a listing of fields as in a .proto file.

Bytes from files are not trusted: lengths, depth and texts are checked, and a fault raises `DecodeError`. Unknown fields
are skipped, as the format asks for.
"""

from __future__ import annotations

import re
import struct

MAX_DEPTH = 100  # of messages in messages, as TensorFlow's parser has it

_FIELD = re.compile(r"(?:(repeated|optional)\s+)?(?:map<(\w+),\s*(\w+)>|(\w+))\s+(\w+)\s*=\s*(\d+)$")
_FIXED = {"float": (5, "<f"), "fixed32": (5, "<I"), "double": (1, "<d"), "fixed64": (1, "<Q")}
_VARINT = frozenset({"int32", "int64", "uint32", "uint64", "sint64", "bool", "enum"})
_DEFAULTS = {"string": "", "bytes": b"", "bool": False, "float": 0.0, "double": 0.0}
_TYPES: dict[str, type] = {}


class DecodeError(ValueError):
    """The bytes are no message of the kind that was asked for."""


class Field:
    """One field: `kind` is "repeated", "map", "optional" (absent is None) or "" (absent is the default)."""

    __slots__ = ("name", "number", "kind", "type", "key_type", "wire_type", "default")

    def __init__(self, label, key_type, value_type, plain_type, name, number):
        self.name = name
        self.number = int(number)
        self.type = value_type or plain_type
        self.key_type = key_type
        scalar = self.type in _VARINT or self.type in _FIXED or self.type in ("string", "bytes")
        self.kind = "map" if key_type else label or ("" if scalar else "optional")
        self.wire_type = 0 if self.type in _VARINT else _FIXED[self.type][0] if self.type in _FIXED else 2
        self.default = None if self.kind == "optional" else _DEFAULTS.get(self.type, 0)


class Message:
    """A message: an attribute for each field. Lists and dicts for repeated fields and maps are made when first read."""

    __slots__ = ("__dict__",)
    FIELDS: dict[str, Field] = {}
    BY_NUMBER: dict[int, Field] = {}

    def __init__(self, **fields):
        for name in fields:
            if name not in self.FIELDS:
                raise TypeError(f"{type(self).__name__} has no field {name}")
        self.__dict__.update(fields)

    def __getattr__(self, name):
        field = self.FIELDS.get(name)
        if field is None:
            raise AttributeError(f"{type(self).__name__} has no field {name}")
        value = self._initial(field)
        if field.kind in ("repeated", "map"):
            self.__dict__[name] = value
        return value

    @classmethod
    def _initial(cls, field):
        """What a field holds that has not been set."""
        return [] if field.kind == "repeated" else {} if field.kind == "map" else field.default

    def _is_set(self, field):
        """Whether the field belongs into the encoded message."""
        value = self.__dict__.get(field.name)
        return value is not None and (field.kind == "optional" or bool(value))

    def which(self, *names):
        """The name among `names`, the members of a oneof, that is set; None if none is."""
        return next((name for name in names if self.__dict__.get(name) is not None), None)

    def encode(self) -> bytes:
        out = bytearray()
        for field in self.FIELDS.values():
            if not self._is_set(field):
                continue
            value = self.__dict__[field.name]
            if field.kind == "map":
                for key in sorted(value):  # the same bytes for the same contents
                    entry = bytearray()
                    _put(entry, 1, field.key_type, key)
                    _put(entry, 2, field.type, value[key])
                    _put(out, field.number, "bytes", entry)
            elif field.kind != "repeated":
                _put(out, field.number, field.type, value)
            elif field.wire_type == 2:
                for item in value:
                    _put(out, field.number, field.type, item)
            else:
                packed = bytearray()
                for item in value:
                    _put_value(packed, field.type, item)
                _put(out, field.number, "bytes", packed)
        return bytes(out)

    @classmethod
    def decode(cls, data):
        """The message that `data` (bytes or a memoryview) holds. Raises DecodeError."""
        return _decode(cls, memoryview(data), 0)

    def text(self, indent=""):
        """The message in protocol buffers' text form, enumerations as numbers; `text.parse` reads it."""
        lines = []
        for field in self.FIELDS.values():
            if not self._is_set(field):
                continue
            value = self.__dict__[field.name]
            if field.kind == "map":
                for key in sorted(value):
                    lines.append(f"{indent}{field.name} {{\n{_line(indent + '  ', 'key', key)}{_line(indent + '  ', 'value', value[key])}"
                                 f"{indent}}}\n")
            else:
                lines += [_line(indent, field.name, item) for item in (value if field.kind == "repeated" else [value])]
        return "".join(lines)

    def __repr__(self):
        return f"{type(self).__name__}({', '.join(f'{k}={v!r}' for k, v in self.__dict__.items())})"

    def __eq__(self, other):
        return type(self) is type(other) and self.encode() == other.encode()

    __hash__ = None


_ESCAPES = {9: "\\t", 10: "\\n", 13: "\\r", 34: '\\"', 39: "\\'", 92: "\\\\"}


def _float_text(value):
    """A float with as many digits as it needs: six or nine where it is one of 32 bits."""
    def single(number):
        return struct.unpack("<f", struct.pack("<f", number))[0] if abs(number) < 3e38 else number
    if value != single(value):
        return repr(value)
    short = f"{value:.6g}"
    return short if single(float(short)) == value else f"{value:.9g}"


def _line(indent, name, value):
    """The line, or lines, of one field in text form."""
    if isinstance(value, Message):
        return f"{indent}{name} {{\n{value.text(indent + '  ')}{indent}}}\n"
    if isinstance(value, (str, bytes)):
        data = value.encode() if isinstance(value, str) else value
        value = '"' + "".join(_ESCAPES.get(byte) or (chr(byte) if 32 <= byte < 127 else f"\\{byte:03o}") for byte in data) + '"'
    elif isinstance(value, float):
        value = _float_text(value)
    return f"{indent}{name}: {str(value).lower() if isinstance(value, bool) else value}\n"


def message(name, listing, base=Message):
    """A Message class with the fields in `listing`, one a line: ``repeated NodeDef node = 1``, ``map<string, T> attr = 5``.

    Types that are no scalars name other messages, which may be declared later.
    """
    fields = {}
    for line in listing.strip().splitlines():
        field = Field(*_FIELD.match(line.strip()).groups())
        fields[field.name] = field
    _TYPES[name] = type(name, (base,), {"FIELDS": fields, "BY_NUMBER": {f.number: f for f in fields.values()},
                                           "__slots__": ()})
    return _TYPES[name]


def put_varint(out, value):
    """Append `value`, a number of up to 64 bits, to the bytearray `out`; negative ones as two's complement."""
    value &= 0xFFFFFFFFFFFFFFFF
    while value >= 128:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value)


def get_varint(data, at):
    """(number, position after it). Raises DecodeError where `data` ends or the number has more than ten bytes."""
    result = shift = 0
    try:
        while True:
            byte = data[at]
            at += 1
            result |= (byte & 127) << shift
            if byte < 128:
                return result, at
            shift += 7
            if shift > 63:
                raise DecodeError("a number is longer than 64 bits")
    except IndexError:
        raise DecodeError("the data ends in the middle of a number") from None


def _put(out, number, kind, value):
    wire = 0 if kind in _VARINT else _FIXED[kind][0] if kind in _FIXED else 2
    put_varint(out, number << 3 | wire)
    _put_value(out, kind, value)


def _put_value(out, kind, value):
    if kind in _VARINT:
        put_varint(out, (value << 1) ^ (value >> 63) if kind == "sint64" else int(value))
    elif kind in _FIXED:
        out += struct.pack(_FIXED[kind][1], value)
    else:
        if kind == "string":
            value = value.encode() if isinstance(value, str) else value
        elif kind != "bytes":
            value = value.encode()
        put_varint(out, len(value))
        out += value


def _from_varint(kind, value):
    if kind == "bool":
        return value != 0
    if kind == "sint64":
        return (value >> 1) ^ -(value & 1)
    if kind in ("uint32", "uint64"):
        return value
    return value - (1 << 64) if value >> 63 else value


def _decode(cls, data, depth):
    if depth > MAX_DEPTH:
        raise DecodeError(f"messages are nested more than {MAX_DEPTH} deep")
    result = cls()
    values = result.__dict__
    at, end = 0, len(data)
    while at < end:
        tag, at = get_varint(data, at)
        wire = tag & 7
        field = cls.BY_NUMBER.get(tag >> 3)
        if wire == 0:
            raw, at = get_varint(data, at)
        elif wire == 2:
            length, at = get_varint(data, at)
            if length > end - at:
                raise DecodeError(f"a field of {cls.__name__} is said to have {length} bytes, but {end - at} are left")
            raw = data[at:at + length]
            at += length
        elif wire in (1, 5):
            size = 8 if wire == 1 else 4
            if size > end - at:
                raise DecodeError(f"the data ends in the middle of a field of {cls.__name__}")
            raw = data[at:at + size]
            at += size
        else:
            raise DecodeError(f"a field of {cls.__name__} has the unknown wire type {wire}")
        if field is None:
            continue
        if field.kind == "repeated":
            items = values.setdefault(field.name, cls._initial(field))
            if wire == 2 and field.wire_type != 2:
                _unpack(field, raw, items)
            else:
                items.append(_value(cls, field, wire, raw, depth))
        elif field.kind == "map":
            key, value = _entry(cls, field, wire, raw, depth)
            values.setdefault(field.name, cls._initial(field))[key] = value
        else:
            values[field.name] = _value(cls, field, wire, raw, depth)
    return result


def _value(cls, field, wire, raw, depth, kind=None):
    kind = kind or field.type
    expected = 0 if kind in _VARINT else _FIXED[kind][0] if kind in _FIXED else 2
    if wire != expected:
        raise DecodeError(f"the field {field.name} of {cls.__name__} is of another type")
    if wire == 0:
        return _from_varint(kind, raw)
    if kind in _FIXED:
        return struct.unpack(_FIXED[kind][1], raw)[0]
    if kind == "bytes":
        return bytes(raw)
    if kind == "string":
        try:
            return str(raw, "utf-8")
        except UnicodeDecodeError:
            raise DecodeError(f"the field {field.name} of {cls.__name__} is no UTF-8 text") from None
    return _decode(_TYPES[kind], raw, depth + 1)


def _unpack(field, raw, items):
    if field.type in _FIXED:
        code = _FIXED[field.type][1]
        if len(raw) % struct.calcsize(code):
            raise DecodeError(f"the numbers in {field.name} are cut off")
        items.extend(memoryview(bytes(raw)).cast(code[1]))
        return
    at = 0
    while at < len(raw):
        value, at = get_varint(raw, at)
        items.append(_from_varint(field.type, value))


def _entry(cls, field, wire, raw, depth):
    """(key, value) of a map's entry, which is a message with the fields 1 and 2."""
    if wire != 2:
        raise DecodeError(f"the field {field.name} of {cls.__name__} is of another type")
    scalar = field.wire_type != 2 or field.type in ("string", "bytes")
    key = _DEFAULTS.get(field.key_type, 0)
    value = _DEFAULTS.get(field.type, 0) if scalar else None
    at = 0
    while at < len(raw):
        tag, at = get_varint(raw, at)
        inner = tag & 7
        if inner == 0:
            item, at = get_varint(raw, at)
        elif inner == 2:
            length, at = get_varint(raw, at)
            if length > len(raw) - at:
                raise DecodeError(f"an entry of {field.name} in {cls.__name__} is cut off")
            item, at = raw[at:at + length], at + length
        else:
            raise DecodeError(f"an entry of {field.name} in {cls.__name__} has the wire type {inner}")
        if tag >> 3 == 1:
            key = _value(cls, field, inner, item, depth, field.key_type)
        elif tag >> 3 == 2:
            value = _value(cls, field, inner, item, depth)
    return key, value if value is not None else _TYPES[field.type]()
