"""retrace-by-shape: a graph function called with tensors whose shapes vary."""

from graphlint.frameworks.meaning import Kind
from graphlint.rules.rule import Rule

RULE = Rule(
    id="R7322",
    symbol="retrace-by-shape",
    message="graph function %(function)s is called with %(value)s, and each shape builds a new graph; make it with"
    " tf.function(reduce_retracing=True)",
    description="A graph function is called with tensors whose shapes vary, and each shape builds a new graph.",
    why="""\
TensorFlow keeps a graph for each combination of arguments, and a tensor or array counts with its dtype and its whole
shape. Slices `x[:n]`, arrays that grow in a loop and batches of different lengths trace the function again for each
size. With `reduce_retracing=True` the second shape builds a graph for all shapes of that rank.""",
    instead="""\
Write `@tf.function(reduce_retracing=True)`, or an `input_signature` such as `[tf.TensorSpec([None, 3], tf.float32)]`.""",
    silent="""\
Nothing is reported for two shapes, such as those of full batches and of a last one: `reduce_retracing` builds two
graphs, too. Nor in tests, for functions with that or an `input_signature`, or for `fit`: Keras does so itself.""",
    kinds=frozenset({Kind.RESHAPE}),
    divergence="shapes",
)
