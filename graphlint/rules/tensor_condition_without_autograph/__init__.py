"""tensor-condition-without-autograph: Python branches or loops on a tensor where AutoGraph makes nothing of it."""

from graphlint.frameworks.meaning import Kind
from graphlint.rules.rule import Rule

RULE = Rule(
    id="E7314",
    symbol="tensor-condition-without-autograph",
    message="%(what)s %(does)s in Python, which %(fails)s while %(traced)s%(path)s: %(why)s; use %(instead)s",
    description="A condition or loop on a tensor, or a loop over a dataset, where AutoGraph is off or does not convert the code.",
    why="""\
AutoGraph turns `if`, `while`, `for`, `and`, `or` and `not` on tensors into operations of the graph. In some places it
does not. There Python asks the tensor whether it is true, or for its elements, and this raises an error. A loop over a
dataset in such a place never ends, or raises `ValueError`.""",
    instead="""\
Use `tf.cond` or `tf.where` for a branch, `tf.while_loop` or `tf.map_fn` for a loop, `tf.debugging.Assert` for an
assertion, `tf.boolean_mask` for a selection. Or move the code into a function that AutoGraph converts.""",
    silent="""\
Nothing is reported for conditions on Python values, such as `x.shape[0] > 1`, or on tensors where AutoGraph converts
the code.""",
    kinds=frozenset({Kind.UNCONVERTED}),
    divergence="exception",
)
