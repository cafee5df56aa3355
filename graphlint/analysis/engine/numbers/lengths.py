"""How long a loop is, as far as the source tells: numbers, lengths and shapes that are written, computed or declared.

In a trace an expression is asked about in one activation, and the values of the engine are known too: what its arguments are there.
Everything else is unknown, which is None.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Optional, Protocol

from astroid import nodes

from graphlint.analysis.engine.activation import default_expression, substitute
from graphlint.analysis.engine.callgraph import callers
from graphlint.analysis.engine.callgraph.reach import OWN_MODULE
from graphlint.analysis.engine.faults import assumed
from graphlint.analysis.engine.numbers import number
from graphlint.analysis.engine.numbers.expressions import Numbers
from graphlint.analysis.engine.numbers.number import Constant, Number
from graphlint.analysis.syntax import names
from graphlint.analysis.syntax.scopes import Scope
from graphlint.analysis.values import tensors
from graphlint.analysis.values.frame import Frame
from graphlint.analysis.values.graph_function import GraphFunction
from graphlint.analysis.values.places import Function, Param, Value
from graphlint.analysis.values.scalars import LARGEST
from graphlint.frameworks import shapes

if TYPE_CHECKING:
    from graphlint.analysis.engine.program import Program

_COMPARISONS = {"<", "<=", ">", ">=", "!="}
_MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "!=": "!="}
#: Functions of NumPy that compute a number, which is none of Python's: TensorFlow makes a tensor of it.
_FUNCTIONS = {f"numpy.{name}": getattr(math, name) for name in ("floor", "ceil", "sqrt")}
_Size = Callable[[nodes.NodeNG, Scope], Optional[int]]


class MeasuredTrace(Protocol):
    """What is asked of the trace whose loops are measured."""

    program: Program
    root: GraphFunction
    module: nodes.Module

    def constants(self, values: frozenset[Value]) -> frozenset[Value]:
        """The values, with what is one constant replaced by it."""


class Lengths(Numbers):
    """The numbers that expressions of one trace are, and the lengths of what loops go over."""

    def __init__(self, trace: MeasuredTrace) -> None:
        super().__init__(trace.program)
        self.trace = trace
        self._frame: Frame | None = None
        self._known_turns: dict[nodes.For, int | None] = {}

    # Loops

    def turns(self, loop: nodes.NodeNG, bounds: tuple[frozenset[Value], ...], frame: Frame) -> int | None:
        """How many turns a loop or comprehension makes; `bounds` are the values of the arguments if it goes over a ``range``."""
        self._steps, self._frame = 0, frame
        known = number.turns([self._constant(substitute(self.program, values, frame), loop) for values in bounds])
        if known is not None:
            return known
        if isinstance(loop, nodes.While):
            return self._counted(loop, frame.function)
        if isinstance(loop, nodes.For):
            return self._turns(loop.iter, frame.function, 0)
        return _product(None if one.ifs else self._turns(one.iter, frame.function, 0) for one in loop.generators)

    def _counted(self, loop: nodes.While, scope: Scope) -> int | None:
        """``i = 0`` before the loop, ``i < 1000`` at its head, ``i += 1`` in it."""
        test = loop.test
        if not isinstance(test, nodes.Compare) or len(test.ops) != 1:
            return None
        (op, right), left = test.ops[0], test.left
        if not isinstance(left, nodes.Name):
            left, right, op = right, left, _MIRRORED.get(op, op)
        if not isinstance(left, nodes.Name) or op not in _COMPARISONS:
            return None
        step, start = self._step(loop, left.name, scope), self._start(loop, left.name, scope)
        stop = self._value(right, scope, 0)
        if not step or start is None or stop is None:
            return None
        if op != "!=" and (op[0] == "<") != (step > 0):
            return None
        turns, ends = number.turns([start, stop, step]), (stop - start) % step == 0
        if turns is None or op == "!=" and not ends:
            return None
        return turns + 1 if ends and op in ("<=", ">=") else turns

    def _step(self, loop: nodes.While, name: str, scope: Scope) -> Constant | None:
        """What each turn adds to a counter: the one statement of the loop that assigns it, which every turn comes by."""
        targets = [target for target in loop.nodes_of_class(nodes.AssignName) if target.name == name]
        if len(targets) != 1 or targets[0].parent not in loop.body:
            return None
        statement = targets[0].parent
        value, op = getattr(statement, "value", None), getattr(statement, "op", None)
        if isinstance(statement, nodes.Assign) and isinstance(value, nodes.BinOp) and getattr(value.left, "name", None) == name:
            value, op = value.right, f"{value.op}="
        if op not in ("+=", "-="):
            return None
        step = self._value(value, scope, 0)
        return -step if step is not None and op == "-=" else step

    def _start(self, loop: nodes.While, name: str, scope: Scope) -> Constant | None:
        """What a counter holds before the loop: it is assigned last in the same block."""
        statement = loop.previous_sibling()
        while statement is not None:
            if isinstance(statement, nodes.Assign) and getattr(statement.targets[0], "name", None) == name:
                return self._value(statement.value, scope, 0)
            if name in names.assigned_in(statement):
                return None
            statement = statement.previous_sibling()
        return None

    # Lengths

    def _turns(self, node: nodes.NodeNG | None, scope: Scope, depth: int) -> int | None:
        """How many turns Python makes over something; of a tensor, AutoGraph makes a loop of the graph."""
        if node is None or self.is_spent(depth):
            return None
        name = self.name(node, scope) if isinstance(node, nodes.Call) and node.args else ""
        if name == "builtins.zip":
            known = [self._turns(one, scope, depth + 1) for one in node.args]
            return min((one for one in known if one is not None), default=None)
        if name == "itertools.product" and not node.keywords:
            return _product(self._turns(one, scope, depth + 1) for one in node.args)
        if name in shapes.ALL_OF:
            return self._turns(node.args[0], scope, depth + 1)
        if tensors.are_tensors(self.trace.constants(self._values(node, scope)), self.program):
            return None
        if isinstance(node, nodes.Name):
            return self._of_name(node, scope, lambda value, home: self._turns(value, home, depth + 1))
        generated = self._generated(node, scope)
        if generated:
            return _product(self._yielding(loop, depth) for loop in generated)
        return self._length(node, scope, depth)

    def _generated(self, node: nodes.NodeNG, scope: Scope) -> list[nodes.For]:
        """The loops of a generator that yields once in each of their turns, and nowhere else, where a call makes one."""
        values = self.program.detached(node.func, scope) if isinstance(node, nodes.Call) else ()
        functions = [value.node for value in values if isinstance(value, Function) and isinstance(value.node, nodes.FunctionDef)]
        yields = [one for function in functions for one in function.nodes_of_class((nodes.Yield, nodes.YieldFrom))]
        if len(values) != 1 or len(yields) != 1 or not isinstance(yields[0], nodes.Yield):
            return []
        loops = names.loops_around(yields[0], functions[0])
        is_sure = all(isinstance(loop, nodes.For) for loop in loops) and yields[0].statement().parent in loops
        leaves = any(True for loop in loops for _ in loop.nodes_of_class((nodes.Break, nodes.Continue, nodes.Return)))
        return [] if leaves or not is_sure else loops

    def _yielding(self, loop: nodes.For, depth: int) -> int | None:
        """How many turns a loop of a generator makes, whoever asks: generators that go over each other are many ways to one loop."""
        if loop not in self._known_turns:
            with assumed(self._known_turns, loop, None):
                self._known_turns[loop] = self._turns(loop.iter, names.function_scope(loop), depth + 1)
        return self._known_turns[loop]

    def _length(self, node: nodes.NodeNG | None, scope: Scope, depth: int) -> int | None:
        """How many elements something has, but for lists that are made of objects: each may be another layer."""
        match node:
            case nodes.List() | nodes.Tuple() | nodes.Set():
                is_known = not any(isinstance(one, nodes.Starred) for one in node.elts)
                return len(node.elts) or None if is_known else None  # an empty one is there to be filled
            case nodes.BinOp(op="*", left=nodes.List() | nodes.Tuple() as left, right=right):
                size, times = self._length(left, scope, depth + 1), _whole(self._value(right, scope, depth + 1))
                return None if size is None or times is None else size * times
            case nodes.Call(args=[argument, *_]) if self.name(node, scope) in shapes.ALL_OF:
                return self._length(argument, scope, depth + 1)
        return self._dimension(node, 0, scope, depth)

    def _dimension(self, node: nodes.NodeNG | None, axis: int, scope: Scope, depth: int) -> int | None:
        """The size of an array or tensor along an axis."""
        if node is None or self.is_spent(depth):
            return None
        if isinstance(node, nodes.Call):
            return self._made_dimension(node, axis, scope, depth)
        if isinstance(node, nodes.Name):
            declared = self._declared(node.name, axis) if scope is self.trace.root.node else None
            if declared is not None:
                return declared
            if axis == 0:
                return self._of_name(node, scope, lambda value, home: self._length(value, home, depth + 1))
            return self._of_name(node, scope, lambda value, home: self._dimension(value, axis, home, depth + 1))
        if isinstance(node, nodes.Attribute):
            _, bindings = self.bindings(self._values(node.expr, scope), node.attrname, scope.root())
            made = [binding for binding in bindings if isinstance(names.assigned(binding), nodes.Call)]
            return self._dimension(names.assigned(made[0]), axis, names.function_scope(made[0]), depth + 1) if len(made) == 1 else None
        return None

    def _made_dimension(self, call: nodes.Call, axis: int, scope: Scope, depth: int) -> int | None:
        name = self.name(call, scope)
        given = {keyword.arg: keyword.value for keyword in call.keywords}
        if name in shapes.RANGES and axis == 0 and not given:
            return number.turns([self._value(one, scope, depth + 1) for one in call.args])
        if name in shapes.SPACES and axis == 0:
            count = given.get("num", call.args[2] if len(call.args) > 2 else None)
            return shapes.DEFAULT_SPACE if count is None else _whole(self._value(count, scope, depth + 1))
        if name in shapes.DIMENSIONS:
            return _whole(self._value(call.args[axis], scope, depth + 1)) if axis < len(call.args) else None
        if name in shapes.SHAPED:
            position, keyword = shapes.SHAPED[name]
            shape = given.get(keyword, call.args[position] if position < len(call.args) else None)
            return self._part_of(shape, axis, scope, depth)
        return None

    def _part_of(self, shape: nodes.NodeNG | None, axis: int, scope: Scope, depth: int) -> int | None:
        """A size in a shape that is written out, or in one that is a number."""
        if isinstance(shape, (nodes.List, nodes.Tuple)):
            sizes = shape.elts
            return _whole(self._value(sizes[axis], scope, depth + 1)) if axis < len(sizes) else None
        return _whole(self._value(shape, scope, depth + 1)) if shape is not None and axis == 0 else None

    def _declared(self, name: str, axis: int) -> int | None:
        """The size of a graph function's argument that its `input_signature` declares."""
        options, function = self.trace.root.options, self.trace.root.node
        if not isinstance(options, nodes.Call):
            return None
        signature = next((one.value for one in options.keywords if one.arg == "input_signature"), None)
        positions = [one for one in names.positional(function) if one not in ("self", "cls")]
        scope = names.function_scope(options)
        if isinstance(signature, nodes.Name):
            signature, scope = next(iter(self.held(signature, scope)), (None, scope))
        if not isinstance(signature, (nodes.List, nodes.Tuple)) or name not in positions:
            return None
        spec = next(iter(signature.elts[positions.index(name) :]), None)
        if isinstance(spec, nodes.Call):
            shape = next((one.value for one in spec.keywords if one.arg == "shape"), next(iter(spec.args), None))
            return self._part_of(shape, axis, scope, 0) if isinstance(shape, (nodes.List, nodes.Tuple)) else None
        return None

    def _of_name(self, node: nodes.Name, scope: Scope, size: _Size) -> int | None:
        """The one size of all that a name may hold."""
        found = {None if value is None else size(value, home) for value, home in self.held(node, scope)}
        return found.pop() if len(found) == 1 else None

    # Numbers

    def known(self, node: nodes.NodeNG, scope: Scope, depth: int) -> Number | None:
        """The number that an expression is by the values of the engine, or as the length of something."""
        is_place = isinstance(node, (nodes.Name, nodes.Attribute, nodes.Subscript, nodes.Call))
        value = self._constant(self._values(node, scope), node, depth) if is_place else None
        match node:
            case _ if value is not None:
                pass
            case nodes.Call(args=[argument]) if self.name(node, scope) == "builtins.len":
                value = self._length(argument, scope, depth + 1)
            case nodes.Call(args=[argument, *_]) if self.name(node, scope) == "tensorflow.get_static_value":
                value = self._value(argument, scope, depth + 1)
            case nodes.Call(args=args, keywords=[]) if (function := _FUNCTIONS.get(self.name(node, scope))) is not None:
                value = number.computed(function, [self._value(one, scope, depth + 1) for one in args])
            case nodes.Subscript(value=nodes.Attribute(attrname="shape", expr=of), slice=nodes.Const(value=int(axis))):
                value = self._dimension(of, axis, scope, depth + 1) if axis >= 0 else None
            case nodes.Subscript(value=nodes.Name() as name, slice=nodes.Const(value=key)):
                value = self._entry(name, key, scope, depth)
        return None if value is None else Number(value)

    def bindings(self, bases: frozenset[Value], name: str, seen_from: nodes.Module) -> tuple[frozenset[nodes.ClassDef], list[nodes.NodeNG]]:
        """As for all calls; nothing where the module assigns an attribute by that name outside of classes: ``CONFIG.steps = 3``."""
        targets = self.program.index(self.trace.module).stored.get(name, ())
        is_set_outside = any(not names.is_in_class(names.function_scope(target)) for target in targets)
        return (frozenset(), []) if is_set_outside else super().bindings(bases, name, seen_from)

    def _value(self, node: nodes.NodeNG | None, scope: Scope, depth: int) -> Constant | None:
        found = self.of(node, scope, depth)
        return None if found is None else found.value

    def _entry(self, name: nodes.Name, key: object, scope: Scope, depth: int) -> Constant | None:
        """What is written for a key in the dict that a name holds."""
        held = self.held(name, scope)
        entries = held[0][0].items if len(held) == 1 and isinstance(held[0][0], nodes.Dict) else ()
        found = [value for one, value in entries if isinstance(one, nodes.Const) and one.value == key]
        return self._value(found[0], held[0][1], depth + 1) if len(found) == 1 else None

    def may_be_tensor(self, function: nodes.FunctionDef, parameter: str) -> bool:
        """Whether a parameter is one of the tensors that the trace is given."""
        return Param(function, parameter) in self.program.tensors

    def parameter(self, function: nodes.NodeNG, name: str, depth: int = 0) -> Number | None:
        """What the activation is given; else as for all calls, but where none is in the module what it is for whoever does not choose."""
        own = self._frame.env.get(name) if self._frame is not None and function is self._frame.function else None
        if own is not None and Param(function, name) not in own:
            return self.of_values(self.trace.constants(own), function, depth)
        default = default_expression(function, name) if isinstance(function, nodes.FunctionDef) else None
        if default is None or self.may_be_tensor(function, name) or callers.call_sites(self.program, function, OWN_MODULE):
            return super().parameter(function, name, depth)
        return self.of(default, names.enclosing(function), depth + 1)

    def counts(self, parameter: str) -> bool:
        """Nothing does by its name alone: a number of turns is called so, too."""
        return False

    # Values

    def _values(self, node: nodes.NodeNG, scope: Scope) -> frozenset[Value]:
        """The values of an expression; of parameters those of this call, or of all calls in the module."""
        values, frame = self.program.detached(node, scope), self._frame
        return values if frame is None or scope is not frame.function else substitute(self.program, values, frame)

    def _constant(self, values: frozenset[Value], node: nodes.NodeNG, depth: int = 0) -> Constant | None:
        """The one number that some values are, with what places hold."""
        found = self.of_values(self.trace.constants(values), node, depth)
        return None if found is None else found.value


def _product(lengths: Iterable[int | None]) -> int | None:
    """How many turns loops within each other make."""
    found = list(lengths)
    return None if None in found else min(math.prod(found), LARGEST)


def _whole(value: Constant | None) -> int | None:
    return int(value) if value is not None and value == int(value) and value >= 0 else None
