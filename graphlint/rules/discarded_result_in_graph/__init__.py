"""discarded-result-in-graph: the result of a functional update is dropped, and the update with it."""

from graphlint.frameworks.meaning import Kind
from graphlint.rules.rule import Rule

RULE = Rule(
    id="W7317",
    symbol="discarded-result-in-graph",
    message="the result of %(what)s is dropped, so that it does nothing in %(context)s%(path)s: it %(why)s; assign its result",
    description="The result of TensorArray.write, tf.clip_by_value or a similar call is dropped in a graph function, so the call has no effect.",
    why="""\
`TensorArray.write`, `scatter`, `split` and `unstack` return a new TensorArray. Eagerly they also change the old one; in
a graph they do not, and a write whose result is dropped is lost. Other functions never change anything, in a graph or
eagerly: `tf.tensor_scatter_nd_update`, `tf.clip_by_value`, `tf.random.shuffle`. Without their result they do nothing.""",
    instead="""\
Assign the result: `array = array.write(i, x)`. To change something in place, keep it in a `tf.Variable` and use its
methods.""",
    silent="""\
Nothing is reported for operations that act by themselves: `assign` and other updates of variables,
`tf.debugging.assert_*`, `optimizer.apply_gradients`.""",
    kinds=frozenset({Kind.DISCARD}),
    divergence="value",
    from_first_call=True,
)
