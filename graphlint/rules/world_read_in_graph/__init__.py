"""world-read-in-graph: clocks, the environment, files and the machine, read or written while a graph is traced."""

from graphlint.frameworks.meaning import Kind
from graphlint.rules.rule import Rule

RULE = Rule(
    id="W7308",
    symbol="world-read-in-graph",
    message="%(what)s %(does)s only while %(traced)s%(path)s, not at each call; %(instead)s",
    description="The clock, the environment, a file, the machine or the network is read or changed only while a graph function is traced.",
    why="""\
`time.time()`, `os.environ`, `open(…)`, `np.load(…)`, `input()` and `subprocess` are plain Python and run while
TensorFlow traces the function. What they read becomes a constant of the graph: a clock stands still, a file is never
read again. What they do happens once for each trace, not at each call: one line in a log, one request, one pause.""",
    instead="""\
Do it outside, and pass the result in as a tensor. Operations of the graph are `tf.timestamp`, `tf.io.read_file`,
`tf.io.write_file` and `tf.summary`. `tf.py_function` runs Python at each call.""",
    silent="""\
Nothing is reported for what does not change while a process runs (`sys.argv`, `os.getpid()`), or for TensorFlow's own
operations on files. Settings are often meant to be read once: `os.environ` and the current folder are reported with the
confidence UNDEFINED.""",
    kinds=frozenset({Kind.WORLD}),
    divergence="value",
)
