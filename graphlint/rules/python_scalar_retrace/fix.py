"""step(i) → step(tf.constant(i)), or tf.constant(i, tf.int64) where `i` is the step of a summary."""

from __future__ import annotations

from astroid import nodes

from graphlint.analysis import demanded
from graphlint.analysis.program import Program
from graphlint.analysis.offence import Offence
from graphlint.fixes import calls
from graphlint.fixes.edits import Edit, Fix
from graphlint.fixes.source import Source
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
    dtype = None if _is_float(argument) or offence.parameter is None else demanded.dtype(program, offence.parameter)
    edits = (*imports, Edit(start, start, f"{tf}.constant("), Edit(end, end, f", {tf}.{dtype})" if dtype else ")"))
    return Fix(source.path, edits, f"a Python value → {tf}.constant", safe=False)


def _is_float(argument: nodes.NodeNG) -> bool:
    return isinstance(argument, nodes.Const) and isinstance(argument.value, float)
