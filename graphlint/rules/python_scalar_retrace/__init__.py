"""python-scalar-retrace: a graph function called with Python numbers or strings that vary."""

from graphlint.frameworks.meaning import Kind
from graphlint.rules.rule import Rule

RULE = Rule(
    id="R7306",
    symbol="python-scalar-retrace",
    message="graph function %(function)s is called with %(value)s, and each value builds a new graph; %(instead)s",
    description="A graph function is called with Python numbers or strings that vary, or new objects, and each builds a new graph.",
    why="""\
TensorFlow keeps a graph for each combination of arguments. A Python number or string counts with its value, so that
each new value traces the function again and keeps one more graph in memory. A lambda, a bound method or an object of
your own counts as itself, so that a new one for each call does the same.""",
    instead="""\
Pass a tensor, loop over `tf.range(n)`, or give the function an `input_signature`. Make objects once, before the loop:
`loss = model.loss`, then `step(loss, x)`.""",
    silent="""\
Nothing is reported for flags and modes with a few values, for tensors, and for parameters that an `input_signature`
turns into tensors.""",
    kinds=frozenset({Kind.RETRACE, Kind.NEW_OBJECT}),
    divergence="traces",
)
