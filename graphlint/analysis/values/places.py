"""What an expression denotes: values, and the places where objects are stored.

A *value* says where an object comes from, in terms of the function that the expression is in: made here, a parameter,
a variable of an enclosing scope, an attribute or item of one of these. An expression denotes a set of values, one for
each way that the program may have taken. Values are immutable; nodes and frames in them are compared by identity.

The hash of a value is the same in all runs: sets are gone through in the same order, and what is asked first is the same.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Union
from zlib import crc32

from astroid import nodes

from graphlint.analysis.syntax.scopes import FUNCTIONS, FunctionNode, Scope
from graphlint.frameworks import DATASET

if TYPE_CHECKING:
    from graphlint.analysis.values.events import Call
    from graphlint.analysis.values.frame import Frame

#: A chain of attributes and items longer than this is not followed.
MAX_CHAIN = 6
#: Attributes that hold a text, whatever the object.
_TEXTS = frozenset({"__name__", "__qualname__", "__module__", "__doc__"})
#: An expression with more values than this is unknown.
MAX_VALUES = 12
#: The key of an item that a loop gives: an element, or a key of a dict.
LOOPED = object()
#: What a dict is, or a class derives from that is one.
DICTS = frozenset({"builtins.dict", "collections.OrderedDict", "collections.UserDict", "collections.defaultdict"})


def where(node: nodes.NodeNG | None) -> int:
    """A number for a node by where it stands: its own hash is its address."""
    return 0 if node is None else (node.lineno or 0) << 8 ^ (node.col_offset or 0)


class _Texts(dict):
    """A number for each text: the hash of a string differs from run to run."""

    def __missing__(self, text: str) -> int:
        number = self[text] = crc32(text.encode(errors="surrogatepass"))
        return number


_OF_TEXT = _Texts()


def _number(value: object) -> int:
    """A number for a name, a key or a constant: the hash of a string differs from run to run, that of None in old Pythons."""
    return _OF_TEXT[value] if isinstance(value, str) else hash(value) if isinstance(value, (int, float)) else 0


@dataclass(frozen=True, slots=True)
class Unknown:
    """Anything: nothing is concluded from it."""


@dataclass(frozen=True, slots=True)
class Const:
    """A Python constant. The type is part of it: ``1`` is not ``True``."""

    value: object
    type: type

    def __hash__(self) -> int:
        return _number(self.value)


@dataclass(frozen=True, slots=True)
class Scalar:
    """A Python number or string that is not known. `varies`: it takes many values; None if what it is made of may."""

    kind: str
    varies: bool | None

    def __hash__(self) -> int:
        return hash((_number(self.kind), self.varies is not None, bool(self.varies)))


@dataclass(frozen=True, slots=True)
class Fresh:
    """An object made here. `kind` is a key of the tables, or the class; `items` are its elements where they are known."""

    kind: str | nodes.ClassDef | None
    node: nodes.NodeNG
    items: tuple[frozenset[Value], ...] | None = None
    keys: tuple[object, ...] | None = None

    def __hash__(self) -> int:
        return hash((where(self.node), self.items or ()))

    @property
    def is_of_call(self) -> bool:
        """Whether a call makes it for ``*args`` or ``**kwargs``: other containers may be filled after they are made."""
        return isinstance(self.node, FUNCTIONS)


@dataclass(frozen=True, slots=True)
class Tensor:
    """One tensor that TensorFlow made here: symbolic where the code is traced."""


@dataclass(frozen=True, slots=True)
class Unshaped(Tensor):
    """One that Python makes when the graph runs, at a call of `tf.py_function`: the trace knows nothing of its shape, not even the rank."""

    node: nodes.NodeNG

    def __hash__(self) -> int:
        return where(self.node)


@dataclass(frozen=True, slots=True)
class Structure:
    """A tensor, or a tuple or dict of some: an element of a dataset."""


@dataclass(frozen=True, slots=True)
class Computed:
    """What an operator or an index makes of its operands: a tensor if one of them is."""

    parts: tuple[frozenset[Value], ...]
    is_slice: bool = False
    """It is a slice of the one part: of a list, another list."""


@dataclass(frozen=True, slots=True)
class Param:
    """The object that the caller gives to a function as this parameter. `cls`: it is of a subclass, which is known."""

    scope: FunctionNode
    name: str
    cls: nodes.ClassDef | None = None

    def __hash__(self) -> int:
        return hash((where(self.scope), _OF_TEXT[self.name]))


@dataclass(frozen=True, slots=True)
class Variable:
    """The object in a variable of a module or of an enclosing function."""

    scope: Scope
    name: str

    def __hash__(self) -> int:
        return hash((where(self.scope), _OF_TEXT[self.name]))


@dataclass(frozen=True, slots=True)
class Attribute:
    base: Value
    name: str
    cls: nodes.ClassDef | None = None
    """The one of several classes that the object is taken to be of, while a method of that class is followed."""
    number: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "number", hash((self.base, _OF_TEXT[self.name])))  # once: that of the base is its own base's

    def __hash__(self) -> int:
        return self.number


@dataclass(frozen=True, slots=True)
class Entry:
    """The key of an item of a registry: a constant, or the parameter that a call gives it for."""

    key: Const | Param


@dataclass(frozen=True, slots=True)
class Item:
    base: Value
    key: object = None
    """Which one of what a call returns, of ``*args`` or of a registry; of other containers the items are not told apart."""
    cls: nodes.ClassDef | None = None
    """As that of an attribute."""
    number: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "number", hash((self.base, _number(self.key))))

    def __hash__(self) -> int:
        return self.number


@dataclass(frozen=True, slots=True)
class External:
    """Something imported, by its dotted name; builtins are ``builtins.print``."""

    name: str

    def __hash__(self) -> int:
        return _OF_TEXT[self.name]


@dataclass(frozen=True, slots=True)
class Function:
    """A function of the program, and the activation that it was defined in, if that is being traced."""

    node: FunctionNode
    home: Frame | None = None
    wraps: nodes.FunctionDef | None = None
    """The function that a decorator of the program has put it in the place of."""

    def __hash__(self) -> int:
        return hash((where(self.node), where(self.home and self.home.function)))


@dataclass(frozen=True, slots=True)
class Class:
    node: nodes.ClassDef

    def __hash__(self) -> int:
        return where(self.node)


@dataclass(frozen=True, slots=True)
class Module:
    """A module or package of the program, by its file; by its folder if it is a namespace package."""

    path: str

    def __hash__(self) -> int:
        return _OF_TEXT[self.path]


@dataclass(frozen=True, slots=True)
class Import:
    """What an import of a module of the program binds to a name, not yet looked up."""

    binding: nodes.Import | nodes.ImportFrom
    name: str

    def __hash__(self) -> int:
        return hash((where(self.binding), _OF_TEXT[self.name]))


@dataclass(frozen=True, slots=True)
class Bound:
    """A method together with the object that it was taken from."""

    function: Function
    receiver: Value


@dataclass(frozen=True, slots=True)
class Super:
    """``super()`` in a method of `cls`."""

    cls: nodes.ClassDef
    receiver: Value

    def __hash__(self) -> int:
        return hash((where(self.cls), self.receiver))


@dataclass(frozen=True, slots=True)
class Partial:
    """``functools.partial`` of one callee."""

    target: Value
    arguments: tuple[Argument, ...]


@dataclass(frozen=True, slots=True)
class Decorator:
    """``tf.function(...)`` without a function: what it makes of one is a graph function."""

    options: nodes.Call

    def __hash__(self) -> int:
        return where(self.options)


@dataclass(frozen=True, slots=True)
class Graph:
    """A graph function made of `target`; `options` is the call or decorator that made it."""

    target: Value
    options: nodes.NodeNG

    def __hash__(self) -> int:
        return hash((self.target, where(self.options)))


@dataclass(frozen=True, slots=True)
class Result:
    """What a call of the program's own function returns."""

    call: Call


Value = Union[
    Unknown, Const, Scalar, Fresh, Tensor, Structure, Computed, Param, Variable, Attribute, Item, External, Function, Class, Module, Import,
    Bound, Super, Partial,
    Decorator, Graph, Result,
]  # fmt: skip
UNKNOWN: frozenset[Value] = frozenset((Unknown(),))
TENSOR: frozenset[Value] = frozenset((Tensor(),))
STRUCTURE: frozenset[Value] = frozenset((Structure(),))


@dataclass(frozen=True, slots=True)
class Argument:
    """One argument of a call. `keyword` is its name, ``"*"`` or ``"**"`` for a spread, None for a positional one."""

    keyword: str | None
    values: frozenset[Value]

    def __hash__(self) -> int:
        return hash((_number(self.keyword), self.values))


def const(value: object) -> frozenset[Value]:
    return frozenset((Const(value, type(value)),))


def join(*sets: frozenset[Value]) -> frozenset[Value]:
    """What an expression denotes that may be any of these."""
    joined = sets[0] if len(sets) == 1 else frozenset().union(*sets)
    return joined if len(joined) <= MAX_VALUES else UNKNOWN


def chain(value: Value) -> int:
    """How many attributes and items lead to the value."""
    length = 0
    while isinstance(value, (Attribute, Item)):
        value = value.base
        length += 1
    return length


def root(value: Value) -> Value:
    """The value that a chain of attributes and items starts from."""
    while isinstance(value, (Attribute, Item)):
        value = value.base
    return value


def links(value: Value) -> Iterator[Value]:
    """A value, and those that it is an attribute or item of."""
    yield value
    while isinstance(value, (Attribute, Item)):
        value = value.base
        yield value


def container(value: Value) -> Value:
    """The value that a chain of items starts from."""
    while isinstance(value, Item):
        value = value.base
    return value


def attribute(base: Value, name: str) -> Value:
    """The value of ``base.name``, without looking into classes."""
    if isinstance(base, External):
        return External(f"{base.name}.{name}")
    if isinstance(base, (Unknown, Const, Scalar, Structure, Decorator)) or chain(base) >= MAX_CHAIN or name in _TEXTS:
        return Unknown()
    return Attribute(base, name)


def _keys(made: Fresh) -> frozenset[Value]:
    if made.keys is None or not all(isinstance(key, (str, int)) for key in made.keys):
        return UNKNOWN
    return frozenset(Const(key, type(key)) for key in made.keys) or UNKNOWN


def item(base: Value, key: object = None) -> frozenset[Value]:
    """The values of ``base[key]``; a key of None stands for any."""
    entry = key if isinstance(key, Entry) else None
    if entry is not None:
        key = getattr(entry.key, "value", None)
    if isinstance(base, Fresh):
        if key is LOOPED and base.kind in DICTS:
            return _keys(base)
        if base.items is None:
            return STRUCTURE if base.kind == DATASET else UNKNOWN
        if base.keys is not None:
            if key in base.keys:
                return base.items[base.keys.index(key)]
            if isinstance(key, str) and base.is_of_call:
                return frozenset()  # no call has given it for ``**kwargs``
        elif isinstance(key, int) and -len(base.items) <= key < len(base.items):
            return base.items[key]
        return join(*base.items) if base.items else UNKNOWN
    if isinstance(base, Class):
        return frozenset((base,))  # `Base[int]` is Base
    if isinstance(base, (Param, Variable, Attribute, Item, Result)) and chain(base) < MAX_CHAIN:
        return frozenset((Item(base, entry or (key if _tells_items_apart(base) else None)),))
    return frozenset((base,)) if isinstance(base, (Tensor, Structure, Computed)) else UNKNOWN


def _tells_items_apart(base: Value) -> bool:
    """Whether it is what a call returns or a generator yields, or ``*args``: nothing changes these."""
    if isinstance(base, Item) and base.key is LOOPED:
        return isinstance(base.base, Result)
    return isinstance(base, Result) or isinstance(base, Param) and base.scope.args.vararg == base.name


def _order(value: Value) -> tuple:
    """A key to sort by that says what the value is."""
    node = getattr(value, "node", None) or getattr(getattr(value, "target", None), "node", None)
    if node is None and isinstance(value, Result):
        node = value.call.node
    line, column = getattr(node, "fromlineno", None) or 0, getattr(node, "col_offset", None) or 0
    name = getattr(value, "name", None) or getattr(node, "name", None) or ""
    scope, cls, base = node or getattr(value, "scope", None), getattr(value, "cls", None), getattr(value, "base", None)
    home = scope.root().name if isinstance(scope, nodes.NodeNG) else ""
    return type(value).__name__, name, line, column, home, getattr(cls, "name", ""), () if base is None else _order(base)


def ordered(values: Collection[Value]) -> list[Value]:
    """Some values in an order that no edit elsewhere changes: the first may be the one that is told, or where a search begins."""
    return sorted(values, key=_order) if len(values) > 1 else list(values)


def is_place(value: Value) -> bool:
    """Whether the value names storage, rather than an object made here or a constant."""
    return isinstance(value, (Param, Variable, Attribute, Item)) and not isinstance(root(value), (Tensor, Computed))


def is_array(value: Value) -> bool:
    """Whether the value is an array of NumPy that is made here."""
    return isinstance(value, Fresh) and value.kind == "numpy.ndarray"


def is_tensor_array(value: Value) -> bool:
    """Whether the value is a TensorArray that is made here."""
    return isinstance(value, Fresh) and value.kind == "tensorflow.TensorArray"


def item_place(base: Value) -> Value:
    """The place of an item; an item of what is made here is not a place."""
    if is_place(base) or isinstance(base, (External, Result)):
        return Item(base) if chain(base) < MAX_CHAIN else Unknown()
    return Unknown()


def text(value: Value) -> str:
    """The place as a person would write it."""
    if isinstance(value, Graph):
        value = value.target
    if isinstance(value, (Param, Variable, Function, Class)):
        return value.name if isinstance(value, (Param, Variable)) else getattr(value.node, "name", "lambda")
    if isinstance(value, Attribute):
        return f"{text(value.base)}.{value.name}"
    if isinstance(value, Item):
        return f"{text(value.base)}[...]"
    if isinstance(value, External):
        return value.name
    return "an object"
