"""unsupported-in-tensor-loop: what cannot be part of a branch or loop that AutoGraph stages."""

from graphlint.frameworks.meaning import Kind
from graphlint.rules.rule import Rule

RULE = Rule(
    id="E7315",
    symbol="unsupported-in-tensor-loop",
    message="%(what)s cannot be part of %(context)s%(path)s, %(why)s; use %(instead)s",
    description="A branch or loop on a tensor or dataset has code that AutoGraph cannot turn into a graph, or that means something else there.",
    why="""\
AutoGraph turns a branch or loop on a tensor into one operation. Its body is traced once, and its results have fixed
names, dtypes and shapes. Python code that does not fit raises an error at the trace, or does something else than in
Python: `return` in such a loop, a name that only one branch sets, a list that grows.""",
    instead="""\
Set a variable, leave the loop with `break`, and return after it. Give each name a value of one dtype on both ways.
Collect in a `tf.TensorArray`, check with `tf.debugging.assert_*`, and compare numbers: `tf.size(x) > 0`.""",
    silent="""\
Nothing is reported for branches and loops on Python values, which run at the trace as in Python.""",
    kinds=frozenset({Kind.UNSUPPORTED}),
    divergence="exception",
    silently=True,
)
