"""The calls of special methods that Python makes itself: for operators, loops, ``with``, subscripts, builtins."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from astroid import nodes

from graphlint import frameworks
from graphlint.analysis.engine.heap.classes import kinds, members
from graphlint.analysis.values.events import Call
from graphlint.analysis.values.places import (
    Argument,
    Attribute,
    External,
    Fresh,
    Item,
    Param,
    Result,
    Value,
    Variable,
    attribute,
    is_place,
)

if TYPE_CHECKING:
    from graphlint.analysis.engine.program import Program
    from graphlint.analysis.values.conditions import Guard

_NEXT = frozenset((External("builtins.next"),))
_OPERATORS = {
    "+": "add",
    "-": "sub",
    "*": "mul",
    "/": "truediv",
    "//": "floordiv",
    "%": "mod",
    "@": "matmul",
    "**": "pow",
    "&": "and",
    "|": "or",
    "^": "xor",
    "<<": "lshift",
    ">>": "rshift",
}
_UNARY = {"-": "__neg__", "+": "__pos__", "~": "__invert__"}
#: A comparison -> the method of the left operand, and that of the right one if the left has none.
_COMPARISONS = {
    "==": ("__eq__", "__eq__"),
    "!=": ("__ne__", "__eq__"),
    "<": ("__lt__", "__gt__"),
    "<=": ("__le__", "__ge__"),
    ">": ("__gt__", "__lt__"),
    ">=": ("__ge__", "__le__"),
}
#: Builtins -> the methods of their argument of which they call the first that there is.
_BUILTINS = {
    "abs": ("__abs__",),
    "bool": ("__bool__", "__len__"),
    "float": ("__float__",),
    "format": ("__format__", "__str__", "__repr__"),
    "int": ("__int__", "__index__"),
    "iter": ("__iter__",),
    "len": ("__len__",),
    "next": ("__next__",),
    "repr": ("__repr__",),
    "reversed": ("__reversed__",),
    "round": ("__round__",),
    "str": ("__str__", "__repr__"),
}
_BUILTINS |= {name: ("__iter__",) for name in ("all", "any", "dict", "enumerate", "list", "set", "sorted", "sum", "tuple")}
#: What may turn out to be an object of the program's.
_OPEN = (Param, Variable, Attribute, Item, Result)


def changes_itself(program: Program, place: Value, op: str) -> bool:
    """Whether ``place op …`` calls a method of an object of the program, which gives the object itself as the result."""
    method = f"__i{_OPERATORS.get(op[:-1], '')}__"
    found = kinds(program, place)
    return any(isinstance(kind, nodes.ClassDef) and bool(members(program, kind, method)) for kind in found)


class SpecialMethods:
    """The part of the evaluator that follows them."""

    program: Program
    guards: tuple[Guard, ...]
    loops: int
    #: Names of special methods that classes in sight define.
    defined: frozenset[str]

    def special(
        self, node: nodes.NodeNG, values: frozenset[Value], methods: Iterable[str], *arguments: Argument
    ) -> frozenset[Value] | None:
        """What the first of the methods that there is returns, if the values are known to be objects that have it.

        Objects that are not known yet may have it: the call is noted, and followed once they are.
        """
        for method in methods:
            if method not in self.defined:
                continue
            known = [(value, self._defines(value, method)) for value in values]
            callee = frozenset(attribute(value, method) for value, defines in known if defines)
            if callee:
                return self.call(node, callee, arguments)
            callee = frozenset(attribute(value, method) for value, defines in known if defines is None)
            if callee:
                self.record(Call(node, callee, arguments, self.guards, self.loops))
        return None

    def _defines(self, value: Value, method: str) -> bool | None:
        """Whether the value is an object of a class of the program that has the method; None if it is not known."""
        if not isinstance(value, (Fresh, *_OPEN)):
            return False
        found = kinds(self.program, value)
        if any(isinstance(kind, nodes.ClassDef) and bool(members(self.program, kind, method)) for kind in found):
            return True
        return False if found or isinstance(value, Fresh) else None

    def operate(
        self, node: nodes.NodeNG, op: str, left: frozenset[Value], right: frozenset[Value], in_place: bool = False
    ) -> frozenset[Value] | None:
        """``left op right``, or ``left op= right``."""
        name = _OPERATORS.get(op, "")
        methods = (f"__i{name}__", f"__{name}__") if in_place else (f"__{name}__",)
        result = self.special(node, left, methods, Argument(None, right))
        return self.special(node, right, (f"__r{name}__",), Argument(None, left)) if result is None else result

    def unary(self, node: nodes.UnaryOp, operand: frozenset[Value]) -> None:
        self.special(node, operand, (_UNARY.get(node.op, ""),))

    def comparison(self, node: nodes.Compare, op: str, left: frozenset[Value], right: frozenset[Value]) -> None:
        """``left op right`` where that may call a method."""
        if op in _COMPARISONS:
            mine, others = _COMPARISONS[op]
            if self.special(node, left, (mine,), Argument(None, right)) is None:
                self.special(node, right, (others,), Argument(None, left))
        elif op in ("in", "not in"):
            self.special(node, right, ("__contains__", "__iter__"), Argument(None, left))
            for value in right:
                if isinstance(value, External) and frameworks.meaning(f"{value.name}.__contains__") is not None:
                    self.record(Call(node, frozenset((External(f"{value.name}.__contains__"),)), (), self.guards, self.loops))

    def builtin(self, node: nodes.NodeNG, callee: frozenset[Value], arguments: tuple[Argument, ...]) -> None:
        """What a builtin function calls."""
        self._through(node, callee, arguments)
        for value in callee:
            if isinstance(value, External) and value.name.startswith("builtins.") and arguments:
                methods = _BUILTINS.get(value.name.removeprefix("builtins."))
                if methods is not None:
                    self.special(node, arguments[0].values, methods)

    def _through(self, node: nodes.NodeNG, callee: frozenset[Value], arguments: tuple[Argument, ...]) -> None:
        """A loop over ``zip(a, b)`` goes over both, as one over ``enumerate(a)`` does over that."""
        is_looped = isinstance(node.parent, (nodes.For, nodes.Comprehension)) and node.parent.iter is node
        if not is_looped or not any(isinstance(value, External) and frameworks.canonical(value.name) in frameworks.ITERATING for value in callee):
            return
        for expression, argument in zip(node.args, arguments):
            if isinstance(expression, (nodes.Name, nodes.Attribute)):
                self._take(expression, argument.values)

    def truth(self, node: nodes.NodeNG, values: frozenset[Value]) -> None:
        """Something is tested."""
        self.special(node, values, ("__bool__", "__len__"))

    def iterate(self, node: nodes.NodeNG, values: frozenset[Value]) -> None:
        """A loop goes over the values: it takes from them as ``next`` does."""
        iterator = self.special(node, values, ("__iter__",))
        if iterator is not None:
            self.special(node, iterator, ("__next__",))
        self._take(node, values)

    def _take(self, node: nodes.NodeNG, values: frozenset[Value]) -> None:
        if any(map(is_place, values)):
            self.record(Call(node, _NEXT, (Argument(None, values),), self.guards, self.loops))
