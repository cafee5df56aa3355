"""python-loop-unrolled: a long Python loop whose body is put into the graph once for each turn."""

from graphlint.frameworks.meaning import Kind
from graphlint.rules.rule import Rule

RULE = Rule(
    id="R7313",
    symbol="python-loop-unrolled",
    message="%(what)s is unrolled while %(traced)s%(path)s: the graph holds its body %(copies)s times;"
    " %(instead)s",
    description="A Python loop with a hundred turns or more, or thirty of a model, is unrolled: the graph holds its body for each turn.",
    why="""\
A `for` over Python's `range`, a list or an array, a `while` on a Python counter and a comprehension run while
TensorFlow traces the function. Each turn adds the operations of the body to the graph again. With TensorFlow 2.21 and a
body of three operations, 1000 turns took nearly three seconds to trace and made 5000 nodes; with `tf.range` it took
less than 50 ms and made 18 nodes.""",
    instead="""\
Loop over `tf.range` or over a tensor: AutoGraph makes one loop of the graph. Where AutoGraph does not convert the code,
use `tf.while_loop`, `tf.scan` or `tf.map_fn`. Or compute all elements at once.""",
    silent="""\
Nothing is reported for fewer than 100 copies of the body (30 if it runs a Keras model), because a short unrolled loop
runs a little faster. Nor for loops whose length the source does not tell, such as a loop over layers.""",
    kinds=frozenset({Kind.UNROLL}),
    divergence="graph",
)
