"""print-in-graph: output that is written while a graph is traced, not while it runs."""

from graphlint.frameworks.meaning import Kind
from graphlint.rules.rule import Rule

RULE = Rule(
    id="W7303",
    symbol="print-in-graph",
    message="%(what)s runs only while %(traced)s%(path)s, not at each call; use tf.print",
    description="Python writes output (print, logging, warnings…) only while a graph function is traced, not at each call.",
    why="""\
`print`, `logging`, `warnings` and `sys.stdout.write` are Python: they run while the function is traced and are not part
of the graph. The text appears once for each trace and never again, and a tensor in it shows as
`Tensor("x:0", shape=(), dtype=float32)` instead of its value.""",
    instead="""\
Write with `tf.print`, which becomes part of the graph (`output_stream=` takes a file or a logging level), or return the
value and print it outside. `tf.summary` records values for TensorBoard. A text that is meant for the trace, such as
`print("Tracing")` or `print("Building")`, and output that is meant to be rare (`logging.debug`, `log_first_n`, warnings of
arguments and settings, what an `except` writes) are reported with the confidence UNDEFINED: `--confidence=HIGH,CONTROL_FLOW,INFERENCE` leaves them
out. A warning behind a test of a tensor is not meant for the trace, but written there whatever the tensor holds.""",
    kinds=frozenset({Kind.PRINT}),
    divergence="output",
)
