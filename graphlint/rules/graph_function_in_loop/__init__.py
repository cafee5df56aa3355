"""graph-function-in-loop: a graph function that is made again for each call, so that no graph is ever used twice."""

from graphlint.frameworks.meaning import Kind
from graphlint.rules.rule import Rule

RULE = Rule(
    id="R7307",
    symbol="graph-function-in-loop",
    message="graph function %(function)s is made anew %(when)s, so %(so)s; make it once, outside %(outside)s",
    description="A graph function is made again in a loop or at each call of a function, so that each of its calls traces it.",
    why="""\
The graphs of a graph function belong to the object that `tf.function` returns. One that is made in a loop, or in a
function that calls it at once and forgets it, starts with none: each call traces the Python code again, which is many
times slower than eager execution, and the memory of the old graphs may not come back. The result is right, and after the
fifth trace TensorFlow warns.""",
    instead="""\
Make the graph function once: decorate a function of the module or a method, or keep what `tf.function(…)` returns
(`self.step = tf.function(self._step)` in `__init__`, a dict for several). What varies is an argument.

One that a factory returns is reported where a loop calls the factory, though nothing that it or the graph function is
given is made in the loop: each turn traces what the last one had; and where a function calls on the spot what a factory
gives it, and keeps nothing: `make_step(model)(x)`. So is one that a function makes and calls many times, where a loop
calls that function and the graph function reads nothing that each call has another one of, such as a model; and one that
a property makes whenever it is read; and one that each epoch makes and a loop in it calls, if it reads nothing that the epoch
has made.

Not reported are other graph functions that are returned, stored or passed on, or that are made behind a guard that may
ask for what is missing (unless the other branch makes one by the same name, too) or in a `try`, for each of a few
settings, or where a program, a test or an export runs once. Where nothing shows that the enclosing function is called
repeatedly, the confidence is CONTROL_FLOW.""",
    kinds=frozenset({Kind.REMADE}),
    divergence="rebuilt",
)
