"""Python attributes that are put on tensors, and read on the other side of a trace.

A trace has tensors of its own for its arguments, and its caller gets others for its results: neither has what is put on the first.
What one trace puts on a tensor and reads itself, as Keras does with its masks, stays where it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from astroid import nodes
from pylint.interfaces import HIGH, INFERENCE

from graphlint.analysis.engine.activation import given_expression
from graphlint.analysis.engine.callgraph import callers
from graphlint.analysis.engine.callgraph.reach import OWN_MODULE
from graphlint.analysis.engine.program import Program
from graphlint.analysis.syntax import names
from graphlint.analysis.syntax.locations import line_of
from graphlint.analysis.syntax.scopes import Scope
from graphlint.analysis.timeline.retracing import GraphCall
from graphlint.analysis.values import tensors
from graphlint.analysis.values.offence import Offence, Way, of_call
from graphlint.analysis.values.places import Attribute, Computed, Fresh, Param, Value, Variable, root
from graphlint.frameworks.meaning import Kind

if TYPE_CHECKING:
    from graphlint.analysis.trace.trace import Trace


def tensor_attributes(program: Program, traces: list[Trace], calls: list[GraphCall]) -> Iterator[Offence]:
    """Where attributes of tensors are read that are on others."""

    def of_trace(trace: Trace) -> Iterator[Offence]:
        yield from _not_in_trace(program, trace)
        for call in calls:
            if call.function is trace.root.node and not call.is_traced:
                yield from _not_outside(program, trace, call)

    yield from program.faults.of_each(traces, of_trace, lambda trace: trace.root.about)


# Put on an argument, read in the trace


def _not_in_trace(program: Program, trace: Trace) -> Iterator[Offence]:
    for node, place, way in (*trace.reads, *_asked(program, trace)):
        if not isinstance(place, Attribute) or not _is_argument(program, trace, place.base):
            continue
        modules = dict.fromkeys((trace.module, node.root(), *callers.importers(program, trace.module, f".{place.name}")))
        put = [target for module in modules for target in program.index(module).stored.get(place.name, ())]
        outside = [target for target in put if not names.is_within(names.function_scope(target), trace.entered)]
        known = next((target for target in outside if _is_on_tensor(program, target)), None)
        if known is None or len(outside) < len(put):
            continue
        found = trace.offence(Kind.TENSOR_ATTRIBUTE, node, way, INFERENCE, place)
        found.details = {"name": place.name, "put": line_of(known, node.root())}
        yield found


def _is_argument(program: Program, trace: Trace, base: Value) -> bool:
    start = root(base)
    return isinstance(start, Param) and start.scope is trace.root.node and tensors.are_symbolic(frozenset((base,)), program)


def _asked(program: Program, trace: Trace) -> Iterator[tuple[nodes.NodeNG, Value, Way]]:
    """The attributes of arguments that the graph function itself asks for by name: ``getattr(x, "tag", None)``."""
    function = trace.root.node
    for call in function.nodes_of_class(nodes.Call):
        match call:
            case nodes.Call(func=nodes.Name(name="getattr" | "hasattr"), args=[nodes.Name() as of, nodes.Const(value=str(name)), *_]):
                for value in _held(program, of, function):
                    yield call, Attribute(value, name), Way(confidence=HIGH)


# Put on a tensor of the trace, read outside


def _not_outside(program: Program, trace: Trace, call: GraphCall) -> Iterator[Offence]:
    put = {
        target.attrname: target
        for function in sorted(trace.entered, key=lambda one: (one.root().name, one.fromlineno))
        for target in program.summary(function).stores
        if isinstance(target, nodes.AssignAttr) and _is_on_tensor(program, target)
    }
    if not put:
        return
    for name, target in put.items():
        read = [*_of_result(program, trace, call, name), *_of_argument(call, name, target)]
        written = program.index(call.scope.root()).stored.get(name, ())
        own = {one.expr.as_string() for one in written if names.function_scope(one) is call.scope}
        for one in read:
            if one.expr.as_string() not in own:
                details = {"name": name, "read": one.as_string(), "put": line_of(target, one.root())}
                yield of_call(Kind.TENSOR_ATTRIBUTE, one, names.qualified(call.function), INFERENCE, details)


def _of_result(program: Program, trace: Trace, call: GraphCall, name: str) -> Iterator[nodes.Attribute]:
    """Where an attribute of what the call returns is read, if that is a tensor."""
    returned = program.summary(trace.root.node).returns
    if not returned or not all(_is_tensor(program, value) for value in returned):
        return
    parent = call.event.node.parent
    if isinstance(parent, nodes.Attribute) and parent.attrname == name:
        yield parent
    if isinstance(parent, nodes.Assign) and len(parent.targets) == 1 and isinstance(parent.targets[0], nodes.AssignName):
        kept = parent.targets[0].name
        if len(call.scope.locals.get(kept, ())) == 1:
            yield from _reads(call.scope, kept, name, call.event.node)


def _of_argument(call: GraphCall, name: str, target: nodes.AssignAttr) -> Iterator[nodes.Attribute]:
    """Where an attribute is read of what the call has been given, if the function puts it on that parameter."""
    if names.function_scope(target) is not call.function or not isinstance(target.expr, nodes.Name):
        return
    given = given_expression(call.event.node, call.function, target.expr.name) if target.expr.name in call.arguments else None
    if isinstance(given, nodes.Name) and len(call.function.locals.get(target.expr.name, ())) == 1:
        yield from _reads(call.scope, given.name, name, call.event.node)


def _reads(scope: Scope, kept: str, name: str, after: nodes.NodeNG) -> Iterator[nodes.Attribute]:
    for read in scope.nodes_of_class(nodes.Attribute):
        is_it = read.attrname == name and isinstance(read.expr, nodes.Name) and read.expr.name == kept
        if is_it and read.lineno >= after.lineno and names.function_scope(read) is scope:
            yield read


def _is_on_tensor(program: Program, target: nodes.AssignAttr) -> bool:
    """Whether an attribute is put on what is known to be a tensor, also where a function is given it."""
    held: list[Value] = []
    for value in _held(program, target.expr, names.function_scope(target)):
        held += [value] if not isinstance(value, Param) or _is_tensor(program, value) else callers.given(program, value, OWN_MODULE) or [value]
    return bool(held) and all(_is_tensor(program, value) for value in held)


def _held(program: Program, expression: nodes.NodeNG, scope: Scope) -> list[Value]:
    """The values of an expression, with what the scope's own variables hold in their place."""
    found: list[Value] = []
    for value in program.detached(expression, scope):
        own = program.summary(scope).variables.get(value.name) if isinstance(value, Variable) and value.scope is scope else None
        found += [value] if own is None else own
    return found


def _is_tensor(program: Program, value: Value) -> bool:
    """Whether it is a tensor, and no variable: that is the same object in a trace."""
    if isinstance(value, Fresh) and value.kind == "tensorflow.Variable":
        return False
    if isinstance(value, Computed):
        return any(bool(part) and all(_is_tensor(program, one) for one in part) for part in value.parts)
    return tensors.are_tensors(frozenset((value,)), program)
