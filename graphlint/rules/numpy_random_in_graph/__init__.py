"""numpy-random-in-graph: NumPy random numbers drawn while a graph is traced."""

from graphlint.frameworks.meaning import Kind
from graphlint.rules import advice
from graphlint.rules.rule import Rule

RULE = Rule(
    id="W7301",
    symbol="numpy-random-in-graph",
    message="%(what)s runs only while %(traced)s%(path)s, so %(so)s;"
    " %(instead)s",
    fields=lambda known, offence: {"so": "its numbers are frozen into the graph", "instead": advice.drawn(offence)},
    description="NumPy random numbers are drawn once, while a graph function is traced, and every later call reuses them.",
    why="""\
NumPy runs as plain Python while TensorFlow traces the function. The numbers that it draws become constants of the
graph. Every later call then uses the same noise, the same augmentation, the same dropout mask. Nothing fails: the model
trains, only worse. `np.random.seed(1)` in such a function seeds NumPy at the trace and has no effect on TensorFlow.""",
    instead="""\
Draw with `tf.random`, or with a `tf.random.Generator` that is made outside of the function. Or draw with NumPy outside
and pass the numbers in as an argument.""",
    silent="""\
Nothing is reported for numbers that are drawn outside and passed in, in `__init__` or another method that is not
traced, or under `tf.numpy_function` and `tf.py_function`, which run Python at each call.""",
    kinds=frozenset({Kind.NUMPY_RANDOM}),
    divergence="value",
)
