"""outer-value-frozen-in-graph: a variable or attribute that the graph reads once, and that changes later."""

from graphlint.frameworks.meaning import Kind
from graphlint.rules.rule import Rule

RULE = Rule(
    id="W7312",
    symbol="outer-value-frozen-in-graph",
    message="%(place)s is read only while %(traced)s%(path)s, and %(change)s: the graph keeps"
    " the old value; %(instead)s",
    description="A Python variable or attribute is read only while a graph function is traced, and is rebound between the calls.",
    why="""\
TensorFlow reads a global, a closure variable or an attribute when it traces the function. The value becomes a constant
of the graph. Assigning it again does not change that graph: a learning rate does not decay, a step counter stays at the
first step, a flag keeps the branch that was traced. Nothing is raised. Only a new trace, for another shape say, reads
the new value.""",
    instead="""\
Pass the value in as a tensor. Or keep it in a `tf.Variable` and change it with `assign`: the graph reads a variable at
each call. A flag that selects between two graphs is best an argument.""",
    silent="""\
Nothing is reported if the value is set only before the first call, as in `__init__` or `build`, if it is set again to
the same value, or if the graph function is made again after the change.""",
    kinds=frozenset({Kind.FROZEN}),
    divergence="value",
)
