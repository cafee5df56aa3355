"""time.time() → tf.timestamp()."""

from __future__ import annotations

from astroid import nodes

from graphlint.analysis.engine.program import Program
from graphlint.analysis.values.offence import Offence
from graphlint.edits import calls
from graphlint.edits.edits import Edit, Fix
from graphlint.edits.source import Source


def fix(program: Program, source: Source, offence: Offence) -> Fix | None:
    """The clock is read at each call. Not safe: a Python float becomes a tensor of float64."""
    call = offence.effect
    if not isinstance(call, nodes.Call) or calls.dotted(program, call.func) != "time.time" or calls.has_comment(source, call):
        return None
    name = calls.tensorflow(program, source, call)
    if name is None:
        return None
    tf, imports = name
    return Fix(source.path, (*imports, Edit(*source.span(call), f"{tf}.timestamp()")), f"time.time → {tf}.timestamp", safe=False)
