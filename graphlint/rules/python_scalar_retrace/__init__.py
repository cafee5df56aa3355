"""python-scalar-retrace: a graph function called with Python numbers or strings that vary."""

from graphlint.frameworks.meaning import Kind
from graphlint.rules.rule import Rule

RULE = Rule(
    id="R7306",
    symbol="python-scalar-retrace",
    message="graph function %(function)s is called with %(value)s, and each value builds a new graph; %(instead)s",
    description="A graph function is called with Python numbers or strings that vary, or new objects, and each builds a new graph.",
    why="""\
A Python number or string is part of the key under which TensorFlow keeps the graphs of a function: each new value traces
the function again and keeps one more graph in memory. A step counter passed as an `int` costs a trace at every step; a
method that passes on its `epoch=0` is taken to be given another one each time, where nobody calls it in sight. Of
an object that is no tensor, a lambda or function that the caller makes, a bound method or an object of your own, the key
is the object itself: one that is made for the call is new each time. Records that are equal share a graph; one that is made of
another one with a number that varies (`replace(settings, epoch=epoch)`), or of such a number itself, has none yet. Losses of Keras
are objects, too: `MeanSquaredError()` that each turn makes anew builds a graph for each.""",
    instead="""\
Pass a tensor: `step(tf.constant(i))`, `for i in tf.range(n)`, or give the function an `input_signature`, which turns the
argument into a tensor. Flags and modes with few values are best left as Python values. Objects: make
them once, before the calls (`loss = model.loss`, then `step(loss, x)`), or let the graph function find them itself.""",
    kinds=frozenset({Kind.RETRACE, Kind.NEW_OBJECT}),
    divergence="traces",
)
