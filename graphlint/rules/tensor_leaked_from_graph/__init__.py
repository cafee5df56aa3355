"""tensor-leaked-from-graph: a symbolic tensor that is stored where it outlives the trace."""

from graphlint.frameworks.meaning import Kind
from graphlint.rules.rule import Rule

RULE = Rule(
    id="W7309",
    symbol="tensor-leaked-from-graph",
    message="%(what)s stores a symbolic tensor in %(place)s only while %(traced)s%(path)s, not at each call; it has no value outside of the graph:"
    " return it, or assign it to a tf.Variable",
    description="A symbolic tensor is stored outside while a graph function is traced; it has no value there.",
    why="""\
In a graph function a tensor is a name for a value that the graph will compute. Stored on `self`, in a global, in a list or
dict from outside, it outlives the trace, and the store happens once for each trace, not at each call. Using it then
raises `TypeError: <tf.Tensor …> is out of scope` (in another graph, `InaccessibleTensorError`), and `.numpy()` raises
`AttributeError`. Printed, it reads `Tensor("mul:0", shape=(), dtype=float32)`. Eagerly the same code stores values.

Reported is what is known to be a tensor: what TensorFlow's operations return, gradients, what operators make of these, and a TensorArray. A
change of an outside object by something else is reported as `outer-mutation-in-graph`. A tensor that is stored and read within
one trace alone is not reported. One that fills what was missing (`if self.mask is None: self.mask = tf.ones([3])`) is, or
replaces what has another size (`if x.shape[1] != self.mask.shape[0]: self.build(x.shape)`): every later trace, and eager code,
finds the tensor of the first graph. What a layer puts into a list or dict that the same call has made is kept as well
(`self.maps = [None] * n; self.maps[i] = scores`). So is one that a graph function leaves in a part of its object and another graph function
reads there. So is one that a decorator keeps (`@cached_property`, `@lru_cache`), unless a constructor runs
the method first, or the module or its `main` the function, and one that a layer keeps for inspection: nothing in sight reads the
public attribute that it is in, or the method that returns it and may ask first whether it is there, or the property that does or computes something of it, or only what
keeps it under the same name in turn; or a callback reads it of its model; or a method takes the value of it, or of a tensor that it makes of it.""",
    instead="""\
Return the tensor and let the caller keep it. State that lives on from call to call belongs in a `tf.Variable` (`assign`).
Within one call, collect tensors in a local list or a `tf.TensorArray`. A constant tensor is made in `__init__` or `build`.""",
    kinds=frozenset({Kind.LEAK}),
    divergence="state",
)
