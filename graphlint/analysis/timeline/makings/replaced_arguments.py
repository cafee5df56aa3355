"""Graph functions that are given one model or optimizer after the other: the variables of the second are made too late."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from astroid import nodes
from pylint.interfaces import CONTROL_FLOW, HIGH, INFERENCE, Confidence

from graphlint.analysis.engine.activation import bind
from graphlint.analysis.engine.callgraph import callers
from graphlint.analysis.engine.callgraph.callees import callees
from graphlint.analysis.engine.callgraph.named_calls import calls_of
from graphlint.analysis.engine.callgraph.reach import OWN_MODULE
from graphlint.analysis.engine.heap import classes
from graphlint.analysis.engine.program import Program
from graphlint.analysis.policy import habits
from graphlint.analysis.syntax import names
from graphlint.analysis.syntax.assignments import is_made_in, owner_of
from graphlint.analysis.syntax.scopes import FunctionNode, Scope
from graphlint.analysis.timeline import repeats
from graphlint.analysis.timeline.retracing import GraphCall
from graphlint.analysis.values.events import Call
from graphlint.analysis.values.offence import Offence, of_call
from graphlint.analysis.values.places import (
    Attribute,
    Class,
    External,
    Fresh,
    Item,
    Param,
    Result,
    Value,
    Variable,
    item,
    join,
    ordered,
)
from graphlint.frameworks.meaning import Kind

#: Methods of optimizers that make the variables which they keep for each weight.
_APPLIES = frozenset({"apply_gradients", "apply", "minimize"})
#: How many helpers an object is followed through.
_MAX_HELPERS = 2
#: What may be done with a model or optimizer that makes no variables.
_HARMLESS = frozenset({"Checkpoint", "print", "summary", "compile"})
#: What a Sequential is given that tells the shape of its input: its variables are made with it.
_SHAPES = ("Input", "input_shape", "input_dim", "batch_shape", "input_spec")


class _Given(NamedTuple):
    """A call gives an object that has no variables yet to a graph function, which makes them."""

    call: nodes.Call
    expression: nodes.NodeNG
    maker: nodes.NodeNG
    """What makes the object in the scope: its constructor is called there, or by the method that is called there."""
    scope: Scope
    function: FunctionNode
    parameter: str
    options: nodes.NodeNG
    """The decorator or call that makes the graph function."""
    about: tuple[nodes.NodeNG, str]
    """Where an error in the analysis is reported, and the name of the graph function."""
    is_one_of_several: bool = False
    """It is one of the objects that a list or dict holds."""


def replaced_arguments(program: Program, calls: list[GraphCall]) -> list[Offence]:
    """Those of some calls of graph functions that give another model or optimizer than before."""
    several: dict[tuple[FunctionNode, str, Scope, str, nodes.NodeNG], list[_Given]] = defaultdict(list)

    def by_itself(given: _Given) -> Iterator[Offence]:
        anew = _anew(program, given)
        if anew is not None:
            yield _offence(given, *anew)

    every = list(program.faults.of_each(calls, lambda call: _given(program, call), lambda call: call.about))
    found = list(program.faults.of_each(every, by_itself, lambda given: given.about))
    for given in every:
        several[given.function, given.parameter, given.scope, given.call.func.as_string(), given.options].append(given)
    for group in several.values():
        first = {given.maker: given for given in reversed(group)}  # of each object its first call
        found += [_offence(given, "", HIGH) for given in group[1:] if first[given.maker] is given]
    return found


def _given(program: Program, call: GraphCall) -> Iterator[_Given]:
    # What is defined within a function is another one at each call.
    if not isinstance(call.function.parent, (nodes.Module, nodes.ClassDef)):
        return
    for parameter, values in _arguments(call):
        if not _is_used(program, call.function, parameter):
            continue
        for site, expression, held, home in _origins(program, call, parameter, values):
            elements = _elements(expression, home)
            if elements:
                held = join(*(program.detached(element, home) for element in elements))
            made = _made(program, held)
            maker = _maker(made, held, home) if made is not None else None
            if maker is None:
                continue
            given = expression.value if isinstance(expression, nodes.Starred) else expression
            held_in = given.value if elements else given
            if given is maker or isinstance(held_in, (nodes.Name, nodes.Attribute)) and not _is_built(program, held_in, home, site):
                several = len({one.node for value in held for one in classes.objects(program, value)}) > 1 or _is_comprehended(maker)
                yield _Given(site, expression, maker, home, call.function, parameter, call.graph.options, call.about, several)


def _elements(expression: nodes.NodeNG, scope: Scope) -> list[nodes.Call]:
    """What makes the objects of a list or dict that an item may be: ``optimizers["a"]``, ``made[name]`` of ``{n: Adam() for n in names}``."""
    if not isinstance(expression, nodes.Subscript) or not isinstance(expression.value, nodes.Name):
        return []
    name = expression.value.name
    bindings = scope.locals.get(name, ()) or scope.root().locals.get(name, ())
    match names.assigned(bindings[0]) if len(bindings) == 1 else None:
        case nodes.Dict(items=items):
            keyed = {key.value: value for key, value in items if isinstance(key, nodes.Const)}
        case nodes.List(elts=elements) | nodes.Tuple(elts=elements):
            keyed = dict(enumerate(elements))
        case nodes.DictComp(value=element) | nodes.ListComp(elt=element):
            return [element] if isinstance(element, nodes.Call) else []
        case _:
            return []
    key = expression.slice
    found = [keyed[key.value]] if isinstance(key, nodes.Const) and key.value in keyed else list(keyed.values())
    return found if all(isinstance(one, nodes.Call) for one in found) else []


def _is_comprehended(maker: nodes.NodeNG) -> bool:
    """Whether a comprehension makes the object, and one for each turn."""
    return isinstance(maker.parent, (nodes.DictComp, nodes.ListComp))


def _arguments(call: GraphCall) -> Iterator[tuple[str, frozenset[Value]]]:
    """What a call gives to each parameter, also with ``*pair``."""
    yield from call.arguments.items()
    spread = [argument.values for argument in call.event.arguments if argument.keyword == "*"]
    for parameter in names.positional(call.function) if len(spread) == 1 else ():
        if parameter not in call.arguments and isinstance(call.expression(parameter), nodes.Starred):
            yield parameter, _items(spread[0])


def _items(values: Iterable[Value]) -> frozenset[Value]:
    return join(*map(item, values))


def _origins(
    program: Program, call: GraphCall, parameter: str, values: frozenset[Value]
) -> Iterator[tuple[nodes.Call, nodes.NodeNG, frozenset[Value], Scope]]:
    """Where an argument comes from: the call itself, or those of the function around it, if that passes on what it is given."""
    scope, only = call.scope, next(iter(values)) if len(values) == 1 else None
    passed = only.base if isinstance(only, Item) else only
    if not isinstance(passed, Param) or passed.scope is not scope or not isinstance(scope, nodes.FunctionDef):
        yield call.event.node, call.expression(parameter), values, scope
        return
    for site, given in callers.expressions(program, scope, passed.name, OWN_MODULE):
        if given is not None:
            held = site.parameters.get(passed.name, frozenset())
            yield site.event.node, given, held if passed is only else _items(held), site.scope


def _made(program: Program, values: frozenset[Value]) -> Fresh | None:
    """The object that an argument may be, if that is known, and has no variables yet; of several that one function makes the first."""
    held = ordered({one for value in values for one in classes.objects(program, value)})
    if not held or any(not isinstance(one, Fresh) or not isinstance(one.node, nodes.Call) or not makes_variables(program, one) for one in held):
        return None
    return held[0] if len({names.function_scope(one.node) for one in held}) == 1 else None


def _maker(made: Fresh, values: frozenset[Value], scope: Scope) -> nodes.NodeNG | None:
    """What makes an object for a scope: its constructor, called there, or the one call of the function that makes and returns it."""
    home = names.function_scope(made.node)
    if home is scope or all(_is_put_in(made.node, value) for value in values) and _is_there(home):
        return made.node
    results = {value.base if isinstance(value, Item) else value for value in values}
    calls = [result.call.node for result in results if isinstance(result, Result)]
    if len(calls) != 1 or not isinstance(home, nodes.FunctionDef) or _is_built_by(made.node, home):
        return None
    is_here = isinstance(calls[0], nodes.Call) and names.function_scope(calls[0]) is scope
    return calls[0] if is_here and names.last_name(calls[0].func) == home.name else None


def _is_put_in(made: nodes.Call, place: Value) -> bool:
    """Whether an object is put into a variable or attribute where it is made: it goes by no other name before."""
    match made.parent:
        case nodes.Assign(targets=[nodes.AssignName(name=name)]):
            return isinstance(place, Variable) and place.name == name
        case nodes.Assign(targets=[nodes.AssignAttr(attrname=name)]):
            return isinstance(place, Attribute) and place.name == name
    return False


def _is_there(home: Scope) -> bool:
    """Whether what is made in a scope is there before anything is called: it is a module, or a constructor."""
    return isinstance(home, nodes.Module) or getattr(home, "name", "") == "__init__"


def _is_built_by(made: nodes.Call, factory: nodes.FunctionDef) -> bool:
    """Whether a function does anything with an object that it makes, but to return it: that may make its variables."""
    if isinstance(made.parent, nodes.Return):
        return False
    target = made.parent.targets[0] if isinstance(made.parent, nodes.Assign) else None
    if not isinstance(target, nodes.AssignName):
        return True
    uses = (name for name in factory.nodes_of_class(nodes.Name) if name.name == target.name)
    return any(not isinstance(use.statement(), nodes.Return) or isinstance(use.parent, nodes.Call) for use in uses)


def makes_variables(program: Program, made: Fresh) -> bool:
    """Whether an object has no variables until it is used."""
    if isinstance(made.kind, nodes.ClassDef):
        return classes.is_model(program, made.kind) and not _is_functional(made.kind)
    if made.kind is None:
        return False
    given = {keyword.arg: keyword.value for keyword in made.node.keywords}
    if made.kind == "keras.optimizers.SGD":
        momentum = given.get("momentum", made.node.args[1] if len(made.node.args) > 1 else None)
        return momentum is not None and getattr(momentum, "value", None) != 0.0
    if made.kind == "keras.Sequential":
        layers = given.get("layers", made.node.args[0] if made.node.args else None)
        return isinstance(layers, (nodes.List, nodes.Tuple)) and bool(layers.elts) and not any(one in layers.as_string() for one in _SHAPES)
    return made.kind.startswith("keras.optimizers.") and made.kind.count(".") == 2


def _is_functional(cls: nodes.ClassDef) -> bool:
    """Whether a model of the program is put together in its constructor: ``super().__init__(inputs, outputs)``."""
    calls = (call for call in cls.nodes_of_class(nodes.Call) if getattr(call.func, "attrname", "") in ("__init__", "build"))
    return any(
        call.args or {"inputs", "outputs"} & {keyword.arg for keyword in call.keywords}
        for call in calls
        if call.func.attrname == "build" or call.func.expr.as_string().startswith("super(")
    )


def _is_used(program: Program, function: FunctionNode, parameter: str, depth: int = 0) -> bool:
    """Whether a graph function calls a model that it is given, or applies gradients with an optimizer, or a helper does."""
    own = Param(function, parameter)
    # What a helper does in a branch, this call may switch off.
    events = [event for event in program.summary(function).events if isinstance(event, Call) and not (depth and event.guards)]
    applied = (one for event in events for one in event.callee)
    if any(one == own or isinstance(one, Attribute) and one.base == own and one.name in _APPLIES for one in applied):
        return True
    handed = [event for event in events if any(one.values == {own} for one in event.arguments)] if depth < _MAX_HELPERS else []
    return any(
        _is_used(program, callee.function.node, name, depth + 1)
        for event in handed
        for callee in callees(program, event.callee)
        if callee.function is not None and callee.graph is None
        for name, values in bind(program, callee.function.node, callee.receiver, event.arguments).items()
        if values == {own}
    )


def _is_built(program: Program, given: nodes.Name | nodes.Attribute, scope: Scope, call: nodes.Call) -> bool:
    """Whether anything is done with an object, before the call or in another function, that may make its variables."""
    is_local = isinstance(given, nodes.Name) and given.name in scope.locals
    uses = program.index(call.root()).uses.get(names.last_name(given), ())
    before = (use for use in uses if use.as_string() == given.as_string() and (use.lineno < call.lineno or not is_local))
    return any((names.function_scope(use) is scope or not is_local) and not _is_harmless(use, call) for use in before)


def _is_harmless(use: nodes.Name | nodes.Attribute, call: nodes.Call) -> bool:
    """Whether a use of an object makes no variables, or is in another call of the same graph function."""
    parent = use.parent
    if isinstance(parent, nodes.Attribute):
        return parent.attrname in _HARMLESS or not names.is_called(parent)
    while isinstance(parent, (nodes.Keyword, nodes.Tuple, nodes.List, nodes.Subscript)):
        parent = parent.parent
    if not isinstance(parent, nodes.Call) or parent.func is use:
        return False
    name = names.last_name(parent.func)
    return name in _HARMLESS or parent.func.as_string() == call.func.as_string()


def _anew(program: Program, given: _Given) -> tuple[str, Confidence] | None:
    """When the object is made again for the same graph function, and how sure that is."""
    # A method has graphs for each object.
    is_method = isinstance(given.function.parent, nodes.ClassDef)
    if given.is_one_of_several and isinstance(given.expression, nodes.Name):
        looped = (loop for loop in repeats.loops_repeating(given.call, given.scope) if isinstance(loop, nodes.For))
        loop = next((loop for loop in looped if given.expression.name in names.assigned_in(loop.target)), None)
        if loop is not None:
            is_own = loop.parent_of(given.options) or isinstance(given.call.func, nodes.Subscript)  # of several graph functions one
            return None if is_own or _is_handled(program, loop) else (f" at each turn of the loop at line {loop.lineno}", INFERENCE)
    if given.is_one_of_several and isinstance(given.expression, nodes.Subscript):
        loop = _chosen_by(given)
        is_other = loop is not None and not loop.parent_of(given.options) and not _is_taken_elsewhere(program, given, loop)
        return (f" at each turn of the loop at line {loop.lineno}", INFERENCE) if is_other else None
    made_in = repeats.loops_repeating(given.maker, given.scope)
    if (made_in[0] if made_in else given.scope).parent_of(given.options):
        return None  # so is the graph function
    if made_in and made_in[0] in repeats.loops_repeating(given.call, given.scope):
        if is_method and is_made_in(owner_of(given.call), made_in[0]):
            return None
        return f" at each turn of the loop at line {made_in[0].lineno}", HIGH
    if not isinstance(given.scope, nodes.FunctionDef) or made_in or _is_there(names.function_scope(given.maker)):
        return None
    sites = calls_of(program, given.scope)
    loops = ((call, loop) for call in sites for loop in repeats.loops_repeating(call, names.function_scope(call)))
    looped = [call for call, loop in loops if not (is_method and is_made_in(owner_of(call), loop))]
    name = names.qualified(given.scope)
    if looped:
        return f" at each call of '{name}', which line {looped[0].lineno} calls in a loop", HIGH
    searches = repeats.searches(program, given.scope)
    if searches:
        return f" at each call of '{name}', which line {searches[0].lineno} calls for each trial", INFERENCE
    again = _is_asked_of_object(given) if is_method else len(sites) > 1
    return (f" at each call of '{name}'", CONTROL_FLOW) if again else None


def _chosen_by(given: _Given) -> nodes.For | None:
    """The loop whose variable chooses the item: ``for name in names: step(x, made[name])``."""
    key = given.expression.slice
    looped = (loop for loop in repeats.loops_repeating(given.call, given.scope) if isinstance(loop, nodes.For))
    return next((loop for loop in looped if names.reads_any(key, names.assigned_in(loop.target))), None)


def _is_taken_elsewhere(program: Program, given: _Given, loop: nodes.For) -> bool:
    """Whether something outside of the loop uses the list or dict that the item is of, which may make the variables."""
    uses = program.index(loop.root()).uses.get(given.expression.value.name, ())
    return any(not loop.parent_of(use) for use in uses)


def _is_handled(program: Program, loop: nodes.For) -> bool:
    """Whether anything else is done with what a loop goes over, or with one of its elements, that may make its variables."""
    uses = program.index(loop.root()).uses
    scope = names.function_scope(loop)
    gone_over = list(loop.iter.nodes_of_class(nodes.Name))
    made = [names.assigned(one) for name in gone_over for one in scope.locals.get(name.name, ())]
    displays = [value for value in made if isinstance(value, (nodes.List, nodes.Tuple, nodes.Dict))]
    known = [*gone_over, *(one for value in displays for one in value.nodes_of_class(nodes.Name))]
    held = [one for one in known if not any(isinstance(value, (External, Class)) for value in program.lookup(scope, one.name))]
    others = (other for one in held for other in uses.get(one.name, ()) if isinstance(other, nodes.Name) and other not in known)
    return any(loop not in names.loops_around(other, scope) for other in others)


def _is_asked_of_object(given: _Given) -> bool:
    """Whether a method that trains gives the object to a graph function of its own object: it is there to be called again."""
    method, owner = given.scope, owner_of(given.call)
    if not method.name.startswith(habits.WHOLE) or not isinstance(method.parent, nodes.ClassDef) or not isinstance(owner, nodes.Name):
        return False
    return classes.receives(method, owner.name)


def _offence(given: _Given, when: str, confidence: Confidence) -> Offence:
    name, shown = names.qualified(given.function), given.expression.as_string()
    before = "it" if names.pasted(given.expression, len(shown)) is None else f"'{shown}'"
    details = {
        "what": f"graph function '{name}', given another '{shown}'{when},",
        "creates": "creates its variables when it is traced again",
        "instead": f"build {before} before the call",
    }
    return of_call(Kind.CREATE_VARIABLE, given.call, name, confidence, details, given.expression)
