"""tensor-leaked-from-graph: a symbolic tensor that is stored where it outlives the trace."""

from graphlint.frameworks.meaning import Kind
from graphlint.rules import advice
from graphlint.rules.rule import Rule

RULE = Rule(
    id="W7309",
    symbol="tensor-leaked-from-graph",
    message="%(what)s stores a symbolic tensor in %(place)s only while %(traced)s%(path)s; it has no value outside of the graph:"
    " %(instead)s",
    description="A symbolic tensor is stored outside while a graph function is traced; it has no value there.",
    why="""\
In a graph function a tensor is a symbol for a value that the graph will compute. If it is stored on `self`, in a global
or in a list from outside, it outlives the trace, and it is stored once for each trace, not at each call. Using it
outside raises `TypeError: <tf.Tensor …> is out of scope`, and `.numpy()` raises `AttributeError`.""",
    instead="""\
Return the tensor and let the caller keep it. Keep state in a `tf.Variable`. Collect values within one call in a local
list or a `tf.TensorArray`.""",
    fields=lambda known, offence: {"instead": advice.kept(offence)},
    silent="""\
Nothing is reported for a tensor that the same trace stores and reads, or that is stored in a local object. Other values
that are stored outside are reported by `outer-mutation-in-graph`.""",
    kinds=frozenset({Kind.LEAK}),
    divergence="state",
)
