"""variable-created-in-graph: a Variable, or an object that holds Variables, made at each trace."""

from graphlint.frameworks.meaning import Kind
from graphlint.rules.rule import Rule


def _fields(known: dict[str, str]) -> dict[str, str]:
    if "creates" in known:
        return {}
    return {"creates": f"creates a variable whenever {known['traced']}{known['path']}", "instead": "create it once, outside"}

RULE = Rule(
    id="E7304",
    symbol="variable-created-in-graph",
    message="%(what)s %(creates)s, which raises ValueError; %(instead)s",
    fields=_fields,
    description="A variable is created at each trace of a graph function, or for another model or optimizer, which raises ValueError.",
    why="""\
A graph function may create variables only the first time that it is called. TensorFlow traces such a function twice to
make sure, and raises `ValueError: tf.function only supports singleton tf.Variables created on the first call`. Keras
layers, optimizers and metrics hold variables, also those that a program derives from them, and so does `tf.random.Generator`.
So do functions that make a whole model: `load_model`, those of `keras.applications`.
Eagerly the same code runs, with a new variable at each call: nothing is ever learned.

A model or an optimizer makes its variables when it is first used. A graph function that takes it as an argument is traced
again for each that it is given, and that of the second makes variables too late: `for optimizer in optimizers: step(x, optimizer)`. So does an optimizer in a global that
stands in the place of another when the graph function is traced again, for another model. A method that trains, and makes an
optimizer for a graph function of its own object, is there to be called twice and is reported too.""",
    instead="""\
Create the variable outside and let the function use it, or keep it on an object and create it behind a guard:
`if self.v is None: self.v = tf.Variable(…)`. What is created under `tf.init_scope()` is lifted out of the graph.

For several models or optimizers, build them before (`optimizer.build(model.trainable_variables)`), or make a graph function
for each: `step = tf.function(train_step)`.""",
    kinds=frozenset({Kind.CREATE_VARIABLE}),
    divergence="exception",
)
