"""shape-lost-in-graph: what tf.py_function returns is used where a static shape is needed."""

from graphlint.frameworks.meaning import Kind
from graphlint.rules.rule import Rule

RULE = Rule(
    id="W7323",
    symbol="shape-lost-in-graph",
    message="%(what)s needs the shape of what %(made)s returns, which is not known while %(traced)s%(path)s, and raises"
    " %(raises)s; set it there with tf.ensure_shape",
    description="What tf.py_function or tf.numpy_function returns is used where a static shape is needed, and none was set.",
    why="""\
`tf.py_function` and `tf.numpy_function` run Python when the graph runs. While the graph is built nothing is known of the
shape of what they return, not even how many dimensions it has. `x.shape` is `<unknown>`, `x.shape[0]` is None, and what
needs the shape raises: `len(x.shape)`, `tf.image.resize`, `tf.unstack`, a `Dense` layer. Eagerly the same code works.
`Dataset.map` always traces, so there it raises in every program.""",
    instead="""\
Tell the shape right after the call, as below. `None` stands for a size that varies. `tf.reshape` does so too.""",
    silent="""\
Nothing is reported for what does without the static shape: `tf.shape(x)`, arithmetic, `tf.reduce_sum`, `x.shape.rank`.
Nor after `set_shape`, `tf.ensure_shape` or `tf.reshape`.""",
    kinds=frozenset({Kind.UNSHAPED}),
    divergence="exception",
)
