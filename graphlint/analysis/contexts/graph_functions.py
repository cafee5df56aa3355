"""Which functions of a module are traced, and how."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from astroid import nodes
from pylint.interfaces import INFERENCE

from graphlint import frameworks
from graphlint.analysis.contexts.eager_switches import is_made_eager, switches
from graphlint.analysis.contexts.keras_methods import traced_methods
from graphlint.analysis.contexts.traced_arguments import Tracing, functions_of, tracings
from graphlint.analysis.engine.activation import SETTINGS, substitute
from graphlint.analysis.engine.callgraph import callees, callers
from graphlint.analysis.engine.callgraph.callers import CallSite
from graphlint.analysis.engine.callgraph.named_calls import calls_named, scopes_calling
from graphlint.analysis.engine.heap import classes
from graphlint.analysis.engine.program import Program
from graphlint.analysis.syntax import blocks, names
from graphlint.analysis.syntax.scopes import FunctionNode, Scope
from graphlint.analysis.values.conditions import Guard, decide
from graphlint.analysis.values.frame import Frame
from graphlint.analysis.values.graph_function import GraphFunction
from graphlint.analysis.values.places import (
    Attribute,
    Bound,
    Const,
    External,
    Fresh,
    Function,
    Graph,
    Param,
    Value,
    ordered,
    text,
)

#: More ways than this that one closure is made are not all looked at.
_MAX_WAYS = 8


def graph_functions(program: Program, module: nodes.Module) -> list[GraphFunction]:
    """The graph functions of a module, each once, in the order of the source; a closure once for each way that it is made."""
    found: dict[tuple[FunctionNode, Value | None, frozenset[tuple]], GraphFunction] = {}
    ways: Counter[FunctionNode] = Counter()
    for function in _traced_plainly(program, module):
        if function.node.root() is module and isinstance(function.site, nodes.Call):
            function = replace(function, site=function.node)
        typed = isinstance(function.receiver, Param) and function.receiver.cls is not None
        key = (function.node, function.receiver if typed else None, frozenset(_settings(function.home)))
        if key not in found and ways[function.node] == _MAX_WAYS:
            continue
        ways[function.node] += key not in found
        known = found.setdefault(key, function)
        if known.guards != function.guards:
            found[key] = replace(known, guards=())
    return sorted(found.values(), key=lambda function: (function.site.fromlineno, function.site.col_offset))


def _traced_plainly(program: Program, module: nodes.Module) -> Iterator[GraphFunction]:
    """The graph functions of a module that TensorFlow is not made to run eagerly."""

    def settled(function: GraphFunction) -> Iterator[GraphFunction]:
        if not is_made_eager(program, function.node):
            yield _of_outer(function)

    found: list[GraphFunction] = []
    with program.faults.isolated(module):
        found.extend(_all(program, module))
    yield from program.faults.of_each(found, settled, lambda function: function.about)


def _settings(home: Frame | None) -> Iterator[tuple[FunctionNode, str, frozenset[Value]]]:
    """The constants that the functions around a closure were called with."""
    while home is not None:
        for name, values in home.env.items():
            if all(isinstance(value, Const) and value.type in SETTINGS for value in values):
                yield home.function, name, values
        home = home.home


def _of_outer(function: GraphFunction) -> GraphFunction:
    """The graph function, of an object that is there before the trace: what makes it is no part of that."""
    made = function.receiver
    if not isinstance(made, Fresh) or not isinstance(made.kind, nodes.ClassDef):
        return function
    parameters = names.positional(function.node)
    if not parameters:
        return function
    own = made.kind is function.node.parent  # its `self` tells as much
    return replace(function, receiver=None if own else Param(function.node, parameters[0], made.kind))


def is_eager(program: Program, module: nodes.Module) -> bool:
    """Whether a module makes TensorFlow run all functions eagerly, or `tf.function` is not looked at."""
    return "function" not in program.contexts or switches(program, module, frameworks.EAGER_SWITCHES, True)


def _all(program: Program, module: nodes.Module) -> Iterator[GraphFunction]:
    contexts = set(program.contexts)
    if switches(program, module, frameworks.EAGER_SWITCHES, True):
        contexts -= {"function", "keras"}
    if switches(program, module, frameworks.DEBUG_SWITCHES, None):
        contexts -= {"dataset"}
    if switches(program, module, frameworks.GRAPH_1_SWITCHES, None) or _needs_tensorflow_1(program, module):
        contexts -= {"keras"}  # its layers are called once, for the one graph that all the code builds
    if "function" in contexts:
        # What a wrapper is given comes last: where it is made a graph function by its own name is surer.
        made = sorted(_graphs(program, module), key=lambda made: isinstance(made[0].target, Param))
        yield from program.faults.of_each(made, lambda one: _made(program, *one), lambda one: (one[1], text(one[0])))
        yield from _inherited(program, module)
    of_tensorflow_1 = {module: False}  # where it is one, Keras is no context

    def given(tracing: Tracing) -> Iterator[GraphFunction]:
        for callee in tracing.functions:
            home = callee.function.node.root()
            if tracing.tracer == "Keras":
                if home not in of_tensorflow_1:
                    of_tensorflow_1[home] = _needs_tensorflow_1(program, home)
                if of_tensorflow_1[home]:
                    continue
            yield GraphFunction(
                callee.function.node,
                callee.function.home,
                callee.receiver,
                callee.arguments,
                tracing.call,
                tracing.tracer,
                callees.weaker(tracing.confidence, callee.confidence),
                autograph=tracing.tracer != "Keras" or program.keras_version(home) == 2,
                site=tracing.call,
                by_keras=not _names_call(tracing.call) and _is_called_by_keras(program, callee.function.node),
            )

    traced = tracings(program, module, frozenset(contexts))
    yield from program.faults.of_each(traced, given, lambda tracing: (tracing.call, names.qualified(tracing.functions[0].function.node)))
    if "keras" in contexts:
        for method in traced_methods(program, module):
            converted = program.keras_version(method.node.root()) == 2 and method.node.name in frameworks.keras.CONVERTED_BY_KERAS_2
            yield GraphFunction(
                method.function.node,
                method.function.home,
                receiver=method.receiver,
                tracer="Keras",
                confidence=INFERENCE,
                autograph=converted,
                site=method.node if method.node.root() is module else method.cls,
            )


def _graphs(program: Program, module: nodes.Module) -> Iterator[tuple[Graph, nodes.NodeNG, tuple[Guard, ...]]]:
    """The graph functions that a module makes, with what makes them and what that depends on."""
    index = program.index(module)
    decorated = [function for function in index.functions if function.decorators is not None]
    scopes = scopes_calling(program, module, index.maker_names)
    yield from program.faults.of_each(decorated, lambda function: _decorated(program, function), lambda function: (function,))
    yield from program.faults.of_each(scopes, lambda scope: program.summary(scope).graphs, lambda scope: (scope,))


def _decorated(program: Program, function: nodes.FunctionDef) -> Iterator[tuple[Graph, nodes.NodeNG, tuple[Guard, ...]]]:
    for value in program.function_value(function):
        if isinstance(value, Graph):
            yield value, function, ()


def _made(program: Program, graph: Graph, site: nodes.NodeNG, guards: tuple[Guard, ...]) -> Iterator[GraphFunction]:
    """The graph functions that something makes in the linted module, at `site`."""
    for function in _traced(program, graph.target, graph.options, guards):
        yield replace(function, site=site, guards=() if isinstance(graph.target, Param) else guards)


def _traced(program: Program, target: Value, options: nodes.NodeNG, guards: tuple[Guard, ...]) -> Iterator[GraphFunction]:
    """The functions behind what is given to ``tf.function``, where the `guards` hold."""
    autograph = _converts(options)
    if isinstance(target, Param):  # of a wrapper, which may keep what it makes, or call it
        given = (value for site in _wrappings(program, target, guards) for value in ordered(site.parameters.get(target.name, frozenset())))
        for callee in islice((callee for value in given if value != target for callee in functions_of(program, value)), _MAX_WAYS):
            function = callee.function
            yield GraphFunction(function.node, function.home, callee.receiver, callee.arguments, options, None, INFERENCE, autograph)
        return
    if isinstance(target, Bound):
        function = target.function
        yield GraphFunction(function.node, function.home, target.receiver, (), options, autograph=autograph)
        return
    for callee in callees.callees(program, frozenset((target,))):
        function = callee.function
        if function is not None:
            by_keras = _is_called_by_keras(program, function.node) and getattr(target, "name", "") != "call"
            yield GraphFunction(
                function.node, function.home, callee.receiver, callee.arguments, options, autograph=autograph, by_keras=by_keras
            )


def _wrappings(program: Program, target: Param, guards: tuple[Guard, ...]) -> Iterator[CallSite]:
    """The calls of a wrapper that make a graph function of what they give: not ``Runner(step, debug=True)`` where that switches it off."""
    if not isinstance(target.scope, nodes.FunctionDef) or classes.receives(target.scope, target.name):
        return
    for site in callers.known_call_sites(program, target.scope):
        frame = Frame(target.scope, site.parameters, None, traced=False)

        def resolve(values: frozenset[Value], frame: Frame = frame) -> frozenset[Value]:
            return substitute(program, values, frame)

        if all(decide(guard.condition, resolve, program) in (None, guard.outcome) for guard in guards):
            yield site


def _names_call(tracing: nodes.Call) -> bool:
    """``dataset.map(layer.call)``"""
    given = (*tracing.args, *(keyword.value for keyword in tracing.keywords))
    return any(isinstance(one, nodes.Attribute) and one.attrname == "call" for one in given)


def _is_called_by_keras(program: Program, function: FunctionNode) -> bool:
    """Whether a function is the `call` of a layer or model, and no graph function itself."""
    cls = function.parent
    if not isinstance(cls, nodes.ClassDef) or function.name != "call" or not classes.is_keras(program, cls):
        return False
    return function.decorators is None and not names.attribute(cls, "call")


def _inherited(program: Program, module: nodes.Module) -> Iterator[GraphFunction]:
    """The graph functions that classes inherit from other modules: they may come back here, to what a class overrides."""
    makers: dict[nodes.Module, list[Scope]] = {}

    def inherited(cls: nodes.ClassDef) -> Iterator[GraphFunction]:
        for ancestor in classes.ancestors(program, cls)[1:]:
            home = ancestor.root()
            if home is module:
                continue
            if home not in makers:
                makers[home] = scopes_calling(program, home, program.index(home).maker_names)
            for name, bindings in ancestor.locals.items():
                method = bindings[-1]
                if not isinstance(method, nodes.FunctionDef) or _is_replaced(program, cls, name):
                    continue
                for value in program.function_value(method) if method.decorators else ():
                    if isinstance(value, Graph):
                        yield from _inherited_by(program, cls, value.target, value.options)
                if method in makers[home]:
                    for target, options in _made_by(program, method, cls):
                        yield from _inherited_by(program, cls, target, options)

    yield from program.faults.of_each(program.index(module).classes, inherited, lambda cls: (cls,))


def _is_replaced(program: Program, cls: nodes.ClassDef, name: str) -> bool:
    """Whether a class has a method of its own in the place of the inherited one, which that does not call."""
    own = cls.locals.get(name, ())
    return bool(own) and not any(names.function_scope(call) in own for call in calls_named(program, [cls.root()], (name,)))


def _made_by(program: Program, method: nodes.FunctionDef, cls: nodes.ClassDef) -> Iterator[tuple[Value, nodes.NodeNG]]:
    """What a method that a class inherits makes graph functions of: methods of its object, and closures over that."""
    own = next(iter(names.positional(method)), "")
    if not classes.receives(method, own) or names.decoration(method) == "classmethod":
        return
    frame = Frame(method, {own: frozenset((Param(method, own, cls),))}, None, traced=False)
    for graph, _, _ in program.summary(method).graphs:
        if _is_of_object(graph.target, Param(method, own)):
            for target in substitute(program, frozenset((graph.target,)), frame):
                yield target, graph.options


def _is_of_object(value: Value, receiver: Param) -> bool:
    """Whether something is a method of an object, or a function within one that reads the object."""
    if isinstance(value, (Attribute, Bound)):
        return receiver == (value.base if isinstance(value, Attribute) else value.receiver)
    return isinstance(value, Function) and any(read.name == receiver.name for read in value.node.nodes_of_class(nodes.Name))


def _inherited_by(program: Program, cls: nodes.ClassDef, target: Value, options: nodes.NodeNG) -> Iterator[GraphFunction]:
    targets = classes.members(program, cls, target.name) if isinstance(target, Attribute) else [target]
    for function in targets:
        if isinstance(function, Bound):
            function = function.function
        if isinstance(function, Function):
            receiver = None
            parameters = names.positional(function.node)
            if isinstance(function.node.parent, nodes.ClassDef) and parameters:
                receiver = Param(function.node, parameters[0], cls)
            elif function.home is None:
                continue
            site = function.node if function.node.root() is cls.root() else cls
            yield GraphFunction(
                function.node,
                function.home,
                receiver,
                options=options,
                confidence=INFERENCE,
                autograph=_converts(options),
                site=site,
            )


def _converts(options: nodes.NodeNG) -> bool:
    """Whether ``tf.function`` with these options converts with AutoGraph."""
    keywords = options.keywords if isinstance(options, nodes.Call) else ()
    return not any(
        keyword.arg == "autograph" and isinstance(keyword.value, nodes.Const) and keyword.value.value is False
        for keyword in keywords
    )


def _needs_tensorflow_1(program: Program, module: nodes.Module) -> bool:
    """Whether a module uses, on every way, what only TensorFlow 1 has: ``tf.placeholder``, ``tf.compat.v1.layers``."""
    index = program.index(module)
    for name in sorted(frameworks.tensorflow.ONLY_IN_1.intersection(index.uses)):
        only_in_1 = {External(f"tensorflow.{name}")}
        if name in frameworks.tensorflow.ONLY_FOR_1:
            only_in_1.add(External(f"tensorflow.compat.v1.{name}"))
        for use in index.uses[name]:
            if isinstance(use, nodes.Attribute) and not blocks.is_one_way(use):
                if not only_in_1.isdisjoint(program.detached(use, names.function_scope(use))):
                    return True
    return False
