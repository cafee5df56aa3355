"""iterator-advanced-in-graph: a Python iterator from outside, advanced while a graph is traced."""

from graphlint.frameworks.meaning import Kind
from graphlint.rules.rule import Rule

RULE = Rule(
    id="W7311",
    symbol="iterator-advanced-in-graph",
    message="%(what)s takes from a Python iterator only while %(traced)s%(path)s, so every call"
    " gets the same; take the element outside and pass it in",
    description="A Python iterator from outside (generator, iter, file) is advanced only while a graph function is traced.",
    why="""\
`next(it)` on a generator, a list iterator or an open file is plain Python. It runs while TensorFlow traces the
function. The element becomes a constant of the graph, and every call gets the same batch. A `for` loop over such an
iterator uses up its elements at the trace.""",
    instead="""\
Take the element outside and pass it in, as below. Or use a `tf.data.Dataset`: `next(it)` and `for` on its iterator are
operations of the graph.""",
    silent="""\
Nothing is reported for the iterator of a `tf.data.Dataset`, or for an iterator that the function itself makes.""",
    kinds=frozenset({Kind.ADVANCE}),
    divergence="value",
)
