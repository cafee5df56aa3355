"""Which objects are datasets of tf.data: by how they are made, passed, returned, annotated and used."""

from __future__ import annotations

from typing import TYPE_CHECKING

from astroid import nodes

from graphlint import frameworks
from graphlint.analysis.engine.callgraph import callees, callers
from graphlint.analysis.engine.callgraph.reach import OWN_MODULE
from graphlint.analysis.engine.faults import assumed
from graphlint.analysis.engine.heap import classes
from graphlint.analysis.syntax import blocks, names
from graphlint.analysis.syntax.scopes import Scope
from graphlint.analysis.values.events import Call
from graphlint.analysis.values.places import Attribute, External, Fresh, Item, Param, Result, Value, Variable
from graphlint.frameworks import DATASET, tf_data

if TYPE_CHECKING:
    from graphlint.analysis.engine.program import Program

#: Functions, parameters and variables that are looked through for one object.
_MAX_DEPTH = 8


class Datasets:
    """Answers, for one program, whether a value is a dataset, or what a strategy makes of one. What cannot be known to be one is not."""

    def __init__(self, program: Program, kind: str = DATASET) -> None:
        self.program = program
        self.kind = kind
        self._known: dict[Value, bool] = {}

    def includes(self, value: Value, depth: int = 0) -> bool:
        """Whether the value is a dataset, or may be one on some path."""
        if isinstance(value, Fresh):
            return value.kind == self.kind
        if not isinstance(value, (Param, Variable, Attribute, Item, Result)) or depth > _MAX_DEPTH:
            return False
        if value not in self._known:
            with assumed(self._known, value, False):  # until the answer is found: it may depend on itself
                self._known[value] = self._find(value, depth + 1)
        return self._known[value]

    def holds_one(self, node: nodes.NodeNG) -> bool:
        """Whether a variable holds a dataset at some time: what code that is not seen makes of it is one, too."""
        if not isinstance(node, nodes.Name):
            return False
        held = self.program.summary(names.function_scope(node)).variables.get(node.name, ())
        return any(map(self.includes, held))

    def _find(self, value: Value, depth: int) -> bool:
        if isinstance(value, Result):
            return any(self._returned(callee, value.call, depth) for callee in value.call.callee)
        kinds = classes.kinds(self.program, value)
        if kinds:
            return self.kind in kinds
        if isinstance(value, Param):
            given = callers.given(self.program, value, OWN_MODULE)
            return any(self.includes(argument, depth) for argument in given) or (self.kind == DATASET and self._is_applied(value, depth))
        return any(self.includes(content, depth) for content in classes.contents(self.program, value))

    def _is_applied(self, parameter: Param, depth: int) -> bool:
        """Whether the function is given to `Dataset.apply`, which calls it with the dataset."""
        function = parameter.scope
        for call in self.program.index(function.root()).calls(("apply",)):
            if len(call.args) == 1 and getattr(call.args[0], "name", None) == getattr(function, "name", ""):
                for event in self.program.summary(names.function_scope(call)).calls_of(call):
                    bases = [callee.base for callee in event.callee if isinstance(callee, Attribute)]
                    return any(self.includes(base, depth) for base in bases) or looks_like_one(self.program, call)
        return False

    def _returned(self, callee: Value, call: Call, depth: int) -> bool:
        """Whether a call of `callee` returns a dataset."""
        if isinstance(callee, Attribute):
            meaning = frameworks.MEANINGS.get(f"{self.kind}.{callee.name}")
            if meaning is not None and meaning.makes == self.kind and self.includes(callee.base, depth):
                return True
            method = frameworks.METHODS.get(callee.name)
            if method is not None and method.makes == self.kind:
                return True
        for reached in callees.callees(self.program, frozenset((callee,))):
            if reached.function is not None and depth < _MAX_DEPTH:
                arguments = reached.arguments + call.arguments
                if any(self.includes(value, depth + 1) for value in callees.results(self.program, reached, arguments)):
                    return True
        return False


def looks_like_one(program: Program, call: nodes.Call) -> bool:
    """Whether what a method is called on is used as only a dataset can be: ``x.map(f, num_parallel_calls=4)``."""
    if any(keyword.arg in tf_data.TELLING_ARGUMENTS for keyword in call.keywords) or _is_asked_for(program, call):
        return True
    start: nodes.NodeNG = call.func
    while isinstance(start, (nodes.Attribute, nodes.Call)):
        if isinstance(start, nodes.Attribute) and start.attrname in tf_data.TELLING_METHODS:
            return True
        start = start.expr if isinstance(start, nodes.Attribute) else start.func
    after = call.parent
    while isinstance(after, (nodes.Attribute, nodes.Call)):
        if isinstance(after, nodes.Attribute) and after.attrname in tf_data.TELLING_METHODS:
            return True
        after = after.parent
    return isinstance(start, nodes.Name) and _is_used_as_one(program, start)


def _is_the_same_given(program: Program, use: nodes.Name, method: Scope) -> bool:
    """Whether it is the parameter of a method by the same name, of a class with the same base: both are given the same."""
    both = (method, names.function_scope(use))
    if not all(isinstance(one, nodes.FunctionDef) and isinstance(one.parent, nodes.ClassDef) for one in both):
        return False
    mine, others = (set(classes.ancestors(program, one.parent)) for one in both)
    return both[0].name == both[1].name and not mine.isdisjoint(others) and all(use.name in one.argnames() for one in both)


def _is_asked_for(program: Program, call: nodes.Call) -> bool:
    """Whether a branch has asked for it: ``if isinstance(x, tf.data.Dataset): x.map(f)``."""
    for branch, holds in blocks.branches_around(call):
        match branch.test:
            case nodes.Call(func=nodes.Name(name="isinstance"), args=[asked, kind]) if holds:
                values = program.detached(kind, names.function_scope(call))
                if asked.as_string() == call.func.expr.as_string() and all(
                    isinstance(value, External) and frameworks.canonical(value.name) == DATASET for value in values
                ):
                    return True
    return False


def _is_used_as_one(program: Program, name: nodes.Name) -> bool:
    """Whether the same variable is used as a dataset elsewhere in the function, or what methods by its name are given."""
    scope = names.function_scope(name)
    for use in program.index(name.root()).uses.get(name.name, ()):
        parent = use.parent
        if isinstance(parent, nodes.Attribute) and (names.function_scope(use) is scope or _is_the_same_given(program, use, scope)):
            if parent.attrname in tf_data.TELLING_METHODS:
                return True
            call = parent.parent
            if isinstance(call, nodes.Call) and call.func is parent:
                if any(keyword.arg in tf_data.TELLING_ARGUMENTS for keyword in call.keywords):
                    return True
    return False
