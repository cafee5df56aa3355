"""The text form of protocol buffers, as ``saved_model.pbtxt`` has it. Faults raise `DecodeError`, which names the line."""

from __future__ import annotations

import re

from runtime.core import dtypes
from runtime.proto.wire import _DEFAULTS, _FIXED, _TYPES, _VARINT, MAX_DEPTH, DecodeError, Field

_TOKEN = re.compile(r"""(?:\s|\#[^\n]*(?:\n|\Z))*(?:
    (?P<name>[A-Za-z_][A-Za-z0-9_.]*) | (?P<number>-?\s*(?:0[xX][0-9a-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?[fF]?))
    | (?P<string>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*') | (?P<sign>[][{}<>:,;/-]) | (?P<end>\Z))""", re.X | re.S)
_ESCAPE = re.compile(rb"\\(?:([0-7]{1,3})|[xX]([0-9a-fA-F]{1,2})|(.))", re.S)
_ESCAPED = {b"n": b"\n", b"t": b"\t", b"r": b"\r", b"a": b"\a", b"b": b"\b", b"f": b"\f", b"v": b"\v"}
_CLOSING = {"{": "}", "<": ">"}
# Values of enumerations that a model needs, but for dtypes (tensorflow/core/protobuf/struct.proto, saver.proto; variable.proto).
_ENUMS = {name: number for number, name in enumerate(
    "UNKNOWN SPARSE_TENSOR_SPEC INDEXED_SLICES_SPEC RAGGED_TENSOR_SPEC TENSOR_ARRAY_SPEC DATA_DATASET_SPEC DATA_ITERATOR_SPEC "
    "OPTIONAL_SPEC PER_REPLICA_SPEC VARIABLE_SPEC ROW_PARTITION_SPEC".split())}
_ENUMS |= {"REGISTERED_TYPE_SPEC": 12, "EXTENSION_TYPE_SPEC": 13, "LEGACY": 0, "V1": 1, "V2": 2, "DEFAULT": 0, "ON": 1, "OFF": 2}
_ENUMS |= {f"VARIABLE_{kind}_{name}": number for kind, names in (("SYNCHRONIZATION", "AUTO NONE ON_WRITE ON_READ"), (
    "AGGREGATION", "NONE SUM MEAN ONLY_FIRST_REPLICA")) for number, name in enumerate(names.split())}
_DTYPES = {dtype.proto_name: dtype.as_datatype_enum for dtype in dtypes.ALL}


def parse(cls, text):
    """The `cls` message that `text` holds. Fields that `cls` does not have are passed over. Raises DecodeError."""
    return _Parser(text).message(cls, None, 0)


class _Parser:
    """One pass over the tokens; `kind` and `token` are those of the next."""

    def __init__(self, text):
        self.source = text
        self.at = 0
        self.advance()

    def advance(self):
        match = _TOKEN.match(self.source, self.at)
        if match is None:
            raise self.error("there is no token")
        self.kind, self.token, self.at = match.lastgroup, match[match.lastgroup], match.end()

    def error(self, text):
        return DecodeError(f"line {self.source.count(chr(10), 0, self.at) + 1}: {text}")

    def accept(self, *signs):
        found = self.token if self.kind == "sign" and self.token in signs else None
        if found:
            self.advance()
        return found

    def message(self, cls, closing, depth):
        """The fields up to `closing`; `cls` is None for a message that is passed over."""
        if depth > MAX_DEPTH:
            raise self.error(f"messages are nested more than {MAX_DEPTH} deep")
        result = cls() if cls is not None else None
        while not (self.kind == "end" and closing is None or self.accept(closing)):
            field = self.field(cls)
            colon = self.accept(":")
            for value in self.values(field, colon, depth):
                if field is not None:
                    self.keep(result, field, value)
            self.accept(",") or self.accept(";")
        return result

    def field(self, cls):
        """The Field that a name stands for, or None; the name is passed."""
        if self.accept("["):  # an extension, or a message of any type
            while not self.accept("]"):
                if self.kind == "end":
                    raise self.error("a bracket is not closed")
                self.advance()
            return None
        if self.kind != "name":
            raise self.error(f"the name of a field is expected, not {self.token!r}")
        field = cls.FIELDS.get(self.token) if cls is not None else None
        self.advance()
        return field

    def values(self, field, colon, depth):
        if not self.accept("["):
            return [self.value(field, colon, depth)]
        found = []
        while not self.accept("]"):
            found.append(self.value(field, colon, depth))
            self.accept(",")
        return found

    def value(self, field, colon, depth):
        opening = self.accept("{", "<")
        if opening:
            scalar = field is not None and field.kind != "map" and (field.wire_type != 2 or field.type in ("string", "bytes"))
            if scalar:
                raise self.error(f"the field {field.name} is no message")
            cls = None if field is None else _Entry(field) if field.kind == "map" else _TYPES[field.type]
            return self.message(cls, _CLOSING[opening], depth + 1)
        if not colon:
            raise self.error(f"a colon or a message is expected, not {self.token!r}")
        return self.scalar(field)

    def scalar(self, field):
        kind, token = self.kind, self.token
        if kind == "sign" and token == "-":  # before a name: -inf
            self.advance()
            value = self.scalar(field)
            return -value if isinstance(value, float) else value
        if kind not in ("name", "number", "string"):
            raise self.error(f"a value is expected, not {token!r}")
        text = b""
        while kind == "string" and self.kind == "string":
            text += _unescaped(self.token[1:-1].encode())
            self.advance()
        if kind != "string":
            self.advance()
        if field is None:
            return None
        wanted = field.type
        try:
            if wanted in ("string", "bytes") and kind == "string":
                return text if wanted == "bytes" else text.decode()
            if wanted == "bool" and token in ("true", "True", "t", "1", "false", "False", "f", "0"):
                return token in ("true", "True", "t", "1")
            if wanted == "enum" and kind == "name":
                return _DTYPES[token] if token.startswith("DT_") else _ENUMS[token]
            if wanted in ("float", "double") and kind != "string":
                return float(token.rstrip("fF") if kind == "number" else token)
            if (wanted in _VARINT or wanted in _FIXED) and wanted != "bool" and kind == "number":
                return int(token.replace(" ", ""), 0 if "x" in token.lower() else 10)
        except (ValueError, KeyError):
            pass
        raise self.error(f"{token[:40]!r} is no value of the field {field.name} ({wanted})")

    def keep(self, result, field, value):
        if field.kind == "repeated":
            getattr(result, field.name).append(value)
        elif field.kind == "map":
            getattr(result, field.name)[value.key] = value.value
        else:
            setattr(result, field.name, value)


class _Entry:
    """The class, and the message, of an entry of a map."""

    def __init__(self, field):
        scalar = field.wire_type != 2 or field.type in ("string", "bytes")
        self.FIELDS = {"key": Field(None, None, None, field.key_type, "key", 1), "value": Field(None, None, None, field.type, "value", 2)}
        self.key = _DEFAULTS.get(field.key_type, 0)
        self.value = _DEFAULTS.get(field.type, 0) if scalar else _TYPES[field.type]()

    def __call__(self):
        return self


def _unescaped(text):
    return _ESCAPE.sub(lambda match: bytes([int(match[1], 8) & 255]) if match[1] else bytes([int(match[2], 16)]) if match[2] else
                       _ESCAPED.get(match[3], match[3]), text)
