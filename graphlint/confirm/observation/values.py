"""Python values as JSON: what a child process observed, compared and shown by the parent.

A value is None, a bool, an int, a str, or a dict whose "t" says what it is:
  float    {"v": 0.5}                        bytes, other   {"text": "..."}
  array    {"of": "array" | "tensor" | "variable", "dtype", "shape", "v": [flat sample], "sum", "abs"}
  symbolic {"text": 'Tensor("x:0", shape=(), dtype=float32)'}
  list     {"of": "list" | "tuple" | "set" | "deque" | "TensorArray", "n": length, "v": [...]}
  dict     {"n": length, "v": [[key text, value], ...]}
  object   {"class": "Trainer", "v": [[attribute, value], ...]}
  opaque   {"class": "..."}: it cannot be looked into, or the bound on the size was reached
"""
from __future__ import annotations

import ast
import collections
import datetime
import decimal
import enum
import fractions
import itertools
import math
import pathlib
import re
import sys
import types
from collections.abc import Callable
from dataclasses import dataclass

from graphlint.confirm.lines import user_path

SAMPLE = 64      # numbers kept of an array
ITEMS = 100      # entries kept of a container
DEPTH = 6
TEXT = 500       # characters kept of a string
ADDRESS = re.compile(r"\b0x[0-9a-fA-F]{4,}")

_PLAIN = (decimal.Decimal, fractions.Fraction, datetime.date, datetime.time, datetime.timedelta,
          pathlib.PurePath, enum.Enum, complex, range, slice)
_CODE = (types.FunctionType, types.BuiltinFunctionType, types.MethodType, types.ModuleType, type,
         staticmethod, classmethod, property)
# What tf.Module and its kind keep for themselves on every instance.
_BOOKKEEPING = re.compile(r"_(self_|tf_|obj_reference|unconditional_|setattr_tracking|update_uid|name_scope|scope_name"
                          r"|auto_track|name$|thread_local|saved_model|keras|inbound|outbound|tracker)")


class Encoder:
    """Turns values into JSON. It calls nothing of the user's: no repr, no property, no iteration of own classes."""

    def __init__(self, tf, array_elements: Callable[[object], list | None] = lambda array: None, nodes: int = 3000):
        """`array_elements` gives the tensors of an eager TensorArray, None for one of a graph."""
        self._tf = tf
        self._array_elements = array_elements
        self._limit = nodes

    def encode(self, value: object) -> object:
        """The value, bounded in depth and size."""
        return _Encoding(self._tf, self._array_elements, self._limit).any(value, 0)


class _Encoding:
    """One value on its way: several threads may encode at once."""

    def __init__(self, tf, array_elements, nodes):
        self._tf = tf
        self._array_elements = array_elements
        self._left = nodes
        self._open: set[int] = set()

    def any(self, value, depth):
        if value is None or value is True or value is False:
            return value
        self._left -= 1
        kind = type(value)
        if kind is int:
            return value if abs(value) < 1 << 63 else {"t": "other", "text": hex(value)[:TEXT]}
        if kind is float:
            return {"t": "float", "v": value}
        if kind is str:
            return value[:TEXT] + f"… ({len(value)} characters)" if len(value) > TEXT else value
        if kind in (bytes, bytearray):
            return {"t": "bytes", "text": repr(bytes(value[:TEXT]))}
        if isinstance(value, _CODE):
            return _opaque(value, "code")
        if self._left <= 0 or depth > DEPTH:
            return _opaque(value, "cut")
        if id(value) in self._open:
            return _opaque(value, "seen")
        self._open.add(id(value))
        try:
            return self._compound(value, depth + 1)
        except Exception as error:  # a value that breaks when it is looked at must not break the user's program
            return _opaque(value, type(error).__name__)
        finally:
            self._open.discard(id(value))

    def _compound(self, value, depth):
        tf, numpy = self._tf, sys.modules.get("numpy")
        if isinstance(value, tf.Variable):
            return self._array(value, "variable")
        if tf.is_tensor(value):
            return self._tensor(value, depth)
        if isinstance(value, tf.TensorArray):
            elements = self._array_elements(value)
            return self._tensor(value.flow, depth) if elements is None else {
                **self._sequence(elements, depth), "of": "TensorArray"}
        if numpy and isinstance(value, (numpy.ndarray, numpy.generic)):
            return _array(value, "array")
        if isinstance(value, _PLAIN):
            return {"t": "other", "text": ADDRESS.sub("0x…", repr(value))[:TEXT]}
        if isinstance(value, (list, tuple, set, frozenset, collections.deque)):
            return self._sequence(value, depth)
        if isinstance(value, dict):
            return self._mapping(value, depth)
        return self._object(value, depth)

    def _tensor(self, value, depth):
        if hasattr(value, "numpy"):
            return self._array(value, "tensor")
        if type(value).__name__ in ("IndexedSlices", "RaggedTensor", "SparseTensor") and hasattr(value, "values"):
            return {"t": "object", "class": type(value).__name__, "v": [["values", self.any(value.values, depth)]]}
        return {"t": "symbolic", "text": str(value)[:TEXT]}

    def _array(self, value, of):
        if not hasattr(value, "numpy"):
            return {"t": "symbolic", "text": str(value)[:TEXT]}
        try:
            return _array(value.numpy(), of)
        except Exception:  # a Variable of a graph has no value to read here
            return {"t": "symbolic", "text": str(value)[:TEXT]}

    def _sequence(self, value, depth):
        of = next((name for name, kind in (("deque", collections.deque), ("set", (set, frozenset)), ("tuple", tuple))
                   if isinstance(value, kind)), "list")
        items = [self.any(item, depth) for item in itertools.islice(iter(value), ITEMS)]
        return {"t": "list", "of": of, "n": len(value), "v": sorted(items, key=repr) if of == "set" else items}

    def _mapping(self, value, depth):
        pairs = itertools.islice(value.items(), ITEMS)
        return {"t": "dict", "n": len(value), "v": [[_key(key), self.any(item, depth)] for key, item in pairs]}

    def _object(self, value, depth):
        cls = type(value)
        module = sys.modules.get(cls.__module__)
        users = user_path(getattr(module, "__file__", None) or "") is not None
        if not users and cls is not types.SimpleNamespace:
            held = getattr(value, "variables", None)
            if isinstance(held, (list, tuple)):  # an optimizer, a metric, a layer
                return {"t": "object", "class": cls.__name__, "v": [["variables", self.any(list(held), depth)]]}
            return _opaque(value, "library")
        names = dict(getattr(value, "__dict__", {}))
        for base in cls.__mro__:
            for slot in _slots(base):
                if hasattr(value, slot):
                    names[slot] = getattr(value, slot)
        if isinstance(value, self._tf.Module) or cls.__mro__[1] is not object:
            names = {name: item for name, item in names.items() if not _BOOKKEEPING.match(name)}
        return {"t": "object", "class": cls.__name__,
                "v": [[name, self.any(item, depth)] for name, item in itertools.islice(names.items(), ITEMS)]}


def _slots(base):
    slots = base.__dict__.get("__slots__", ())
    return [slots] if isinstance(slots, str) else [name for name in slots if not name.startswith("__")]


def _key(key):
    return ADDRESS.sub("0x…", repr(key))[:80] if isinstance(key, (str, bytes, int, float, tuple, enum.Enum)) else \
        f"<{type(key).__name__}>"


def _opaque(value, why):
    return {"t": "opaque", "class": getattr(value, "__qualname__", None) or type(value).__name__, "why": why}


def _array(value, of):
    numpy = sys.modules["numpy"]
    array = numpy.asarray(value)
    flat = array.reshape(-1)
    step = max(1, -(-flat.size // SAMPLE))
    described = {"t": "array", "of": of, "dtype": str(array.dtype), "shape": list(array.shape)}
    if array.dtype.kind in "biuf" and array.dtype.itemsize <= 8:
        sample = flat[::step]
        described["v"] = [bool(x) if array.dtype.kind == "b" else float(x) if array.dtype.kind == "f" else int(x)
                          for x in sample]
        if step > 1:
            with numpy.errstate(all="ignore"):
                wide = flat.astype("float64")
                described["sum"], described["abs"] = float(wide.sum()), float(numpy.abs(wide).sum())
    else:
        described["v"] = [str(x)[:TEXT] for x in flat[::step]]
    return described


# --- comparing -------------------------------------------------------------------------------------------------------

@dataclass(frozen=True)
class Tolerance:
    """Differences of floats that are rounding: |a - b| <= absolute + relative * max(|a|, |b|)."""
    relative: float = 1e-4
    absolute: float = 1e-6

    def close(self, a: float, b: float) -> bool:
        if a == b or (math.isnan(a) and math.isnan(b)):
            return True
        if math.isinf(a) or math.isinf(b):
            return False  # an infinite tolerance would let everything pass
        return abs(a - b) <= self.absolute + self.relative * max(abs(a), abs(b))


@dataclass(frozen=True)
class Difference:
    """Two values that differ at a path such as `.losses` or `['lr']`; "" is the value itself."""
    path: str
    eager: object
    graph: object


def differences(a: object, b: object, tolerance: Tolerance) -> list[Difference]:
    """Where two values differ. Containers of different lengths differ as a whole; what is opaque never differs."""
    found: list[Difference] = []
    _compare(a, b, "", tolerance, found)
    return found


def chance(a: object, b: object, tolerance: Tolerance) -> set[str]:
    """Paths where two runs of the same kind differ. Of a list that chance has put in order or filled, all items."""
    found: list[Difference] = []
    _compare(a, b, "", tolerance, found, orders=True)
    return {difference.path for difference in found}


def _is_shuffled(a, b, tolerance):
    """Whether two lists have the same items in another order, or differ in every third item at least."""
    unlike = sum(bool(differences(x, y, tolerance)) for x, y in zip(a, b))
    return unlike > 1 and 3 * unlike >= len(a) or sorted(map(str, a)) == sorted(map(str, b))


def is_comparable(difference: Difference, chance: Difference) -> bool:
    """Whether two numbers or arrays differ by no more than ten times what chance has made of the same ones."""
    return _kind(difference.eager) == _kind(difference.graph) == "number" and (
        _distance(difference.eager, difference.graph) <= 10.0 * _distance(chance.eager, chance.graph))


def _distance(a, b):
    (shape, left, total, _), (shape_b, right, total_b, _) = _numbers(a), _numbers(b)
    if shape != shape_b:
        return math.inf
    pairs = [*zip(left, right), *([(total, total_b)] if total is not None and total_b is not None else [])]
    return max((abs(x - y) for x, y in pairs), default=0.0)


def _compare(a, b, path, tolerance, found, orders=False):
    kind = _kind(a), _kind(b)
    if "opaque" in kind:
        return
    if kind == ("number", "number"):
        if not _same_numbers(a, b, tolerance):
            found.append(Difference(path, a, b))
    elif kind[0] != kind[1]:
        found.append(Difference(path, a, b))
    elif kind[0] == "list":
        if a["n"] != b["n"]:
            found.append(Difference(path, a, b))
        else:
            before = len(found)
            for index, (x, y) in enumerate(zip(a["v"], b["v"])):
                _compare(x, y, f"{path}[{index}]", tolerance, found, orders)
            if orders and len(found) > before and _is_shuffled(a["v"], b["v"], tolerance):
                found += [Difference(f"{path}[{index}]", a, b) for index in range(len(a["v"]))]
    elif kind[0] in ("dict", "object"):
        left, right = dict(a["v"]), dict(b["v"])
        if left.keys() != right.keys():
            found.append(Difference(path, a, b))
        else:
            for name in left:
                _compare(left[name], right[name], f"{path}[{name}]" if kind[0] == "dict" else f"{path}.{name}",
                         tolerance, found, orders)
    elif kind[0] == "symbolic" or _text(a) == _text(b):
        return
    else:
        found.append(Difference(path, a, b))


def _kind(value):
    if isinstance(value, dict):
        kind = value["t"]
        strings = kind == "array" and any(isinstance(x, str) for x in value["v"])
        if kind == "float" or (kind == "array" and not strings):
            return "number"  # graph functions return tensors where Python returned numbers or arrays
        return "text" if kind == "bytes" or (strings and not value["shape"]) else kind
    if isinstance(value, (bool, int)):
        return "number"
    return "text" if isinstance(value, str) else "none"


def _text(value):
    """What a string, bytes or a scalar string tensor says; anything else as it is."""
    if not isinstance(value, dict) or value["t"] not in ("bytes", "array") or value.get("shape"):
        return value
    text = value["text"] if value["t"] == "bytes" else value["v"][0]
    return ast.literal_eval(text).decode("utf-8", "replace") if re.fullmatch(r"b(['\"]).*\1", text, re.S) else text


def _numbers(value):
    """(shape, sample, sum, sum of absolutes) of a number or an array."""
    if not isinstance(value, dict):
        return [], [value], None, None
    if value["t"] == "float":
        return [], [value["v"]], None, None
    return value["shape"], value["v"], value.get("sum"), value.get("abs")


def _same_numbers(a, b, tolerance):
    (shape, left, total, size), (shape_b, right, total_b, size_b) = _numbers(a), _numbers(b)
    if shape != shape_b or _type(a) != _type(b):
        return False
    if total is not None and total_b is not None and total != total_b and not (
            tolerance.close(size, size_b) and abs(total - total_b) <= tolerance.absolute + tolerance.relative * size):
        if not (math.isnan(total) and math.isnan(total_b)):
            return False
    return all(tolerance.close(x, y) for x, y in zip(left, right))


def _type(value):
    """What a program can tell of a number: whether it is true or false, whole, or neither. Tensors and Python's numbers alike."""
    if not isinstance(value, dict):
        return type(value).__name__
    if value["t"] == "float":
        return "float"
    return re.sub(r"^u?int\d+$", "int", re.sub(r"^b?float\d+\w*$", "float", value["dtype"]))


# --- showing ---------------------------------------------------------------------------------------------------------

def show(value: object, width: int = 60) -> str:
    """A value in a few characters, for a person."""
    text = _show(value)
    return text if len(text) <= width else text[:width - 1] + "…"


def show_both(eager: object, graph: object) -> tuple[list[str], list[str]]:
    """Two values that differ, each as one line: with the types of numbers that look the same, 2.0 and 2."""
    shown = show(eager), show(graph)
    if shown[0] == shown[1] and _kind(eager) == _kind(graph) == "number" and _type(eager) != _type(graph):
        shown = f"{shown[0]} ({_type(eager)})", f"{shown[1]} ({_type(graph)})"
    return [shown[0]], [shown[1]]


def _show(value):
    if not isinstance(value, dict):
        return repr(value)
    kind = value["t"]
    if kind == "float":
        return f"{value['v']:.6g}"
    if kind in ("symbolic", "bytes", "other"):
        return value["text"]
    if kind == "array":
        return _show_array(value)
    if kind == "list":
        return f"{value['of']} of {value['n']}" + (": " + ", ".join(map(_show, value["v"][:3])) if value["n"] else "")
    if kind == "dict":
        return f"dict of {value['n']}" + (": " + ", ".join(f"{k}: {_show(v)}" for k, v in value["v"][:3])
                                          if value["n"] else "")
    if kind == "object":
        return f"{value['class']}({', '.join(f'{k}={_show(v)}' for k, v in value['v'][:3])})"
    return f"<{value['class']}>"


def _show_array(value):
    if not value["shape"]:
        return f"{value['v'][0]:.6g}" if isinstance(value["v"][0], float) else str(value["v"][0])
    numbers = [f"{x:.3g}" if isinstance(x, float) else str(x) for x in value["v"]]
    return f"[{' '.join(numbers[:3])}{' …' if len(numbers) > 3 else ''}]"
