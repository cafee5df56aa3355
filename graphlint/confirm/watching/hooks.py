"""Hooks into a framework that runs in this process: calls of graph functions are counted, traces are told to the watches.

A call costs what one more Python call costs, and nothing is kept of it. A trace is rare: there the stack is looked at, and the
lines that run are counted, as `confirm` does it. That makes a trace longer, so only the first traces of a function are
looked at so closely, and later ones while it takes no more than a small share of the time.
"""
from __future__ import annotations

import contextlib
import functools
import itertools
import os
import sys
import threading
import time
import types
import weakref
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from graphlint.confirm.lines import LineCounter, exclude
from graphlint.confirm.observation import functions
from graphlint.confirm.watching import effects
from graphlint.confirm.watching.places import LiveLocator

Place = tuple[str, int]

SHARE = 0.02  # of the time may go into looking at further traces
_SLOWER = 0.4  # how much longer a trace takes that is looked at
_ABSENT = object()
_MANY = 1000
_LIBRARY_FRAMES = 16  # between a trace for tf.data and the call of it


@dataclass(eq=False)
class Group:
    """All graph functions that were made of one piece of code."""
    name: str
    filename: str
    line: int
    library: str  # the package, where it is not the user's
    options: str
    of_elements: bool = False  # it is called by tf.data, which is not counted
    alive: dict[int, Known] = field(default_factory=dict)
    past: int = 0
    inner: int = 0  # calls while another graph was traced
    looked: int = 0
    used: set[int] = field(default_factory=set)  # of those that are gone: the ones that were called without a trace, too

    @property
    def calls(self) -> int:
        """How often it was called so far from outside of traces."""
        return self.past + sum(known.calls for known in list(self.alive.values()))

    def forget(self, known: dict[int, Known], address: int, _dead: weakref.ref, most: int = _MANY) -> None:
        """A graph function is gone: what it was called counts. The interpreter may be at its end, and globals with it."""
        gone = known.pop(address, None)
        if gone is not None:
            self.alive.pop(address, None)
            self.past += gone.calls
            if gone.is_used and len(self.used) < most:
                self.used.add(gone.serial)


@dataclass(eq=False)
class Known:
    """One graph function. It is not kept alive."""
    group: Group
    serial: int
    count: itertools.count  # counts without a lock, in all threads
    traced: int = 0  # calls that traced it
    last: int = -1  # the last of them
    held: weakref.ref | None = None

    @property
    def calls(self) -> int:
        """How often it was called so far; a counter only shows its number in its text."""
        return int(repr(self.count)[6:-1])

    @property
    def is_used(self) -> bool:
        """Whether a call did without a trace."""
        return self.calls > self.traced


@dataclass(eq=False)
class Trace:
    """A trace that is going on, or has ended."""
    group: Group
    serial: int
    call: int  # of its function
    arguments: list[tuple[str, str, str]]
    stack: list[Place]
    inner: bool  # in a trace of another function
    outermost: Trace | None = None
    looked: bool = False
    disturbed: bool = False  # a debugger or a coverage tool counts lines itself
    captured: frozenset[str] = frozenset()
    outer_objects: dict[int, object] = field(default_factory=dict)  # only while it goes on
    made: dict[int, object] = field(default_factory=dict)
    seconds: float = 0.0
    failed: bool = False
    lines: dict[Place, int] = field(default_factory=dict)
    effects: dict[Place, list[effects.Effect]] = field(default_factory=dict)


class Hooks:
    """The hooks of one framework. They are in place while anybody watches."""

    def __init__(self, name: str):
        self.name = name
        self.version = ""
        self.locator = LiveLocator()
        self.known: dict[int, Known] = {}
        self.groups: dict[tuple, Group] = {}
        self.trouble = ""
        self._watches: tuple = ()
        self._lock = threading.RLock()
        self._open: dict[int, list[Trace | None]] = {}
        self._undo: list[tuple] = []
        self._concrete: weakref.WeakKeyDictionary = weakref.WeakKeyDictionary()
        self._begun = self._spent = 0.0
        self._counter = LineCounter(self.locator, effects.Interesting(), self._ran)

    # --- coming and going -------------------------------------------------------------------------------------------

    def enter(self, watch: object) -> None:
        """From now on `watch.traced(trace)` is called at the end of each trace."""
        with self._lock:
            if not self._watches:
                self._begun, self._spent = time.perf_counter(), 0.0
                self._install()
            self._watches += (watch,)
            self._set_libraries()

    def leave(self, watch: object) -> None:
        """The last one who leaves takes the hooks away."""
        with self._lock:
            self._watches = tuple(one for one in self._watches if one is not watch)
            self._set_libraries()
            if not self._watches:
                for owner, name, before, ours in reversed(self._undo):
                    if vars(owner).get(name) is not ours:
                        continue  # somebody has wrapped it since: it only counts from now on
                    if before is _ABSENT:
                        delattr(owner, name)
                    else:
                        setattr(owner, name, before)
                self._undo.clear()

    def _set_libraries(self):
        libraries = any(watch.libraries for watch in self._watches)
        if libraries != self.locator.libraries:
            self.locator.libraries = libraries
            self._counter = LineCounter(self.locator, effects.Interesting(), self._ran)

    def replace(self, owner: object, name: str, value: object) -> None:
        """Put a hook in the place of an attribute, until the last watch leaves."""
        self._undo.append((owner, name, vars(owner).get(name, _ABSENT), value))
        setattr(owner, name, value)

    def _install(self):
        raise NotImplementedError

    # --- calls --------------------------------------------------------------------------------------------------------

    def _hook_functions(self, function: type, concrete: type) -> None:
        """Count the calls of graph functions, and of the concrete functions that are asked of them."""
        call, get, call_concrete = function.__call__, function.get_concrete_function, concrete.__call__
        known, tracing, meet, made = self.known, self._open, self._meet, self._concrete

        def __call__(self, *args, **kwargs):
            met = known.get(id(self)) or meet(self)
            if tracing and threading.get_ident() in tracing:
                met.group.inner += 1
            else:
                next(met.count)
            return call(self, *args, **kwargs)

        def get_concrete_function(self, *args, **kwargs):
            meet(self)
            found = get(self, *args, **kwargs)
            made[found] = weakref.ref(self)
            return found

        def call_of_concrete(self, *args, **kwargs):
            of = made.get(self)
            of = of and of()
            if of is not None:
                next(meet(of).count)
            return call_concrete(self, *args, **kwargs)

        self._callers = {__call__.__code__, get_concrete_function.__code__}
        for owner, name, original, hook in ((function, "__call__", call, __call__),
                                            (function, "get_concrete_function", get, get_concrete_function),
                                            (concrete, "__call__", call_concrete, call_of_concrete)):
            for attribute in ("__module__", "__name__", "__qualname__", "__doc__"):
                setattr(hook, attribute, getattr(original, attribute, None))
            hook.__wrapped__ = original
            self.replace(owner, name, hook)

    def _pass_over(self, module: types.ModuleType, name: str) -> None:
        """Count no lines in a function of AutoGraph's that converts others: it runs much Python, and none of the user's."""
        original = getattr(module, name)

        @functools.wraps(original)
        def passed_over(*args, **kwargs):
            before = sys.gettrace()
            if before is None or before != self._counter._on_call:
                return original(*args, **kwargs)
            sys.settrace(None)
            try:
                return original(*args, **kwargs)
            finally:
                sys.settrace(before)

        self.replace(module, name, passed_over)

    def _meet(self, function) -> Known:
        address = id(function)
        known = self.known.get(address)
        if known is not None:
            return known
        with self._lock:
            if address in self.known:  # another thread was faster
                return self.known[address]
            group = self._group(function, self._options(function))
            known = Known(group, functions.Target.of(function, None).serial, itertools.count())

            known.held = weakref.ref(function, functools.partial(group.forget, self.known, address))
            self.known[address] = group.alive[address] = known
            return known

    def _group(self, function, options="", of_elements=False) -> Group:
        inner = functions.unwrapped(function)
        code = getattr(inner, "__code__", None) or getattr(getattr(inner, "__call__", None), "__code__", None)
        name = (getattr(inner, "__qualname__", None) or type(inner).__name__).replace("<locals>.", "")
        filename, line = (code.co_filename, code.co_firstlineno) if code else ("", 0)
        library = "" if self.locator.path_of(filename) else (getattr(inner, "__module__", None) or "?").partition(".")[0]
        served = _served(inner) if library else ""
        if library:
            name = name.rpartition(".")[2] + (f" for {served}" if served else "")
        key = name, filename, line, options
        if key not in self.groups:
            self.groups[key] = Group(name, filename, line, library, options, of_elements)
        return self.groups[key]

    @staticmethod
    def _options(function):
        names = {"_jit_compile": "jit_compile", "_reduce_retracing": "reduce_retracing"}
        found = [told for name, told in names.items() if getattr(function, name, None)]
        return ", ".join(found + ["input_signature"] * (getattr(function, "input_signature", None) is not None))

    # --- traces -------------------------------------------------------------------------------------------------------

    def trace(self, build: Callable[[], object], function: object, owned: bool = True, of_elements: bool = False) -> object:
        """Build a graph of a function, and tell the watches. `owned`: it is a graph function, not a Python function."""
        thread = threading.get_ident()
        going = self._open.setdefault(thread, [])
        trace = self._guarded(lambda: self._begin(function, owned, of_elements, going, sys._getframe(2)))
        going.append(trace)
        if trace is not None and trace.looked:
            self._guarded(lambda: self._look(trace))
        begun, ended = time.perf_counter(), False
        try:
            result = build()
            ended = True
            return result
        finally:
            seconds = time.perf_counter() - begun
            self._guarded(lambda: self._end(trace, seconds, not ended))
            going.pop()
            if not going:
                self._open.pop(thread, None)

    def _guarded(self, step):
        """What goes wrong while watching is told in the report, and changes nothing for the program."""
        try:
            return step()
        except Exception as error:
            self.trouble = self.trouble or f"a trace could not be looked at ({type(error).__name__}: {error})"
            return None

    def _begin(self, function, owned, of_elements, going, frame) -> Trace:
        caller = self._caller(frame) if owned else None
        if caller and caller.f_locals["self"] is not function:
            caller = None
        args, kwargs = (caller.f_locals["args"], caller.f_locals["kwargs"]) if caller else ((), {})
        known = self._meet(function) if owned else None
        group = known.group if known else self._group(function, of_elements=of_elements)
        data = self._given_to_data(caller) if caller and group.library else None
        if data is not None:
            function, known, of_elements, group = data, None, True, self._group(data, of_elements=True)
        target = functions.Target.of(function, functions.bound(function))
        target = replace(target, serial=known.serial) if known else target
        arguments = [] if of_elements else functions.described(None, target, args, kwargs)
        stack = self.locator.stack(caller.f_back if caller else frame)
        inner = target.inner
        cells = dict(zip(getattr(getattr(inner, "__code__", None), "co_freevars", ()), getattr(inner, "__closure__", None) or ()))
        outer = [functions.bound(function), *args, *kwargs.values()]
        for cell in cells.values():
            with contextlib.suppress(ValueError):
                outer.append(cell.cell_contents)
        first = next((one for one in going if one is not None), None)
        trace = Trace(group, target.serial, known.calls + group.inner if known else 0, arguments, stack, bool(going), first,
                      captured=frozenset(cells), outer_objects={id(value): value for value in outer if value is not None})
        if known and trace.call != known.last:  # a first call that creates Variables traces twice
            known.traced, known.last = known.traced + 1, trace.call
        trace.looked = not group.looked or bool(first and first.looked) or (
            self._spent < SHARE * (time.perf_counter() - self._begun))
        return trace

    def _caller(self, frame: types.FrameType | None) -> types.FrameType | None:
        """The frame of the innermost hook that a call of a graph function is in."""
        while frame is not None and frame.f_code not in self._callers:
            frame = frame.f_back
        return frame

    def _given_to_data(self, frame):
        """The user's function, where a trace is made for tf.data."""
        return None

    def _look(self, trace):
        trace.group.looked += 1
        self._counter.start()
        trace.disturbed = sys.gettrace() != self._counter._on_call

    def _end(self, trace, seconds, failed):
        if trace is None:
            return
        if trace.looked:
            lines, values = self._counter.stop()
            trace.lines = lines
            for key, found in values.items():
                if found:  # a statement and the lambdas in it run in frames of their own
                    trace.effects[key[:2]] = list(dict.fromkeys((*trace.effects.get(key[:2], ()), *found)))
            if trace.outermost is None:
                self._spent += seconds * _SLOWER / (1 + _SLOWER)
        trace.seconds, trace.failed = seconds, failed
        trace.outer_objects, trace.made = {}, {}
        for watch in self._watches:
            watch.traced(self, trace)

    def _ran(self, path, line, frame, values):
        """A statement that may have an effect has run in a trace."""
        going = self._open.get(threading.get_ident())
        trace = going[-1] if going else None
        if trace is None:
            return
        name = frame.f_code.co_name.removeprefix("tf__")
        if name == "__init__" and frame.f_code.co_varnames:
            own = frame.f_locals.get(frame.f_code.co_varnames[0])
            trace.made[id(own)] = own
        key = path, line, name
        if key in values:
            return  # its lines are counted anyway

        def is_outer(local, value):
            around = [one for one in going if one is not None]
            if any(id(value) in one.made for one in around):
                return False
            return any(id(value) in one.outer_objects for one in around) or (
                frame.f_code.co_argcount > 0 and local == frame.f_code.co_varnames[0] and local == "self")

        try:
            values[key] = effects.of((path, line), frame, is_outer, trace.captured)
        except Exception as error:
            self.trouble = self.trouble or f"{path}:{line} could not be looked at ({type(error).__name__}: {error})"
            values[key] = []


def _served(inner: object, depth: int = 4) -> str:
    """The method that a library's graph function was made to call, as `Model.train_step`: it is in a closure somewhere."""
    waiting = [inner]
    for _ in range(depth):
        cells = [cell for function in waiting for cell in getattr(function, "__closure__", None) or ()]
        waiting = []
        for cell in cells:
            try:
                value = cell.cell_contents
            except ValueError:  # a cell that is still empty
                continue
            if isinstance(value, types.MethodType) and not isinstance(value.__self__, type):
                return f"{type(value.__self__).__name__}.{value.__name__}"
            if callable(value) and not isinstance(value, type):
                waiting.append(functions.unwrapped(value))
            elif type(value).__module__ == getattr(inner, "__module__", None):  # an object of the library's that keeps it
                waiting += [functions.unwrapped(held) for held in getattr(value, "__dict__", {}).values()
                            if hasattr(held, "python_function")]
    return ""


class TensorFlow(Hooks):
    """The real one."""

    def _install(self):
        from tensorflow.python.autograph.impl import api
        from tensorflow.python.data.ops.structured_function import StructuredFunctionWrapper
        from tensorflow.python.eager.polymorphic_function import concrete_function, polymorphic_function, tracing_compilation
        import tensorflow as tf

        self.version = tf.__version__
        self._data = StructuredFunctionWrapper.__init__.__code__
        create, hooks = tracing_compilation._create_concrete_function, self

        def _create_concrete_function(function_type, type_context, func_graph, options):
            caller = hooks._caller(sys._getframe(1))
            owner = caller and caller.f_locals["self"]
            if getattr(owner, "_function_cache", _ABSENT) is not options.function_cache:
                owner = None  # the framework traces a function of its own
            return hooks.trace(lambda: create(function_type, type_context, func_graph, options),
                               options.python_function if owner is None else owner, owner is not None)

        self._hook_functions(polymorphic_function.Function, concrete_function.ConcreteFunction)
        self._pass_over(api, "_convert_actual")
        self.replace(tracing_compilation, "_create_concrete_function", _create_concrete_function)

    def _given_to_data(self, frame):
        for _ in range(_LIBRARY_FRAMES):
            if frame is None:
                return None
            if frame.f_code is self._data:
                return frame.f_locals.get("func")
            frame = frame.f_back
        return None

    @property
    def is_eager(self) -> bool:
        """Whether graph functions run as plain Python."""
        return sys.modules["tensorflow"].config.functions_run_eagerly()


class Runtime(Hooks):
    """This distribution's NumPy runtime."""

    def _install(self):
        import runtime
        from runtime.autograph.converter import factory
        from runtime.data.functions import StructuredFunction
        from runtime.function.concrete import ConcreteFunction
        from runtime.function.polymorphic import Function
        from runtime.keras import training

        self.version = runtime.__version__
        exclude(os.path.dirname(runtime.__file__))
        hooks = self
        trace, trace_elements, step = Function._trace, StructuredFunction._trace, training._TracedStep.__call__

        def _trace(self, *args, **kwargs):
            return hooks.trace(lambda: trace(self, *args, **kwargs), self)

        def _trace_elements(self, func, *args, **kwargs):
            return hooks.trace(lambda: trace_elements(self, func, *args, **kwargs), func, owned=False, of_elements=True)

        def _step(self, *args, **kwargs):
            next(hooks._meet(self._of_iterator).count)  # Keras calls its graphs past the graph function
            return step(self, *args, **kwargs)

        self._hook_functions(Function, ConcreteFunction)
        self._pass_over(factory, "_convert")
        self.replace(Function, "_trace", _trace)
        self.replace(StructuredFunction, "_trace", _trace_elements)
        self.replace(training._TracedStep, "__call__", _step)

    @property
    def is_eager(self) -> bool:
        """Whether graph functions run as plain Python."""
        return sys.modules["runtime"].config.functions_run_eagerly()


_HOOKS = {"tensorflow": TensorFlow("tensorflow"), "runtime": Runtime("runtime")}


def every() -> Iterator[Hooks]:
    """The hooks of all frameworks."""
    yield from _HOOKS.values()


def loaded() -> Iterator[Hooks]:
    """The frameworks that this process has imported; where it has none, the one that it could import."""
    found = [hooks for name, hooks in _HOOKS.items() if name in sys.modules]
    if found:
        yield from found
        return
    import importlib.util

    yield _HOOKS["tensorflow" if importlib.util.find_spec("tensorflow") else "runtime"]
