"""Which expressions are Python numbers for sure, and whether they take another value from call to call.

The values of an expression tell what an object is; where arithmetic mixes what is known with what an attribute or
parameter holds, they tell no more than that it is computed. Here all that is assigned is looked through: a rate that is
made of numbers alone is a number, and one that is made of itself, or in a loop of what that counts, is a varying one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from astroid import nodes

from graphlint import frameworks
from graphlint.analysis.engine.activation import default_expression, given_expression, substitute
from graphlint.analysis.engine.callgraph import callees, callers
from graphlint.analysis.engine.heap import classes
from graphlint.analysis.syntax import names
from graphlint.analysis.syntax.scopes import Scope
from graphlint.analysis.values import scalars
from graphlint.analysis.values.places import Class, Const, External, Function, Param, Variable

if TYPE_CHECKING:
    from graphlint.analysis.engine.program import Program

#: How many assignments, callers and calls are looked through for one expression.
_MAX_DEPTH = 16
#: No more expressions are looked at for one: each call of a function may lead to all calls of the one around it.
_MAX_STEPS = 1000
#: Functions that make a number of numbers.
_OF_NUMBERS = frozenset({"max", "min", "abs", "round", "pow", "float", "int"})
#: Functions that make a number of anything.
_OF_ANYTHING = frozenset({"float", "int", "len"})
_ANNOTATIONS = frozenset({"int", "float"})
#: What goes over all of something in some order, and what counts.
_IN_ORDER = frozenset({"tqdm", "builtins.reversed", "builtins.sorted"})
_COUNTS = frozenset({"builtins.range", "tqdm.trange"})
#: What makes a record of another one.
_REPLACES = frozenset({"dataclasses.replace", "attr.evolve", "attrs.evolve"})
#: What a record may define that makes it another thing to TensorFlow than its fields.
_OWN_WAYS = ("__post_init__", "__tf_flatten__", "__tf_tracing_type__")
#: What a number is called that counts on from call to call.
_COUNTED = frozenset({"epoch", "iteration", "episode"})
#: A remainder of what counts takes few values.
_FEW = "%"


def varies(program: Program, expression: nodes.NodeNG, scope: Scope) -> bool:
    """Whether an expression is a Python number for sure, and another one at other calls."""
    return _Numbers(program).find(expression, scope, 0) is True


def varies_for_callers(program: Program, function: nodes.FunctionDef, keyword: str) -> bool:
    """Whether what callers give as a keyword is a Python number for sure, and not always the same."""
    return _Numbers(program).parameter(function, keyword, 0) is True


@dataclass(frozen=True, slots=True)
class _Activation:
    """A call of a function of the program."""

    node: nodes.Call
    scope: Scope
    function: Function


def is_replaced(program: Program, expression: nodes.NodeNG, scope: Scope) -> bool:
    """Whether an expression is a record that is made of another one with a number that varies: ``replace(settings, step=step)``."""
    return _Numbers(program).replacement(expression, scope, 0) is True


class _Numbers:
    def __init__(self, program: Program) -> None:
        self.program = program
        self._active: set[object] = set()
        self._steps = 0
        #: The functions that are looked into, each with the call that leads there.
        self._calls: dict[nodes.NodeNG, _Activation | None] = {}

    def _is_spent(self, depth: int) -> bool:
        """Whether the search has gone far enough, this step counted."""
        self._steps += 1
        return depth > _MAX_DEPTH or self._steps > _MAX_STEPS

    def find(self, node: nodes.NodeNG | None, scope: Scope, depth: int) -> bool | None:
        """Whether a number varies; None for what may be something else."""
        if self._is_spent(depth):
            return None
        match node:
            case nodes.Const(value=value):
                return False if type(value) in (int, float) else None
            case nodes.BinOp(op=op, left=left, right=right):
                found = self._all([left, right], scope, depth, takes_flags=True)
                return found and op != _FEW if found is not None else None
            case nodes.UnaryOp(op="-" | "+", operand=operand):
                return self.find(operand, scope, depth + 1)
            case nodes.IfExp(body=body, orelse=orelse):
                return self._all([body, orelse], scope, depth)
            case nodes.Subscript(value=nodes.Name() as held, slice=index) if not isinstance(index, nodes.Slice):
                found = self._elements(held, scope, depth + 1)
                is_one = isinstance(index, (nodes.Const, nodes.UnaryOp))
                return False if found and is_one else found
            case nodes.Subscript(value=nodes.Attribute(attrname="shape"), slice=nodes.Const() | nodes.UnaryOp()):
                return False
            case nodes.Call():
                return self._call(node, scope, depth)
            case nodes.Name():
                return self._name(node, scope, depth)
            case nodes.Attribute():
                return self._attribute(node, scope, depth)
        return None

    def _all(self, parts: list[nodes.NodeNG], scope: Scope, depth: int, takes_flags: bool = False) -> bool | None:
        found = [False if takes_flags and self._is_flag(part, scope) else self.find(part, scope, depth + 1) for part in parts]
        return None if None in found or not found else any(found)

    def _is_flag(self, node: nodes.NodeNG, scope: Scope) -> bool:
        """Whether it is an argument that is a flag where it is left out: a number, in arithmetic."""
        default = default_expression(scope, node.name) if isinstance(node, nodes.Name) and isinstance(scope, nodes.FunctionDef) else None
        return isinstance(default, nodes.Const) and type(default.value) is bool

    def _call(self, call: nodes.Call, scope: Scope, depth: int) -> bool | None:
        arguments = [*call.args, *(keyword.value for keyword in call.keywords)]
        for value in self.program.detached(call.func, scope):
            if isinstance(value, External):
                module, _, name = value.name.rpartition(".")
                found = None
                if (module == "builtins" and name in _OF_NUMBERS) or module == "math":
                    found = self._all(arguments, scope, depth) and not (name == "min" and self._takes_rest(arguments, scope, depth))
                return False if found is None and module == "builtins" and name in _OF_ANYTHING else found
        return self._returned_by(call, scope, lambda value, home: self.find(value, home, depth + 1))

    def replacement(self, node: nodes.NodeNG | None, scope: Scope, depth: int) -> bool | None:
        """Whether a record varies that is made of another one, or of a number that varies."""
        if self._is_spent(depth):
            return None
        if isinstance(node, nodes.Attribute) and isinstance(node.expr, nodes.Name):  # a record that one holds
            bindings = scope.locals.get(node.expr.name, ()) if isinstance(scope, (nodes.FunctionDef, nodes.Module)) else ()
            made = names.assigned(bindings[0]) if len(bindings) == 1 else None
            given = [keyword.value for keyword in made.keywords if keyword.arg == node.attrname] if isinstance(made, nodes.Call) else []
            return self.replacement(given[0], scope, depth + 1) if given else None
        if isinstance(node, nodes.Name):
            bindings = scope.locals.get(node.name, ()) if isinstance(scope, (nodes.FunctionDef, nodes.Module)) else ()
            return self.replacement(names.assigned(bindings[0]), scope, depth + 1) if len(bindings) == 1 else None
        if not isinstance(node, nodes.Call):
            return None
        made = self.program.detached(node.func, scope)
        if any(isinstance(value, External) and value.name in _REPLACES or isinstance(value, Class) and self._is_record(value.node) for value in made):
            given = (*node.args, *(keyword.value for keyword in node.keywords))
            return any(self.find(one, scope, depth + 1) or self.replacement(one, scope, depth + 1) for one in given)
        return self._returned_by(node, scope, lambda value, home: self.replacement(value, home, depth + 1))

    def _is_record(self, cls: nodes.ClassDef) -> bool:
        """Whether objects of a class hold what they are made with, and do not say themselves what a graph is kept for."""
        return bool(classes.fields(self.program, cls)) and not any(classes.members(self.program, cls, name) for name in _OWN_WAYS)

    def _takes_rest(self, arguments: list[nodes.NodeNG], scope: Scope, depth: int) -> bool:
        """``min(size, total - done)``: the same size each time, but for what is left at the end."""
        return any(isinstance(one, nodes.BinOp) and one.op == "-" and self.find(one.right, scope, depth + 1) for one in arguments)

    def _returned_by(self, call: nodes.Call, scope: Scope, measure: Callable[[nodes.NodeNG | None, Scope], bool | None]) -> bool | None:
        """What is found of what functions of the program return."""
        called = callees.callees(self.program, self.program.detached(call.func, scope))
        functions = [callee.function for callee in called if callee.function is not None and callee.graph is None]
        found = [self._returned(function.node, measure, _Activation(call, scope, function)) for function in functions]
        return None if not found or None in found else any(found)

    def _returned(
        self, function: nodes.NodeNG, measure: Callable[[nodes.NodeNG | None, Scope], bool | None], call: _Activation | None = None
    ) -> bool | None:
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
        return None if not found or None in found else any(found)

    # Places

    def _name(self, name: nodes.Name, scope: Scope, depth: int) -> bool | None:
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

    def _given(self, home: Scope, name: str, scope: Scope, depth: int) -> bool | None:
        """What the call that is followed gives for a parameter, or the call of the function around that has made it."""
        if not isinstance(home, (nodes.FunctionDef, nodes.Lambda)) or name not in home.argnames() or len(home.locals[name]) > 1:
            return None
        call = self._calls.get(home)
        if call is not None:
            given = given_expression(call.node, home, name)
            return None if given is None else self.find(given, call.scope, depth + 1)
        within = self._calls.get(scope)
        if within is None or within.function.home is None:
            return None
        values = substitute(self.program, frozenset((Param(home, name),)), within.function.home)
        return scalars.vary(values) if scalars.are_scalars(values) and {scalars.kind(one) for one in values} == {"number"} else None

    def _attribute(self, node: nodes.Attribute, scope: Scope, depth: int) -> bool | None:
        family, bindings = self._bindings(node, scope)
        if not family:
            return False if isinstance(node.expr, nodes.Name) and self._is_option(node.attrname, scope.root()) else None
        found = self._place((family, node.attrname), bindings, depth)
        return True if found is None and _counts_time(node.attrname, bindings) else found

    def _bindings(self, node: nodes.Attribute, scope: Scope) -> tuple[frozenset[nodes.ClassDef], list[nodes.NodeNG]]:
        """The classes that an attribute may be of, and what binds it there."""
        owners = [kind for base in self.program.detached(node.expr, scope) for kind in classes.kinds(self.program, base)]
        known = (classes.ancestors(self.program, owner) for owner in owners if isinstance(owner, nodes.ClassDef))
        family = dict.fromkeys(base for bases in known for base in bases)
        bindings = [binding for cls in family for binding in cls.locals.get(node.attrname, ())]
        for module in dict.fromkeys((scope.root(), *(cls.root() for cls in family))) if family else ():
            for target in self.program.index(module).stored.get(node.attrname, ()):
                bases = self.program.detached(target.expr, names.function_scope(target))
                if any(kind in family for base in bases for kind in classes.kinds(self.program, base)):
                    bindings.append(target)
        return frozenset(family), bindings

    def _is_option(self, name: str, module: nodes.Module) -> bool:
        """Whether a parser of the command line makes a number of an argument: ``add_argument("--rate", type=float)``."""
        for call in self.program.index(module).calls(("add_argument",)):
            flags = [one.value.lstrip("-").replace("-", "_") for one in call.args if isinstance(one, nodes.Const) and isinstance(one.value, str)]
            if name in flags:
                return any(one.arg == "type" and _names_number(one.value) for one in call.keywords)
        return False

    def _place(self, place: object, bindings: list[nodes.NodeNG], depth: int) -> bool | None:
        """What a variable or attribute holds: numbers if each assignment assigns one, or an annotation says so."""
        if place in self._active:
            return False  # made of itself: whether that varies, the assignment tells
        self._active.add(place)
        annotated = any(_is_annotated(binding) for binding in bindings)
        found = [self._binding(binding, depth) for binding in bindings]
        self._active.discard(place)
        if annotated:
            return any(found) or any(one is None and _is_in_loop(binding) for one, binding in zip(found, bindings))
        return None if None in found or not found else any(found)

    def _binding(self, binding: nodes.NodeNG, depth: int) -> bool | None:
        statement, scope = binding.parent, names.function_scope(binding)
        if names.decoration(binding) == "property":
            return self._returned(binding, lambda value, home: self.find(value, home, depth + 1))
        if isinstance(statement, nodes.Arguments):
            return self.parameter(statement.parent, binding.name, depth)
        if isinstance(statement, nodes.AugAssign):
            found = self.find(statement.value, scope, depth + 1)
            return None if found is None else found or _is_repeated(binding)
        if isinstance(statement, nodes.AnnAssign):
            return False if statement.value is None else self.find(statement.value, scope, depth + 1)
        if isinstance(statement, (nodes.For, nodes.Comprehension)) and statement.target is binding:
            return self._elements(statement.iter, scope, depth + 1)
        if isinstance(statement, nodes.Tuple) and isinstance(statement.parent, (nodes.For, nodes.Comprehension)):
            loop = statement.parent
            return self._part(loop.iter, statement.elts.index(binding), scope, depth + 1) if loop.target is statement else None
        value = names.assigned(binding)
        if value is None:
            return False if _is_part_of_shape(binding) else None
        found = self.find(value, scope, depth + 1)
        return found or _is_repeated(binding) and _grows(value, binding.as_string()) if found is not None else None

    def _part(self, iterable: nodes.NodeNG, position: int, scope: Scope, depth: int) -> bool | None:
        """What a loop over pairs gives its variables: ``enumerate(x)``, ``zip(x, y)``."""
        if _calls_builtin(iterable, "enumerate") and iterable.args:
            return True if position == 0 else self._elements(iterable.args[0], scope, depth)
        if _calls_builtin(iterable, "zip") and position < len(iterable.args):
            return self._elements(iterable.args[position], scope, depth)
        return None

    def _elements(self, iterable: nodes.NodeNG, scope: Scope, depth: int) -> bool | None:
        """What a loop gives one after the other: what a ``range`` counts, the numbers in a list."""
        if self._is_spent(depth):
            return None
        match iterable:
            case nodes.List() | nodes.Tuple():
                found = self._all(iterable.elts, scope, depth)
                return None if found is None else found or len({one.as_string() for one in iterable.elts}) >= scalars.MANY
            case nodes.ListComp(elt=element) | nodes.GeneratorExp(elt=element):
                found, read = self.find(element, scope, depth + 1), {name.name for name in element.nodes_of_class(nodes.Name)}
                return None if found is None else found or not read.isdisjoint(iterable.locals)  # `[float(x) for x in grid]`
            case nodes.Call(func=nodes.Attribute(attrname="tolist")):
                return True
            case nodes.Call(args=[first, *_]) if self._names(iterable, scope) & _IN_ORDER:
                return self._elements(first, scope, depth + 1)
            case nodes.Call() if self._names(iterable, scope) & _COUNTS:
                values = scalars.counted([self.program.detached(argument, scope) for argument in iterable.args])
                return scalars.vary(values)
            case nodes.Name():
                return self._elements_of_name(iterable, scope, depth + 1)
            case nodes.Attribute():
                return self._elements_of_attribute(iterable, scope, depth + 1)
            case nodes.Call():
                return self._returned_by(iterable, scope, lambda value, home: self._elements(value, home, depth + 1))
        return None

    def _names(self, call: nodes.Call, scope: Scope) -> set[str]:
        """The names in other packages of what is called."""
        return {frameworks.canonical(value.name) for value in self.program.detached(call.func, scope) if isinstance(value, External)}

    def _elements_of_attribute(self, node: nodes.Attribute, scope: Scope, depth: int) -> bool | None:
        """The elements of what a property gives, or of what an attribute is assigned once."""
        _, bindings = self._bindings(node, scope)
        if len(bindings) != 1:
            return None
        if names.decoration(bindings[0]) == "property":
            return self._returned(bindings[0], lambda value, home: self._elements(value, home, depth))
        value = names.assigned(bindings[0]) if isinstance(bindings[0], nodes.AssignAttr) else None
        return None if value is None else self._elements(value, names.function_scope(bindings[0]), depth)

    def _elements_of_name(self, name: nodes.Name, scope: Scope, depth: int) -> bool | None:
        """The elements of what a name holds, which is assigned once, or given by all calls."""
        place = self.program.index(scope.root()).find(scope, name.name)
        if place is None or len(place[1]) != 1:
            return None
        home, (binding,) = place
        if isinstance(binding.parent, nodes.Arguments) and isinstance(home, nodes.FunctionDef) and home not in self.program.roots:
            given = callers.known_expressions(self.program, home, name.name)
            found = [None if one is None else self._elements(one, site.scope, depth) for site, one in given]
            return None if None in found or not found else any(found)
        value = names.assigned(binding) or _managed(binding)
        return None if value is None else self._elements(value, home, depth)

    def parameter(self, function: nodes.NodeNG, name: str, depth: int) -> bool | None:
        """What a parameter is given: by its callers in the module, by its default or annotation."""
        if not isinstance(function, nodes.FunctionDef) or function in self.program.roots:
            return None
        default = default_expression(function, name)
        known = isinstance(default, nodes.Const) and type(default.value) in (int, float) or _names_number(names.annotation(function, name))
        known = known or _is_counted_to(function, name)
        found: list[bool | None] = []
        for site, given in callers.known_expressions(self.program, function, name):
            if given is None:
                if default is None:
                    return None
                continue
            held = site.parameters.get(name)
            if held and all(isinstance(value, Const) and value.value is None for value in held):
                continue
            found.append(self.find(given, site.scope, depth + 1))
        if found and not known:
            return None if None in found else any(found)
        if not found and isinstance(default, nodes.Const) and type(default.value) is int and name.removeprefix("current_") in _COUNTED:
            return True  # nobody is in sight who counts, but that is what it is for
        return any(found) if known else None


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
    if _is_in_loop(binding):
        return True
    scope = names.function_scope(binding)
    outlives = isinstance(binding, nodes.AssignAttr) or binding.name not in scope.locals
    return outlives and isinstance(scope, nodes.FunctionDef) and scope.name != "__init__"


def _is_in_loop(binding: nodes.NodeNG) -> bool:
    """Whether a statement that binds something is in the body of a loop."""
    return bool(names.loops_around(binding.statement(), names.function_scope(binding)))


def _counts_time(name: str, bindings: list[nodes.NodeNG]) -> bool:
    """Whether an attribute that begins as a number, and that a method sets, is called as what counts time: ``global_timestep``."""
    begun = [one for one in bindings if type(getattr(names.assigned(one), "value", None)) is int]
    return scalars.counts_time(name) and not name.endswith("s") and bool(begun) and any(map(_is_repeated, bindings))


def _grows(value: nodes.NodeNG, shown: str) -> bool:
    """Whether what is assigned is more, or less, of what was there: not ``1 - x``, which turns to and fro."""
    if isinstance(value, nodes.BinOp):
        sides = [value.left, value.right] if value.op in ("+", "*") else [value.left]
        return value.op != _FEW and any(side.as_string() == shown or _grows(side, shown) for side in sides)
    if isinstance(value, nodes.Call):
        same = getattr(value.func, "name", "") not in _OF_NUMBERS  # max(low, x) is x, or stays
        return any(same and one.as_string() == shown or _grows(one, shown) for one in value.args)
    return isinstance(value, nodes.IfExp) and (_grows(value.body, shown) or _grows(value.orelse, shown))


def _is_annotated(binding: nodes.NodeNG) -> bool:
    statement = binding.parent
    return isinstance(statement, nodes.AnnAssign) and _names_number(statement.annotation)


def _names_number(annotation: nodes.NodeNG | None) -> bool:
    return isinstance(annotation, nodes.Name) and annotation.name in _ANNOTATIONS


def _calls_builtin(node: nodes.NodeNG, name: str) -> bool:
    return isinstance(node, nodes.Call) and isinstance(node.func, nodes.Name) and node.func.name == name
