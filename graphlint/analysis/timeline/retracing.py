"""Calls of graph functions, from plain Python, with Python numbers and strings that vary, or with new objects.

Shy on purpose: most Python arguments take few values. What counts is a value that is known to be a Python scalar and
known to change from call to call, for a parameter that no signature turns into a tensor.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from astroid import nodes
from pylint.interfaces import CONTROL_FLOW, HIGH, INFERENCE, Confidence

from graphlint.analysis.engine.activation import bind, given_expression, given_names
from graphlint.analysis.engine.callgraph import callees, callers
from graphlint.analysis.engine.callgraph.named_calls import scopes_calling
from graphlint.analysis.engine.callgraph.reach import OWN_MODULE
from graphlint.analysis.engine.heap import classes
from graphlint.analysis.engine.numbers import expressions, records
from graphlint.analysis.engine.numbers.number import turns
from graphlint.analysis.engine.program import Program
from graphlint.analysis.syntax import names
from graphlint.analysis.syntax.assignments import is_of_first_turn
from graphlint.analysis.syntax.locations import line_of
from graphlint.analysis.syntax.scopes import FunctionNode, Scope
from graphlint.analysis.timeline import new_objects
from graphlint.analysis.values import scalars, tensors
from graphlint.analysis.values.events import Call
from graphlint.analysis.values.offence import Offence, of_call
from graphlint.analysis.values.places import (
    Const,
    Fresh,
    Graph,
    Item,
    Param,
    Scalar,
    Value,
    is_place,
    item,
    join,
    ordered,
    root,
)
from graphlint.frameworks.meaning import Kind

#: How many callers are looked through for the value of an argument.
_MAX_DEPTH = 4
#: Distinct literals, in the calls of one scope, that count as varying.
_MANY = {"number": 2, "string": 3}
#: Numbers that are flags and modes more often than quantities.
_FLAGS = frozenset({-1, 0, 1})
#: What gives another number at each call.
_SOURCES = frozenset({"time", "perf_counter", "monotonic", "random", "randint", "uniform", "item"})


@dataclass(slots=True)
class GraphCall:
    """One call of a graph function."""

    event: Call
    scope: Scope
    graph: Graph
    function: FunctionNode
    arguments: dict[str, frozenset[Value]]
    """Parameter -> values, for what this call gives."""
    confidence: Confidence
    is_traced: bool = False
    """It is part of the trace of another graph function: what varies there, that has a graph for already."""
    receiver: Value | None = None
    """The object that it is a method of."""

    @property
    def about(self) -> tuple[nodes.NodeNG, str]:
        """The graph function that it calls, or where it does so if that is of another module; and its name."""
        is_here = self.function.root() is self.scope.root()
        return self.function if is_here else self.event.node, names.qualified(self.function)

    def expression(self, parameter: str) -> nodes.NodeNG:
        """The source of an argument, ``**kwargs`` for what that holds, or the call if it does not show.

        What the function takes as ``*args`` goes by its position there: ``*0``, ``*1``.
        """
        if parameter.startswith("*") and parameter[1:].isdecimal():  # a keyword of ``**options`` may be any text
            extra = self.event.node.args[len(names.positional(self.function)) - names.receivers(self.function) :]
            position = int(parameter[1:])
            shown = position < len(extra) and not any(isinstance(one, nodes.Starred) for one in self.event.node.args)
            return extra[position] if shown else self.event.node
        spread = (keyword.value for keyword in self.event.node.keywords if keyword.arg is None)
        return given_expression(self.event.node, self.function, parameter) or next(spread, self.event.node)


def retraces(program: Program, given: list[GraphCall]) -> list[Offence]:
    """The calls of graph functions, of those `given`, that build a new graph for each value."""
    of_each, found = program.faults.of_each, []
    found += of_each(given, lambda call: _by_itself(program, call), lambda call: call.about)
    literals: dict[tuple, list[tuple[GraphCall, str, Const]]] = defaultdict(list)
    for call in given:
        for parameter, values in call.arguments.items():
            if len(values) == 1:
                (value,) = values
                if isinstance(value, Const):
                    literals[(call.scope, call.function, parameter)].append((call, parameter, value))
    found += of_each(literals.values(), lambda group: () if group[0][0].is_traced else _several(group), lambda group: group[0][0].about)
    shared: dict[tuple, list[tuple[GraphCall, str, Const]]] = defaultdict(list)
    for (_, function, parameter), group in literals.items():
        shared[function, parameter] += group

    def equal(group: list[tuple[GraphCall, str, Const]]) -> Iterator[Offence]:
        first, parameter, _ = group[0]
        passed = [one for call in given if call.function is first.function for one in _passed_on(program, call, parameter)]
        return _equal([_Literal(call, call.expression(parameter), value) for call, _, value in group] + passed, parameter)

    found += of_each(shared.values(), equal, lambda group: group[0][0].about)
    return found


def _by_itself(program: Program, call: GraphCall) -> Iterator[Offence]:
    """The arguments of a call that are others each time that it is made."""
    # Traced code is run once, but for its own loops.
    is_one = is_of_first_turn(call.event.node) or call.is_traced and not call.event.loops
    for parameter, values in call.arguments.items():
        for expression, part in () if is_one else parts(call.expression(parameter), values):
            if call.is_traced and not _is_numbered(expression, call.event.node) or _is_one_of_few(expression, call.event.node, call.is_traced):
                continue
            made = new_objects.new_object(program, expression, part, call.event.loops, call.scope)
            if made is not None:
                yield _offence_of_object(call, expression, made)
                continue
            if records.what_varies(program, expression, call.scope) is not None:
                yield _offence_of_object(call, expression, new_objects.NewObject("record"))
                continue
            if _are_numbers(part) and call.event.loops and _depends_on_loop(expression, call.event.node):
                kind = "tuple" if next(iter(part)).kind == "builtins.tuple" else "list"
                what = f"the {kind} of Python numbers '{shown(expression)}', which varies"
                yield _told(Kind.RETRACE, call, expression, INFERENCE, what, "pass a tensor, such as tf.constant of it")
                continue
            known = _objects(program, part, call.scope)
            if _varies(known, call, expression):
                yield _offence(call, parameter, expression, known, CONTROL_FLOW if len(known) > 1 else HIGH)
                continue
            why = _what_varies(program, expression, part, call.scope) if _may_vary(part) else None
            if why is not None:
                is_counted = isinstance(why, nodes.AugAssign) and bool(known) and scalars.are_scalars(known)
                yield _offence(call, parameter, expression, scalars.VARYING_NUMBER, HIGH if is_counted else INFERENCE)


class _Literal(NamedTuple):
    """A literal that a call of a graph function gives, itself or as its own function is given it."""

    call: GraphCall
    node: nodes.NodeNG
    value: Const


def _passed_on(program: Program, call: GraphCall, parameter: str) -> Iterator[_Literal]:
    """The literals that the function of a call is given for what it passes on."""
    for value in call.arguments.get(parameter, ()):
        if isinstance(value, Param) and value.scope is call.scope and isinstance(value.scope, nodes.FunctionDef) and _is_just_passed_on(value):
            for _, expression in callers.expressions(program, value.scope, value.name, OWN_MODULE):
                if isinstance(expression, nodes.Const):
                    yield _Literal(call, expression, Const(expression.value, type(expression.value)))


def _is_just_passed_on(parameter: Param) -> bool:
    """Whether a function does nothing with what it is given before it passes it on: no test of it, no other value."""
    tests = (branch.test for branch in parameter.scope.nodes_of_class((nodes.If, nodes.IfExp)))
    asked = {name.name for test in tests for name in test.nodes_of_class(nodes.Name)}
    return len(parameter.scope.locals.get(parameter.name, ())) == 1 and parameter.name not in asked


def _equal(group: list[_Literal], parameter: str) -> Iterator[Offence]:
    """Calls that give one parameter scalars that are equal and not the same: they share the graph of the first."""
    entries = [entry for entry in group if isinstance(entry.value.value, (bool, int, float, complex))]
    entries.sort(key=lambda entry: (entry.node.fromlineno, entry.node.col_offset))
    for position, (call, node, literal) in enumerate(entries):
        for earlier, first, other in entries[:position]:
            same = (literal.type, repr(literal.value)) == (other.type, repr(other.value))
            if literal.value != other.value or not _alike(call, earlier, parameter):
                continue
            if not same:
                offence = _offence(call, parameter, node, frozenset((literal,)), INFERENCE)
                offence.kind = Kind.SHARE
                value = _written(call, node, literal)
                offence.details |= {"value": value, "other": _written(earlier, first, other), "line": str(first.fromlineno)}
                yield offence
            break


def _written(call: GraphCall, node: nodes.NodeNG, literal: Const) -> str:
    """A literal as a call gives it, or by itself where the call gives it among others: ``*pair``."""
    return (names.pasted(node) if node is not call.event.node else None) or repr(literal.value)


def _alike(call: GraphCall, other: GraphCall, parameter: str) -> bool:
    """Whether the other Python arguments of two calls are equal, as far as they are constants."""
    for name in {**call.arguments, **other.arguments}:
        values = call.arguments.get(name), other.arguments.get(name)
        if name != parameter and values[0] != values[1]:
            constants = [v for given in values for v in given or () if isinstance(v, Const)]
            if constants or None in values:
                return False
    return True


def graph_calls(program: Program, module: nodes.Module, traced: set[FunctionNode]) -> Iterator[GraphCall]:
    """The calls of graph functions in a module, in the order of the source; those in `traced` functions are marked as such."""
    index = program.index(module)
    called = index.graph_names | index.maker_names
    scopes = scopes_calling(program, module, called)
    yield from program.faults.of_each(
        scopes, lambda scope: _graph_calls(program, scope, called, names.is_within(scope, traced)), lambda scope: (scope,)
    )


def _graph_calls(program: Program, scope: Scope, called: set[str], is_traced: bool) -> Iterator[GraphCall]:
    for event in program.summary(scope).events:
        if not isinstance(event, Call) or not isinstance(event.node, nodes.Call):
            continue
        function = event.node.func
        if isinstance(function, (nodes.Name, nodes.Attribute)) and getattr(function, "attrname", None) not in called:
            if getattr(function, "name", None) not in called:
                continue
        for callee in callees.callees(program, event.callee):
            if callee.graph is None or callee.function is None or _has_signature(callee.graph):
                continue
            arguments = callee.arguments + event.arguments
            given = bind(program, callee.function.node, callee.receiver, arguments)
            named = given_names(callee.function.node, callee.receiver is not None, arguments)
            values = {name: given[name] for name in named if name in given}
            for taken in given.get(callee.function.node.args.vararg, ()):
                if isinstance(taken, Fresh):
                    values |= {f"*{position}": held for position, held in enumerate(taken.items or ())}
            for rest in given.get(callee.function.node.args.kwarg, ()):
                if isinstance(rest, Fresh) and rest.items and rest.keys:
                    values |= zip(map(str, rest.keys), rest.items)
            spread = next((one.values for one in arguments if one.keyword == "**" and len(one.values) == 1), ())
            for rest in spread:
                passed = dict.fromkeys(str(key) for dict_ in _keywords(program, rest, scope) for key in dict_.keys or ())
                values |= {name: frozenset((Item(rest, name),)) for name in passed if name in given and name not in values}
            yield GraphCall(event, scope, callee.graph, callee.function.node, values, callee.confidence, is_traced, callee.receiver)


def _what_varies(program: Program, expression: nodes.NodeNG, values: frozenset[Value], scope: Scope) -> nodes.NodeNG | None:
    """What makes an argument a number that varies, or what callers give for all that a function passes on with its ``**kwargs``."""
    found = expressions.what_varies(program, expression, scope)
    if found is not None or not all(isinstance(value, Item) and _keywords(program, value.base, scope) for value in values):
        return found
    given = [expressions.what_varies_for(program, scope, str(value.key)) for value in ordered(values)]
    return None if None in given else next(iter(given), None)


def _keywords(program: Program, rest: Value, scope: Scope) -> list[Fresh]:
    """The ``**kwargs`` that calls in the module give to a function, which it passes on."""
    if not isinstance(rest, Param) or rest.scope is not scope or not isinstance(scope, nodes.FunctionDef) or rest.name != scope.args.kwarg:
        return []
    return [value for value in callers.given(program, rest, OWN_MODULE) if isinstance(value, Fresh) and value.items]


def _has_signature(graph: Graph) -> bool:
    """Whether an `input_signature` turns the arguments into tensors."""
    options = graph.options
    if not isinstance(options, nodes.Call):
        return False
    for keyword in options.keywords:
        if keyword.arg in (None, "input_signature"):
            return not (isinstance(keyword.value, nodes.Const) and keyword.value.value is None)
    return len(options.args) > 1 or bool(options.starargs)


def parts(expression: nodes.NodeNG, values: frozenset[Value]) -> Iterator[tuple[nodes.NodeNG, frozenset[Value]]]:
    """What an argument is made of: of a list, tuple or dict that is written there its elements, each of which is a part of the key."""
    written: list[nodes.NodeNG] = []
    display = _display(expression) if isinstance(expression, nodes.Name) else expression
    if isinstance(display, (nodes.List, nodes.Tuple)):
        written = display.elts
    elif isinstance(display, nodes.Dict):
        written = [value for _, value in display.items]
    if written and len(values) == 1:
        (made,) = values
        if isinstance(made, Fresh) and made.items is not None and len(made.items) == len(written):
            for element, held in zip(written, made.items):
                yield from parts(element, held)
            return
    yield expression, values


def _display(name: nodes.Name) -> nodes.NodeNG | None:
    """The list, tuple or dict that a name of the function is bound to, once."""
    bindings = names.function_scope(name).locals.get(name.name, ())
    value = names.assigned(bindings[0]) if len(bindings) == 1 else None
    return value if isinstance(value, (nodes.List, nodes.Tuple, nodes.Dict)) else None


# What arguments are


def _objects(program: Program, values: frozenset[Value], scope: Scope, depth: int = 0) -> frozenset[Value]:
    """What some values are, with places replaced by what they hold and parameters by what calls give; nothing where one is not known."""
    held: list[frozenset[Value]] = []
    for value in ordered(values):
        if isinstance(value, Param) and value.scope is scope or isinstance(value, Item) and _keywords(program, value.base, scope):
            held.append(_given(program, value, depth + 1))
        else:
            held.append(classes.contents(program, value) if is_place(value) else frozenset((value,)))
    return join(*held) if all(held) else frozenset()


def _given(program: Program, given_as: Param | Item, depth: int) -> frozenset[Value]:
    """What all calls give for a parameter, or for a keyword that a function passes on; nothing if others may use the function, too."""
    parameter, key = root(given_as), (given_as, depth)
    function = parameter.scope
    if depth > _MAX_DEPTH or not isinstance(function, nodes.FunctionDef):
        return frozenset()
    if key not in program.given_for:
        sites = callers.call_sites(program, function, OWN_MODULE)
        given = [(site, site.parameters.get(parameter.name, frozenset())) for site in sites]
        if isinstance(given_as, Item):
            given = [(site, join(*(item(value, given_as.key) for value in values))) for site, values in given]
        is_known = len(program.index(function.root()).uses.get(function.name, ())) <= len(sites)
        held = [_objects(program, values, site.scope, depth) for site, values in given] if is_known else []
        program.given_for[key] = join(*held) if all(held) else frozenset()
    return program.given_for[key]


def _varies(values: frozenset[Value], call: GraphCall, expression: nodes.NodeNG) -> bool:
    if not values or not scalars.are_scalars(values):
        return False
    if scalars.vary(values):
        return not _is_one_element(expression)
    if any(isinstance(value, Scalar) and value.varies is None for value in values):
        return call.event.loops > 0 and _depends_on_loop(expression, call.event.node)
    return False


def _is_numbered(expression: nodes.NodeNG, call: nodes.Call) -> bool:
    """Whether it reads what a ``for`` loop around the call goes over: a ``while`` on a tensor is staged, and has tensors."""
    loops = (loop for loop in names.loops_around(call, names.function_scope(call)) if isinstance(loop, nodes.For))
    return any(names.reads_any(expression, names.assigned_in(loop.target)) for loop in loops)


def _are_numbers(values: frozenset[Value]) -> bool:
    """Whether it is a list or tuple of Python numbers: each number, and how many there are, is part of the key."""
    return bool(values) and all(
        isinstance(value, Fresh) and value.kind in ("builtins.list", "builtins.tuple") and bool(value.items)
        and all(scalars.kind(one) == "number" for items in value.items for one in items)
        for value in values
    )


def _is_one_of_few(expression: nodes.NodeNG, call: nodes.Call, is_traced: bool) -> bool:
    """Whether a loop counts what a program has a few of: texts that are written there, or layers and functions that each turn calls.

    ``for name in ("relu", "elu"): act(x, name)``; ``for i, layer in enumerate(layers): x = f(layer(x), i)``. In a trace,
    which goes through its loops once, those that are known to be short have few numbers, too.
    """
    if not isinstance(expression, nodes.Name):
        return False
    scope = names.function_scope(call)
    for loop in names.loops_around(call, scope):
        if isinstance(loop, nodes.For) and expression.name in names.assigned_in(loop.target):
            return _goes_over_texts(loop, scope) or _calls_element(loop, expression.name) or is_traced and _is_short(loop)
    return False


def _is_short(loop: nodes.For) -> bool:
    given = [one.value if isinstance(one, nodes.Const) else None for one in getattr(loop.iter, "args", ())]
    count = turns(given) if isinstance(loop.iter, nodes.Call) and names.last_name(loop.iter.func) == "range" else None
    return count is not None and count <= scalars.MANY


def _goes_over_texts(loop: nodes.For, scope: Scope) -> bool:
    held = loop.iter
    if isinstance(held, nodes.Name):
        bindings = scope.locals.get(held.name, ()) or held.root().locals.get(held.name, ())
        held = names.assigned(bindings[0]) if len(bindings) == 1 else None
    texts = held.elts if isinstance(held, (nodes.List, nodes.Tuple, nodes.Set)) else ()
    return bool(texts) and all(isinstance(one, nodes.Const) and isinstance(one.value, str) for one in texts)


def _calls_element(loop: nodes.For, counter: str) -> bool:
    """Whether each turn calls the element that a counter numbers: ``enumerate(layers)``, ``layers[i](x)``."""
    match loop.target:
        case nodes.Tuple(elts=[nodes.AssignName(name=first), nodes.AssignName(name=element)]) if first == counter:
            return any(isinstance(one.func, nodes.Name) and one.func.name == element for one in _calls_in(loop))
        case nodes.AssignName():
            chosen = (one.func for one in _calls_in(loop) if isinstance(one.func, nodes.Subscript))
            return any(isinstance(one.slice, nodes.Name) and one.slice.name == counter for one in chosen)
    return False


def _calls_in(loop: nodes.For) -> Iterator[nodes.Call]:
    return (call for part in loop.body for call in part.nodes_of_class(nodes.Call))


def _is_one_element(expression: nodes.NodeNG) -> bool:
    """``rates[0]``, ``rates[-1]``: of a list of numbers, the same one each time."""
    index = expression.slice if isinstance(expression, nodes.Subscript) else None
    index = index.operand if isinstance(index, nodes.UnaryOp) else index
    return isinstance(index, nodes.Const) and type(index.value) is int


def _may_vary(values: frozenset[Value]) -> bool:
    """Whether the values leave open what an argument is."""
    return not scalars.are_scalars(values) and not tensors.hold(values)


def _depends_on_loop(expression: nodes.NodeNG, call: nodes.Call) -> bool:
    """Whether an expression reads what a loop around the call assigns, or draws a new number."""
    assigned: set[str] = set()
    current = call.parent
    while current is not None and not isinstance(current, (nodes.FunctionDef, nodes.Module)):
        if isinstance(current, (nodes.For, nodes.While)):
            assigned |= names.assigned_in(current)
        elif isinstance(current, (nodes.ListComp, nodes.SetComp, nodes.GeneratorExp, nodes.DictComp)):
            assigned |= set(current.locals)
        current = current.parent
    reads = {name.name for name in expression.nodes_of_class(nodes.Name)}
    called = {
        inner.func.attrname if isinstance(inner.func, nodes.Attribute) else getattr(inner.func, "name", "")
        for inner in expression.nodes_of_class(nodes.Call)
    }
    return bool(reads & assigned or called & _SOURCES)


def _several(group: list[tuple[GraphCall, str, Const]]) -> Iterator[Offence]:
    """Calls of one scope that give one parameter several literals; flags alone do not count, nor do the calls of a test."""
    if getattr(group[0][0].scope, "name", "").startswith(("test", "_test")):
        return
    counted = [entry for entry in group if scalars.kind(entry[2]) in _MANY]
    kinds = {scalars.kind(literal) for _, _, literal in counted}
    if len(kinds) != 1:
        return
    (kind,) = kinds
    values = {literal.value for _, _, literal in counted}
    if len(values) < _MANY[str(kind)] or values <= _FLAGS:
        return
    for call, parameter, literal in counted:
        expression = call.expression(parameter)
        yield _offence(call, parameter, expression, frozenset((literal,)), HIGH, f"one of {len(values)} {kind}s")


def _offence(
    call: GraphCall, parameter: str, expression: nodes.NodeNG, values: frozenset[Value], confidence: Confidence, why: str = ""
) -> Offence:
    kinds = {scalars.kind(value) for value in values} - {"none"}
    kind = "string" if kinds == {"string"} else "number"
    what = f"the Python {kind} '{shown(expression)}', {why or 'which varies'}"
    code = names.pasted(expression) if expression is not call.event.node else None
    instead = f"pass a tensor, such as tf.constant({code})" if code is not None else "pass what varies as a tensor"
    found = _told(Kind.RETRACE, call, expression, confidence, what, instead)
    found.parameter = Param(call.function, parameter)
    return found


def _offence_of_object(call: GraphCall, expression: nodes.NodeNG, made: new_objects.NewObject) -> Offence:
    what = f"a new {made.word} '{shown(expression)}' each time"
    if made.given is not None:
        what = f"{what} that {line_of(made.given, expression.root())} gives '{shown(made.given)}'"
    instead = "pass what varies as a tensor" if made.word == "record" else f"make the {made.word} once, before the calls"
    return _told(Kind.NEW_OBJECT, call, expression, INFERENCE, what, instead)


def shown(expression: nodes.NodeNG) -> str:
    """The source of an argument, short."""
    spread = isinstance(expression.parent, nodes.Keyword) and expression.parent.arg is None
    text = f"{expression.value.as_string()}[...]" if isinstance(expression, nodes.Starred) else expression.as_string() + "[...]" * spread
    source = " ".join(text.split())
    return source if len(source) <= 40 else source[:37] + "..."


def _told(kind: Kind, call: GraphCall, expression: nodes.NodeNG, confidence: Confidence, value: str, instead: str) -> Offence:
    name = names.qualified(call.function)
    sure = max(call.confidence, confidence, key=(HIGH, CONTROL_FLOW, INFERENCE).index)
    details = {"value": value, "instead": instead}
    return of_call(kind, call.event.node, name, sure, details, expression)
