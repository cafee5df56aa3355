"""outer-mutation-in-graph: a Python object from outside, changed while a graph is traced."""

from graphlint.analysis.values.offence import Offence
from graphlint.frameworks.meaning import Kind
from graphlint.rules import advice
from graphlint.rules.rule import Rule


def _fields(known: dict[str, str], offence: Offence) -> dict[str, str]:
    if "raises" in known:
        when = f", an argument of {known['context']}{known['path']}, {known['raises']}"
        return {"when": when, "instead": "change a copy and return that"}
    return {"when": f" only while {known['traced']}{known['path']}, not at each call", "instead": advice.kept(offence)}


RULE = Rule(
    id="W7305",
    symbol="outer-mutation-in-graph",
    message="%(what)s changes %(place)s%(when)s; %(instead)s",
    fields=_fields,
    description="A Python object that lives outside is changed only while a graph function is traced, not at each call.",
    why="""\
Lists, dicts, sets, arrays, attributes and globals belong to Python. A graph function changes them while it is traced,
and not again. A list that should get an entry at each call gets one for each trace. A counter stays at 1. A list or
dict that is an argument of the graph function itself raises `ValueError` when it is changed.""",
    instead="""\
Return the value and let the caller store it. Keep state that the graph changes in a `tf.Variable`, and collect values
within one call in a `tf.TensorArray`.""",
    silent="""\
Nothing is reported for objects that the same call makes, such as a local list, or for `tf.Variable`s. A tensor that is
stored outside is reported by `tensor-leaked-from-graph`.""",
    kinds=frozenset({Kind.MUTATE}),
    divergence="state",
)
