"""step(i) → step(tf.constant(i))."""

from __future__ import annotations

from graphlint.analysis.program import Program
from graphlint.analysis.offence import Offence
from graphlint.fixes import calls
from graphlint.fixes.edits import Edit, Fix
from graphlint.fixes.source import Source
from graphlint.frameworks.meaning import Kind


def fix(program: Program, source: Source, offence: Offence) -> Fix | None:
    """The argument becomes a tensor. Not safe: a tensor does not take on the dtype of what it is combined with."""
    if offence.kind is Kind.NEW_OBJECT:
        return None
    argument = offence.effect
    name = calls.tensorflow(program, source, argument)
    if name is None:
        return None
    tf, imports = name
    start, end = source.span(argument)
    edits = (*imports, Edit(start, start, f"{tf}.constant("), Edit(end, end, ")"))
    return Fix(source.path, edits, f"a Python value → {tf}.constant", safe=False)
