"""Which expressions are Python numbers for sure, which ones, and what makes them others from call to call.

The values of an expression tell what an object is; where arithmetic mixes what is known with what an attribute or
parameter holds, they tell no more than that it is computed. Here all that is assigned is looked through: a rate that is
made of numbers alone is a number, and one that is made of itself, or in a loop of what that counts, is a varying one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Optional

from astroid import nodes

from graphlint import frameworks
from graphlint.analysis.engine.activation import default_expression, given_expression, substitute
from graphlint.analysis.engine.callgraph import callees, callers
from graphlint.analysis.engine.heap import classes
from graphlint.analysis.engine.numbers import number
from graphlint.analysis.engine.numbers.number import SOME, Number
from graphlint.analysis.syntax import names
from graphlint.analysis.syntax.scopes import Scope
from graphlint.analysis.values import scalars
from graphlint.analysis.values.places import Attribute, Const, External, Function, Param, Scalar, Value, Variable, ordered
from graphlint.frameworks import shapes

if TYPE_CHECKING:
    from graphlint.analysis.engine.program import Program

#: What is found of an expression in a scope: of what a name holds, or a function returns.
Measure = Callable[[Optional[nodes.NodeNG], Scope], Optional[Number]]

#: How many assignments, callers and calls are looked through for one expression.
_MAX_DEPTH = 16
#: No more expressions are looked at for one: each call of a function may lead to all calls of the one around it.
_MAX_STEPS = 1000
#: Functions that make a number of numbers, besides all of `math`, and of anything.
_OF_NUMBERS = frozenset({"builtins.pow", *number.FUNCTIONS})
_OF_ANYTHING = frozenset({"builtins.float", "builtins.int", "builtins.len"})
_ANNOTATIONS = frozenset({"int", "float"})
#: What gives the elements of its first argument in some order, and what counts.
_IN_ORDER = shapes.ALL_OF - {"builtins.enumerate"}
_COUNTS = shapes.RANGES - {"numpy.arange"}
#: What a number is called that counts on from call to call.
_COUNTED = frozenset({"epoch", "iteration", "episode"})


def what_varies(program: Program, expression: nodes.NodeNG, scope: Scope) -> nodes.NodeNG | None:
    """What makes an expression another Python number at other calls: a statement, loop, call or function; None if it is not known to be one."""
    return number.reason([Numbers(program).of(expression, scope)])


def what_varies_for(program: Program, function: nodes.FunctionDef, keyword: str) -> nodes.NodeNG | None:
    """What makes the Python number another one that callers give as a keyword."""
    return number.reason([Numbers(program).parameter(function, keyword)])


@dataclass(frozen=True, slots=True)
class Activation:
    """A call of a function of the program."""

    node: nodes.Call
    scope: Scope
    function: Function


class Numbers:
    """What is known of the numbers of a program, whichever call is looked at. One object answers one question."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._active: set[object] = set()
        self._steps = 0
        #: The functions that are looked into, each with the call that leads there.
        self._calls: dict[nodes.NodeNG, Activation | None] = {}

    def is_spent(self, depth: int) -> bool:
        """Whether the search has gone far enough, this step counted."""
        self._steps += 1
        return depth > _MAX_DEPTH or self._steps > _MAX_STEPS

    # Expressions

    def of(self, node: nodes.NodeNG | None, scope: Scope, depth: int = 0) -> Number | None:
        """The number that an expression is; None for what may be something else."""
        if node is None or self.is_spent(depth):
            return None
        known = self.known(node, scope, depth)
        if known is not None:
            return known
        match node:
            case nodes.Const(value=value):
                return number.constant(value)
            case nodes.BinOp(op=op, left=left, right=right):
                return number.operated(op, *(self._operand(part, scope, depth) for part in (left, right)))
            case nodes.UnaryOp(op="-" | "+" as op, operand=operand):
                return number.operated(op, number.constant(0), self.of(operand, scope, depth + 1))
            case nodes.IfExp(body=body, orelse=orelse):
                return self._each([body, orelse], scope, depth)
            case nodes.Subscript(value=nodes.Name() as held, slice=index) if not isinstance(index, nodes.Slice):
                found = self.elements(held, scope, depth + 1)
                is_one = isinstance(index, (nodes.Const, nodes.UnaryOp))
                return SOME if found is not None and is_one else found
            case nodes.Subscript(value=nodes.Attribute(attrname="shape"), slice=nodes.Const() | nodes.UnaryOp()):
                return SOME
            case nodes.Call():
                return self._call(node, scope, depth)
            case nodes.Name():
                return self._name(node, scope, depth)
            case nodes.Attribute():
                return self._attribute(node, scope, depth)
        return None

    def known(self, node: nodes.NodeNG, scope: Scope, depth: int) -> Number | None:
        """What is known of an expression besides what its source tells: nothing here."""
        return None

    def _each(self, parts: list[nodes.NodeNG], scope: Scope, depth: int) -> Number | None:
        return number.joined([self.of(part, scope, depth + 1) for part in parts])

    def _operand(self, node: nodes.NodeNG, scope: Scope, depth: int) -> Number | None:
        """An operand; an argument that is a flag where it is left out is a number, in arithmetic."""
        default = default_expression(scope, node.name) if isinstance(node, nodes.Name) and isinstance(scope, nodes.FunctionDef) else None
        is_flag = isinstance(default, nodes.Const) and type(default.value) is bool
        return SOME if is_flag else self.of(node, scope, depth + 1)

    def _call(self, call: nodes.Call, scope: Scope, depth: int) -> Number | None:
        for value in self.program.detached(call.func, scope):
            if isinstance(value, External):
                found = self._computed(value.name, call, scope, depth) if value.name in _OF_NUMBERS or value.name.startswith("math.") else None
                return SOME if found is None and value.name in _OF_ANYTHING else found
        return self.returned_by(call, scope, lambda value, home: self.of(value, home, depth + 1))

    def _computed(self, name: str, call: nodes.Call, scope: Scope, depth: int) -> Number | None:
        """What a function makes of numbers."""
        arguments = [*call.args, *(keyword.value for keyword in call.keywords)]
        given = [self.of(one, scope, depth + 1) for one in arguments]
        if not given or None in given:
            return None
        value = number.computed(number.FUNCTIONS[name], [one.value for one in given]) if name in number.FUNCTIONS and not call.keywords else None
        # ``min(size, total - done)``: the same size each time, but for what is left at the end.
        rests = (one.right for one in arguments if name == "builtins.min" and isinstance(one, nodes.BinOp) and one.op == "-")
        takes_rest = any(number.reason([self.of(one, scope, depth + 1)]) is not None for one in rests)
        return Number(value).made_to_vary(None if takes_rest else number.reason(given))

    def returned_by(self, call: nodes.Call, scope: Scope, measure: Measure) -> Number | None:
        """What is found of what functions of the program return."""
        called = callees.callees(self.program, self.program.detached(call.func, scope))
        functions = [callee.function for callee in called if callee.function is not None and callee.graph is None]
        return number.joined([self._returned(function.node, measure, Activation(call, scope, function)) for function in functions])

    def _returned(self, function: nodes.NodeNG, measure: Measure, call: Activation | None = None) -> Number | None:
        if not isinstance(function, (nodes.FunctionDef, nodes.Lambda)) or function in self.program.roots or function in self._active:
            return None
        self._active.add(function)
        returned = [one.value for one in names.returns(function)] if isinstance(function, nodes.FunctionDef) else [function.body]
        outer = self._calls.get(function)
        if call is not None:
            self._calls[function] = call
        found = [measure(one, function) for one in returned]
        self._calls[function] = outer
        self._active.discard(function)
        return number.joined(found)

    # What a loop gives

    def elements(self, iterable: nodes.NodeNG | None, scope: Scope, depth: int = 0) -> Number | None:
        """What a loop gives one after the other: what a ``range`` counts, the numbers in a list."""
        if self.is_spent(depth):
            return None
        match iterable:
            case nodes.List() | nodes.Tuple():
                found = self._each(iterable.elts, scope, depth)
                many = len({one.as_string() for one in iterable.elts}) >= scalars.MANY
                return found and found.made_to_vary(iterable if many else None)
            case nodes.ListComp(elt=element) | nodes.GeneratorExp(elt=element):
                found, read = self.of(element, scope, depth + 1), {name.name for name in element.nodes_of_class(nodes.Name)}
                return found and found.made_to_vary(None if read.isdisjoint(iterable.locals) else iterable)  # `[float(x) for x in grid]`
            case nodes.Call(func=nodes.Attribute(attrname="tolist")):
                return Number(None, iterable)
            case nodes.Call(args=[first, *_]) if self.name(iterable, scope) in _IN_ORDER:
                return self.elements(first, scope, depth + 1)
            case nodes.Call() if self.name(iterable, scope) in _COUNTS:
                bounds = [self.of(argument, scope, depth + 1) for argument in iterable.args]
                length = number.turns([one and one.value for one in bounds])
                return SOME if length is not None and length < scalars.MANY else Number(None, iterable)
            case nodes.Name():
                return number.joined([self.elements(value, home, depth + 1) for value, home in self.held(iterable, scope)])
            case nodes.Attribute():
                return self._elements_of_attribute(iterable, scope, depth + 1)
            case nodes.Call():
                return self.returned_by(iterable, scope, lambda value, home: self.elements(value, home, depth + 1))
        return None

    def _part(self, iterable: nodes.NodeNG, position: int, scope: Scope, depth: int) -> Number | None:
        """What a loop over pairs gives its variables: ``enumerate(x)``, ``zip(x, y)``."""
        if _calls_builtin(iterable, "enumerate") and iterable.args:
            return Number(None, iterable) if position == 0 else self.elements(iterable.args[0], scope, depth)
        if _calls_builtin(iterable, "zip") and position < len(iterable.args):
            return self.elements(iterable.args[position], scope, depth)
        return None

    def _elements_of_attribute(self, node: nodes.Attribute, scope: Scope, depth: int) -> Number | None:
        """The elements of what a property gives, or of what an attribute is assigned once."""
        _, bindings = self.bindings(self.program.detached(node.expr, scope), node.attrname, scope.root())
        if len(bindings) != 1:
            return None
        if names.decoration(bindings[0]) == "property":
            return self._returned(bindings[0], lambda value, home: self.elements(value, home, depth))
        value = names.assigned(bindings[0]) if isinstance(bindings[0], nodes.AssignAttr) else None
        return None if value is None else self.elements(value, names.function_scope(bindings[0]), depth)

    # Names

    def name(self, call: nodes.Call, scope: Scope) -> str:
        """The dotted name of what is called, if that is of another package."""
        found = [value.name for value in self.program.detached(call.func, scope) if isinstance(value, External)]
        return frameworks.canonical(found[0]) if len(found) == 1 else ""

    def held(self, name: nodes.Name, scope: Scope) -> list[tuple[nodes.NodeNG | None, Scope]]:
        """The expressions that a name holds, and where they are: what it is assigned once, or what all calls give as an argument."""
        place = self.program.index(scope.root()).find(scope, name.name)
        if place is None or len(place[1]) != 1:
            return []
        home, (binding,) = place
        if not isinstance(binding.parent, nodes.Arguments):
            value = binding.parent.value if isinstance(binding.parent, nodes.AnnAssign) else names.assigned(binding) or _managed(binding)
            return [] if value is None else [(value, home)]
        if not isinstance(home, nodes.FunctionDef) or self.may_be_tensor(home, name.name):
            return []
        return [(given, site.scope) for site, given in callers.known_expressions(self.program, home, name.name)]

    def may_be_tensor(self, function: nodes.FunctionDef, parameter: str) -> bool:
        """Whether it is TensorFlow that gives a parameter."""
        return function in self.program.roots

    def counts(self, parameter: str) -> bool:
        """Whether what is given for a parameter counts on from call to call, by its name."""
        return parameter.removeprefix("current_") in _COUNTED

    def _name(self, name: nodes.Name, scope: Scope, depth: int) -> Number | None:
        inner = name.scope()
        if isinstance(inner, nodes.ComprehensionScope) and name.name in inner.locals:
            return self._place((inner, name.name), inner.locals[name.name], depth)
        places = [value for value in self.program.lookup(scope, name.name) if isinstance(value, (Param, Variable))]
        found = self.program.index(scope.root()).find(scope, name.name)
        if not places and found is None:
            return None
        place = places[0] if places else Variable(found[0], name.name)
        given = self._given(place.scope, place.name, scope, depth)
        if given is not None:
            return given
        if isinstance(place, Param):
            return self._place(place, place.scope.locals.get(place.name, []), depth)
        return self._place(place, self.program.bindings(place) if places else found[1], depth)

    def _given(self, home: Scope, name: str, scope: Scope, depth: int) -> Number | None:
        """What the call that is followed gives for a parameter, or the call of the function around that has made it."""
        if not isinstance(home, (nodes.FunctionDef, nodes.Lambda)) or name not in home.argnames() or len(home.locals[name]) > 1:
            return None
        call = self._calls.get(home)
        if call is not None:
            given = given_expression(call.node, home, name)
            return None if given is None else self.of(given, call.scope, depth + 1)
        within = self._calls.get(scope)
        if within is None or within.function.home is None:
            return None
        values = substitute(self.program, frozenset((Param(home, name),)), within.function.home)
        return self.of_values(values, within.node, depth) if scalars.are_scalars(values) else None

    def of_values(self, values: frozenset[Value], node: nodes.NodeNG, depth: int) -> Number | None:
        """The number that the values of a node are."""
        return number.joined([self._of_value(value, node, depth + 1) for value in ordered(values)])

    def _of_value(self, value: Value, node: nodes.NodeNG, depth: int) -> Number | None:
        match value:
            case _ if self.is_spent(depth):
                return None
            case Const(held):
                return number.constant(held)
            case Scalar("number", varies):
                return SOME.made_to_vary(node if varies else None)
            case Param(scope, name):
                return self.parameter(scope, name, depth)
            case Variable():
                return self._place(value, self.program.bindings(value), depth)
            case Attribute(base, name):
                family, bindings = self.bindings(frozenset((base,)), name, node.root())
                return self._place((family, name), bindings, depth)
        return None

    def _attribute(self, node: nodes.Attribute, scope: Scope, depth: int) -> Number | None:
        family, bindings = self.bindings(self.program.detached(node.expr, scope), node.attrname, scope.root())
        if not family:
            return SOME if isinstance(node.expr, nodes.Name) and self._is_option(node.attrname, scope.root()) else None
        found = self._place((family, node.attrname), bindings, depth)
        return Number(None, bindings[0].statement()) if found is None and _counts_time(node.attrname, bindings) else found

    def bindings(self, bases: frozenset[Value], name: str, seen_from: nodes.Module) -> tuple[frozenset[nodes.ClassDef], list[nodes.NodeNG]]:
        """The classes that an attribute of some objects may be of, and what binds it there."""
        owners = [owner for base in bases for owner in classes.owners(self.program, base)]
        family = dict.fromkeys(base for owner in owners for base in classes.ancestors(self.program, owner))
        bindings = [binding for cls in family for binding in cls.locals.get(name, ())]
        for module in dict.fromkeys((seen_from, *(cls.root() for cls in family))) if family else ():
            for target in self.program.index(module).stored.get(name, ()):
                stored = self.program.detached(target.expr, names.function_scope(target))
                if any(owner in family for base in stored for owner in classes.owners(self.program, base)):
                    bindings.append(target)
        return frozenset(family), bindings

    def _is_option(self, name: str, module: nodes.Module) -> bool:
        """Whether a parser of the command line makes a number of an argument: ``add_argument("--rate", type=float)``."""
        for call in self.program.index(module).calls(("add_argument",)):
            flags = [one.value.lstrip("-").replace("-", "_") for one in call.args if isinstance(one, nodes.Const) and isinstance(one.value, str)]
            if name in flags:
                return any(one.arg == "type" and _names_number(one.value) for one in call.keywords)
        return False

    # Bindings

    def _place(self, place: object, bindings: list[nodes.NodeNG], depth: int) -> Number | None:
        """What a variable or attribute holds: numbers if each assignment assigns one, or an annotation says so."""
        if place in self._active:
            return SOME  # made of itself: whether that varies, the assignment tells
        self._active.add(place)
        found = [self._binding(binding, depth) for binding in bindings]
        self._active.discard(place)
        if None in found and any(map(_is_annotated, bindings)):
            found = [one or SOME.made_to_vary(_repeating(binding)) for one, binding in zip(found, bindings)]
        return number.joined(found)

    def _binding(self, binding: nodes.NodeNG, depth: int) -> Number | None:
        statement, scope = binding.parent, names.function_scope(binding)
        if names.decoration(binding) == "property":
            return self._returned(binding, lambda value, home: self.of(value, home, depth + 1))
        if isinstance(statement, nodes.Arguments):
            return self.parameter(statement.parent, binding.name, depth)
        if isinstance(statement, nodes.AugAssign):
            added = self.of(statement.value, scope, depth + 1)
            return added and Number(None, added.why).made_to_vary(statement if _is_repeated(binding) else None)
        if isinstance(statement, nodes.AnnAssign):
            return SOME if statement.value is None else self.of(statement.value, scope, depth + 1)
        if isinstance(statement, (nodes.For, nodes.Comprehension)) and statement.target is binding:
            return self.elements(statement.iter, scope, depth + 1)
        if isinstance(statement, nodes.Tuple) and isinstance(statement.parent, (nodes.For, nodes.Comprehension)):
            loop = statement.parent
            return self._part(loop.iter, statement.elts.index(binding), scope, depth + 1) if loop.target is statement else None
        value = names.assigned(binding)
        if value is None:
            return SOME if _is_part_of_shape(binding) else None
        found = self.of(value, scope, depth + 1)
        return found and found.made_to_vary(binding.statement() if _is_repeated(binding) and _grows(value, binding.as_string()) else None)

    def parameter(self, function: nodes.NodeNG, name: str, depth: int = 0) -> Number | None:
        """What a parameter is given: by its callers in the module, by its default or annotation."""
        if not isinstance(function, nodes.FunctionDef) or self.may_be_tensor(function, name):
            return None
        expression = default_expression(function, name)
        default = number.constant(expression.value) if isinstance(expression, nodes.Const) else None
        is_number = default is not None or _names_number(names.annotation(function, name)) or _is_counted_to(function, name)
        found: list[Number | None] = []
        is_left_out = False
        for site, given in callers.known_expressions(self.program, function, name):
            held, call = site.parameters.get(name, frozenset()), site.event.node
            one = self.of(given, site.scope, depth + 1)
            if isinstance(given, nodes.Starred) or given is None and getattr(call, "kwargs", ()):  # `*pair`, `**settings`
                one = self.of_values(held, call, depth + 1)
            if given is None and one is None and expression is None:
                return None
            if given is None and one is None or held and all(isinstance(value, Const) and value.value is None for value in held):
                is_left_out = True
            else:
                found.append(one)
        if not found and default is not None and type(expression.value) is int and self.counts(name):
            return Number(None, function)  # nobody is in sight who counts, but that is what it is for
        if is_number:
            found = [one or SOME for one in found]
        if is_number and (is_left_out or not found):
            found.append(default or SOME)
        together = number.joined(found)
        return SOME if is_left_out and together is not None and not (is_number or together.varies) else together


def _is_counted_to(function: nodes.FunctionDef, name: str) -> bool:
    """Whether a function counts up to what it is given: ``for i in range(steps)``."""
    counted = (call for call in function.nodes_of_class(nodes.Call) if _calls_builtin(call, "range"))
    return any(isinstance(one, nodes.Name) and one.name == name for call in counted for one in call.args)


def _managed(binding: nodes.NodeNG) -> nodes.NodeNG | None:
    """What a block is with that binds a name: ``with trange(steps) as bar:``."""
    block = binding.parent
    return next((made for made, name in block.items if name is binding), None) if isinstance(block, nodes.With) else None


def _is_part_of_shape(binding: nodes.NodeNG) -> bool:
    """``rows, columns = x.shape``"""
    match binding.parent:
        case nodes.Tuple(parent=nodes.Assign(value=nodes.Attribute(attrname="shape"))):
            return True
    return False


def _is_repeated(binding: nodes.NodeNG) -> bool:
    """Whether an assignment happens again: in a loop, or, to what outlives the function, in one that is no constructor."""
    if _repeating(binding) is not None:
        return True
    scope = names.function_scope(binding)
    outlives = isinstance(binding, nodes.AssignAttr) or binding.name not in scope.locals
    return outlives and isinstance(scope, nodes.FunctionDef) and scope.name != "__init__"


def _repeating(binding: nodes.NodeNG) -> nodes.NodeNG | None:
    """The loop that a statement that binds something is in the body of."""
    return next(iter(names.loops_around(binding.statement(), names.function_scope(binding))), None)


def _counts_time(name: str, bindings: list[nodes.NodeNG]) -> bool:
    """Whether an attribute that begins as a number, and that a method sets, is called as what counts time: ``global_timestep``."""
    begun = [one for one in bindings if type(getattr(names.assigned(one), "value", None)) is int]
    return scalars.counts_time(name) and not name.endswith("s") and bool(begun) and any(map(_is_repeated, bindings))


def _grows(value: nodes.NodeNG, shown: str) -> bool:
    """Whether what is assigned is more, or less, of what was there: not ``1 - x``, which turns to and fro."""
    if isinstance(value, nodes.BinOp):
        sides = [value.left, value.right] if value.op in ("+", "*") else [value.left]
        return value.op != number.FEW and any(side.as_string() == shown or _grows(side, shown) for side in sides)
    if isinstance(value, nodes.Call):
        same = f"builtins.{getattr(value.func, 'name', '')}" not in _OF_NUMBERS  # max(low, x) is x, or stays
        return any(same and one.as_string() == shown or _grows(one, shown) for one in value.args)
    return isinstance(value, nodes.IfExp) and (_grows(value.body, shown) or _grows(value.orelse, shown))


def _is_annotated(binding: nodes.NodeNG) -> bool:
    statement = binding.parent
    return isinstance(statement, nodes.AnnAssign) and _names_number(statement.annotation)


def _names_number(annotation: nodes.NodeNG | None) -> bool:
    return isinstance(annotation, nodes.Name) and annotation.name in _ANNOTATIONS


def _calls_builtin(node: nodes.NodeNG, name: str) -> bool:
    return isinstance(node, nodes.Call) and isinstance(node.func, nodes.Name) and node.func.name == name
