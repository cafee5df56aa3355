"""Models that are trained with data of unknown shape: Keras asks for the rank of what `tf.py_function` has made in `Dataset.map`."""

from __future__ import annotations

from collections.abc import Iterator

from astroid import nodes
from pylint.interfaces import INFERENCE

from graphlint.analysis.engine import pipelines
from graphlint.analysis.engine.callgraph import callees
from graphlint.analysis.engine.heap import classes
from graphlint.analysis.engine.program import Program
from graphlint.analysis.syntax import names
from graphlint.analysis.syntax.locations import line_of
from graphlint.analysis.trace.unknown_shapes import is_shaped_within
from graphlint.analysis.values.offence import Offence, of_call
from graphlint.analysis.values.places import Fresh, Result, Unshaped, Value, ordered
from graphlint.frameworks.meaning import Kind

#: Methods of a dataset whose elements have the shapes that they had before, unknown ones at least.
_KEEPING = frozenset("batch cache prefetch repeat shard shuffle skip take with_options".split())
_STEPS = {"fit": "train_step", "evaluate": "test_step"}
#: How deep the tensors lie in an element.
_MAX_NESTED = 4


def fitted(program: Program, module: nodes.Module) -> Iterator[Offence]:
    """The calls of models' methods, in a module, that go over such a dataset."""
    index = program.index(module)
    calls = [call for call in index.calls(tuple(_STEPS)) if isinstance(call.func, nodes.Attribute)]
    if not calls or program.keras_version(module) < 3 or any(map(_is_run_eagerly, index.calls(("compile",)))):
        return
    yield from program.faults.of_each(calls, lambda call: _of_call(program, call), lambda call: (call,))


def _is_run_eagerly(call: nodes.Call) -> bool:
    return any(keyword.arg == "run_eagerly" for keyword in call.keywords)


def _of_call(program: Program, call: nodes.Call) -> Iterator[Offence]:
    scope = names.function_scope(call)
    if not _is_keras_loop(program, call, scope):
        return
    keywords = {keyword.arg: keyword.value for keyword in call.keywords}
    for data in (*call.args[:1], keywords.get("x"), keywords.get("validation_data")):
        mapped = _mapped(program, program.detached(data, scope)) if data is not None else None
        if mapped is not None:
            origin, function = mapped
            name = names.qualified(function)
            details = {
                "what": f"'{names.source(call.func)}'",
                "made": f"'{names.source(origin.func)}' at {line_of(origin, call.root())}",
                "traced": f"Keras traces it for the elements that '{name}' makes",
                "path": "",
                "raises": "ValueError",
            }
            yield of_call(Kind.UNSHAPED, call, name, INFERENCE, details)
            return


def _is_keras_loop(program: Program, call: nodes.Call, scope: nodes.NodeNG) -> bool:
    """Whether it is a method of a model of Keras' own, whose step is Keras' as well."""
    kinds = [kind for value in program.detached(call.func.expr, scope) for kind in classes.kinds(program, value)]
    own = ("fit", "evaluate", _STEPS[call.func.attrname])
    return bool(kinds) and all(
        kind in ("keras.Model", "keras.Sequential")
        if isinstance(kind, str)
        else classes.is_model(program, kind) and not any(classes.members(program, kind, name) for name in own)
        for kind in kinds
    )


def _mapped(program: Program, values: frozenset[Value]) -> tuple[nodes.Call, nodes.NodeNG] | None:
    """The call that opens the shape of the elements of a dataset, and the function of `map` that makes these."""
    for step in pipelines.steps(program, values):
        if step.name == "map":
            return _made_by(program, step.given(0, "map_func"))
        if step.name not in _KEEPING:
            return None
    return None


def _made_by(program: Program, functions: frozenset[Value]) -> tuple[nodes.Call, nodes.NodeNG] | None:
    found = callees.callees(program, functions)
    function = found[0].function if len(found) == 1 else None
    if function is None:
        return None
    origin = _unshaped(program, program.summary(function.node).returns, 0)
    if origin is None or any(map(is_shaped_within, _around(program, (function.node, names.function_scope(origin))))):
        return None
    return origin, function.node


def _around(program: Program, functions: tuple[nodes.NodeNG, ...]) -> Iterator[nodes.NodeNG]:
    """The functions, and those that they call."""
    yield from functions
    for function in functions:
        for call in function.nodes_of_class(nodes.Call):
            reached = callees.callees(program, program.detached(call.func, names.function_scope(call)))
            yield from (one.function.node for one in reached if one.function is not None)


def _unshaped(program: Program, values: frozenset[Value], depth: int) -> nodes.Call | None:
    """The call that makes a tensor of unknown rank, which is among the values whichever of them is there."""
    found = [_unshaped_within(program, value, depth) for value in ordered(values)]
    return found[0] if found and None not in found else None


def _unshaped_within(program: Program, value: Value, depth: int) -> nodes.Call | None:
    if isinstance(value, Unshaped):
        return value.node
    if depth > _MAX_NESTED:
        return None
    if isinstance(value, Fresh) and value.kind in ("builtins.tuple", "builtins.list", "builtins.dict"):
        return next(filter(None, (_unshaped(program, one, depth + 1) for one in value.items or ())), None)
    if isinstance(value, Result):
        return _unshaped(program, classes.contents(program, value), depth + 1)
    return None
