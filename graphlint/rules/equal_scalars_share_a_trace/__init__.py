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
TensorFlow looks for a graph by comparing Python arguments with `==`. `1`, `1.0` and `True` are equal, and so are `0`,
`0.0`, `-0.0` and `False`. The first of these calls traces, and its graph serves the others too. So `tf.constant(x)` has
the first one's dtype, and `isinstance(x, bool)` gives the first one's answer. The result depends on which call comes
first.""",
    instead="""\
Pass a tensor: its dtype counts when TensorFlow looks for a graph, and its value is read at each call. Keep flags and
numbers in different parameters.""",
    silent="""\
Nothing is reported if the scalars are equal and of one type, or if an `input_signature` turns them into tensors.""",
    kinds=frozenset({Kind.SHARE}),
    divergence="sharing",
)
