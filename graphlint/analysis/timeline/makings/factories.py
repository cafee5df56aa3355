"""Graph functions that a factory returns, or a property, to what calls them in a loop or drops them, though it needs the same one each time."""

from __future__ import annotations

from collections.abc import Iterator

from astroid import nodes
from pylint.interfaces import CONTROL_FLOW

from graphlint.analysis.engine.callgraph import callers, mentions
from graphlint.analysis.engine.callgraph.named_calls import calls_named, calls_of
from graphlint.analysis.engine.callgraph.reach import PROGRAM
from graphlint.analysis.engine.heap import classes
from graphlint.analysis.engine.program import Program
from graphlint.analysis.policy import habits
from graphlint.analysis.syntax import names
from graphlint.analysis.syntax.assignments import is_made_in, owner_of
from graphlint.analysis.syntax.locations import line_of
from graphlint.analysis.syntax.scopes import Scope
from graphlint.analysis.timeline.makings.creations import (
    Creation,
    calls_of_made,
    ends_there,
    is_guarded,
    is_handed_over,
    makes_object,
    offence_of,
)
from graphlint.analysis.timeline.makings.loop_calls import (
    calls_in_loops,
    gives_the_same,
    is_begun,
    is_of_one_object,
)
from graphlint.analysis.timeline.repeats import loops_repeating
from graphlint.analysis.values.offence import Offence


def by_factory(program: Program, creation: Creation) -> Offence | None:
    """A graph function that a factory returns, which a loop calls, though each turn needs the same one."""
    factory = creation.scope
    if not isinstance(factory, nodes.FunctionDef) or not _is_returned(creation) or is_handed_over(program, factory):
        return None
    if is_guarded(creation.node, factory) or loops_repeating(creation.node, factory) or names.cache_of(factory) is not None:
        return None
    if names.decoration(factory) == "property":
        return _by_property(program, creation, factory)
    for call in (*calls_of(program, factory), *callers.calls_elsewhere(program, factory, PROGRAM)):
        scope = names.function_scope(call)
        if isinstance(call.parent, nodes.Return) and names.decoration(scope) == "property" and not is_guarded(call, scope):
            found = _by_property(program, creation, scope)
            if found is not None:
                return found
        loop = next(iter(loops_repeating(call, scope)), None)
        if isinstance(loop, (nodes.For, nodes.While)) and not ends_there(call, loop) and _serves_all_turns(call, scope, loop):
            when = f"at each call of '{names.qualified(factory)}', which {line_of(call, creation.node.root())} calls in a loop"
            return offence_of(creation, CONTROL_FLOW, when, "the loop", "each turn traces it again")
        if loop is None and _is_spent(program, call, scope):
            when = f"at each call of '{names.qualified(factory)}', and {line_of(call, creation.node.root())} calls it and drops it"
            return offence_of(creation, CONTROL_FLOW, when, f"'{names.qualified(scope)}'")
        looped = _calls_from_loop(program, call, scope) if loop is None else ()
        if looped:
            through = ", ".join(f"'{names.qualified(names.function_scope(one))}'" for one in (call, *looped[:-1]))
            line = line_of(looped[-1], creation.node.root())
            when = f"at each call of '{names.qualified(factory)}', through {through}, which {line} calls in a loop"
            return offence_of(creation, CONTROL_FLOW, when, f"'{names.qualified(scope)}'", "each of these calls traces it again")
    return None


def _by_property(program: Program, creation: Creation, getter: nodes.FunctionDef) -> Offence | None:
    """A graph function that a property makes each time that it is read, and that is called there and then: ``self.step(x)``."""
    if names.cache_of(getter) is not None or not isinstance(getter.parent, nodes.ClassDef):
        return None
    home = getter.root()
    modules = dict.fromkeys((home, *mentions.importers(program, home, f".{getter.name}(")))
    for call in calls_named(program, modules, (getter.name,)):  # of what it gives: it is read there, not called
        scope = names.function_scope(call)
        if not isinstance(call.func, nodes.Attribute) or not _is_object_of(program, call.func.expr, getter.parent):
            continue
        loops, owner = loops_repeating(call, scope), owner_of(call)
        if is_made_in(owner, loops[0]) if loops else habits.runs_once(scope) or is_guarded(call, scope) or _is_made(scope, owner.as_string()):
            continue  # each object has a graph function of its own
        when = f"each time that '{names.qualified(getter)}' is read, and {line_of(call, creation.node.root())} calls it and drops it"
        return offence_of(creation, CONTROL_FLOW, when, "the property")
    return None


def _is_object_of(program: Program, owner: nodes.NodeNG, cls: nodes.ClassDef) -> bool:
    """Whether an expression is an object of a class, or of one that derives from it."""
    values = program.detached(owner, names.function_scope(owner))
    known = [kind for value in values for kind in classes.of_program(program, value)]
    return any(cls in classes.ancestors(program, kind) for kind in known)


def _calls_from_loop(program: Program, call: nodes.Call, scope: Scope) -> tuple[nodes.Call, ...]:
    """The calls that lead from a loop to a function which calls a factory, each time with the same, and drops what that gives."""
    if not isinstance(scope, nodes.FunctionDef) or habits.runs_once(scope) or is_guarded(call, scope) or not calls_of_made(program, call, scope):
        return ()
    given = [name for name in _given_names([call]) if not classes.receives(scope, name)]
    if any(_is_made(scope, name) for name in _given_names(calls_of_made(program, call, scope))):
        return ()  # a model, an optimizer: each call of the function needs a graph function of its own
    for calls in calls_in_loops(program, scope):
        is_of_one = is_of_one_object(calls[-1])
        if is_of_one and all(name in scope.argnames() and gives_the_same(calls, scope, name) or name in scope.root().locals for name in given):
            return calls
    return ()


def _is_spent(program: Program, call: nodes.Call, scope: Scope) -> bool:
    """Whether what a factory gives is called on the spot, each time that a function is called: ``make_step(model)(x)``."""
    if not names.is_called(call) or habits.runs_once(scope) or is_guarded(call, scope):
        return False
    return not isinstance(scope, nodes.Lambda) and not is_begun(program, scope, calls_of(program, scope))


def _is_returned(creation: Creation) -> bool:
    """Whether a factory returns what it makes, and does nothing else with it."""
    if isinstance(creation.node, nodes.Call):
        return isinstance(creation.node.parent, nodes.Return)
    uses = [name for name in creation.scope.nodes_of_class(nodes.Name) if name.name == creation.node.name]
    return len(uses) == 1 and isinstance(uses[0].parent, nodes.Return)


def _serves_all_turns(call: nodes.Call, scope: Scope, loop: nodes.NodeNG) -> bool:
    """Whether a loop only calls what a factory gives it, with nothing that it has made for this turn: a model, an optimizer."""
    assigned = call.parent
    if names.is_called(call):  # there and then
        given = {name.name for name in call.nodes_of_class(nodes.Name)}
        return names.assigned_in(loop).isdisjoint(given) and given.isdisjoint(_changed(loop))
    if not isinstance(assigned, nodes.Assign) or not isinstance(assigned.targets[0], nodes.AssignName):
        return False
    target = assigned.targets[0].name
    is_only = len(scope.locals.get(target, ())) == 1  # other uses are of what is assigned elsewhere
    uses = [name for name in scope.nodes_of_class(nodes.Name) if name.name == target and (is_only or loop.parent_of(name))]
    calls = [use.parent for use in uses if names.is_called(use) and loop.parent_of(use)]
    if not calls or len(calls) < len(uses):
        return False
    given_first = {name.name for name in call.nodes_of_class(nodes.Name)}
    return given_first.isdisjoint(names.assigned_in(loop)) and not any(_is_made(loop, name) for name in _given_names(calls))


def _changed(loop: nodes.NodeNG) -> Iterator[str]:
    """The names of what a loop puts something into, or calls a method of."""
    for node in loop.nodes_of_class((nodes.AssignAttr, nodes.Assign, nodes.Call)):
        items = node.targets if isinstance(node, nodes.Assign) else (node.func,) if isinstance(node, nodes.Call) else (node,)
        for start in items:
            within = not isinstance(start, (nodes.Name, nodes.AssignName))
            while isinstance(start, (nodes.AssignAttr, nodes.Attribute, nodes.Subscript)):
                start = start.value if isinstance(start, nodes.Subscript) else start.expr
            if within and isinstance(start, nodes.Name):
                yield start.name


def _given_names(calls: list[nodes.Call]) -> list[str]:
    """The names in the arguments of calls, each once."""
    given = (argument for call in calls for argument in (*call.args, *call.keywords))
    return list(dict.fromkeys(name.name for argument in given for name in argument.nodes_of_class(nodes.Name)))


def _is_made(loop: nodes.NodeNG, name: str) -> bool:
    """Whether each turn of a loop, or call of a function, makes an object by that name: of a class, or by what makes or builds one."""
    made = (names.assigned(target) for target in loop.nodes_of_class(nodes.AssignName) if target.name == name)
    return any(isinstance(value, nodes.Call) and makes_object(value) for value in made)
