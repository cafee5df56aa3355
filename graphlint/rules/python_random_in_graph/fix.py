"""random.random() → tf.random.uniform([]), and its like."""

from __future__ import annotations

from astroid import nodes

from graphlint.analysis.engine.program import Program
from graphlint.analysis.values.offence import Offence
from graphlint.edits import calls
from graphlint.edits.edits import Edit, Fix
from graphlint.edits.source import Source

#: Function of Python's `random`: its parameters, and the call that draws the same distribution.
_DRAWS = {
    "random": ("", "uniform([])"),
    "uniform": ("a b", "uniform([], {a}, {b})"),
    "gauss": ("mu sigma", "normal([], {mu}, {sigma})"),
    "normalvariate": ("mu sigma", "normal([], {mu}, {sigma})"),
    "randint": ("a b", "uniform([], {a}, {b} + 1, {tf}.int32)"),
    "randrange": ("stop", "uniform([], 0, {stop}, {tf}.int32)"),
}


def fix(program: Program, source: Source, offence: Offence) -> Fix | None:
    """A number becomes a tensor that is drawn at each call. Its dtype is float32 or int32, so it is not safe."""
    call = offence.effect
    package, _, function = (calls.dotted(program, call.func) or "" if isinstance(call, nodes.Call) else "").rpartition(".")
    if package != "random" or function not in _DRAWS or calls.has_comment(source, call):
        return None
    parameters, template = _DRAWS[function]
    given = calls.arguments(source, call, parameters)
    name = calls.tensorflow(program, source, call)
    if name is None or given is None or len(given) < len(parameters.split()):
        return None
    if function == "randint" and not isinstance(given["b"], (nodes.Const, nodes.Name, nodes.Attribute)):
        return None
    tf, imports = name
    written = template.format(tf=tf, **{key: source.of(value) for key, value in given.items()})
    edit = Edit(*source.span(call), f"{tf}.random.{written}")
    return Fix(source.path, (*imports, edit), f"{source.of(call.func)} → {tf}.random.{written.partition('(')[0]}", safe=False)
