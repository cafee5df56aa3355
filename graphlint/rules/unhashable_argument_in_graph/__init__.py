"""unhashable-argument-in-graph: a graph function called with what cannot be part of the key of a graph."""

from graphlint.frameworks.meaning import Kind
from graphlint.rules.rule import Rule

RULE = Rule(
    id="E7318",
    symbol="unhashable-argument-in-graph",
    message="graph function %(function)s %(how)s, %(which)s, which cannot be hashed, so the call raises TypeError; %(instead)s",
    description="A graph function is called with an object that cannot be hashed, such as a set or a plain data class.",
    why="""\
TensorFlow looks for a graph by the arguments. It takes lists, tuples and dicts apart, and tensors count with their dtype
and shape. Any other object must be hashable. A class with `__eq__` and without `__hash__` is not, and `@dataclass` makes
such a class. Neither is a set, a `bytearray`, a `deque`, or what `argparse` returns. The call raises
`TypeError: Could not generate a generic TraceType`. Without `tf.function` the same call works. A method that is a graph
function needs its own object to be hashable too: there the error is `unhashable type`.""",
    instead="""\
Write `@dataclass(frozen=True)`, or define `__hash__` beside `__eq__`. Pass `frozenset(names)` for a set, and `vars(args)`
for what `argparse` returns: TensorFlow takes a dict apart.""",
    silent="""\
Nothing is reported for objects that count as themselves, such as those of a class without `__eq__`, or for objects that
tell TensorFlow what they are with `__tf_tracing_type__` or `__tf_flatten__`.""",
    kinds=frozenset({Kind.UNHASHABLE}),
    divergence="exception",
)
