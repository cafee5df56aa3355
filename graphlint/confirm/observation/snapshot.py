"""The state that a graph function can reach, kept and put back, so that a call can be made again from the same start."""
from __future__ import annotations

import collections
import functools
import io
import random
import socket
import subprocess
import sys
import threading
import types
import weakref
from collections.abc import Callable

from graphlint.confirm.lines import user_path
from graphlint.confirm.observation.reach import Reached, file_of

OBJECTS = 20_000      # looked at from one graph function
BYTES = 256 << 20     # of arrays kept

_ABSENT = object()
_PLAIN = (type(None), bool, int, float, complex, str, bytes, type, types.FunctionType, types.BuiltinFunctionType,
          types.ModuleType, types.CodeType, property, range, slice)
#: Their place in what they read, or what they have told the world, cannot be put back.
_OUTSIDE = (types.GeneratorType, types.CoroutineType, types.AsyncGeneratorType, io.IOBase, socket.socket,
            subprocess.Popen, threading.Thread)
_CACHE = functools._lru_cache_wrapper
_PASSED = (weakref.ref, weakref.WeakKeyDictionary, weakref.WeakValueDictionary, threading.local)


class Snapshot:
    """What a call may change, as it is now.

    `problems` names what cannot be put back, and how it is reached; where there are any, the call must not be repeated.
    """

    def __init__(self, backend, function: object, roots: dict[str, object]):
        self._backend = backend
        self.problems: list[str] = []
        self._undo: list[Callable[[], None]] = []
        self._seen: dict[int, object] = {}  # the objects themselves, so that no id is used again
        self._bytes = 0
        self._waiting: collections.deque = collections.deque()
        reached = Reached(function)
        for value in roots.values():
            reached.take(value)
        for name, cell in reached.cells:
            self._cell(name, cell)
        for label, space, name in reached.globals:
            self._undo.append(_undo_item(space, name))
            self._waiting.append((label, space[name]))
        self._waiting.extend(roots.items())
        while self._waiting and not (self.problems and len(self.problems) > 3):
            self._keep(*self._waiting.popleft())
            if len(self._seen) > OBJECTS or self._bytes > BYTES:
                self.problems.append("there is too much state to be kept")
                break
        self._random()

    def restore(self) -> None:
        """Put everything back. The objects are the same ones, with their old contents."""
        for undo in reversed(self._undo):
            undo()

    def forget(self) -> None:
        """Let go of all objects: one that dies with its call must die, and the steps to undo hold this snapshot itself."""
        self._undo.clear()
        self._seen.clear()
        self._waiting.clear()

    def _random(self):
        state = random.getstate()
        self._undo.append(lambda: random.setstate(state))
        numpy = sys.modules.get("numpy.random")
        if numpy is not None:
            legacy = numpy.get_state()
            self._undo.append(lambda: numpy.set_state(legacy))
        framework = self._backend.random_state()
        self._undo.append(lambda: self._backend.set_random_state(framework))

    def _cell(self, name, cell):
        try:
            held = cell.cell_contents
        except ValueError:
            return
        self._waiting.append((name, held))
        self._undo.append(lambda: setattr(cell, "cell_contents", held))

    def _keep(self, label, value):
        if isinstance(value, _PLAIN) or id(value) in self._seen or isinstance(value, _PASSED):
            return
        self._seen[id(value)] = value
        tf, numpy = self._backend.tf, sys.modules.get("numpy")
        if isinstance(value, tf.Variable):
            self._variable(label, value)
        elif isinstance(value, self._backend.function) or tf.is_tensor(value) and not hasattr(value, "assign"):
            return  # Variables of Keras pass for tensors, and hold a Variable
        elif isinstance(value, types.MethodType):
            self._waiting.append((label, value.__self__))
        elif isinstance(value, _OUTSIDE) and value not in (sys.stdout, sys.stderr, sys.__stdout__, sys.__stderr__):
            self.problems.append(f"{_article(type(value).__name__)} ({label})")
        elif numpy is not None and isinstance(value, numpy.ndarray):
            self._array(value)
        elif numpy is not None and isinstance(value, numpy.random.Generator):
            bits, state = value.bit_generator, value.bit_generator.state
            self._undo.append(lambda: setattr(bits, "state", state))
        elif numpy is not None and isinstance(value, numpy.random.RandomState):
            legacy = value.get_state()
            self._undo.append(lambda: value.set_state(legacy))
        elif isinstance(value, _CACHE):
            if value.cache_info().currsize:
                self.problems.append(f"what a cache holds ({label})")
            self._undo.append(value.cache_clear)
        elif isinstance(value, random.Random):
            drawn = value.getstate()
            self._undo.append(lambda: value.setstate(drawn))
        else:
            self._object(label, value)

    def _is_known(self, cls):
        """Whether objects of a class hold state of the program's: its own classes, and those of the framework."""
        packages = {self._backend.tf.__name__, "tensorflow", "keras", "argparse", "collections"}
        return cls is types.SimpleNamespace or any(
            base.__module__.partition(".")[0] in packages or user_path(file_of(base)) for base in cls.__mro__)

    def _variable(self, label, variable):
        try:
            held = variable.read_value()
        except Exception as error:  # of a graph, or without a value
            self.problems.append(f"a variable that cannot be read ({label}): {type(error).__name__}")
            return
        self._undo.append(lambda: variable.assign(held))

    def _array(self, array):
        if not array.flags.writeable:
            return
        held = array.copy()
        self._bytes += held.nbytes
        self._undo.append(lambda: array.__setitem__(..., held))

    def _object(self, label, value):
        bare = _bare(value)
        if bare is not value:
            self._waiting.append((label, bare))
        elif isinstance(value, list):
            items = list.copy(value)
            self._undo.append(lambda: list.__setitem__(value, slice(None), items))
            self._waiting.extend((f"{label}[{index}]", item) for index, item in enumerate(items))
        elif isinstance(value, dict):
            pairs = dict(dict.items(value))
            self._undo.append(lambda: _refill(dict, value, pairs))
            self._waiting.extend((f"{label}[{str(key)[:20]!r}]", item) for key, item in pairs.items())
        elif isinstance(value, set):
            members = set(value)
            self._undo.append(lambda: _refill(set, value, members))
        elif isinstance(value, collections.deque):
            queue = list(value)
            self._undo.append(lambda: (collections.deque.clear(value), collections.deque.extend(value, queue)))
            self._waiting.extend((f"{label}[{index}]", item) for index, item in enumerate(queue))
        elif isinstance(value, bytearray):
            data = bytes(value)
            self._undo.append(lambda: value.__setitem__(slice(None), data))
        elif isinstance(value, (tuple, frozenset)):
            self._waiting.extend((f"{label}[{index}]", item) for index, item in enumerate(value))
        elif hasattr(type(value), "__next__"):
            self.problems.append(f"{_article(type(value).__name__)} ({label})")
            return
        self._attributes(label, value)

    def _attributes(self, label, value):
        if not self._is_known(type(value)):
            return
        try:
            names = object.__getattribute__(value, "__dict__")
        except AttributeError:
            names = None
        if isinstance(names, dict):
            held = dict(names)
            self._undo.append(lambda: _refill(dict, names, held))
            self._waiting.extend((f"{label}.{name}", item) for name, item in held.items())
        for base in type(value).__mro__:
            slots = vars(base).get("__slots__", ())
            for name in (slots,) if isinstance(slots, str) else slots:
                member = vars(base).get(name)
                if isinstance(member, types.MemberDescriptorType):
                    item = _slot(member, value)
                    if item is not _ABSENT:
                        self._waiting.append((f"{label}.{name}", item))
                        self._undo.append(lambda member=member, item=item: member.__set__(value, item))


def _bare(value):
    """What is behind a proxy, which takes itself for an object of the class that it wraps."""
    try:
        return value.__wrapped__ if value.__class__ is not type(value) else value
    except AttributeError:
        return value


def _refill(kind, container, held):
    kind.clear(container)
    kind.update(container, held)


def _undo_item(space, name):
    held = space[name]
    return lambda: space.__setitem__(name, held)


def _slot(member, value):
    try:
        return member.__get__(value)
    except AttributeError:
        return _ABSENT


def _article(name):
    return f"{'an' if name[0].lower() in 'aeiou' else 'a'} {name}"
