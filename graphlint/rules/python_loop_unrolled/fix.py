"""for i in range(n) → for i in tf.range(n)."""

from __future__ import annotations

from astroid import nodes

from graphlint.analysis.engine.program import Program
from graphlint.analysis.values.offence import Offence
from graphlint.edits import calls
from graphlint.edits.edits import Edit, Fix
from graphlint.edits.source import Source


def fix(program: Program, source: Source, offence: Offence) -> Fix | None:
    """AutoGraph makes a loop of the graph of it. Not safe: its variables must keep dtype and shape, and `i` is a tensor."""
    loop = offence.effect if isinstance(offence.effect, nodes.For) else offence.effect.parent
    call = loop.iter if isinstance(loop, nodes.For) else None
    if not isinstance(call, nodes.Call) or calls.dotted(program, call.func) != "builtins.range":
        return None
    name = calls.tensorflow(program, source, call)
    if name is None:
        return None
    tf, imports = name
    edit = Edit(*source.span(call.func), f"{tf}.range")
    return Fix(source.path, (*imports, edit), f"range → {tf}.range", safe=False)
