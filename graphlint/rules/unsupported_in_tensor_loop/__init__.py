"""unsupported-in-tensor-loop: what cannot be part of a branch or loop that AutoGraph stages."""

from graphlint.frameworks.meaning import Kind
from graphlint.rules.rule import Rule

RULE = Rule(
    id="E7315",
    symbol="unsupported-in-tensor-loop",
    message="%(what)s cannot be part of the graph of %(context)s%(path)s, %(why)s; use %(instead)s",
    description="A branch or loop on a tensor, or a loop over a dataset, does what AutoGraph cannot stage, or does it otherwise than Python.",
    why="""\
AutoGraph turns a branch or loop on a tensor into one operation, whose body is traced once and whose results have fixed
names, dtypes and shapes. A loop over a dataset is staged in the same way; there alone shapes may grow. What Python does there
otherwise:

- `return` under a condition on a tensor in a loop over a tensor raises `NotImplementedError` or `ValueError`. `break` and `continue`
  on a tensor work there. In a loop that Python unrolls (`for i in range(3)`, `while True`) it is the other way round for
  `break`: it raises, and so does `return`.
- `break` and `return` in a loop over a distributed dataset (`strategy.experimental_distribute_dataset`) raise
  `NotImplementedError`, whatever decides of them.
- A name that only one branch sets, and that is read afterwards, raises `ValueError: 'y' must also be initialized in the
  else branch`; so does one that is None before the branch, or None before a loop and set in a branch of it. A name that is
  an int on one way and a float on the other (`total = 0`, then `total += tf.sqrt(x)`) raises `TypeError`, in branches and
  loops alike; so do returned values, a number that a loop over a tensor divides (`n = n / 2`), and a list or tuple that
  grows there (`items = items + [x]`).
- So do lists and tuples of different lengths on the two ways. In a conditional expression, `None` raises `ValueError`, and
  lists of different lengths `AssertionError`.
- Items are carried over where the source names them: `parts[0]`, `parts[key]`. A tensor that is put to `parts[i + 1]`,
  `parts[-1]` or `parts[i]`, where the loop or branch sets `i`, stays there, and to read it raises `InaccessibleTensorError`.
- A loop condition that is Python's own at first (`done = False`, `while not done`) and a tensor after a turn raises
  `NotImplementedError`.
- A tensor of a known shape that `tf.concat` makes longer at each turn of a loop over a tensor raises
  `ValueError: 'x' has shape (0,) before the loop, but shape (1,) after one iteration`.
- A `return` in a branch, where the function returns nothing otherwise, raises `ValueError: the else branch must also have
  a return statement`.
- `append` in a loop over a tensor runs once: a list of tensors then raises `InaccessibleTensorError` where it is used, a
  list of other things has one entry. In a branch it runs whichever branch is taken. So it is in a function that is given to
  `tf.while_loop`, `tf.map_fn`, `tf.scan`, `tf.cond` and their like, for a list of the function around it.
- A condition that is a tensor of numbers, or a variable that holds some, raises `ValueError: condition of if statement expected to be tf.bool
  scalar`: `if tf.size(x):`, `while n:`, `if self.steps % 100:`. Under `not` it raises `TypeError`, in a conditional expression `InvalidArgumentError`.
- A handler of `tf.errors.InvalidArgumentError`, `OutOfRangeError` or `ResourceExhaustedError` around operations handles nothing: these raise
  when the graph runs. One that only raises something else is not reported.
- A flag that a branch sets (`found = True`) is a tensor after it, and at the next turn of a loop around it: `found is True` is
  never so there.
- `raise` under a condition on a tensor raises at the trace, whatever the tensor holds.""",
    instead="""\
Set a variable in the loop, leave it with `break`, and return after it. Give every name a value of one dtype on each way.
Collect in a `tf.TensorArray` (`ta = ta.write(i, x)`), make a list anew (`parts = [part + x for part in parts]`), and check with `tf.debugging.assert_*`.
Compare numbers (`tf.size(x) > 0`), and ask `self.bias is not None` of a variable that may be missing.""",
    kinds=frozenset({Kind.UNSUPPORTED}),
    divergence="exception",
    silently=True,
)
