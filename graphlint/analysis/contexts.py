"""Which functions of a module are traced, and how."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from astroid import nodes

from graphlint import frameworks
from graphlint.analysis import calls, names
from graphlint.analysis.frames import Frame
from graphlint.analysis.places import Argument, Bound, External, Function, FunctionNode, Graph, Param, Scope, Value
from graphlint.analysis.program import Program


@dataclass(frozen=True, slots=True)
class GraphFunction:
    """A function that TensorFlow traces: from here on, Python runs once for each graph."""

    node: FunctionNode
    home: Frame | None = None
    receiver: Value | None = None
    arguments: tuple[Argument, ...] = ()
    """What a partial binds before the graph function is called."""
    options: nodes.NodeNG | None = None
    """The call or decorator that makes it a graph function."""
    tracer: str | None = None
    """What traces it, where that is not ``tf.function``: ``Dataset.map``, ``Keras``."""

    site: nodes.NodeNG | None = None
    """What makes it a graph function in the linted module: the decorated function, or a call."""

    @property
    def module(self) -> nodes.Module:
        """The linted module."""
        return (self.site or self.node).root()

    @property
    def name(self) -> str:
        return names.qualified(self.site if isinstance(self.site, nodes.FunctionDef) else self.node)

    @property
    def context(self) -> str:
        """What the function is, for messages: ``graph function 'f'``, ``'parse', which Dataset.map traces``."""
        return f"graph function '{self.name}'" if self.tracer is None else f"'{self.name}', which {self.tracer} traces"

    @property
    def traced(self) -> str:
        """What happens to it, after "while": ``graph function 'f' is traced``, ``Dataset.map traces 'parse'``."""
        return f"{self.context} is traced" if self.tracer is None else f"{self.tracer} traces '{self.name}'"


def graph_functions(program: Program, module: nodes.Module) -> list[GraphFunction]:
    """The graph functions of a module, each once, in the order of the source."""
    if _runs_eagerly(program, module):
        return []
    found: dict[FunctionNode, GraphFunction] = {}
    for graph, site in _graphs(program, module):
        for function in _traced(program, graph.target, graph.options):
            if function.node.root() is module:
                site = function.node if isinstance(site, nodes.Call) else site
            found.setdefault(function.node, replace(function, site=site))
    return sorted(found.values(), key=lambda function: (function.site.fromlineno, function.site.col_offset))


def _graphs(program: Program, module: nodes.Module) -> Iterator[tuple[Graph, nodes.NodeNG]]:
    """The graph functions that a module makes, with what makes them."""
    index = program.index(module)
    for function in index.functions:
        if function.decorators is not None:
            for value in program.function_value(function):
                if isinstance(value, Graph):
                    yield value, function
    for scope in scopes_calling(program, module, index.maker_names):
        yield from program.summary(scope).graphs


def scopes_calling(program: Program, module: nodes.Module, called: set[str]) -> list[Scope]:
    """The scopes that call something by one of the names, in the order of the source."""
    scopes = {names.function_scope(call): None for call in program.index(module).calls(called)}
    return sorted(scopes, key=lambda scope: scope.fromlineno)


def _traced(program: Program, target: Value, options: nodes.NodeNG) -> Iterator[GraphFunction]:
    """The functions behind what is given to ``tf.function``."""
    if isinstance(target, Param):
        return  # a wrapper: what it wraps is seen where it is used
    if isinstance(target, Bound):
        yield GraphFunction(target.function.node, target.function.home, target.receiver, (), options)
        return
    for callee in calls.callees(program, frozenset((target,))):
        if isinstance(callee.function, Function):
            yield GraphFunction(callee.function.node, callee.function.home, callee.receiver, callee.arguments, options)


def _runs_eagerly(program: Program, module: nodes.Module) -> bool:
    """Whether the module switches graphs off for the whole program."""
    for call in program.index(module).calls(frameworks.EAGER_SWITCHES):
        if call.args and isinstance(call.args[0], nodes.Const) and call.args[0].value is True:
            if isinstance(call.parent, nodes.Expr) and isinstance(call.parent.parent, nodes.Module):
                return any(
                    isinstance(value, External) and frameworks.canonical(value.name).startswith("tensorflow.")
                    for value in program.detached(call.func, call.scope())
                )
    return False
