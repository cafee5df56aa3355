"""Graph functions that are made again and again, each for a single call: nothing that was traced is ever used again."""

from __future__ import annotations

from collections.abc import Iterator

from astroid import nodes
from pylint.interfaces import CONTROL_FLOW, HIGH

from graphlint.analysis.engine.activation import default_expression
from graphlint.analysis.engine.callgraph.named_calls import calls_of
from graphlint.analysis.engine.heap import classes
from graphlint.analysis.engine.program import Program
from graphlint.analysis.policy import habits, intent
from graphlint.analysis.syntax import names
from graphlint.analysis.syntax.locations import line_of
from graphlint.analysis.syntax.scopes import FunctionNode
from graphlint.analysis.timeline.makings.creations import (
    Creation,
    creations,
    ends_there,
    is_guarded,
    is_handed_over,
    is_looped_by,
    is_marker,
    makes_object,
    offence_of,
)
from graphlint.analysis.timeline.makings.factories import by_factory
from graphlint.analysis.timeline.makings.loop_calls import calls_in_loops, gives_the_same, is_begun, turn_variables
from graphlint.analysis.timeline.repeats import loops_repeating
from graphlint.analysis.values.offence import Offence


def repeated_creations(program: Program, module: nodes.Module, traced: set[FunctionNode]) -> list[Offence]:
    """The graph functions of a module that are made again and again. What is made in a trace is part of its graph."""

    def of_creation(creation: Creation) -> Iterator[Offence]:
        if names.is_within(creation.scope, traced) or is_marker(creation.node):
            return
        loops = loops_repeating(creation.node, creation.scope)
        if not creation.calls:
            offence = by_factory(program, creation)
        elif loops:
            offence = _in_loop(creation, loops)
        else:
            offence = _at_each_call(program, creation)
        if offence is not None:
            yield offence

    return list(program.faults.of_each(creations(program, module), of_creation, lambda creation: (creation.node, creation.name)))


def _in_loop(creation: Creation, loops: list[nodes.NodeNG]) -> Offence | None:
    loop = loops[0]
    if isinstance(creation.scope, nodes.ClassDef) or ends_there(creation.node, loop):
        return None
    around = [loops_repeating(call, creation.scope) for call in creation.calls]
    if not all(loop in inner for inner in around) or _is_one_of_a_few(creation.node, loop):
        return None  # it is kept for after the loop
    when = f"at each turn of the loop at line {loop.lineno}"
    if all(inner[0] is loop for inner in around):
        return offence_of(creation, HIGH, when, "the loop")
    # It is called many times for each that is made.
    return None if _reads_of_turn(creation.node, loop) else offence_of(creation, CONTROL_FLOW, when, "the loop", "each turn traces it again")


def _reads_of_turn(node: nodes.NodeNG, loop: nodes.NodeNG) -> bool:
    """Whether a graph function reads what each turn of a loop has another one of, such as an optimizer."""
    if not isinstance(node, nodes.FunctionDef) or node.parent is not loop or any(True for _ in loop.nodes_of_class(nodes.AssignAttr)):
        return True
    if any(isinstance(one, nodes.Expr) and not _only_shows(one.value) for one in loop.body[: loop.body.index(node)]):
        return True  # what is called before may set what the graph function reads: a seed, the parts of an object
    made = names.assigned_in(loop) | {one.name for one in loop.body if one is not node and isinstance(one, (nodes.FunctionDef, nodes.ClassDef))}
    return any(name.name in made and name.name not in node.locals for name in node.nodes_of_class(nodes.Name))


def _only_shows(node: nodes.NodeNG) -> bool:
    return isinstance(node, nodes.Const) or isinstance(node, nodes.Call) and names.last_name(node.func) in ("print", "info", "debug")


def _is_one_of_a_few(node: nodes.NodeNG, loop: nodes.NodeNG) -> bool:
    """Whether each turn makes another function on purpose: one for each function, or for each of a few settings."""
    assigned, settings = turn_variables(loop)
    read = {name.name for name in node.nodes_of_class(nodes.Name)}
    made_of_these = (names.assigned_in(one) for one in loop.nodes_of_class(nodes.Assign) if names.reads_any(one.value, assigned)) if settings else ()
    if settings and read & assigned.union(*made_of_these):
        return True
    options = [one.value for one in getattr(node, "keywords", ()) if one.arg not in ("func", "input_signature")]
    if any(names.reads_any(option, assigned) for option in options):
        return True  # for each device, say: no other turn can use this one
    given = node.args[0] if isinstance(node, nodes.Call) and node.args else None
    while isinstance(given, (nodes.Attribute, nodes.Subscript)):
        given = given.expr if isinstance(given, nodes.Attribute) else given.value
    if isinstance(given, nodes.Name) and not _is_local_function(loop, given.name):
        return given.name in names.assigned_in(loop)
    if isinstance(given, nodes.Call):
        return bool({name.name for name in given.nodes_of_class(nodes.Name)} & names.assigned_in(loop))
    return False


def _is_local_function(loop: nodes.NodeNG, name: str) -> bool:
    return any(function.name == name for function in loop.nodes_of_class(nodes.FunctionDef))


def _at_each_call(program: Program, creation: Creation) -> Offence | None:
    function = creation.scope
    if not isinstance(function, nodes.FunctionDef) or is_guarded(creation.node, function):
        return None
    if habits.is_called_once(function) and not _is_of_epoch(program, creation, function):
        return None
    if len(creation.calls) > 1 or is_handed_over(program, function):
        return None
    sites = calls_of(program, function)
    many = any(loops_repeating(call, function) or is_looped_by(call) for call in creation.calls)  # for each that is made
    looped = calls_in_loops(program, function)
    if habits.runs_once(function) and not looped or many and _reads_own(creation.node, function, looped):
        return None
    when = f"at each call of '{names.qualified(function)}'"
    if many and habits.is_run_by_epochs(function) and classes.is_callback(program, function.parent):
        when = f"{when}, which Keras calls again and again"
        return offence_of(creation, CONTROL_FLOW, when, f"'{names.qualified(function)}'", "each of these calls traces it again")
    if looped:
        through = "".join(f", through '{names.qualified(names.function_scope(call))}'" for call in looped[0][:-1])
        when = f"{when}{through}, which {line_of(looped[0][-1], function.root())} calls in a loop"
        if many:
            return offence_of(creation, CONTROL_FLOW, when, f"'{names.qualified(function)}'", "each of these calls traces it again")
        return offence_of(creation, HIGH, when, f"'{names.qualified(function)}'")
    if many:
        return None
    first = [call for call in sites if not intent.is_in_handler(call)]  # another try is none of its own
    if is_begun(program, function, sites) and (len(first) <= 1 or _is_of_caller(creation.node, function)):
        return None  # called once from where a program begins, or with another function each time
    return offence_of(creation, CONTROL_FLOW, when, f"'{names.qualified(function)}'")


def _is_of_epoch(program: Program, creation: Creation, function: nodes.FunctionDef) -> bool:
    """Whether a function that is called as if it did all of the training is called in a loop, on what each turn has: ``train(epoch)``."""
    if isinstance(function.parent, nodes.ClassDef) or not function.name.lower().lstrip("_").startswith(habits.TRAINS) or names.cache_of(function) is not None:
        return False
    looped = calls_in_loops(program, function)
    turns = [loops_repeating(calls[-1], names.function_scope(calls[-1]))[0] for calls in looped]
    if not looped or not all(isinstance(loop, nodes.For) for loop in turns) or _reads_own(creation.node, function, looped):
        return False
    given = [name.name for call in creation.calls for one in call.args for name in one.nodes_of_class(nodes.Name)]
    return not any(_is_own_object(function, name) for name in given)


def _is_own_object(function: nodes.FunctionDef, name: str) -> bool:
    """Whether a function makes the object that one of its variables holds."""
    values = [names.assigned(target) for target in function.locals.get(name, ())]
    return any(value is not None and any(map(makes_object, value.nodes_of_class(nodes.Call))) for value in values)


def _is_of_caller(node: nodes.NodeNG, function: nodes.FunctionDef) -> bool:
    """Whether the graph function is made of something that the caller gives."""
    given = {name.name for name in node.nodes_of_class(nodes.Name)} if isinstance(node, nodes.Call) else set()
    return not given.isdisjoint(function.argnames())


def _reads_own(node: nodes.NodeNG, function: nodes.FunctionDef, looped: list[tuple[nodes.Call, ...]]) -> bool:
    """Whether a graph function reads what another call of the function around it has another one of: a model, an optimizer.

    The calls in loops tell what it is given in each turn.
    """
    inner = node if isinstance(node, nodes.FunctionDef) else node.args[0] if node.args else node
    read, within = (name.name for name in inner.nodes_of_class(nodes.Name)), getattr(inner, "locals", {})
    for name in dict.fromkeys(name for name in read if name in function.locals and name not in within):
        if classes.receives(function, name) or isinstance(default_expression(function, name), nodes.Const):
            continue
        if name in function.argnames() and looped and all(gives_the_same(calls, function, name) for calls in looped):
            continue
        if name in function.argnames() or not isinstance(inner, (nodes.FunctionDef, nodes.Lambda)):
            return True
        values = [names.assigned(target) for target in function.locals[name]]
        if any(value is None or any(map(makes_object, value.nodes_of_class(nodes.Call))) for value in values):
            return True
    return False
