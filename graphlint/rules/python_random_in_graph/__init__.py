"""python-random-in-graph: random numbers of Python's standard library drawn while a graph is traced."""

from graphlint.frameworks.meaning import Kind
from graphlint.rules.rule import Rule

RULE = Rule(
    id="W7302",
    symbol="python-random-in-graph",
    message="%(what)s runs only while %(traced)s%(path)s, so %(so)s;"
    " use tf.random or a tf.random.Generator, or draw outside and pass the result in",
    fields=lambda known: {"so": "what it draws is frozen into the graph"},
    description="Python random numbers (random, secrets, uuid, os.urandom) are drawn once, while a graph function is traced.",
    why="""\
`random.random()`, `random.choice(…)`, `random.shuffle(…)`, `secrets.randbelow(…)` and `uuid.uuid4()` are Python: they run
while the function is traced, and what they give becomes part of the graph. An augmentation that is applied with
probability one half is then applied always or never, an order that is shuffled is the same at every call, and a number
is a constant. Nothing is raised. `random.seed(…)` seeds once for each trace. An instance of `random.Random` that is kept elsewhere
is no better; one that is made in the function with a fixed seed draws the same at every call anyhow, and is not reported.""",
    instead="""\
Draw with `tf.random.uniform`, `tf.random.shuffle`, `tf.random.stateless_*` or a `tf.random.Generator` that is created
outside the function; a branch on `tf.random.uniform([]) < 0.5` becomes a part of the graph. Or draw outside, and pass the
result in as a tensor.""",
    kinds=frozenset({Kind.PYTHON_RANDOM}),
    divergence="value",
)
