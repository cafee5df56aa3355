"""print-in-graph: output that is written while a graph is traced, not while it runs."""

from graphlint.frameworks.meaning import Kind
from graphlint.rules.rule import Rule

RULE = Rule(
    id="W7303",
    symbol="print-in-graph",
    message="%(what)s runs only while %(traced)s%(path)s, not at each call; use tf.print",
    description="Python writes output (print, logging, warnings…) only while a graph function is traced, not at each call.",
    why="""\
`print`, `logging`, `warnings` and `sys.stdout.write` are plain Python. They run while TensorFlow traces the function
and are not part of the graph. The text appears once for each trace. A tensor in it shows as a symbol, without its
value.""",
    instead="""\
`tf.print` is part of the graph; its option `output_stream` takes a file or a logging level. Or return the value and
print it outside. `tf.summary` records values for TensorBoard.""",
    silent="""\
Nothing is reported for `tf.print`, or for output that is written outside. What is meant for the trace is reported with
the confidence UNDEFINED, which `--confidence=HIGH,CONTROL_FLOW,INFERENCE` leaves out: `print("Tracing")`, or what is the
same at each call, such as shapes, types, names, settings, and a warning without tensors.""",
    kinds=frozenset({Kind.PRINT}),
    divergence="output",
)
