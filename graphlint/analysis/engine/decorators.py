"""What stands for a function whose decorators are the program's own: the wrapper that they return, or a graph function."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from astroid import nodes

from graphlint import frameworks
from graphlint.analysis.engine.activation import returned, substitute
from graphlint.analysis.engine.heap.classes import members
from graphlint.analysis.values.conditions import tests_place
from graphlint.analysis.values.events import Call, Store
from graphlint.analysis.values.frame import Frame
from graphlint.analysis.values.places import (
    UNKNOWN,
    Argument,
    Attribute,
    External,
    Fresh,
    Function,
    Graph,
    Param,
    Result,
    Value,
    Variable,
    join,
)

if TYPE_CHECKING:
    from graphlint.analysis.engine.evaluate import Evaluator
    from graphlint.analysis.engine.program import Program

#: A decorator that may return more functions than this is not looked through.
_MAX_WRAPPERS = 3


def decorated(program: Program, evaluator: Evaluator, node: nodes.FunctionDef) -> frozenset[Value]:
    """What a function is once its decorators have run; `evaluator` is that of the scope which it is defined in."""
    values: frozenset[Value] = frozenset((Function(node),))
    if node.decorators is None:
        return values
    for decorator in reversed(node.decorators.nodes):
        event = Call(decorator, evaluator.evaluate(decorator), (Argument(None, values),), (), 0)
        result = program.apply(evaluator, event)
        if any(_stands_for_it(program, value) for value in result) and not isinstance(node.parent, nodes.ClassDef):
            values |= result  # which calls what it was made of, in whatever attribute that is
            continue
        if any(isinstance(value, Graph) for value in result):
            values = frozenset(value for value in result if isinstance(value, Graph))
        elif _escapes(evaluator, decorator):
            return UNKNOWN
        elif not any(isinstance(value, Graph) for value in values):
            wrapped = _wrapped(program, node, event, values)
            if wrapped == values and any(_calls_once(program, value) for value in event.callee):
                return UNKNOWN
            values = wrapped
    return values


def _stands_for_it(program: Program, value: Value) -> bool:
    """Whether a decorator is a class of the program, whose objects are called in place of the function."""
    return isinstance(value, Fresh) and isinstance(value.kind, nodes.ClassDef) and bool(members(program, value.kind, "__call__"))


def _wrapped(program: Program, node: nodes.FunctionDef, event: Call, values: frozenset[Value]) -> frozenset[Value]:
    """What stands for a function that a decorator of the program has wrapped: the wrapper, if it calls the function."""
    wrappers: set[Value] = set()
    for made in _made(program, event.callee, event.arguments, 0):
        if isinstance(made, Function) and made.node is not node and made.home is not None:
            wrappers.add(Function(made.node, made.home, node))
    if not wrappers or len(wrappers) > _MAX_WRAPPERS:
        return values
    called = {value for wrapper in wrappers for value in _called(program, wrapper)}
    graphs = frozenset(value for value in called if isinstance(value, Graph) and value.target in values)
    if graphs:
        return graphs
    called |= {value for wrapper in wrappers for value in _taken_out(program, wrapper)}
    return frozenset(wrappers) if not values.isdisjoint(called) else values | wrappers


def _calls_once(program: Program, decorator: Value) -> bool:
    """Whether what a decorator defines calls what it is given only where something is missing: ``if key not in seen``."""
    if not isinstance(decorator, Function) or isinstance(decorator.node, nodes.Lambda):
        return False
    for inner in decorator.node.body:
        events = program.summary(inner).events if isinstance(inner, nodes.FunctionDef) else ()
        changed = {event.place for event in events if isinstance(event, Store)}
        calls = [
            event
            for event in events
            if isinstance(event, Call) and any(isinstance(one, Param) and one.scope is inner for one in event.callee)
        ]
        if calls and all(_is_first(call, changed) for call in calls):
            return True
    return False


def _called(program: Program, wrapper: Function) -> Iterator[Value]:
    """What the parameters of a decorator, which its wrapper calls, stand for."""
    frame = Frame(wrapper.node, {}, wrapper.home, traced=False)
    for event in program.summary(wrapper.node).events:
        if isinstance(event, Call):
            called = (value.base if _is_concrete(value) else value for value in event.callee)
            params = frozenset(value for value in called if isinstance(value, (Graph, Param, Variable)))
            yield from substitute(program, params, frame)


def _is_concrete(value: Value) -> bool:
    """``graph.get_concrete_function``: what it gives is called, or kept to be."""
    return isinstance(value, Attribute) and value.name == "get_concrete_function"


def _taken_out(program: Program, wrapper: Function) -> Iterator[Value]:
    """What a wrapper gives to something that runs it outside of the graph: ``tf.py_function(fn, args, dtype)``."""
    frame = Frame(wrapper.node, {}, wrapper.home, traced=False)
    for event in program.summary(wrapper.node).events:
        if isinstance(event, Call) and any(map(_takes_out, event.callee)):
            yield from substitute(program, join(*(argument.values for argument in event.arguments)), frame)


def _made(program: Program, callee: frozenset[Value], arguments: tuple[Argument, ...], depth: int) -> Iterator[Value]:
    """The functions that calling a decorator of the program returns, also one that is itself made by a call."""
    for value in callee:
        if isinstance(value, Result) and depth == 0:
            for decorator in _made(program, value.call.callee, value.call.arguments, 1):
                yield from _made(program, frozenset((decorator,)), arguments, 2)
        elif isinstance(value, Function):
            yield from returned(program, value, None, arguments)
        elif isinstance(value, Fresh) and isinstance(value.kind, nodes.ClassDef):
            for method in members(program, value.kind, "__call__"):
                if isinstance(method, Function):
                    yield from returned(program, method, value, arguments)


def _escapes(evaluator: Evaluator, decorator: nodes.NodeNG) -> bool:
    """Whether a decorator takes the function out of the graph, or calls it once."""
    node = decorator.func if isinstance(decorator, nodes.Call) else decorator
    return any(map(_takes_out, evaluator.evaluate(node)))


def keeps_named(program: Program, function: nodes.NodeNG) -> bool:
    """Whether a decorator of a function keeps its variables by their names: ``track_tf1_style_variables``."""
    written = function.decorators.nodes if isinstance(function, nodes.FunctionDef) and function.decorators is not None else ()
    found = (value for one in written for value in program.detached(one, function.parent.scope()) if isinstance(value, External))
    return any(meaning.keeps_named for value in found if (meaning := frameworks.meaning(value.name)) is not None)


def _takes_out(value: Value) -> bool:
    """Whether calling something runs what it is given outside of the graph."""
    meaning = frameworks.meaning(value.name) if isinstance(value, External) else None
    return meaning is not None and meaning.escapes


def _is_first(call: Call, changed: set[Value]) -> bool:
    """Whether a guard lets a call happen once."""
    return any(
        tests_place(guard.condition, guard.outcome, lambda values: values, changed.__contains__, changed.__contains__)
        for guard in call.guards
    )
