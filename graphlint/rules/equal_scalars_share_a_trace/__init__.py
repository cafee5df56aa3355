"""equal-scalars-share-a-trace: Python scalars of different types that are equal, and therefore get one graph."""

from graphlint.frameworks.meaning import Kind
from graphlint.rules.rule import Rule

RULE = Rule(
    id="W7316",
    symbol="equal-scalars-share-a-trace",
    message="graph function %(function)s is called with %(value)s here and with %(other)s at line %(line)s, which are equal and"
    " share one graph: the first one's; pass tf.constant(%(value)s) with its dtype",
    description="A graph function is called with Python scalars that are equal but not the same, and share one graph.",
    why="""\
Graphs are kept for Python arguments by equality, and the type is no part of it: `1`, `1.0` and `True` are equal, and so are
`0`, `0.0`, `-0.0` and `False`. The call that comes first traces, and its graph serves all of them. `tf.constant(x)` then
has the dtype of the first one, `isinstance(x, bool)` its answer, `math.copysign(1.0, x)` its sign. Which result a call gives depends on
which call came first. A call counts with what its own function is given and passes on.""",
    instead="""\
Pass a tensor: dtypes are part of what a graph is kept for, and the value is read at each call. Or give the function an
`input_signature`. Flags and numbers are best kept apart, in parameters of their own.""",
    kinds=frozenset({Kind.SHARE}),
    divergence="sharing",
)
