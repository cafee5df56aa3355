"""python-random-in-graph: random numbers of Python's standard library drawn while a graph is traced."""

from graphlint.frameworks.meaning import Kind
from graphlint.rules import advice
from graphlint.rules.rule import Rule

RULE = Rule(
    id="W7302",
    symbol="python-random-in-graph",
    message="%(what)s runs only while %(traced)s%(path)s, so %(so)s;"
    " %(instead)s",
    fields=lambda known, offence: {"so": "what it draws is frozen into the graph", "instead": advice.drawn(offence)},
    description="Python random numbers (random, secrets, uuid, os.urandom) are drawn once, while a graph function is traced.",
    why="""\
The modules `random`, `secrets` and `uuid`, and `os.urandom`, are plain Python. They run while TensorFlow traces the
function, and what they give becomes part of the graph. A branch on `random.random() < 0.5` is then taken always or
never. A shuffled order is the same at every call. Nothing is raised.""",
    instead="""\
Draw with `tf.random`; a branch on `tf.random.uniform([]) < 0.5` becomes part of the graph. Or draw outside, and pass
the result in as a tensor.""",
    silent="""\
Nothing is reported for draws outside that are passed in as a tensor, or draws under `tf.py_function`. An instance of
`random.Random` that is made in the function with a fixed seed is not reported: it draws the same numbers at every call,
eagerly too.""",
    kinds=frozenset({Kind.PYTHON_RANDOM}),
    divergence="value",
)
