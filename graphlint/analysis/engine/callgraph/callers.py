"""Who calls a function, and what its parameters are given: in its own module, or in all that import that."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import TYPE_CHECKING, NamedTuple

from astroid import nodes

from graphlint.analysis.engine.activation import bind, given_expression, substitute
from graphlint.analysis.engine.callgraph import callees
from graphlint.analysis.engine.callgraph.mentions import has_further_importers, importers
from graphlint.analysis.engine.callgraph.reach import OWN_MODULE, PROGRAM, Reach
from graphlint.analysis.engine.faults import assumed
from graphlint.analysis.engine.heap.subclasses import subclass_modules, subclass_names
from graphlint.analysis.syntax import names
from graphlint.analysis.syntax.scopes import Scope
from graphlint.analysis.values.events import Call
from graphlint.analysis.values.frame import Frame
from graphlint.analysis.values.places import Argument, Class, Function, Param, Value, Variable, ordered

if TYPE_CHECKING:
    from graphlint.analysis.engine.program import Program

#: How a function or class that is called, or decorates, is written.
_CALLED = ("{}(", "@{}", "{} as ")


class CallSite(NamedTuple):
    """A call of a function: in which scope, and what it gives to the parameters."""

    scope: Scope
    event: Call
    parameters: dict[str, frozenset[Value]]
    home: Frame | None = None
    """The activation that the function was defined in."""

    def of(self, value: Value) -> frozenset[Value]:
        """What the call gives for a parameter, or the call that has made the function for one of its own."""
        if isinstance(value, Param) and value.name in self.parameters:
            return self.parameters[value.name]
        if isinstance(value, (Param, Variable)) and self.home is not None and (frame := self.home.find(value.scope)) is not None:
            return frame.env.get(value.name, frozenset())
        return frozenset((value,))


def call_sites(program: Program, function: nodes.FunctionDef, reach: Reach) -> list[CallSite]:
    """The calls of a function, but for those in the function itself: each call that leads there, for all that is known of its callee.

    `program.truncated` has the functions that may have more calls than these: beyond a bound.
    """
    if not reach.importers:
        return list(_call_sites(program, function, [function.root()], _own_names(program, function), reach))
    known = program.call_sites.get((function, reach))
    if known is None:
        called, modules = _names_in_program(program, function, reach)
        with assumed(program.call_sites, (function, reach), []):  # for those that are found on the way to themselves
            known = program.call_sites[function, reach] = list(_call_sites(program, function, modules, called, reach))
    return known


def _own_names(program: Program, function: nodes.FunctionDef) -> list[str]:
    """The names that a function is called by in its own module: of a constructor the class and what holds that."""
    cls = _class_name(function)
    return [function.name, *cls, *(holders(program, function.root(), cls[0]) if cls else ())]


def _names_in_program(program: Program, function: nodes.FunctionDef, reach: Reach) -> tuple[Iterable[str], list[nodes.Module]]:
    """The names that a function may be called by in the program, and the modules that mention it by what they can know it by.

    These are the function around it, which returns it, or its method; of a constructor the class and those that derive from it.
    """
    cls, outer = _class_name(function), function.parent.frame()
    if not isinstance(outer, nodes.FunctionDef):
        outer = function
    called = subclass_names(program, function.parent) if cls else [outer.name]
    homes = subclass_modules(program, function.parent) if cls else [function.root()]
    is_method = not cls and isinstance(outer.parent, nodes.ClassDef)
    written = [f".{outer.name}("] if is_method else [how.format(name) for name in called for how in _CALLED]
    others = [other for home in homes for other in importers(program, home, *written, reach=reach)]
    if len(others) >= reach.importers or any(has_further_importers(program, home, *written) for home in homes):
        program.truncated.add(function)
    modules = list(dict.fromkeys([*homes, *others]))
    in_class_methods = ("cls",) if cls else ()
    held = [name for module in modules for one in cls for name in holders(program, module, one)]
    return dict.fromkeys((*called, function.name, *in_class_methods, *held)), modules


def known_call_sites(program: Program, function: nodes.FunctionDef) -> list[CallSite]:
    """The calls of its module, or those of other modules if it has none."""
    return call_sites(program, function, OWN_MODULE) or call_sites(program, function, PROGRAM)


def calls_elsewhere(program: Program, function: nodes.FunctionDef, reach: Reach) -> list[nodes.Call]:
    """The calls of a function in other modules, as they are written there."""
    sites = (site.event.node for site in call_sites(program, function, reach))
    return [call for call in sites if isinstance(call, nodes.Call) and call.root() is not function.root()]


def calls_by_graph_names(program: Program, function: nodes.FunctionDef) -> list[CallSite]:
    """The calls of a function in its module by other names that graph functions go by: ``step = make_step(model); step(x)``."""
    index = program.index(function.root())
    called = sorted((index.graph_names | index.maker_names) - {function.name})
    return list(_call_sites(program, function, [function.root()], called, OWN_MODULE))


def calls_of_object(program: Program, function: nodes.FunctionDef, holder: Variable, reach: Reach) -> list[CallSite]:
    """The calls of ``__call__``, or of what it returns, by the name of the global that holds the object: ``@LAYERS("dense")``."""
    home = holder.scope.root()
    modules = [home, *importers(program, home, *(how.format(holder.name) for how in _CALLED), reach=reach)]
    return list(_call_sites(program, function, modules, (holder.name,), reach))


def expressions(program: Program, function: nodes.FunctionDef, name: str, reach: Reach) -> Iterator[tuple[CallSite, nodes.NodeNG | None]]:
    """The calls of a function, each with the source of what it gives for a parameter, if that shows."""
    return _with_given(call_sites(program, function, reach), function, name)


def known_expressions(program: Program, function: nodes.FunctionDef, name: str) -> list[tuple[CallSite, nodes.NodeNG | None]]:
    """The same of the calls of its module, or of those of other modules if it has none."""
    return list(_with_given(known_call_sites(program, function), function, name))


def _with_given(
    sites: list[CallSite], function: nodes.FunctionDef, name: str
) -> Iterator[tuple[CallSite, nodes.NodeNG | None]]:
    for site in sites:
        call = site.event.node
        yield site, given_expression(call, function, name) if isinstance(call, nodes.Call) else None


def calls_of_instances(program: Program, function: nodes.FunctionDef, reach: Reach) -> list[CallSite]:
    """The calls of ``__call__`` by the names of the variables and attributes that are assigned an object of the class: ``self.model(x)``."""
    home, cls = function.root(), function.parent
    if function.name != "__call__" or not isinstance(cls, nodes.ClassDef):
        return []
    modules = [home, *importers(program, home, f"{cls.name}(", reach=reach)]
    made = (call.parent for module in modules for call in program.index(module).calls((cls.name,)) if isinstance(call.parent, nodes.Assign))
    targets = (target for statement in made for target in statement.targets if isinstance(target, (nodes.AssignName, nodes.AssignAttr)))
    named = dict.fromkeys(names.last_name(target) for target in targets)
    return list(_call_sites(program, function, modules, named, reach))


def holders(program: Program, module: nodes.Module, name: str) -> list[str]:
    """The variables that hold a class, alone or in a list or dict, and those of loops over these: ``for kind in KINDS: kind(x)``."""
    index, found = program.index(module), {}
    for use in index.uses.get(name, ()):
        parent = use.parent
        while isinstance(parent, (nodes.List, nodes.Tuple, nodes.Dict)):
            parent = parent.parent
        if isinstance(parent, nodes.Assign):
            found |= dict.fromkeys(target.name for target in parent.targets if isinstance(target, nodes.AssignName))
        elif isinstance(parent, nodes.For):
            found |= dict.fromkeys(sorted(names.assigned_in(parent.target)))
    for held in list(found):
        statements = (use.statement() for use in index.uses.get(held, ()))
        loops = (one for one in statements if isinstance(one, nodes.For) and any(use.name == held for use in one.iter.nodes_of_class(nodes.Name)))
        found |= dict.fromkeys(name for loop in loops for name in sorted(names.assigned_in(loop.target)))
    return list(found)


def _class_name(function: nodes.FunctionDef) -> tuple[str, ...]:
    """The name that calls of a constructor use."""
    return (function.parent.name,) if function.name == "__init__" and isinstance(function.parent, nodes.ClassDef) else ()


def _call_sites(
    program: Program, function: nodes.FunctionDef, modules: list[nodes.Module], called: Iterable[str], reach: Reach
) -> Iterator[CallSite]:
    """The calls of a function by some names, in some modules."""
    for module in modules:
        if reach.calls is not None and any(islice(_named(program, module, called), reach.calls, None)):
            program.truncated.add(function)
        for scope, event in _events(program, module, called, reach):
            if scope is not function:
                yield from _sites(program, function, scope, event)
        if reach.has_decorations:
            for scope, event in _decorations(program, function.parent.frame(), module, called):
                yield from _sites(program, function, scope, event)


def _events(program: Program, module: nodes.Module, called: Iterable[str], reach: Reach) -> Iterator[tuple[Scope, Call]]:
    """The calls in a module of what goes by one of the names."""
    return _events_at(program, islice(_named(program, module, called), reach.calls))


def _named(program: Program, module: nodes.Module, called: Iterable[str]) -> Iterator[nodes.NodeNG]:
    """The calls in a module that are written with one of the names."""
    index = program.index(module)
    local = [*called, *(short for real, short in index.aliases if real in called)]
    return chain(index.calls(local), index.item_calls(local))  # `Base[int]()` makes a Base


def _events_at(program: Program, called: Iterable[nodes.NodeNG]) -> Iterator[tuple[Scope, Call]]:
    """Some calls as the analysis sees them, each with its scope."""
    by_scope: defaultdict[Scope, dict[nodes.NodeNG, None]] = defaultdict(dict)
    for call in called:
        by_scope[names.function_scope(call)][call] = None
    for scope in sorted(by_scope, key=lambda scope: scope.fromlineno):
        for event in program.summary(scope).calls_of(*by_scope[scope]):
            yield scope, event


def constructions(program: Program, cls: nodes.ClassDef, reach: Reach) -> Iterator[Call]:
    """The calls of a class."""
    for module in (cls.root(), *importers(program, cls.root(), *(how.format(cls.name) for how in _CALLED), reach=reach)):
        for _, event in _events(program, module, [cls.name], reach):
            if Class(cls) in event.callee:
                yield event


def _sites(program: Program, function: nodes.FunctionDef, scope: Scope, event: Call) -> Iterator[CallSite]:
    for callee in callees.callees(program, event.callee):
        if callee.function is not None and callee.function.node is function:
            given = bind(program, function, callee.receiver, callee.arguments + event.arguments)
            yield CallSite(scope, event, given, callee.function.home)


def passed_on(program: Program, function: nodes.FunctionDef) -> Iterator[CallSite]:
    """The calls of a function, in its module, by functions that are given it: ``measure(step, x)`` calls ``function(*args)``."""
    called = [use.parent for use in program.index(function.root()).uses.get(function.name, ()) if _is_passed(use)]
    for _, event in _events_at(program, called[: PROGRAM.calls]):  # all in one module, but each is followed
        for callee in callees.callees(program, event.callee):
            if callee.function is not None and callee.graph is None:
                yield from _called_within(program, function, callee, event)


def _is_passed(use: nodes.NodeNG) -> bool:
    return isinstance(use.parent, nodes.Call) and use in use.parent.args


def _called_within(program: Program, function: nodes.FunctionDef, callee: callees.Callee, event: Call) -> Iterator[CallSite]:
    """The calls of a function in the activation of another one that is given it."""
    inner = callee.function
    frame = Frame(inner.node, bind(program, inner.node, callee.receiver, callee.arguments + event.arguments), inner.home, traced=False)
    for call in program.summary(inner.node).events:
        if isinstance(call, Call) and any(isinstance(value, Param) for value in call.callee):
            for reached in callees.callees(program, substitute(program, call.callee, frame)):
                if reached.function is not None and reached.function.node is function:
                    given = tuple(Argument(one.keyword, substitute(program, one.values, frame)) for one in call.arguments)
                    yield CallSite(inner.node, call, bind(program, function, reached.receiver, reached.arguments + given))


def _decorations(
    program: Program, maker: nodes.NodeNG, module: nodes.Module, called: Iterable[str]
) -> Iterator[tuple[Scope, Call]]:
    """The calls of a function as a decorator, and of what calls of its maker return."""
    for name in called:
        for use in program.index(module).uses.get(name, ()):
            if isinstance(use.parent, nodes.Decorators):
                yield _decoration(program, use)
    if isinstance(maker, nodes.FunctionDef):
        for call in program.index(module).calls({maker.name, *(called if maker.name == "__call__" else ())}):
            if isinstance(call.parent, nodes.Decorators):
                yield _decoration(program, call)
            elif names.is_called(call):
                scope = names.function_scope(call)
                for event in program.summary(scope).calls_of(call.parent):
                    yield scope, event


def _decoration(program: Program, decorator: nodes.NodeNG) -> tuple[Scope, Call]:
    """What Python does with a decorator: calls it with the function or class."""
    decorated = decorator.parent.parent
    scope = names.function_scope(decorated)
    value = Class(decorated) if isinstance(decorated, nodes.ClassDef) else Function(decorated)
    return scope, Call(decorator, program.detached(decorator, scope), (Argument(None, frozenset((value,))),), (), 0)


def given(program: Program, parameter: Param, reach: Reach) -> list[Value]:
    """What calls give for a parameter, in their order."""
    if not isinstance(parameter.scope, nodes.FunctionDef):
        return []
    values = [site.parameters.get(parameter.name, ()) for site in call_sites(program, parameter.scope, reach)]
    return [value for several in values for value in ordered(several) if value != parameter]
