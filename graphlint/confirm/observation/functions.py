"""What a graph function is made of: the user's function, its arguments, and the storage that it can reach."""
from __future__ import annotations

import collections
import inspect
import itertools
import re
import types
import weakref
from dataclasses import dataclass, field

from graphlint.confirm.lines import on_disk, user_path


_RANKS = re.compile(r"(?<=\w)\[((?:(?:\d+|None)(?:, )?)*)\]")  # the shapes in a signature, such as float32[2, 3]


def unwrapped(function: object) -> object:
    """The user's function under a graph function: no wrappers, no binding."""
    seen = 0
    while seen < 20:
        seen += 1
        for attribute in ("python_function", "__wrapped__", "__func__", "func"):
            inner = inspect.getattr_static(function, attribute, None)
            if inner is not None and callable(getattr(function, attribute, None)):
                function = getattr(function, attribute)
                break
        else:
            return function
    return function


def bound(function: object) -> object | None:
    """The object that a graph function is bound to, if it is a method."""
    held = getattr(function, "_instance", None)  # the runtime's: a weak reference
    if held is not None:
        return held()
    inner = getattr(function, "python_function", None)
    found = getattr(inner, "__self__", None)
    if found is None:
        found = getattr(getattr(inner, "__wrapped__", None), "__self__", None)
    if found is None:  # TensorFlow wraps a method anew when it traces it; what it put around it knows the object
        cells = dict(zip(getattr(getattr(inner, "__code__", None), "co_freevars", ()), getattr(inner, "__closure__", None) or ()))
        held = cells.get("weak_instance")
        return held.cell_contents() if held is not None and isinstance(held.cell_contents, weakref.ref) else None
    return getattr(found, "target", found) if type(found).__name__ == "TfMethodTarget" else found


@dataclass(frozen=True)
class Target:
    """The user's function under a graph function, as it is before the first call: tracing wraps it anew."""
    inner: object
    instance: object  # a weak reference, or None
    name: str
    path: str | None
    line: int | None
    serial: int = field(default_factory=itertools.count(1).__next__)

    @classmethod
    def of(cls, function: object, instance: object) -> Target:
        """Look under a graph function that is bound to `instance`, if to anything."""
        inner = unwrapped(function)
        code = getattr(inner, "__code__", None) or getattr(getattr(inner, "__call__", None), "__code__", None)
        name = (getattr(inner, "__qualname__", None) or type(inner).__name__).replace("<locals>.", "")
        if instance is None or isinstance(instance, types.ModuleType):
            held = None
        else:
            try:
                held = weakref.ref(instance)
            except TypeError:  # of a class with slots
                held = None
        path = user_path(code.co_filename) if code else None
        line = code.co_firstlineno if code else None
        return cls(inner, held, name, path, on_disk(path, line) if path else line)


def filled(tf: types.ModuleType, given: tuple, args: tuple) -> tuple:
    """The arguments of a call of a concrete function, with the Python values that it was made with in their places."""
    if len(args) >= len(given):
        return args
    left = list(args)
    return (*(left.pop(0) if left and _is_tensor(tf, value) else value for value in given), *left)


def filled_by_name(tf: types.ModuleType, named: dict, kwargs: dict) -> dict:
    """The same for arguments by name."""
    return {**{name: value for name, value in named.items() if not _is_tensor(tf, value)}, **kwargs}


def _is_tensor(tf, value):
    return isinstance(value, tf.TensorSpec) or tf.is_tensor(value)


_serials: dict[int, tuple[weakref.ref, int]] = {}
_numbers = itertools.count(1)


def _serial(value: object) -> int:
    """A number for an object that no other one ever gets, as its address may be; the address where it cannot be followed."""
    address = id(value)
    known = _serials.get(address)
    if known is not None and known[0]() is value:
        return known[1]
    number = next(_numbers)
    try:
        _serials[address] = weakref.ref(value, lambda dead: _forget(address, dead)), number
    except TypeError:
        return address
    return number


def _forget(address, dead):
    if address in _serials and _serials[address][0] is dead:
        del _serials[address]


def signature(tf, args: tuple, kwargs: dict, exact: bool) -> str:
    """The arguments as a trace sees them; with `exact` false, Python numbers and strings by their type alone."""
    left = [200]

    def one(value):
        left[0] -= 1
        if left[0] < 0:
            return "…"
        if isinstance(value, (list, tuple)):
            return f"[{', '.join(map(one, value))}]"
        if isinstance(value, dict):
            return f"{{{', '.join(f'{key!r}: {one(item)}' for key, item in value.items())}}}"
        if isinstance(value, (bool, int, float, complex, str, bytes)):
            return repr(value)[:80] if exact else type(value).__name__
        shape, dtype = getattr(value, "shape", None), getattr(value, "dtype", None)
        if dtype is not None and shape is not None:
            return f"{getattr(dtype, 'name', dtype)}{list(shape)}" if getattr(shape, "rank", 0) is not None else "tensor"
        return "None" if value is None else f"<{type(value).__name__} {_serial(value) if exact else ''}>"

    try:
        return one(list(args) + ([kwargs] if kwargs else []))
    except Exception:  # an argument that breaks when it is looked at
        return "?"


def described(tf: types.ModuleType, target: Target, args: tuple, kwargs: dict) -> list[tuple[str, str, str]]:
    """Name, value and kind of each argument, as a trace sees it.

    The kind says what a graph could be shared for: a number's type, an array's dtype and rank, an object's class.
    """
    found = []
    instance = target.instance and target.instance()
    if instance is not None:
        shown = f"<{type(instance).__name__} {_serial(instance)}>"
        found.append(("self", shown, shown))
    for index, (name, value) in enumerate([*_named(target.inner, args), *kwargs.items()]):
        if index == 50:
            break
        exact, kind = signature(tf, (value,), {}, True), signature(tf, (value,), {}, False)
        if isinstance(value, bool):
            kind = exact  # a switch: a graph for each position is what one asks for
        found.append((name, exact[1:-1][:200], ranked(kind[1:-1])[:200]))
    return found


def ranked(signature: str) -> str:
    """A signature with the ranks of tensors in place of their shapes."""
    return _RANKS.sub(_rank, signature)


def _rank(match):
    return f"[{', '.join('?' * match[1].count(',') + '?')}]" if match[1] else "[]"


def reachable(tf: types.ModuleType, target: Target, args: tuple, kwargs: dict,
              everything: bool = False) -> dict[str, object]:
    """The storage outside a graph function that its code can reach, but for globals.

    With `everything`, arguments of any kind count, not only those that can be compared.
    """
    inner, name = target.inner, target.name
    roots = {}
    instance = target.instance and target.instance()
    if instance is not None:
        roots[f"{name}: self"] = instance
    closure = getattr(inner, "__closure__", None) or ()
    for free, cell in zip(getattr(getattr(inner, "__code__", None), "co_freevars", ()), closure):
        try:
            roots[f"{name}: {free}"] = cell.cell_contents
        except ValueError:  # a cell that is still empty
            continue
    for key, value in _arguments(inner, args, kwargs):
        value = value.__self__ if isinstance(value, types.MethodType) else value
        if everything or isinstance(value, (list, dict, set, collections.deque)) or (
                hasattr(value, "__dict__") and not tf.is_tensor(value)):
            roots[f"{name}: {key}"] = value
    return roots


def _arguments(inner, args, kwargs):
    if getattr(inner, "__code__", None) is None:
        return list(kwargs.items())
    return [*((name, value) for name, value in _named(inner, args) if name.isidentifier()), *kwargs.items()]


def _named(inner, args):
    """Arguments by position, with the names of their parameters; what `*args` takes as `args[0]`…."""
    code = getattr(inner, "__code__", None)
    names = list(code.co_varnames[:code.co_argcount]) if code else []
    if names and len(names) > len(args) and names[0] in ("self", "cls"):
        names = names[1:]
    rest = code.co_varnames[code.co_argcount + code.co_kwonlyargcount] if code and code.co_flags & inspect.CO_VARARGS else ""
    return [(names[index] if index < len(names) else f"{rest or 'argument '}[{index - len(names)}]", value)
            for index, value in enumerate(args)]
