"""variable-created-in-graph: a Variable, or an object that holds Variables, made at each trace."""

from graphlint.frameworks.meaning import Kind
from graphlint.rules.rule import Rule

RULE = Rule(
    id="E7304",
    symbol="variable-created-in-graph",
    message="%(what)s creates a variable whenever %(traced)s%(path)s, which raises ValueError;"
    " create it once, outside",
    description="A variable is created at each trace of a graph function, which raises ValueError at the first call.",
    why="""\
A graph function may create variables only the first time that it is called. TensorFlow traces such a function twice to
make sure, and raises `ValueError: tf.function only supports singleton tf.Variables created on the first call`. Keras
layers, optimizers and metrics hold variables, also those that a program derives from them, and so does `tf.random.Generator`. Eagerly the same code runs, with a new
variable at each call: nothing is ever learned.""",
    instead="""\
Create the variable outside and let the function use it, or keep it on an object and create it behind a guard:
`if self.v is None: self.v = tf.Variable(…)`. What is created under `tf.init_scope()` is lifted out of the graph.""",
    kinds=frozenset({Kind.CREATE_VARIABLE}),
    divergence="exception",
)
