"""Which arguments of a graph function are tensors, or structures of tensors: what gives them tells."""

from __future__ import annotations

import functools
import math
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from astroid import nodes

from graphlint import frameworks
from graphlint.analysis.contexts import keras_methods
from graphlint.analysis.engine.activation import default_expression
from graphlint.analysis.engine.callgraph import callers
from graphlint.analysis.engine.callgraph.reach import OWN_MODULE
from graphlint.analysis.engine.heap import classes
from graphlint.analysis.policy import intent
from graphlint.analysis.syntax import names
from graphlint.analysis.syntax.scopes import FunctionNode
from graphlint.analysis.values.places import (
    MAX_CHAIN,
    STRUCTURE,
    TENSOR,
    UNKNOWN,
    Attribute,
    External,
    Fresh,
    Item,
    Param,
    Result,
    Structure,
    Tensor,
    Value,
    Variable,
)
from graphlint.frameworks import tensors as table

if TYPE_CHECKING:
    from graphlint.analysis.engine.program import Program
    from graphlint.analysis.values.graph_function import GraphFunction

#: Variables and attributes that are looked through for one argument.
_MAX_DEPTH = 3
#: Methods of Keras whose first argument comes from outside, as tensors.
_KERAS = frozenset({"call", "__call__", "train_step", "test_step", "predict_step", "update_state"})
#: Methods of optimizers, and how many tensors Keras gives them: a gradient, a variable, a rate.
_BY_STEP = {"update_step": 3, "_resource_apply_dense": 2}
#: Methods of models that Keras gives the inputs, the targets and the outputs, by keyword.
_BY_MODEL = frozenset({"compute_loss", "compute_metrics"})
_PAIRS = ("keras.losses", "keras.Loss", "keras.metrics", "keras.Metric")
#: What losses are called that take targets and predictions, besides those of Keras; `compute_loss` takes what it needs.
_LOSSES = ("loss_fn", "loss_function", "loss_object", "loss_func", "criterion", "cross_entropy", "crossentropy", "entropy_loss")
#: What is called with the number of the step; losses and metrics may be handed dicts by a training loop of one's own.
_SCHEDULES = "keras.optimizers.schedules"
#: The keywords by which `compile` is given losses and metrics.
_COMPILED = ("loss", "metrics", "weighted_metrics")
_ARRAYS = frozenset({"tensorflow.Tensor", "numpy.ndarray"})
_CONTAINERS = frozenset({"builtins.list", "builtins.tuple", "builtins.dict"})


def learn(program: Program, function: GraphFunction) -> None:
    """Notes in `program.tensors` and `program.structures` what is known of the arguments of a graph function."""
    node = function.node
    free = _free(function)
    needed = [name for name in free if default_expression(node, name) is None]
    if function.tracer is None:
        program.tensors.update(Param(node, name) for name, _ in zip(free, _signature(program, function)))
        if _is_compiled(program, node):
            program.tensors.update(Param(node, name) for name in needed[:2])
        _learn_from_calls(program, node, needed)
        _learn_from_uses(program, node, needed)
        return
    if isinstance(function.options, nodes.Call) and getattr(function.options.func, "attrname", "") == "compile":
        program.tensors.update(Param(node, name) for name in needed[:2])  # Keras gives a loss one target and one output at a time
        return
    if function.takes_elements or isinstance(function.options, nodes.Call):
        structures = needed  # elements of a dataset; what Keras gives to a loss, an activation, a schedule
        if isinstance(function.options, nodes.Call) and any(keyword.arg == "arguments" for keyword in function.options.keywords):
            structures = needed[:1]  # ``Lambda(slice, arguments={"axis": 1})``
    elif getattr(node, "name", "") in _BY_STEP:
        program.tensors.update(Param(node, name) for name in needed[: _BY_STEP[node.name]])
        return
    elif getattr(node, "name", "") in _BY_MODEL:
        program.structures.update(Param(node, name) for name in free if name in ("x", "y", "y_pred"))
        return
    elif getattr(node, "name", "") in _KERAS:
        bases = classes.external_bases(program, node.parent) if isinstance(node.parent, nodes.ClassDef) else []
        pairs = any(base.startswith(_PAIRS) for base in bases)
        structures = needed[: 2 if pairs else 1]
        if any(base.startswith(_SCHEDULES) for base in bases):
            program.tensors.update(Param(node, name) for name in structures)
    else:
        return
    program.structures.update(Param(node, name) for name in structures)
    program.tensors.update(Param(node, name) for name in structures if _is_taken_as_one(program, node, name))
    if function.tracer == "Keras" and structures:
        _learn_from_fits(program, function, structures[0])


def _is_compiled(program: Program, node: FunctionNode) -> bool:
    """Whether a graph function is given to `compile` of Keras as a loss or metric, alone or in a list or dict: ``compile("sgd", loss=weighted)``."""
    for use in program.index(node.root()).uses.get(getattr(node, "name", ""), ()):
        given = use
        while isinstance(given.parent, (nodes.List, nodes.Tuple, nodes.Dict)):
            given = given.parent
        call = given.parent.parent if isinstance(given.parent, nodes.Keyword) else given.parent
        if not isinstance(call, nodes.Call) or not isinstance(call.func, nodes.Attribute) or call.func.attrname != "compile":
            continue
        is_loss = given.parent.arg in _COMPILED if isinstance(given.parent, nodes.Keyword) else given in call.args[1:]
        if not is_loss or not isinstance(use, nodes.Name):
            continue
        named = program.lookup(names.function_scope(use), use.name)
        if any(getattr(getattr(one, "target", one), "node", None) is node for one in named):
            if not any(classes.members(program, kind, "compile") for kind in keras_methods.receivers(program, call)):
                return True
    return False


def rest(program: Program, function: FunctionNode, name: str) -> Value | None:
    """What a graph function is given as ``*args`` or ``**kwargs``, if its calls in the module all give as many or the same names."""
    given = callers.given(program, Param(function, name), OWN_MODULE)
    known = [one for one in given if isinstance(one, Fresh) and one.items]
    if not known or len(known) < len(given) or len({(one.keys, len(one.items)) for one in known}) > 1:
        return None
    return replace(known[0], items=tuple(_traced(program, values) for values in zip(*(one.items for one in known))))


def _traced(program: Program, given: tuple[frozenset[Value], ...]) -> frozenset[Value]:
    """What the trace sees of an argument that calls give: a tensor, a structure of some, or something that is not known."""
    depths = {_depth(program, values) for values in given}
    return UNKNOWN if None in depths else TENSOR if depths == {0} else STRUCTURE


def _free(function: GraphFunction) -> list[str]:
    """The parameters that the caller gives values to by position."""
    node = function.node
    positional = names.positional(node)
    if isinstance(node.parent, nodes.ClassDef) and isinstance(node, nodes.FunctionDef):
        positional = positional[0 if names.decoration(node) == "staticmethod" else 1 :]
    given = [argument.keyword for argument in function.arguments]
    if "*" in given or "**" in given:
        return []
    return [name for name in positional[given.count(None) :] if name not in given]


def _signature(program: Program, function: GraphFunction) -> list[nodes.NodeNG]:
    """The entries of an `input_signature`, as long as they are plain specs of tensors."""
    options = function.options
    keywords = options.keywords if isinstance(options, nodes.Call) else ()
    shown = next((keyword.value for keyword in keywords if keyword.arg == "input_signature"), None)
    if isinstance(shown, nodes.Name):
        bindings = shown.root().locals.get(shown.name, ())
        assigned = bindings[0].parent if len(bindings) == 1 else None
        shown = assigned.value if isinstance(assigned, nodes.Assign) else None
    found: list[nodes.NodeNG] = []
    for spec in shown.elts if isinstance(shown, (nodes.List, nodes.Tuple)) else ():
        values = program.detached(spec.func, names.function_scope(spec)) if isinstance(spec, nodes.Call) else ()
        if not any(isinstance(value, External) and frameworks.canonical(value.name) in table.SPECS for value in values):
            break
        found.append(spec)
    return found


def _learn_from_calls(program: Program, node: FunctionNode, needed: list[str]) -> None:
    """All calls in the module give tensors: so do others, as good as sure."""
    if not needed or not isinstance(node, nodes.FunctionDef):
        return
    sites = [*callers.call_sites(program, node, OWN_MODULE), *callers.passed_on(program, node)] or callers.calls_by_graph_names(program, node)
    for name in needed if sites else ():
        found = {_depth(program, site.parameters.get(name, frozenset())) for site in sites}
        if None in found:
            continue
        if found == {0}:
            program.tensors.add(Param(node, name))
            continue
        program.structures.add(Param(node, name))
        if len(found) == 1 and 0 < max(found) <= MAX_CHAIN and not program.index(node.root()).goes_over(node, name):
            program.tensors.add(functools.reduce(lambda place, _: Item(place), range(max(found)), Param(node, name)))


def _learn_from_fits(program: Program, function: GraphFunction, name: str) -> None:
    """What `fit` is given tells what a model takes: an array is one tensor, and so is each part of a batch of two."""
    cls, node = getattr(function.receiver, "cls", None) or function.node.parent, function.node
    given = list(keras_methods.fits(program, function.module, cls)) if isinstance(cls, nodes.ClassDef) else []
    if not given or any(_depth(program, x) != 0 for x, _ in given):
        return
    if node.name == "call":
        program.tensors.add(Param(node, name))
    elif node.name in frameworks.STEPS and all(_depth(program, y) == 0 for _, y in given):
        program.tensors.add(Item(Param(node, name)))


def _learn_from_uses(program: Program, node: FunctionNode, needed: list[str]) -> None:
    """Arrays are tensors in the graph, and so are those in a dict: what the function gives to models is one of these."""
    if not isinstance(node, nodes.FunctionDef):
        return
    for name in needed:
        parameter = Param(node, name)
        if parameter in program.tensors or parameter in program.structures or any(_rebinds(one, name) for one in node.body):
            continue
        if any(_is_watched(use) or _is_data(program, use, node) for use in _uses(node, name)):
            program.structures.add(parameter)


def _uses(function: nodes.FunctionDef, name: str) -> Iterator[nodes.NodeNG]:
    """The uses of an argument of a function, and of items of it by the names that they are given."""
    for use in function.nodes_of_class(nodes.Name):
        if use.name != name or use.scope() is not function:
            continue
        yield use
        item = use.parent
        if isinstance(item, nodes.Subscript) and item.value is use:
            yield item
            assigned = item.parent
            if isinstance(assigned, nodes.Assign) and isinstance(assigned.targets[0], nodes.AssignName):
                alias = assigned.targets[0].name
                if sum(target.name == alias for target in function.nodes_of_class(nodes.AssignName)) == 1:
                    yield from (one for one in function.nodes_of_class(nodes.Name) if one.name == alias)


def _is_watched(use: nodes.NodeNG) -> bool:
    """``tape.watch(x)``"""
    call = use.parent
    return isinstance(use, nodes.Name) and isinstance(call, nodes.Call) and call.args == [use] and getattr(call.func, "attrname", "") == "watch"


def _is_data(program: Program, use: nodes.NodeNG, function: nodes.FunctionDef) -> bool:
    """Whether something is given to a model, a loss or an operation on arrays, alone or in a list: no Python number is."""
    parent = use.parent
    if isinstance(parent, (nodes.List, nodes.Tuple)):
        use, parent = parent, parent.parent
    if not isinstance(parent, nodes.Call) or use not in parent.args[:2]:
        return False
    if names.last_name(parent.func).rstrip("_").endswith(_LOSSES) and len(parent.args) == 2:
        return True
    if use is not parent.args[0]:
        return False
    values = program.detached(parent.func, function)
    names_ = [frameworks.canonical(value.name) for value in values if isinstance(value, External)]
    return any(name.startswith(table.TAKE_ARRAYS) for name in names_) or not names_ and intent.calls_model(parent)


def _depth(program: Program, values: frozenset[Value], hops: int = 0) -> int | float | None:
    """In how many lists, tuples or dicts the tensors are that each of the values is; not finite if that is not known.

    None if one of the values is, or holds, something else.
    """
    found = {_depth_of(program, value, hops) for value in values}
    if not found or None in found:
        return None
    return found.pop() if len(found) == 1 else math.inf


def _depth_of(program: Program, value: Value, hops: int) -> int | float | None:
    if isinstance(value, Tensor) or isinstance(value, Fresh) and value.kind in _ARRAYS:
        return 0
    if isinstance(value, Structure):
        return math.inf
    if hops == _MAX_DEPTH:
        return None
    if isinstance(value, Fresh) and value.kind in _CONTAINERS and value.items:
        held = {_depth(program, items, hops + 1) for items in value.items}
        return None if None in held else 1 + (held.pop() if len(held) == 1 else math.inf)
    if isinstance(value, (Variable, Attribute, Item, Result)):
        return _depth(program, classes.contents(program, value), hops + 1)
    return None


def _is_taken_as_one(program: Program, node: FunctionNode, name: str) -> bool:
    """Whether the function gives the argument, on every way, to an operation that takes one tensor and no structure."""
    for statement in _always_run([node.body] if type(node) is nodes.Lambda else node.body):
        if isinstance(statement, (nodes.FunctionDef, nodes.If, nodes.For, nodes.While, nodes.Try, nodes.Match)):
            if _rebinds(statement, name):
                return False
            continue
        for call in statement.nodes_of_class(nodes.Call):
            if call.args and isinstance(call.args[0], nodes.Name) and call.args[0].name == name and call.scope() is node:
                values = program.detached(call.func, node)
                if any(isinstance(v, External) and frameworks.canonical(v.name) in table.TAKE_ONE for v in values):
                    return True
        if _rebinds(statement, name):
            return False  # from here on the name is something else
    return False


def _always_run(body: list[nodes.NodeNG]) -> Iterator[nodes.NodeNG]:
    """The statements of a body, and those in its `with` blocks."""
    for statement in body:
        if isinstance(statement, nodes.With):
            yield from _always_run(statement.body)
        else:
            yield statement


def _rebinds(statement: nodes.NodeNG, name: str) -> bool:
    return name in names.assigned_in(statement)
