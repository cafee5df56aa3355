"""Datasets that are cached after a function of theirs has drawn random numbers: each epoch repeats those of the first one."""

from __future__ import annotations

from collections.abc import Iterator

from astroid import nodes
from pylint.interfaces import INFERENCE

from graphlint.analysis.engine import pipelines
from graphlint.analysis.engine.activation import default_expression
from graphlint.analysis.engine.callgraph import callees
from graphlint.analysis.engine.program import Program
from graphlint.analysis.syntax import names
from graphlint.analysis.syntax.locations import line_of
from graphlint.analysis.trace.trace import Trace
from graphlint.analysis.values.offence import Offence, of_call
from graphlint.analysis.values.places import Attribute
from graphlint.frameworks.meaning import Kind

#: Transformations whose functions make the elements.
_MAPPING = frozenset({"map", "flat_map", "interleave"})
#: Before these, other elements were drawn for each copy, or it has been told.
_ENDING = frozenset({"cache", "repeat", "snapshot"})
#: With these TensorFlow draws the same numbers in each epoch, cached or not.
_SEEDS = ("set_seed", "set_random_seed")
#: Words in the names of datasets whose elements had better stay the same.
_FIXED = ("eval", "test", "val")


def cached_draws(program: Program, module: nodes.Module, traces: list[Trace]) -> Iterator[Offence]:
    """The calls of `cache` in a module that keep what a function of the dataset has drawn."""
    drawing = [trace for trace in traces if trace.root.takes_elements]
    index = program.index(module)
    if not any(map(_draws, drawing)) or any(index.calls(_SEEDS)):
        return

    def of_call_(call: nodes.Call) -> Iterator[Offence]:
        scope = names.function_scope(call)
        if not isinstance(call.func, nodes.Attribute) or _is_fixed(call):
            return
        events = program.summary(scope).calls_of(call)
        bases = frozenset(one.base for event in events for one in event.callee if isinstance(one, Attribute))
        for step in pipelines.steps(program, bases or program.detached(call.func.expr, scope)):
            trace = _trace_of(program, step, drawing) if step.name in _MAPPING else None
            if step.name in _ENDING:
                return
            if trace is not None and (node := _draws(trace)) is not None:
                drawn = f"'{names.source(node.func if isinstance(node, nodes.Call) else node, 50)}' at {line_of(node, module)}"
                details = {"drawn": drawn, "map": f"'{step.name}' at {line_of(step.node, module)}"}
                yield of_call(Kind.CACHED, call, trace.root.name, INFERENCE, details)
                return

    yield from program.faults.of_each(list(index.calls(("cache",))), of_call_, lambda call: (call,))


def _draws(trace: Trace) -> nodes.NodeNG | None:
    """What draws in any case: not where a flag asks for it that the dataset leaves at its default."""
    return next((node for node, way in trace.draws if not any(_is_asked(one, trace) for one in (node, *(call for _, call in way.calls)))), None)


def _is_asked(node: nodes.NodeNG, trace: Trace) -> bool:
    function = trace.root.node
    flags = [name for name in names.positional(function) if default_expression(function, name) is not None]
    branches = (one for one in node.node_ancestors() if isinstance(one, (nodes.If, nodes.IfExp)) and names.function_scope(one) is function)
    return any(names.reads_any(branch.test, flags) for branch in branches)


def _trace_of(program: Program, step: pipelines.Step, traces: list[Trace]) -> Trace | None:
    exact = [trace for trace in traces if trace.root.options is step.node]
    if exact:
        return exact[0]
    given = {one.function.node for one in callees.callees(program, step.given(0, "map_func")) if one.function is not None}
    found = [trace for trace in traces if trace.root.node in given]
    return found[0] if len(found) == 1 and not found[0].root.arguments else None


def _is_fixed(call: nodes.Call) -> bool:
    """Whether it is of a dataset to measure with, by the names of the variable, the function and the dataset around it."""
    statement, function = call.statement(), names.function_scope(call)
    targets = statement.targets if isinstance(statement, nodes.Assign) else ()
    around = [*map(names.last_name, targets), getattr(function, "name", ""), *(name.name for name in call.func.nodes_of_class(nodes.Name))]
    return any(word in name.lower() for name in around for word in _FIXED)
