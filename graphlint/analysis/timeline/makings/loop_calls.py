"""The calls of a function in loops, in its own module and others, and whether each turn calls it with the same, on one object."""

from __future__ import annotations

from astroid import nodes

from graphlint.analysis.engine.activation import given_expression
from graphlint.analysis.engine.callgraph import callers
from graphlint.analysis.engine.callgraph.named_calls import calls_of, uses_of
from graphlint.analysis.engine.callgraph.reach import OWN_MODULE, PROGRAM
from graphlint.analysis.engine.program import Program
from graphlint.analysis.policy import habits
from graphlint.analysis.syntax import names
from graphlint.analysis.syntax.assignments import owner_of
from graphlint.analysis.timeline.repeats import loops_repeating

_LITERALS = (nodes.List, nodes.Tuple, nodes.Set, nodes.Dict)


def calls_in_loops(program: Program, function: nodes.FunctionDef) -> list[tuple[nodes.Call, ...]]:
    """The calls of a function in loops, or those of one that calls it, each with what leads to it."""
    direct = [(call,) for call in calls_of(program, function) if loops_repeating(call, names.function_scope(call))]
    return direct or _looped_elsewhere(program, function) or _looped_further_out(program, function)


def _looped_elsewhere(program: Program, function: nodes.FunctionDef) -> list[tuple[nodes.Call, ...]]:
    """The calls in loops of other modules, of functions and of methods of one object."""
    looped = ((call, loops_repeating(call, names.function_scope(call))) for call in callers.calls_elsewhere(program, function, PROGRAM))
    return [(call,) for call, loops in looped if loops and not turn_variables(loops[0])[1] and is_of_one_object(call)]


def _looped_further_out(program: Program, function: nodes.FunctionDef) -> list[tuple[nodes.Call, ...]]:
    """The calls in functions that are called in loops themselves, on the same object, each with that call."""
    found: list[tuple[nodes.Call, ...]] = []
    for site in callers.call_sites(program, function, OWN_MODULE):
        call, scope = site.event.node, site.scope
        if not isinstance(call, nodes.Call) or not isinstance(scope, nodes.FunctionDef) or any(True for _ in scope.nodes_of_class(nodes.AssignAttr)):
            continue  # what it sets may be what the graph function reads
        outer = (one.event.node for one in callers.call_sites(program, scope, PROGRAM) if one.event.loops)
        looped = (one for one in outer if isinstance(one, nodes.Call) and loops_repeating(one, names.function_scope(one)))
        found += [(call, one) for one in looped if is_of_one_object(one)]
    return found


def is_begun(program: Program, function: nodes.FunctionDef, sites: list[nodes.Call]) -> bool:
    """Whether a function is only called from where a program begins."""
    return bool(sites) and len(sites) == len(uses_of(program, function)) and all(habits.runs_once(names.function_scope(call)) for call in sites)


def gives_the_same(calls: tuple[nodes.Call, ...], function: nodes.FunctionDef, name: str) -> bool:
    """Whether calls, the last of which is in a loop, give an argument that no turn makes or takes anew."""
    given, scope = given_expression(calls[0], function, name), names.function_scope(calls[0])
    if isinstance(given, nodes.Tuple) and len(calls) == 1 and all(isinstance(one, nodes.Name) for one in given.elts):
        return names.assigned_in(loops_repeating(calls[0], scope)[0]).isdisjoint(one.name for one in given.elts)
    if not isinstance(given, nodes.Name):
        return False
    if len(calls) > 1:
        is_passed_on = given.name in scope.argnames() and len(scope.locals[given.name]) == 1
        return is_passed_on and gives_the_same(calls[1:], scope, given.name)
    return given.name not in names.assigned_in(loops_repeating(calls[0], scope)[0])


def is_of_one_object(call: nodes.Call) -> bool:
    """Whether a call in a loop is of a method of one object, which the loop does not make ready anew by another one."""
    loops, start = loops_repeating(call, names.function_scope(call)), owner_of(call)
    loop = loops[0]
    if start is call.func:
        return True
    if isinstance(loop, nodes.For) and isinstance(start, nodes.Name) and start.name in names.assigned_in(loop.target):
        # Each turn of the loop around has the same objects: `for epoch in epochs: for client in clients: client.train()`.
        return len(loops) > 1 and not names.reads_any(loop.iter, names.assigned_in(loops[1]))
    if not isinstance(start, nodes.Name) or start.name in names.assigned_in(loop):
        return False
    owner = call.func.expr.as_string()
    others = [one.func.expr for one in loop.nodes_of_class(nodes.Call) if isinstance(one.func, nodes.Attribute) and one is not call]
    others += [one.expr for one in loop.nodes_of_class(nodes.AssignAttr)]
    return not any(f"{one.as_string()}.".startswith(f"{owner}.") for one in others)


def turn_variables(loop: nodes.NodeNG) -> tuple[set[str], bool]:
    """The variables of a loop, and whether they go over a few settings that are written there."""
    if isinstance(loop, nodes.While):
        return set(), False
    heads = [loop] if isinstance(loop, nodes.For) else loop.generators
    found: set[str] = set()
    settings = False
    for head in heads:
        target = head.target
        targets = [target] if isinstance(target, nodes.AssignName) else target.nodes_of_class(nodes.AssignName)
        found |= {name.name for name in targets}
        source = head.iter
        while isinstance(source, nodes.Call) and source.args:
            source = source.args[0]  # enumerate([...]), zip([...], …), itertools.product([...], …)
        settings = settings or isinstance(source, _LITERALS)
        settings = settings or isinstance(source, nodes.Attribute) or (isinstance(source, nodes.Name) and source.name.isupper())
    return found, settings
