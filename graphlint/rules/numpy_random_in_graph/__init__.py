"""numpy-random-in-graph: NumPy random numbers drawn while a graph is traced."""

from graphlint.frameworks.meaning import Kind
from graphlint.rules.rule import Rule

RULE = Rule(
    id="W7301",
    symbol="numpy-random-in-graph",
    message="%(what)s runs only while %(traced)s%(path)s, so %(so)s;"
    " use tf.random or a tf.random.Generator",
    fields=lambda known: {"so": "its numbers are frozen into the graph"},
    description="NumPy random numbers are drawn once, while a graph function is traced, and every later call reuses them.",
    why="""\
NumPy knows nothing of graphs. A call such as `np.random.normal()` runs as Python while the function is traced, and the
numbers that it returns become constants of the graph: noise, augmentation, dropout masks and sampled actions are then
the same at every call. The program raises no error and trains, only worse. The same holds for a `RandomState` or a
`Generator` that is kept elsewhere. `np.random.seed(…)` seeds NumPy once for each trace, and nothing in the graph.""",
    instead="""\
Draw with `tf.random.normal`, `tf.random.uniform`, `tf.random.shuffle`…, with `tf.random.stateless_*` where runs must
repeat, or with a `tf.random.Generator` that is created outside the function. Or draw with NumPy outside and pass the
numbers in as an argument.""",
    kinds=frozenset({Kind.NUMPY_RANDOM}),
    divergence="value",
)
