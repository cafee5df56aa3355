"""step(i) → step(tf.constant(i)), or tf.constant(i, tf.int64) where `i` is the step of a summary."""

from __future__ import annotations

from astroid import nodes

from graphlint.analysis.contexts import demanded_dtypes
from graphlint.analysis.engine.program import Program
from graphlint.analysis.values.offence import Offence
from graphlint.edits import calls
from graphlint.edits.edits import Edit, Fix
from graphlint.edits.source import Source
from graphlint.frameworks.meaning import Kind


def fix(program: Program, source: Source, offence: Offence) -> Fix | None:
    """The argument becomes a tensor, of the dtype that the function demands. Not safe: it does not take on that of its companions."""
    if offence.kind is Kind.NEW_OBJECT:
        return None
    argument = offence.effect
    name = calls.tensorflow(program, source, argument)
    if name is None:
        return None
    tf, imports = name
    start, end = source.span(argument)
    dtype = None if _is_float(argument) or offence.parameter is None else demanded_dtypes.dtype(program, offence.parameter)
    edits = (*imports, Edit(start, start, f"{tf}.constant("), Edit(end, end, f", {tf}.{dtype})" if dtype else ")"))
    return Fix(source.path, edits, f"a Python value → {tf}.constant", safe=False)


def _is_float(argument: nodes.NodeNG) -> bool:
    return isinstance(argument, nodes.Const) and isinstance(argument.value, float)
