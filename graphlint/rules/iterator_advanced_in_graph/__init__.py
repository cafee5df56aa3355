"""iterator-advanced-in-graph: a Python iterator from outside, advanced while a graph is traced."""

from graphlint.frameworks.meaning import Kind
from graphlint.rules.rule import Rule

RULE = Rule(
    id="W7311",
    symbol="iterator-advanced-in-graph",
    message="%(what)s takes from a Python iterator only while %(traced)s%(path)s, so every call"
    " gets the same; use a tf.data iterator, or take the element outside and pass it in",
    description="A Python iterator from outside (generator, iter, file) is advanced only while a graph function is traced.",
    why="""\
`next(it)` on a generator, an `iter(…)` over a list, `itertools.count()` or an open file is Python: it runs while the
function is traced. The element that it gives becomes a constant of the graph, and every call trains on the same batch. A
loop over such an iterator is unrolled at the trace, with all that the iterator still holds; a second trace finds it
empty.""",
    instead="""\
Take the element outside and pass it in: `step(next(it))`. Or make a `tf.data.Dataset` (`from_generator`,
`from_tensor_slices`): `next(it)` and `for` on its iterator are part of the graph, and are never reported. An iterator that
is made within the function starts afresh at each trace and is fine.""",
    kinds=frozenset({Kind.ADVANCE}),
    divergence="value",
)
