"""Functions that are traced because they are given to something that traces them: `Dataset.map`, Keras' `compile`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from astroid import nodes
from pylint.interfaces import HIGH, INFERENCE, Confidence

from graphlint import frameworks
from graphlint.analysis.contexts.eager_programs import trains_by_hand
from graphlint.analysis.engine.activation import default_expression
from graphlint.analysis.engine.callgraph import callees, callers
from graphlint.analysis.engine.callgraph.named_calls import scopes_of
from graphlint.analysis.engine.callgraph.reach import OWN_MODULE
from graphlint.analysis.engine.datasets import Datasets, looks_like_one
from graphlint.analysis.engine.heap import classes
from graphlint.analysis.syntax.names import BUILTINS, enclosing, function_scope, imports_tensorflow, last_name
from graphlint.analysis.syntax.scopes import Scope
from graphlint.analysis.values.events import Call
from graphlint.analysis.values.places import (
    Attribute,
    Class,
    Const,
    External,
    Fresh,
    Graph,
    Item,
    Param,
    Result,
    Super,
    Unknown,
    Value,
    Variable,
    ordered,
)
from graphlint.frameworks import DATASET, Meaning

if TYPE_CHECKING:
    from graphlint.analysis.engine.program import Program
    from graphlint.analysis.syntax.index import Index

#: Parameters, factories and containers that are looked through for one function.
_MAX_DEPTH = 5
_CONTAINERS = frozenset({"builtins.list", "builtins.tuple", "builtins.dict"})


class Tracing:
    """One call that traces functions."""

    __slots__ = ("call", "confidence", "functions", "tracer")

    def __init__(self, call: nodes.Call, tracer: str, confidence: Confidence, functions: list[callees.Callee]) -> None:
        self.call = call
        self.tracer = tracer
        """``Dataset.map``, ``Keras``…"""
        self.confidence = confidence
        self.functions = functions


def tracings(program: Program, module: nodes.Module, contexts: frozenset[str]) -> Iterator[Tracing]:
    """The calls in a module that trace functions of the program, in the order of the source."""
    index = program.index(module)
    compiled = [runs_eagerly(call) for call in index.calls(("compile",)) if isinstance(call.func, nodes.Attribute)]
    if compiled and all(compiled) or is_switched(index):
        contexts = contexts - {"keras"}
    called = frameworks.TRACERS | {"__init__"} | {local for real, local in index.aliases if real in frameworks.TRACERS}

    def traced(scope: Scope) -> Iterator[Tracing]:
        datasets = Datasets(program)
        for event in program.summary(scope).events:
            if isinstance(event, Call) and isinstance(event.node, nodes.Call):
                yield from _tracings(program, datasets, event, contexts)

    scopes = scopes_of(call for call in index.calls(called) if not _is_builtin(call) and _may_give(call))
    yield from program.faults.of_each(scopes, traced, lambda scope: (scope,))


def _is_builtin(call: nodes.Call) -> bool:
    """Whether it calls Python's own `map` or `filter`."""
    return isinstance(call.func, nodes.Name) and call.func.name in BUILTINS


def _may_give(call: nodes.Call) -> bool:
    """Whether a call of what is common may give a function to be traced: a layer or metric that is made, a weight that is added."""
    name = last_name(call.func)
    if name in frameworks.WEIGHT_ADDERS:
        return any(keyword.arg in ("regularizer", "constraint") for keyword in call.keywords)
    cls = function_scope(call).parent
    return name != "__init__" or isinstance(cls, nodes.ClassDef) and (
        any(keyword.arg in frameworks.keras.GIVEN for keyword in call.keywords) or any(last_name(base).endswith("Wrapper") for base in cls.bases)
    )


def _tracings(program: Program, datasets: Datasets, event: Call, contexts: frozenset[str]) -> Iterator[Tracing]:
    for name, confidence in _tracers(program, datasets, event):
        meaning = frameworks.meaning(name)
        assert meaning is not None
        context = "keras" if name.startswith("keras.") else "dataset"
        if context not in contexts or name.endswith(".compile") and runs_eagerly(event.node):
            continue
        given = [one for one in _selected(meaning, event) if not _is_around(one, event.node)]
        functions = [callee for value in given for callee in functions_of(program, value)]
        if name.endswith(".compile"):
            functions = [one for one in functions if not trains_by_hand(program, event.node, one.function.node)]
        if functions:
            yield Tracing(event.node, _shown(name), confidence, functions)
        return


def _tracers(program: Program, datasets: Datasets, event: Call) -> Iterator[tuple[str, Confidence]]:
    """The names, in the tables, of what an event calls that traces its arguments."""
    for callee in event.callee:
        if isinstance(callee, External):
            name = frameworks.canonical(callee.name)
            if name in frameworks.MEANINGS and frameworks.MEANINGS[name].traces:
                yield name, HIGH
    function = event.node.func
    if not isinstance(function, nodes.Attribute):
        return
    method = f"{DATASET}.{function.attrname}"
    if function.attrname == "__init__":
        made = {name: HIGH for callee in event.callee if isinstance(callee, Attribute) for name in _bases_made(program, callee.base)}
        yield from made.items()
    elif function.attrname in frameworks.WEIGHT_ADDERS:
        owners = (kind for callee in event.callee if isinstance(callee, Attribute) for kind in classes.of_program(program, callee.base))
        if any(classes.is_keras(program, owner) for owner in owners):
            yield f"keras.layers.Layer.{function.attrname}", INFERENCE
    elif method in frameworks.MEANINGS and frameworks.MEANINGS[method].traces:
        bases = [callee.base for callee in event.callee if isinstance(callee, Attribute)]
        if any(isinstance(base, Fresh) and base.kind == DATASET for base in bases):
            yield method, HIGH
        elif any(datasets.includes(base) for base in bases):
            yield method, INFERENCE
        elif _is_open(program, event, bases) and (looks_like_one(program, event.node) or datasets.holds_one(function.expr)):
            yield method, INFERENCE
    elif function.attrname == "compile" and _compiles_a_model(program, event):
        yield "keras.Model.compile", INFERENCE


def _bases_made(program: Program, owner: Value) -> Iterator[str]:
    """The names, in the tables, of the classes outside the program that ``super().__init__(…)`` makes an object of."""
    for base in classes.external_bases(program, owner.cls) if isinstance(owner, Super) else ():
        if base in frameworks.MEANINGS and frameworks.MEANINGS[base].traces:
            yield base


def _is_open(program: Program, event: Call, bases: list[Value]) -> bool:
    """Whether nothing is known of the object whose method is called."""
    if any(isinstance(callee, (External, Class)) for callee in event.callee):
        return False
    return not any(classes.kinds(program, base) for base in bases)


def _compiles_a_model(program: Program, event: Call) -> bool:
    """Whether ``x.compile(…)`` is that of a Keras model: of one that is known, or with Keras' own arguments."""
    for callee in event.callee:
        if isinstance(callee, External):
            return False
        if isinstance(callee, Attribute):
            known = classes.kinds(program, callee.base)
            if known:
                own = [kind for kind in known if isinstance(kind, nodes.ClassDef)]
                return any(str(kind).startswith("keras.") for kind in known if isinstance(kind, str)) or any(
                    classes.is_keras(program, kind) and not classes.members(program, kind, "compile") for kind in own
                )
    if _names_optimizer(event):
        return True
    return any(keyword.arg in ("loss", "metrics") for keyword in event.node.keywords) and imports_tensorflow(event.node.root())


def _names_optimizer(event: Call) -> bool:
    """``x.compile("adam", loss)``: the first of several arguments is an optimizer, or the name of one."""
    first = event.arguments[0] if len(event.arguments) > 1 else None
    return first is not None and first.keyword in (None, "optimizer") and any(
        isinstance(value, Const) and str(value.value).lower() in frameworks.keras.OPTIMIZERS
        or isinstance(value, Fresh) and isinstance(value.kind, str) and value.kind.startswith("keras.optimizers.")
        for value in first.values
    )


def runs_eagerly(call: nodes.Call) -> bool:
    """Whether ``compile(…, run_eagerly=True)`` keeps Keras from tracing."""
    return any(
        keyword.arg == "run_eagerly" and isinstance(keyword.value, nodes.Const) and keyword.value.value is True
        for keyword in call.keywords
    )


def is_switched(index: Index) -> bool:
    """Whether a module makes its models run eagerly wherever it says how they run: ``model.run_eagerly = True``."""
    switched = [getattr(target.parent, "value", None) for target in index.stored.get("run_eagerly", ())]
    return bool(switched) and all(isinstance(value, nodes.Const) and value.value is True for value in switched)


def _selected(meaning: Meaning, event: Call) -> Iterator[Value]:
    for position, argument in enumerate(event.arguments):
        if (argument.keyword if argument.keyword is not None else position) in meaning.traces:
            yield from argument.values


def _is_around(value: Value, call: nodes.Call) -> bool:
    """Whether an object gives itself where it is called: what it does with a dataset and with an element, its tests tell."""
    scope = function_scope(call)
    return isinstance(value, Param) and value.scope is scope and classes.receives(scope, value.name) and scope.name == "__call__"


def functions_of(program: Program, value: Value, depth: int = 0) -> Iterator[callees.Callee]:
    """The functions behind a value: of a parameter what callers give, of a factory what it returns, of a list all."""
    if depth > _MAX_DEPTH or isinstance(value, (Class, External, Unknown, Graph)):
        return  # a graph function is one by itself
    if isinstance(value, Param) and not classes.receives(value.scope, value.name):
        given = callers.given(program, value, OWN_MODULE) or ordered(program.given(value))  # by the module, or by others
        yield from _each(program, [*given, *_default(program, value)], depth)
    elif isinstance(value, Result):
        for callee in callees.callees(program, value.call.callee):
            if callee.function is not None:
                arguments = callee.arguments + value.call.arguments
                yield from _each(program, callees.results(program, callee, arguments), depth)
    elif isinstance(value, Fresh) and value.kind in _CONTAINERS:
        for values in value.items or ():
            yield from _each(program, values, depth)
    else:
        found = False
        for callee in callees.callees(program, frozenset((value,))):
            if callee.function is not None and callee.graph is None:
                found = True
                if getattr(callee.function.node, "name", "") != "__init__":  # a class that a place may hold
                    yield callee
        if not found and isinstance(value, (Variable, Attribute, Item)):
            yield from _each(program, classes.contents(program, value), depth)


def _default(program: Program, parameter: Param) -> Iterable[Value]:
    """What a parameter is where a call gives nothing."""
    expression = default_expression(parameter.scope, parameter.name)
    return () if expression is None else program.detached(expression, enclosing(parameter.scope))


def _each(program: Program, values: Iterable[Value], depth: int) -> Iterator[callees.Callee]:
    for value in values:
        yield from functions_of(program, value, depth + 1)


def _shown(name: str) -> str:
    """What traces, for messages: ``Dataset.map``, ``tf.data.experimental.scan``, ``Keras``."""
    if name.startswith("keras."):
        return "Keras"
    return name.replace(DATASET, "Dataset").replace("tensorflow.", "tf.")
