"""discarded-result-in-graph: the result of a functional update is dropped, and the update with it."""

from graphlint.frameworks.meaning import Kind
from graphlint.rules.rule import Rule

RULE = Rule(
    id="W7317",
    symbol="discarded-result-in-graph",
    message="the result of %(what)s is dropped, so that it does nothing in %(context)s%(path)s: it %(why)s; assign its result",
    description="The result of a functional update is dropped in a graph function, and the update with it.",
    why="""\
`TensorArray.write`, `scatter`, `split` and `unstack` return the TensorArray that holds what was written. Eagerly they also
change the object that they are called on; in a graph they do not, and a write whose result is dropped is not part of what
is read later: elements that were never written read as zeros, or raise. `tf.tensor_scatter_nd_update` and its kin,
`tf.stop_gradient`, `tf.clip_by_value`, `tf.clip_by_norm` and `tf.random.shuffle` return a new tensor and change nothing, in
a graph or eagerly: without their result, or where it is only the variable of a loop or only goes to
`tf.control_dependencies`, they do nothing. So does a statement that is nothing but `tf.minimum(x, cap)`, `tf.reshape(x, shape)`,
`K.clip(x, 0, 1)` or another operation that returns a tensor. Operations on variables (`assign`, `scatter_nd_update`), `tf.debugging.assert_*`
and `optimizer.apply_gradients` act by themselves and are not reported.""",
    instead="""\
Assign the result: `ta = ta.write(i, x)`, `x = tf.tensor_scatter_nd_update(x, indices, updates)`. To change something in
place, keep it in a `tf.Variable` and use its methods.""",
    kinds=frozenset({Kind.DISCARD}),
    divergence="value",
    from_first_call=True,
)
