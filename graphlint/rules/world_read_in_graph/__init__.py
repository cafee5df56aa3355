"""world-read-in-graph: clocks, the environment, files and the machine, read or written while a graph is traced."""

from graphlint.frameworks.meaning import Kind
from graphlint.rules.rule import Rule

RULE = Rule(
    id="W7308",
    symbol="world-read-in-graph",
    message="%(what)s %(does)s only while %(traced)s%(path)s, not at each call; %(instead)s",
    description="The world (clock, environment, files, machine, net) is read or changed only while a graph function is traced.",
    why="""\
`time.time()`, `datetime.now()`, `os.environ["…"]`, `open(…)`, `np.load(…)`, `input()`, `psutil` and `subprocess` are
Python: they run while the function is traced. What they give becomes a constant of the graph: the time that a step took
is that of the trace, a file that changes is never read again. What they do, they do once: a file is written for each
trace, not for each call; a pause or a request happens once. A file that is opened in the function is reported where it is
opened, not again where it is read or written.""",
    instead="""\
Do it outside, and pass the result in as a tensor. In the graph: `tf.timestamp` for the time, `tf.io.read_file`,
`tf.io.decode_*` and `tf.io.write_file` for files, `tf.summary` for what is recorded. `tf.py_function` runs Python at each
call.

A setting is often meant to be read once, at the trace. Reading the environment or the current folder is therefore
reported with the confidence UNDEFINED, and so is looking at the file system where a dataset is put together, whose
functions are traced once: `--confidence=HIGH,CONTROL_FLOW,INFERENCE` leaves these out. What does not change
while a process runs (`os.getpid()`, `platform.system()`, `sys.argv`) is not reported. Nor are TensorFlow's own operations
on files.""",
    kinds=frozenset({Kind.WORLD}),
    divergence="value",
)
