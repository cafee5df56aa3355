"""graph-function-in-loop: a graph function that is made again for each call, so that no graph is ever used twice."""

from graphlint.frameworks.meaning import Kind
from graphlint.rules.rule import Rule

RULE = Rule(
    id="R7307",
    symbol="graph-function-in-loop",
    message="graph function %(function)s is made anew %(when)s, so %(so)s; make it once, outside %(outside)s",
    description="A graph function is made again in a loop or at each call of a function, so that each of its calls traces it.",
    why="""\
The graphs belong to the object that `tf.function` returns. If that object is made again in a loop, or in a function
that calls it once and forgets it, each call traces the Python code again. This is many times slower than eager
execution, and memory may grow. The result is right.""",
    instead="""\
Make the graph function once: decorate a function or a method, or keep what `tf.function(…)` returns, as in `self.step =
tf.function(self._step)` in `__init__`. Pass in what varies.""",
    silent="""\
Nothing is reported if the graph function is returned, stored or passed on, made behind a guard that asks whether it is
missing, made once for each of a few settings, or made where a program or an export runs once.""",
    kinds=frozenset({Kind.REMADE}),
    divergence="rebuilt",
)
