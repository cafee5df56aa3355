"""tensor-condition-without-autograph: Python branches or loops on a tensor where AutoGraph makes nothing of it."""

from graphlint.frameworks.meaning import Kind
from graphlint.rules.rule import Rule

RULE = Rule(
    id="E7314",
    symbol="tensor-condition-without-autograph",
    message="%(what)s %(does)s in Python, which %(fails)s while %(traced)s%(path)s: %(why)s; use %(instead)s",
    description="A condition or loop on a tensor, or a loop over a dataset, where AutoGraph is off or does not convert the code.",
    why="""\
AutoGraph turns `if`, `while`, `for`, `and`, `or`, `not` and conditional expressions on tensors into operations of the
graph. Where it does not, Python asks the tensor for its truth or its elements, and that raises
`OperatorNotAllowedInGraphError`. AutoGraph leaves alone:

- functions traced with `autograph=False` and what they call, functions under `do_not_convert`, and the `call` of a Keras 3 layer
  or model, also where the object itself is given to `tf.function` or `Dataset.map`;
- `assert`, and the loops and conditions of comprehensions and generator expressions (conditional expressions within them
  are converted);
- generators, functions with a `for … else` or `while … else`, properties, `__init__`, `__enter__` and the methods of
  operators (`__add__`, `__getitem__`…);
- functions written elsewhere that `map`, `filter`, `sorted`, `functools.reduce`, `tf.while_loop`, `tf.scan`,
  `tf.vectorized_map` or `tf.nest.map_structure` call (lambdas and functions within the converted function are converted,
  and so is what `tf.cond` and `tf.map_fn` get), and functions under `tf.custom_gradient` that are made outside of the trace, with the
  gradient functions that they return;
- what `tqdm` goes over.

A loop over a dataset in such a place asks for one element after the other while it is traced: it never ends, or raises
`ValueError: An unusually high number of Iterator.get_next() calls was detected`.""",
    instead="""\
Write the branch as `tf.cond` or `tf.where`, the loop as `tf.while_loop` or `tf.map_fn`, the assertion as
`tf.debugging.Assert`, the selection as `tf.boolean_mask`. Or move the code into a function that AutoGraph converts.""",
    kinds=frozenset({Kind.UNCONVERTED}),
    divergence="exception",
)
