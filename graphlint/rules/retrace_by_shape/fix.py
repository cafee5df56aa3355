"""@tf.function → @tf.function(reduce_retracing=True)."""

from __future__ import annotations

from astroid import nodes

from graphlint.analysis.engine.program import Program
from graphlint.analysis.values.offence import Offence
from graphlint.edits import calls
from graphlint.edits.edits import Edit, Fix
from graphlint.edits.source import Source


def fix(program: Program, source: Source, offence: Offence) -> Fix | None:
    """The option is added where the function is made. Not safe: in the one graph, sizes are not known while it is traced."""
    maker = offence.maker
    if maker is None or maker.root() is not offence.effect.root():
        return None
    called = maker.func if isinstance(maker, nodes.Call) else maker
    if calls.dotted(program, called) != "tensorflow.function":
        return None
    _, end = source.span(maker)
    if not isinstance(maker, nodes.Call):
        edit = Edit(end, end, "(reduce_retracing=True)")
    elif any(keyword.arg in (None, "reduce_retracing", "experimental_relax_shapes") for keyword in maker.keywords):
        return None
    else:
        edit = calls.addition(source, maker, "reduce_retracing=True")
    return Fix(source.path, (edit,), "one graph for all shapes: reduce_retracing=True", safe=False)
