"""How long a loop is, as far as the source tells: numbers, lengths and shapes that are written, computed or declared.

What a name holds counts where it is assigned once. Everything else is unknown, which is None.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Protocol, Union

from astroid import nodes

from graphlint import frameworks
from graphlint.analysis.engine.activation import default_expression, substitute
from graphlint.analysis.engine.callgraph import callers
from graphlint.analysis.engine.faults import assumed
from graphlint.analysis.engine.heap import classes
from graphlint.analysis.syntax import names
from graphlint.analysis.values import tensors
from graphlint.analysis.values.frame import Frame
from graphlint.analysis.values.graph_function import GraphFunction
from graphlint.analysis.values.places import Attribute, Const, External, Fresh, Function, Param, Value
from graphlint.analysis.values.scalars import LARGEST, OPERATORS
from graphlint.frameworks import shapes

if TYPE_CHECKING:
    from graphlint.analysis.engine.program import Program
    from graphlint.analysis.syntax.scopes import Scope

Number = Union[int, float]

#: How many names, calls and callers are looked through.
_MAX_DEPTH = 8
#: No more names are looked at for one loop: each call of a function may lead to all calls of the one around it.
_MAX_NAMES = 200
_COMPARISONS = {"<", "<=", ">", ">=", "!="}
_MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "!=": "!="}
_FUNCTIONS: dict[str, Callable[..., Number]] = {
    "builtins.int": int,
    "builtins.float": float,
    "builtins.round": round,
    "builtins.abs": abs,
    "builtins.min": min,
    "builtins.max": max,
    **{f"{module}.{name}": getattr(math, name) for module in ("math", "numpy") for name in ("floor", "ceil", "sqrt")},
}


class Followed(Protocol):
    """What is asked of the trace whose loops are measured."""

    program: Program
    root: GraphFunction
    module: nodes.Module

    def constants(self, values: frozenset[Value]) -> frozenset[Value]:
        """The values, with what is one constant replaced by it."""


class Lengths:
    """The numbers that expressions of one trace are, and the lengths of what loops go over."""

    def __init__(self, trace: Followed) -> None:
        self.trace = trace
        self._names = 0
        self._known_turns: dict[nodes.For, int | None] = {}

    # Loops

    def turns(self, loop: nodes.NodeNG, bounds: tuple[frozenset[Value], ...], frame: Frame) -> int | None:
        """How many turns a loop or comprehension makes; `bounds` are the values of the arguments if it goes over a ``range``."""
        self._names = 0
        known = _range([self.number(substitute(self.trace.program, values, frame)) for values in bounds])
        if known is not None:
            return known
        if isinstance(loop, nodes.While):
            return self._counted(loop, frame)
        if isinstance(loop, nodes.For):
            return self._elements(loop.iter, frame.function, frame, 0)
        return _product(None if one.ifs else self._elements(one.iter, frame.function, frame, 0) for one in loop.generators)

    def _counted(self, loop: nodes.While, frame: Frame) -> int | None:
        """``i = 0`` before the loop, ``i < 1000`` at its head, ``i += 1`` in it."""
        test = loop.test
        if not isinstance(test, nodes.Compare) or len(test.ops) != 1:
            return None
        (op, right), left = test.ops[0], test.left
        if not isinstance(left, nodes.Name):
            left, right, op = right, left, _MIRRORED.get(op, op)
        if not isinstance(left, nodes.Name) or op not in _COMPARISONS:
            return None
        step, start = self._step(loop, left.name, frame), self._start(loop, left.name, frame)
        stop = self._number(right, frame.function, frame, 0)
        if not step or start is None or stop is None:
            return None
        if op != "!=" and (op[0] == "<") != (step > 0):
            return None
        turns, ends = _range([start, stop, step]), (stop - start) % step == 0
        if turns is None or op == "!=" and not ends:
            return None
        return turns + 1 if ends and op in ("<=", ">=") else turns

    def _step(self, loop: nodes.While, name: str, frame: Frame) -> Number | None:
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
        step = self._number(value, frame.function, frame, 0)
        return -step if step is not None and op == "-=" else step

    def _start(self, loop: nodes.While, name: str, frame: Frame) -> Number | None:
        """What a counter holds before the loop: it is assigned last in the same block."""
        statement = loop.previous_sibling()
        while statement is not None:
            if isinstance(statement, nodes.Assign) and getattr(statement.targets[0], "name", None) == name:
                return self._number(statement.value, frame.function, frame, 0)
            if name in names.assigned_in(statement):
                return None
            statement = statement.previous_sibling()
        return None

    # Lengths

    def _elements(self, node: nodes.NodeNG, scope: Scope, frame: Frame | None, depth: int) -> int | None:
        """How many turns Python makes over something; of a tensor, AutoGraph makes a loop of the graph."""
        name = self._name(node, scope) if isinstance(node, nodes.Call) and node.args else ""
        if name == "builtins.zip":
            known = [self._elements(one, scope, frame, depth + 1) for one in node.args]
            return min((one for one in known if one is not None), default=None)
        if name == "itertools.product" and not node.keywords and depth < _MAX_DEPTH:
            return _product(self._elements(one, scope, frame, depth + 1) for one in node.args)
        if name in shapes.ALL_OF and depth < _MAX_DEPTH:
            return self._elements(node.args[0], scope, frame, depth + 1)
        values = self.trace.constants(self._values(node, scope, frame))
        if depth > _MAX_DEPTH or tensors.are_tensors(values, self.trace.program):
            return None
        if isinstance(node, nodes.Name):
            return self._of_name(node, scope, frame, lambda value, home, inner: self._elements(value, home, inner, depth + 1))
        generated = self._generated(node, scope)
        if generated:
            return _product(self._yielding(loop, depth) for loop in generated)
        return self._length(node, scope, frame, depth)

    def _generated(self, node: nodes.NodeNG, scope: Scope) -> list[nodes.For]:
        """The loops of a generator that yields once in each of their turns, and nowhere else, where a call makes one."""
        values = self.trace.program.detached(node.func, scope) if isinstance(node, nodes.Call) else ()
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
                self._known_turns[loop] = self._elements(loop.iter, names.function_scope(loop), None, depth + 1)
        return self._known_turns[loop]

    def _length(self, node: nodes.NodeNG | None, scope: Scope, frame: Frame | None, depth: int) -> int | None:
        """How many elements something has, but for lists that are made of objects: each may be another layer."""
        if depth > _MAX_DEPTH or node is None:
            return None
        match node:
            case nodes.List() | nodes.Tuple() | nodes.Set():
                return None if any(isinstance(one, nodes.Starred) for one in node.elts) else len(node.elts)
            case nodes.BinOp(op="*", left=nodes.List() | nodes.Tuple() as left, right=right):
                size, times = self._length(left, scope, frame, depth + 1), _whole(self._number(right, scope, frame, depth + 1))
                return None if size is None or times is None else size * times
            case nodes.Call(args=[argument, *_]) if self._name(node, scope) in shapes.ALL_OF:
                return self._length(argument, scope, frame, depth + 1)
        return self._dimension(node, 0, scope, frame, depth)

    def _dimension(self, node: nodes.NodeNG, axis: int, scope: Scope, frame: Frame | None, depth: int) -> int | None:
        """The size of an array or tensor along an axis."""
        if depth > _MAX_DEPTH:
            return None
        if isinstance(node, nodes.Call):
            return self._made_dimension(node, axis, scope, frame, depth)
        if isinstance(node, nodes.Name):
            declared = self._declared(node.name, axis, frame)
            if declared is not None:
                return declared
            if axis == 0:
                return self._of_name(node, scope, frame, lambda value, home, inner: self._length(value, home, inner, depth + 1))
            return self._of_name(node, scope, frame, lambda value, home, inner: self._dimension(value, axis, home, inner, depth + 1))
        if isinstance(node, nodes.Attribute):
            for made in self._objects(node, scope, frame):
                return self._dimension(made, axis, names.function_scope(made), None, depth + 1)
        return None

    def _made_dimension(self, call: nodes.Call, axis: int, scope: Scope, frame: Frame | None, depth: int) -> int | None:
        name = self._name(call, scope)
        given = {keyword.arg: keyword.value for keyword in call.keywords}
        if name in shapes.RANGES and axis == 0 and not given:
            return _range([self._number(one, scope, frame, depth + 1) for one in call.args])
        if name in shapes.SPACES and axis == 0:
            count = given.get("num", call.args[2] if len(call.args) > 2 else None)
            return shapes.DEFAULT_SPACE if count is None else _whole(self._number(count, scope, frame, depth + 1))
        if name in shapes.DIMENSIONS:
            return _whole(self._number(call.args[axis], scope, frame, depth + 1)) if axis < len(call.args) else None
        if name in shapes.SHAPED:
            position, keyword = shapes.SHAPED[name]
            shape = given.get(keyword, call.args[position] if position < len(call.args) else None)
            return self._part(shape, axis, scope, frame, depth)
        return None

    def _part(self, shape: nodes.NodeNG | None, axis: int, scope: Scope, frame: Frame | None, depth: int) -> int | None:
        """A size in a shape that is written out, or in one that is a number."""
        if isinstance(shape, (nodes.List, nodes.Tuple)):
            sizes = shape.elts
            return _whole(self._number(sizes[axis], scope, frame, depth + 1)) if axis < len(sizes) else None
        return _whole(self._number(shape, scope, frame, depth + 1)) if shape is not None and axis == 0 else None

    def _declared(self, name: str, axis: int, frame: Frame | None) -> int | None:
        """The size of a graph function's argument that its `input_signature` declares."""
        options = self.trace.root.options
        if frame is None or frame.function is not self.trace.root.node or not isinstance(options, nodes.Call):
            return None
        signature = next((one.value for one in options.keywords if one.arg == "input_signature"), None)
        positions = [one for one in names.positional(frame.function) if one not in ("self", "cls")]
        scope = names.function_scope(options)
        if isinstance(signature, nodes.Name):
            signature, scope = self._bound(signature, scope) or (None, scope)
        if not isinstance(signature, (nodes.List, nodes.Tuple)) or name not in positions:
            return None
        spec = next(iter(signature.elts[positions.index(name) :]), None)
        if isinstance(spec, nodes.Call):
            shape = next((one.value for one in spec.keywords if one.arg == "shape"), next(iter(spec.args), None))
            return self._part(shape, axis, scope, None, 0) if isinstance(shape, (nodes.List, nodes.Tuple)) else None
        return None

    # Numbers

    def _number(self, node: nodes.NodeNG | None, scope: Scope, frame: Frame | None, depth: int) -> Number | None:
        if depth > _MAX_DEPTH or node is None:
            return None
        known = self.number(self._values(node, scope, frame))
        if known is not None:
            return known
        match node:
            case nodes.UnaryOp(op="-", operand=operand):
                held = self._number(operand, scope, frame, depth + 1)
                return None if held is None else -held
            case nodes.BinOp(op=op, left=left, right=right) if op in OPERATORS:
                return _computed(OPERATORS[op], [self._number(one, scope, frame, depth + 1) for one in (left, right)])
            case nodes.Call(args=[argument]) if self._name(node, scope) == "builtins.len":
                return self._length(argument, scope, frame, depth + 1)
            case nodes.Call(args=[argument, *_]) if self._name(node, scope) == "tensorflow.get_static_value":
                return self._number(argument, scope, frame, depth + 1)
            case nodes.Call(args=args, keywords=[]) if (function := _FUNCTIONS.get(self._name(node, scope))) is not None:
                return _computed(function, [self._number(one, scope, frame, depth + 1) for one in args])
            case nodes.Subscript(value=nodes.Attribute(attrname="shape", expr=of), slice=nodes.Const(value=int(axis))):
                return self._dimension(of, axis, scope, frame, depth + 1) if axis >= 0 else None
            case nodes.Subscript(value=nodes.Name() as name, slice=nodes.Const(value=key)):
                held = self._bound(name, scope)
                entries = held[0].items if held is not None and isinstance(held[0], nodes.Dict) else ()
                found = [value for one, value in entries if isinstance(one, nodes.Const) and one.value == key]
                return self._number(found[0], held[1], None, depth + 1) if len(found) == 1 else None
            case nodes.Name():
                return self._of_name(node, scope, frame, lambda value, home, inner: self._number(value, home, inner, depth + 1))
        return None

    def _values(self, node: nodes.NodeNG, scope: Scope, frame: Frame | None) -> frozenset[Value]:
        """The values of an expression; of parameters those of this call, or of all calls in the module."""
        values = self.trace.program.detached(node, scope)
        return values if frame is None else substitute(self.trace.program, values, frame)

    def number(self, values: frozenset[Value]) -> Number | None:
        """The one number that some values are, with attributes replaced by what they hold."""
        known = self._held(values)
        if len(known) == 1:
            (value,) = known
            if isinstance(value, Const) and value.type in (int, float) and abs(value.value) < LARGEST:
                return value.value
        return None

    def _held(self, values: frozenset[Value], depth: int = 0) -> frozenset[Value]:
        """The values, with attributes replaced by what they hold, and arguments by what all calls in the module give."""
        program = self.trace.program
        known: set[Value] = set()
        for value in self.trace.constants(values):
            inner: frozenset[Value] = frozenset()
            if depth < classes.MAX_DEPTH and isinstance(value, Param) and value not in program.tensors:
                inner = frozenset(callers.given(program, value)) or self._default(value)
            elif depth < classes.MAX_DEPTH and not (isinstance(value, Attribute) and self._is_set_from_outside(value.name)):
                inner = classes.contents(program, value)
            known |= self._held(inner, depth + 1) if inner else {value}
        return frozenset(known)

    def _is_set_from_outside(self, name: str) -> bool:
        """Whether the module assigns an attribute by that name outside of classes: ``CONFIG.steps = 3``."""
        targets = self.trace.program.index(self.trace.module).stored.get(name, ())
        return any(not names.is_in_class(names.function_scope(target)) for target in targets)

    def _default(self, parameter: Param) -> frozenset[Value]:
        """What a parameter holds that no call in the module gives: what it is for whoever does not choose."""
        expression = default_expression(parameter.scope, parameter.name)
        return self._values(expression, names.enclosing(parameter.scope), None) if expression is not None else frozenset()

    # Names

    def _of_name(
        self, node: nodes.Name, scope: Scope, frame: Frame | None, measure: Callable[[nodes.NodeNG, Scope, Frame | None], Number | None]
    ) -> Number | None:
        """What a measure says of what a name holds that is assigned once, or of what all calls give as an argument."""
        self._names += 1
        if self._names > _MAX_NAMES:
            return None
        found = self._bound(node, scope)
        if found is not None:
            value, home = found
            return measure(value, home, frame if home is scope else None)
        place = self.trace.program.index(scope.root()).find(scope, node.name)
        if place is None or not isinstance(place[0], nodes.FunctionDef) or not all(isinstance(one.parent, nodes.Arguments) for one in place[1]):
            return None
        if Param(place[0], node.name) in self.trace.program.tensors:
            return None
        given = callers.known_expressions(self.trace.program, place[0], node.name)
        measured = {None if one is None else measure(one, site.scope, None) for site, one in given}
        return measured.pop() if len(measured) == 1 else None

    def _bound(self, node: nodes.Name, scope: Scope) -> tuple[nodes.NodeNG, Scope] | None:
        """The expression that a name is assigned, once, and where that is."""
        place = self.trace.program.index(scope.root()).find(scope, node.name)
        if place is None or len(place[1]) != 1:
            return None
        (binding,) = place[1]
        value = binding.parent.value if isinstance(binding.parent, nodes.AnnAssign) else names.assigned(binding)
        if value is None or names.loops_around(binding, place[0]):
            return None
        return value, place[0]

    def _objects(self, node: nodes.Attribute, scope: Scope, frame: Frame | None) -> list[nodes.Call]:
        """The call that makes the one array that an attribute holds."""
        held = self._held(self._values(node, scope, frame))
        made = [value.node for value in held if isinstance(value, Fresh) and isinstance(value.node, nodes.Call)]
        return made if len(made) == 1 else []

    def _name(self, call: nodes.Call, scope: Scope) -> str:
        """The dotted name of what is called, if that is of another package."""
        values = self.trace.program.detached(call.func, scope)
        found = [frameworks.canonical(value.name) for value in values if isinstance(value, External)]
        return found[0] if len(found) == 1 else ""


def _computed(function: Callable[..., Number], operands: list[Number | None]) -> Number | None:
    if None in operands:
        return None
    try:
        result = function(*operands)
    except (ArithmeticError, TypeError, ValueError):
        return None
    return result if abs(result) < LARGEST else None


def _product(lengths: Iterable[int | None]) -> int | None:
    """How many turns loops within each other make."""
    found = list(lengths)
    return None if None in found else min(math.prod(found), LARGEST)


def _whole(number: Number | None) -> int | None:
    return int(number) if number is not None and number == int(number) and number >= 0 else None


def _range(bounds: list[Number | None]) -> int | None:
    """The length of a range, which may be one of floats."""
    if not bounds or None in bounds or len(bounds) > 3:
        return None
    start, stop, step = (0, bounds[0], 1) if len(bounds) == 1 else (*bounds, 1)[:3]
    turns = (stop - start) / step if step else math.inf
    return max(0, math.ceil(turns)) if turns < LARGEST else None
