"""python-loop-unrolled: a long Python loop whose body is put into the graph once for each turn."""

from graphlint.frameworks.meaning import Kind
from graphlint.rules.rule import Rule

RULE = Rule(
    id="R7313",
    symbol="python-loop-unrolled",
    message="%(what)s is unrolled while %(traced)s%(path)s: the graph holds its body %(copies)s times;"
    " loop over tf.range, or use tf.while_loop or tf.scan",
    description="A Python loop with a hundred turns or more, or thirty of a model, is unrolled: the graph holds its body for each turn.",
    why="""\
A `for` over Python's `range`, a list or an array, a `while` on a Python counter and a comprehension run while the function
is traced, and each turn adds the operations of its body to the graph again. Measured with TensorFlow 2.21 and a body of three operations: 100 turns take a quarter of a second to trace and
500 nodes, 1000 turns nearly three seconds and 5000 nodes, at each trace; with `tf.range` it is 18 nodes, and less than
50 ms, for any number of turns. Memory grows in step, and gradients double it: of 30 turns that train a model of three
layers the graph has 2260 nodes.""",
    instead="""\
Loop over `tf.range`, or over a tensor (`tf.linspace`, `tf.constant(array)`): AutoGraph makes one loop of the graph. Where AutoGraph does not convert (`autograph=False`, Keras 3's
`call`), use `tf.while_loop`, `tf.scan` or `tf.map_fn`; or write the step for all elements at once. An unrolled loop runs a
little faster once it is traced, so that short ones are fine: from 100 copies of a body on, nested loops multiplied, it is
reported, and from 30 on if the body runs a Keras model. So are only loops whose length the source tells: not those over layers or variables.""",
    kinds=frozenset({Kind.UNROLL}),
    divergence="graph",
)
