"""The one thing to write instead, where that depends on the code: what several rules say in the same words."""

from __future__ import annotations

from astroid import nodes

from graphlint.analysis.syntax import names
from graphlint.analysis.values.offence import Offence
from graphlint.frameworks import replacements
from graphlint.frameworks.meaning import Kind

_STEPS = {"+=": "assign_add", "-=": "assign_sub"}


def kept(offence: Offence) -> str:
    """Of what a trace changes outside of it."""
    method = _step(offence)
    if method is not None:
        return f"keep it in a tf.Variable and use {method}"
    leaks, tracer = offence.kind is Kind.LEAK, None if offence.root is None else offence.root.tracer
    if tracer is None:
        return "return it, and store it after the call" if leaks else f"do it outside, where '{offence.function}' is called"
    if tracer == "Keras":
        return "return it" if leaks else "do it outside, between the calls"
    return "return it with the elements" if leaks else "do it in a tf.py_function, which runs for each element"


def _step(offence: Offence) -> str | None:
    """The method of a variable that does what the statement does to a number or tensor: it counts or sums up."""
    statement = offence.effect.statement() if isinstance(offence.effect, nodes.NodeNG) else None
    if isinstance(statement, nodes.AugAssign):
        is_number = isinstance(statement.value, nodes.Const) and type(statement.value.value) in (int, float)
        if is_number or offence.kind is Kind.LEAK and not isinstance(statement.target, nodes.Subscript):
            return _STEPS.get(statement.op)
    return None


def drawn(offence: Offence) -> str:
    """Of random numbers that Python or NumPy draws."""
    name = names.last_name(getattr(offence.effect, "func", None))
    function = (replacements.OF_DRAWS if offence.kind is Kind.NUMPY_RANDOM else replacements.OF_PYTHON_DRAWS).get(name)
    if function is not None:
        return f"use tf.random.{function}"
    if offence.root is not None and offence.root.tracer is not None:
        return "draw in a tf.py_function, which runs at each call"
    return "draw outside and pass the result in"
