"""Writes random modules for the linter from a seed: graph functions in every spelling, in odd but legal Python.

They are linted and never run, so that their names need not exist and their loops need not end.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable

IMPORTS = (
    "import tensorflow as tf", "import tensorflow as tf", "import tensorflow", "from tensorflow import function", "from tensorflow import *",
    "import keras", "from tensorflow import keras", "from tensorflow.keras import layers, Model", "import tensorflow.keras.backend as K",
    "import numpy as np", "import random", "import time, os", "import functools", "from functools import partial, wraps, lru_cache",
    "import dataclasses, enum", "from dataclasses import dataclass, field", "import abc, typing, contextlib, itertools", "import logging",
    "from .near import far", "from . import near as nearer", "from ..above import *", "import tensorflow.compat.v1 as tf1",
    "try:\n    import tensorflow as tf\nexcept ImportError:\n    tf = None", "from typing import Generic, NamedTuple, Protocol, TypeVar",
    "if True: import tensorflow as tf; import numpy as np", "from __future__ import annotations", "import a.b.c as d, e.f",
)  # fmt: skip
GLOBALS = ("rate", "items", "cache", "model", "data", "step", "loss", "counter", "settings", "optimizer", "x", "y", "größe", "变量", "_", "__all__", "f")
ATTRIBUTES = ("step", "loss", "rate", "items", "cache", "model", "fn", "optimizer", "count", "layers", "shape", "dtype", "x", "_x", "__x", "made", "T", "größe")
FUNCTIONS = ("step", "train", "make", "build", "helper", "loss", "closure", "f", "g", "main", "wrapper", "run", "test_it", "_private", "größe", "get_fn")
CLASSES = ("A", "B", "C", "Mixin", "Net", "Trainer", "Meta", "Größe")
METHODS = (
    "__init__", "__init__", "__new__", "__call__", "call", "call", "build", "train_step", "test_step", "__getattr__", "__getattribute__", "__setattr__",
    "__getitem__", "__setitem__", "__enter__", "__exit__", "__iter__", "__next__", "__len__", "__add__", "__eq__", "__hash__", "__init_subclass__",
    "__class_getitem__", "__set_name__", "__get__", "__set__", "__del__", "__await__", "__bool__", "update_state", "result", "reset_state",
    "on_epoch_end", "on_train_batch_end", "step", "loss", "make", "closure", "get_config", "_step", "fn", "rate", "items", "compile", "fit", "__post_init__",
)  # fmt: skip
BASES = (
    "object", "tf.Module", "tf.keras.Model", "tf.keras.Model", "tf.keras.layers.Layer", "keras.layers.Layer", "keras.losses.Loss", "keras.metrics.Metric",
    "tf.keras.callbacks.Callback", "keras.optimizers.schedules.LearningRateSchedule", "keras.constraints.Constraint", "Generic[T]", "Protocol",
    "enum.Enum", "NamedTuple", "dict", "list", "Exception", "abc.ABC", "typing.TypedDict", "make(1)", "tf.keras.optimizers.Optimizer", "type", "np.ndarray",
)  # fmt: skip
DECORATORS = (
    "tf.function", "tf.function", "tf.function", "tf.function()", "tf.function(jit_compile=True)", "tf.function(autograph=False)", "function",
    "tf.function(input_signature=[tf.TensorSpec([None])])", "functools.partial(tf.function, reduce_retracing=True)", "partial(tf.function, autograph=0)()",
    "(lambda f: tf.function(f))", "wrapper", "wrapper(1)", "make()", "items[0]", "tf.custom_gradient", "staticmethod", "classmethod", "property",
    "functools.lru_cache(maxsize=None)", "functools.cached_property", "contextlib.contextmanager", "abc.abstractmethod", "tf.recompute_grad",
    "tf.autograph.experimental.do_not_convert", "tf.Module.with_name_scope", "functools.wraps(f)", "functools.singledispatch", "typing.overload",
    "tensorflow.function", "tf.keras.utils.register_keras_serializable()", "tf.nondifferentiable_batch_function(1, 2, 3)", "dataclasses.dataclass",
    "(tf.function if rate else lambda f: f)", "settings.wrap", "tf.function(**settings)", "tf.function(*items)", "x if (x := tf.function) else y",
)  # fmt: skip
CALLEES = (
    "print", "tf.print", "tf.Variable", "tf.constant", "tf.zeros", "tf.reduce_sum", "tf.random.normal", "np.random.rand", "random.random", "time.time",
    "len", "range", "list", "dict", "set", "zip", "enumerate", "map", "filter", "sum", "float", "int", "str", "isinstance", "hasattr", "getattr", "setattr",
    "super", "type", "iter", "next", "open", "sorted", "any", "all", "callable", "tf.function", "tf.function(autograph=False)", "functools.partial",
    "tf.cond", "tf.while_loop", "tf.map_fn", "tf.scan", "tf.case", "tf.switch_case", "tf.foldl", "tf.vectorized_map", "tf.py_function", "tf.TensorArray",
    "tf.data.Dataset.range", "tf.data.Dataset.from_tensor_slices", "tf.data.Dataset.from_generator", "tf.GradientTape", "tf.keras.Sequential",
    "tf.keras.layers.Dense", "tf.keras.layers.Lambda", "tf.keras.layers.Dropout", "tf.keras.optimizers.Adam", "tf.shape", "tf.range", "tf.stack", "tf.split",
    "tf.debugging.assert_equal", "tf.config.run_functions_eagerly", "tf.init_scope", "np.array", "np.mean", "np.asarray", "logging.info", "os.environ.get",
    "collections.deque", "itertools.count", "copy.copy", "tf.compat.v1.wrap_function", "tf.autograph.to_graph", "tf.distribute.MirroredStrategy",
    "dataclasses.replace", "tqdm", "vars", "locals", "globals", "eval", "exec", "__import__", "tf.concat", "tf.TensorSpec", "tf.summary.scalar", "input",
)  # fmt: skip
METHODS_CALLED = (
    "append", "extend", "pop", "update", "get", "setdefault", "add", "clear", "remove", "insert", "assign", "assign_add", "numpy", "item", "write", "stack", "read",
    "map", "filter", "batch", "prefetch", "shuffle", "apply", "reduce", "interleave", "take", "fit", "compile", "evaluate", "predict", "step", "loss", "make",
    "gradient", "apply_gradients", "minimize", "add_weight", "get_shape", "as_list", "set_shape", "format", "join", "copy", "keys", "values", "items", "index",
    "get_concrete_function", "python_function", "run", "__init__", "__call__", "add_loss", "result", "update_state", "save", "closure", "watch",
    "experimental_get_tracing_count", "reshape", "astype", "sort", "reverse",
)  # fmt: skip
KEYWORDS = ("name", "func", "training", "x", "rate", "dtype", "shape", "initial_value", "num_parallel_calls", "loss", "metrics", "run_eagerly", "axis", "size", "fn", "key")
OPERATORS = ("+", "-", "*", "/", "//", "%", "**", "@", "<<", "&", "|", "^")
COMPARISONS = ("==", "!=", "<", "<=", ">", ">=", "is", "is not", "in", "not in")
CONSTANTS = ("0", "1", "2", "-1", "0.5", "1e3", "100", "2j", "True", "False", "None", "...", "'a'", "'loss'", "b'x'", "''", "10 ** 9", "1_000", "'''a\nb'''")
#: The size of a module, in statements at its top.
_SIZE = (1, 9)


class Generator:
    """Writes one module from a random stream."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.names: list[str] = list(GLOBALS[:8])
        self.functions: list[str] = ["step", "helper", "make"]
        self.classes: list[str] = ["A"]
        #: How statements may be left in what is being written.
        self.in_function = self.in_loop = self.is_async = self.is_generator = False

    def module(self) -> str:
        """The source of a module that Python compiles."""
        head = self._pick(IMPORTS, self.random.randint(1, 6))
        if self._chance(0.9):
            head.insert(0, "import tensorflow as tf")
        parts = ['"""A module."""'] * self._chance(0.3) + sorted(head, key=lambda line: "__future__" not in line)
        for _ in range(self.random.randint(*_SIZE)):
            self.in_function = self.in_loop = self.is_async = self.is_generator = False
            write = self._choice((self._function, self._function, self._function, self._class, self._class, self._statement))
            text = "\n".join(write(self.random.randint(1, 3)))
            if write != self._statement or _compiles(text):
                parts.append(text)
        parts += self._script() if self._chance(0.5) else []
        source = "\n".join(parts) + "\n"
        return source if _compiles(source) else "import tensorflow as tf\n"

    def _script(self) -> list[str]:
        """Calls of what the module defines, in a loop or guarded by its name."""
        head = self._choice(("if __name__ == '__main__':", "for i in range(10):", "def main():", "while x:", "for x, y in zip(data, items):", "with strategy.scope():"))
        lines = [f"    {self._choice(GLOBALS[:8])} = {self._choice(self.classes)}({self._expression(1)})"]
        lines += [f"    {self._call(2)}" for _ in range(self.random.randint(1, 4))]
        lines += [f"    {self._name()}.{self._choice(METHODS + ATTRIBUTES)}({self._choice(('i', 'i * 0.1', '[i]', self._expression(1)))})" for _ in range(3)]
        lines += [f"    {self._choice(self.functions)}({self._choice(('i', 'x, y', '0.5 * i', 'tf.constant(i)', self._expression(1)))})" for _ in range(2)]
        return [part for part in ["\n".join([head, *lines])] if _compiles(part)]

    # Choices

    def _chance(self, p: float) -> bool:
        return self.random.random() < p

    def _choice(self, options):
        return self.random.choice(options)

    def _pick(self, options, count: int) -> list[str]:
        return [self._choice(options) for _ in range(count)]

    def _name(self) -> str:
        return self._choice(self.names)

    def _block(self, depth: int, most: int = 3) -> list[str]:
        lines = [line for _ in range(self.random.randint(1, most)) for line in self._statement(depth - 1)]
        return ["    " + line if line else line for line in "\n".join(lines).split("\n")]

    # Definitions

    def _parameters(self, method: bool) -> str:
        names = self._pick(GLOBALS[:12] + ("kw", "n"), self.random.randint(0, 3))
        names = list(dict.fromkeys(name for name in names if name != "__all__"))
        plain = [f"{name}{self._annotation()}" for name in names]
        cut = self.random.randint(0, len(plain))
        plain[cut:] = [f"{one} = {self._expression(1)}" for one in plain[cut:]]
        first = self._choice(("self", "self", "self", "self", "self", "cls", "this", "self, /", "*args", "")) if method else ""
        if first == "*args":
            return "*args, **kwargs"
        if plain and self._chance(0.1) and "/" not in first:
            plain.insert(self.random.randint(1, len(plain)), "/")
        if self._chance(0.1):
            plain.append("*args")
        if self._chance(0.15):
            plain += [*(["*"] if not any(one.startswith("*") for one in plain) else []), f"key = {self._expression(1)}", "option"]
        if self._chance(0.1):
            plain.append("**kwargs")
        self.names += names
        return ", ".join(one for one in (first, *plain) if one)

    def _annotation(self) -> str:
        return self._choice(("", "", "", ": int", ": tf.Tensor", ": 'A'", ": list[int]", ": typing.Optional[float]", ": lambda: 1", ": x[y] | None"))

    def _decorated(self, most: float = 0.75) -> list[str]:
        lines = []
        while self._chance(most) and len(lines) < 3:
            lines.append(f"@{self._choice(DECORATORS)}")
            most /= 3
        return lines

    def _function(self, depth: int, method: bool = False, name: str | None = None) -> list[str]:
        name = name or self._choice(METHODS if method else FUNCTIONS)
        known, outside = list(self.names), (self.in_function, self.in_loop, self.is_async, self.is_generator)
        self.in_function, self.in_loop, self.is_async, self.is_generator = True, False, self._chance(0.07), self._chance(0.1)
        lines = self._decorated(0.35 if method else 0.75)
        generic = "[T]" if sys.version_info >= (3, 12) and self._chance(0.05) else ""
        result = self._choice(("", "", " -> None", " -> 'A'", " -> tf.Tensor"))
        lines.append(f"{'async ' if self.is_async else ''}def {name}{generic}({self._parameters(method)}){result}:")
        body = self._block(depth, 5)
        if self._chance(0.1):
            body.insert(0, f"    {self._choice(('global', 'nonlocal'))} {', '.join(dict.fromkeys(self._pick(GLOBALS[:8], 2)))}")
        if method and name == "__init__":
            body += [f"    self.{self._choice(ATTRIBUTES)} = {self._expression(2)}" for _ in range(self.random.randint(0, 3))]
        if self._chance(0.7):
            body.append(f"    return {self._expression(2)}")
        self.in_function, self.in_loop, self.is_async, self.is_generator = outside
        self.names = known
        if not method:
            self.functions.append(name)
            self.names.append(name)
        return self._checked([*lines, *body], f"def {name}(*args): pass")

    def _class(self, depth: int) -> list[str]:
        name = self._choice(CLASSES)
        known, outside = list(self.names), (self.in_function, self.in_loop)
        self.in_function = self.in_loop = False
        bases = list(dict.fromkeys(self._pick(BASES, self.random.randint(0, 2)) + self._pick(self.classes, self._chance(0.3))))
        bases += self._pick(("metaclass=Meta", "metaclass=abc.ABCMeta", "key=1", "*items", "**settings"), self._chance(0.15))
        lines = self._pick(("@dataclass", "@dataclasses.dataclass(frozen=True)", "@wrapper", "@tf.function", "@functools.total_ordering"), self._chance(0.2))
        lines.append(f"class {name}({', '.join(bases)}):" if bases else f"class {name}:")
        body = []
        if self._chance(0.1):
            body.append("    __slots__ = ('x', '_x', 'step')")
        for _ in range(self.random.randint(0, 2)):
            value = f" = {self._expression(2)}" if self._chance(0.8) else ""
            body.append(f"    {self._choice(ATTRIBUTES)}{self._annotation() if value else ': int'}{value}")
        for _ in range(self.random.randint(1, 5)):
            is_enum = "enum.Enum" in bases  # astroid reads no other targets in one than names
            written = self._function(depth, True) if is_enum or self._chance(0.9) else self._statement(depth - 1)
            body += ["    " + line for line in "\n".join(written).split("\n")]
        if self._chance(0.1) and depth > 1:
            body += ["    " + line for line in "\n".join(self._class(depth - 1)).split("\n")]
        self.names, (self.in_function, self.in_loop) = known, outside
        self.classes.append(name)
        self.names.append(name)
        return self._checked([*lines, *body], f"class {name}: pass")

    def _checked(self, lines: list[str], instead: str) -> list[str]:
        """Some lines, or what is written instead where they are no Python by themselves."""
        if not self.in_function and not _compiles("\n".join(lines)):
            return [instead]
        return lines

    # Statements

    def _statement(self, depth: int = 1) -> list[str]:
        e = self._expression
        simple: list[Callable[[], list[str]]] = [
            lambda: [e(2)],
            lambda: [self._call(2)],
            lambda: [self._call(2)],
            lambda: [f"{self._target()} = {e(2)}"],
            lambda: [f"{self._target()} = {self._target()} = {e(2)}"],
            lambda: [f"{self._name()} = {e(2)}"],
            lambda: [f"{self._target(plain=True)} {self._choice(OPERATORS)}= {e(2)}"],
            lambda: [f"{self._target(plain=True)}{self._annotation() or ': int'}{self._choice((' = ' + e(2), ''))}"],
            lambda: [f"self.{self._choice(ATTRIBUTES)} = {e(2)}"],
            lambda: [f"self.{self._choice(ATTRIBUTES)}.{self._choice(METHODS_CALLED)}({e(1)})"],
            lambda: [f"del {self._target(plain=True)}"],
            lambda: ["pass"],
            lambda: [f"assert {e(2)}, {e(1)}"],
            lambda: [self._choice(IMPORTS[:6] + IMPORTS[9:12])],
            lambda: [f"{self._choice(GLOBALS[:8])} = {self._choice(('tf.function', 'tf.keras.Model', '[]', '{}', 'tf.Variable(1.0)', '0', 'A()'))}"],
        ]
        if self.in_function and self._chance(0.3):
            simple += [lambda: [f"return {e(2)}"], lambda: ["return"]]
            if self.is_generator:
                simple += [lambda: [f"yield {e(1)}"], lambda: [f"x = yield from {e(1)}"]] * 2
        if self._chance(0.2):
            simple += [lambda: [f"raise {self._choice(('', 'ValueError', 'ValueError(x) from None', e(1)))}"]]
        if self.in_loop and self._chance(0.3):
            simple += [lambda: ["break"], lambda: ["continue"]]
        if depth <= 0 or self._chance(0.55):
            return self._choice(simple)()
        nested = [self._if, self._if, self._for, self._for, self._while, self._with, self._try, self._match, self._inner, self._inner]
        return self._choice(nested)(depth)

    def _inner(self, depth: int) -> list[str]:
        loop, self.in_loop = self.in_loop, False
        lines = self._function(depth - 1) if self._chance(0.8) else self._class(depth - 1)
        self.in_loop = loop
        return lines

    def _if(self, depth: int) -> list[str]:
        lines = [f"if {self._expression(2)}:", *self._block(depth)]
        for _ in range(self._choice((0, 0, 0, 1, 2))):
            lines += [f"elif {self._expression(2)}:", *self._block(depth)]
        return lines + (["else:", *self._block(depth)] if self._chance(0.4) else [])

    def _loop(self, head: str, depth: int) -> list[str]:
        outer, self.in_loop = self.in_loop, True
        lines = [head, *self._block(depth)]
        self.in_loop = outer
        return lines + (["else:", *self._block(depth)] if self._chance(0.15) else [])

    def _for(self, depth: int) -> list[str]:
        kind = "async for" if self.is_async and self._chance(0.5) else "for"
        over = self._choice((f"range({self._expression(1)})", "data", "enumerate(items)", "zip(x, y)", "settings.items()", "tf.range(3)", self._expression(2)))
        return self._loop(f"{kind} {self._target()} in {over}:", depth)

    def _while(self, depth: int) -> list[str]:
        return self._loop(f"while {self._expression(2)}:", depth)

    def _with(self, depth: int) -> list[str]:
        kind = "async with" if self.is_async and self._chance(0.5) else "with"
        managers = [f"{self._choice(('tf.GradientTape()', 'strategy.scope()', 'open(x)', 'tf.init_scope()', self._expression(1)))}" for _ in range(self._choice((1, 1, 2)))]
        managers = [f"{one} as {self._target()}" if self._chance(0.5) else one for one in managers]
        return [f"{kind} {', '.join(managers)}:", *self._block(depth)]

    def _try(self, depth: int) -> list[str]:
        star = "*" if sys.version_info >= (3, 11) and self._chance(0.1) else ""
        lines = ["try:", *self._block(depth)]
        loop, function = self.in_loop, self.in_function
        if star:
            self.in_loop = self.in_function = False  # no break, continue or return
        for _ in range(self._choice((0, 1, 1, 2))):
            lines += [f"except{star} {self._choice(('ValueError', '(TypeError, x.y)', 'ValueError as error', 'make(x) as error'))}:", *self._block(depth)]
        self.in_loop, self.in_function = loop, function
        caught = len(lines) > 1 and any(line.startswith("except") for line in lines)
        if caught and self._chance(0.2):
            lines += ["else:", *self._block(depth)]
        if not caught or self._chance(0.2):
            lines += ["finally:", *self._block(depth)]
        return lines

    def _match(self, depth: int) -> list[str]:
        lines = [f"match {self._choice((self._expression(2), 'x, y', '*items, x'))}:"]
        for _ in range(self.random.randint(1, 3)):
            guard = f" if {self._expression(1)}" if self._chance(0.3) else ""
            lines += [f"    case {self._pattern(2)}{guard}:", *("    " + line for line in self._block(depth))]
        return lines

    def _pattern(self, depth: int) -> str:
        p = lambda: self._pattern(depth - 1)  # noqa: E731
        leaves = ("0", "-1", "'a'", "None", "True", "a", "_", "b", "tf.float32", "1 | 2", "1.5 - 2j")
        if depth <= 0 or self._chance(0.4):
            return self._choice(leaves)
        return self._choice((
            f"[{p()}, *rest]", f"({p()}, {p()})", f"{{'k': {p()}, **others}}", f"A({p()}, x={p()})", f"({p()} as got)", "int() | str()", "[]", "{}", f"tf.Tensor(shape={p()})",
        ))  # fmt: skip

    def _target(self, plain: bool = False, depth: int = 1) -> str:
        name = self._name()
        single = [name, name, name, f"self.{self._choice(ATTRIBUTES)}", f"{name}.{self._choice(ATTRIBUTES)}", f"{name}[{self._expression(1)}]",
                  f"self.{self._choice(ATTRIBUTES)}[{self._choice(('0', 'x', ':', '-1', '1:2, ...'))}]", f"{self._call(1)}.x", f"self.x.{self._choice(ATTRIBUTES)}"]
        if plain or depth <= 0 or self._chance(0.75):
            return self._choice(single)
        one, two = self._target(depth=depth - 1), self._target(depth=depth - 1)
        return self._choice((f"{one}, {two}", f"({one}, {two})", f"[{one}, {two}]", f"*{name}, {one}", f"{one}, *{name}", f"({one}, ({two}, *{name}))", f"{one},", "()", "[]"))

    # Expressions

    def _expression(self, depth: int = 2) -> str:
        e = lambda: self._expression(depth - 1)  # noqa: E731
        leaves = [
            self._name, self._name, self._name, lambda: self._choice(CONSTANTS), lambda: f"self.{self._choice(ATTRIBUTES)}",
            lambda: self._choice(self.functions), lambda: f"{self._choice(self.classes)}()", lambda: f"{self._name()}.{self._choice(ATTRIBUTES)}",
        ]  # fmt: skip
        if depth <= 0 or self._chance(0.3):
            return self._choice(leaves)()
        inner = [
            lambda: self._call(depth), lambda: self._call(depth), lambda: self._call(depth), lambda: self._call(depth),
            lambda: f"({e()} {self._choice(OPERATORS)} {e()})",
            lambda: f"({e()} {self._choice(COMPARISONS)} {e()})",
            lambda: f"({e()} < {e()} {self._choice(COMPARISONS)} {e()})",
            lambda: f"({e()} {self._choice(('and', 'or'))} {e()})",
            lambda: f"({self._choice(('not ', '-', '~', '+'))}{e()})",
            lambda: f"({e()} if {e()} else {e()})",
            lambda: f"({self._name()} := {e()})",
            lambda: f"({e()}).{self._choice(ATTRIBUTES)}",
            lambda: f"({e()})[{self._choice((e(), '0', '-1', ':', '::2', '..., 0', 'x:y, :', '*items', ':, tf.newaxis'))}]",
            lambda: f"[{e()}, {e()}]", lambda: f"({e()}, {e()})", lambda: f"({e()},)", lambda: "[]", lambda: "{}", lambda: f"[*{e()}, {e()}]",
            lambda: f"{{{e()}, {e()}}}", lambda: f"{{{e()}: {e()}, **{e()}}}", lambda: f"{{'loss': {e()}, 'x': {e()}}}",
            lambda: f"[{e()} for {self._bound()} in {e()}]", lambda: f"[{e()} for {self._bound()} in {e()} for z in {e()} if {e()}]",
            lambda: f"{{{e()}: {e()} for {self._bound()} in {e()}}}", lambda: f"{{{e()} for {self._bound()} in {e()}}}", lambda: f"({e()} for {self._bound()} in {e()})",
            lambda: f"[[{e()} for z in {self._bound()}] for {self._bound()} in {e()}]",
            lambda: f"(lambda: {e()})", lambda: f"(lambda x, *y, z={e()}, **k: {e()})", lambda: f"(lambda self: self.{self._choice(ATTRIBUTES)})",
            lambda: self._text(depth), lambda: f"super().{self._choice(METHODS)}({e()})", lambda: f"type(self).{self._choice(ATTRIBUTES)}",
            lambda: f"tf.function({e()})", lambda: f"tf.function({self._choice(self.functions)})({e()})", lambda: f"functools.partial({e()}, {e()})",
        ]  # fmt: skip
        if self.is_async:
            inner += [lambda: f"(await {e()})", lambda: f"[{e()} async for x in {e()}]"] * 2
        if self.is_generator and not self.is_async:
            inner += [lambda: f"(yield {e()})"]
        return self._choice(inner)()

    def _bound(self) -> str:
        return self._choice(("x", "y", "(x, y)", "x, *y", "i", "self.x", "_"))

    def _text(self, depth: int) -> str:
        name = self._name()
        return self._choice((f"f'{{{name}}} {{{name}!r:>10}}'", f"f'{{{name}=}}'", f"f'{{{name}:{{{name}}}}}'", f"'%s' % {name}", f"'{{}}'.format({name})", "'a' 'b'"))

    def _call(self, depth: int) -> str:
        e = lambda: self._expression(depth - 1)  # noqa: E731
        functions, name = self.functions, self._name()
        callee = self._choice((
            self._choice(CALLEES), self._choice(CALLEES), self._choice(functions), self._choice(functions), self._choice(self.classes),
            f"{name}.{self._choice(METHODS_CALLED)}", f"self.{self._choice(METHODS)}", f"self.{self._choice(ATTRIBUTES)}.{self._choice(METHODS_CALLED)}",
            f"self.{self._choice(METHODS_CALLED)}", f"{self._choice(self.classes)}().{self._choice(METHODS)}", f"{self._choice(self.classes)}.{self._choice(METHODS)}",
            name, f"{name}[0]", f"{self._choice(functions)}()", f"tf.data.Dataset.range(3).{self._choice(('map', 'filter', 'batch', 'interleave'))}",
        ))  # fmt: skip
        given = [e() for _ in range(self._choice((0, 0, 1, 1, 1, 2, 3)))]
        given += [f"*{e()}"] * self._chance(0.07)
        named = dict.fromkeys(self._pick(KEYWORDS, self._choice((0, 0, 0, 1, 2))))
        given += [f"{key}={e()}" for key in named]
        given += [f"**{e()}"] * self._chance(0.07)
        return f"{callee}({', '.join(given)})"


def _compiles(source: str) -> bool:
    try:
        compile(source, "random", "exec", dont_inherit=True)
    except (SyntaxError, ValueError):
        return False
    return True


def program(seed: int) -> str:
    """The module of a seed: Python compiles it."""
    return Generator(seed).module()
