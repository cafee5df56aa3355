"""variable-created-in-graph: a Variable, or an object that holds Variables, made at each trace."""

from graphlint.analysis.values.offence import Offence
from graphlint.frameworks.meaning import Kind
from graphlint.rules.rule import Rule


def _fields(known: dict[str, str], offence: Offence) -> dict[str, str]:
    if "creates" in known:
        return {}
    creates = f"creates a variable whenever {known['traced']}{known['path']}"
    return {"creates": creates, "instead": f"create it once, outside of {known['function']}"}

RULE = Rule(
    id="E7304",
    symbol="variable-created-in-graph",
    message="%(what)s %(creates)s, which raises ValueError; %(instead)s",
    fields=_fields,
    description="A variable is created at each trace of a graph function, or for another model or optimizer, which raises ValueError.",
    why="""\
A graph function may create variables only at its first call. TensorFlow traces it a second time to check this, and
raises `ValueError` if a variable is created again. Keras layers, models, optimizers and metrics hold variables, and so
does `tf.random.Generator`. Eagerly the same code runs, with a new variable at each call, so nothing is ever learned.""",
    instead="""\
Create the variable outside of the function, or once behind a guard: `if self.v is None: self.v = tf.Variable(…)`. If
one graph function serves several models or optimizers, build them first: `optimizer.build(model.trainable_variables)`.""",
    silent="""\
Nothing is reported where the variable is created behind such a guard, or outside and passed in.""",
    kinds=frozenset({Kind.CREATE_VARIABLE}),
    divergence="exception",
)
