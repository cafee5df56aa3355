import sys
import tempfile

import numpy as np
import tensorflow as tf
from tell import fails

C = tf.constant

# %% files
folder = tempfile.mkdtemp()
for text in ("one", "two"):
    tf.print(text, C([1, 2]), output_stream=f"file://{folder}/out.txt")
print(repr(open(f"{folder}/out.txt").read()))
@tf.function
def f(x):
    tf.print("graph", x, output_stream=f"file://{folder}/graph.txt", end=";")
f(C(1)); f(C(2))
print(repr(open(f"{folder}/graph.txt").read()))

# %% file-that-cannot-be-written
fails(tf.print, 1, output_stream="file:///nonexistent/folder/out.txt")
@tf.function
def f():
    tf.print(1, output_stream="file:///nonexistent/folder/out.txt")
fails(f)

# %% streams-by-name
for stream in ("stdout", "x", 3, None, "file:/x", sys.stdin):
    fails(tf.print, 1, output_stream=stream) if stream is not sys.stdin else None
fails(tf.print, 1, foo=2)

# %% both-streams
tf.print("err"); tf.print("out", output_stream=sys.stdout); tf.print("err", output_stream=sys.stderr)

# %% argument-types
fails(tf.print, 1, summarize="a")
fails(tf.print, 1, sep=1)
fails(tf.print, 1, end=1)
tf.print(1, summarize=1.5)
tf.print(1, 2, sep="", end="")
tf.print(1, 2, sep="\n", end="!\n")

# %% placeholder-in-text
tf.print("{}", C(1), output_stream=sys.stdout)
tf.print("{}{}", 1, C(2), {"{}": C(3)}, output_stream=sys.stdout)
tf.print(["{}", C(1)], "'{}'", "%s", output_stream=sys.stdout)

# %% ordered-containers
# needs: python<3.12 (how an OrderedDict prints)
import collections
P = lambda *a: tf.print(*a, output_stream=sys.stdout)
P(collections.OrderedDict([("b", C(1)), ("a", C(2))]), {"b": C(1), "a": C(2)}, {"b": 1, "a": C(2)})
P(collections.deque([C(1), 2]), collections.defaultdict(int, {"z": C(1)}), {1: C(1)}.keys(), {1: C(1)}.values())
fails(tf.print, {1: C(1), "a": 3})

# %% empty-tensors
P = lambda *a, **k: tf.print(*a, output_stream=sys.stdout, **k)
P(tf.zeros([0]), tf.zeros([2, 0]), tf.zeros([0, 2]), tf.zeros([2, 0, 3]), tf.constant([], tf.string))
P(tf.range(3), C(5), summarize=0)

# %% strings-in-tensors
P = lambda *a, **k: tf.print(*a, output_stream=sys.stdout, **k)
P(C(['a"b\n\\', "é", "\x00\x7f\t'"]), C("s"))
P(C('a"b\n\\é'), 1)
P(C('a"b\n\\é'))
P(tf.Variable("v")); P(tf.Variable(["v"])); P([tf.Variable("v")])

# %% in-graphs-as-in-eager
@tf.function
def f(*values):
    tf.print(*values, output_stream=sys.stdout)
    tf.print({"a": values, "b": [values[0]]}, summarize=1, output_stream=sys.stdout)
for values in ((C(1.5), C([1, 2, 3])), (C("s"), C(["s"])), (C(True), C([[1.0], [2.0]])), (C(0.1, tf.float64), C(1 + 2j))):
    f(*values)
    tf.print(*values, output_stream=sys.stdout)

# %% nodes
@tf.function
def f(x, y):
    print(type(tf.print("x", x, {"k": y}, sep=";", end="$\n", summarize=2, name="mine")).__name__)
    tf.print(y)
    tf.print(x)
    tf.print("only text", 3)
    return x
for o in f.get_concrete_function(C(1), C("s")).graph.get_operations():
    print(o.name, o.type, [i.name for i in o.inputs], ["^" + c.name for c in o.control_inputs if o.type != "NoOp"])
    if o.type == "StringFormat":
        print(o.get_attr("template"), o.get_attr("placeholder"), o.get_attr("summarize"))
f(C(1), C("s"))

# %% unused-values-are-computed-for-printing
@tf.function
def f(x):
    tf.print(tf.gather([1, 2, 3], x))
    return x
f(C(1))
fails(f, C(7))

# %% strings-format
print(tf.strings.format("{} and {}", (C([1.0, 2.0]), C("s"))), tf.strings.format("%t", C(1), placeholder="%t"), tf.strings.format("{}", tf.range(9), summarize=1))
print(tf.strings.format("{}{}", [1, 2]), tf.strings.format("no tensors", []), tf.strings.format("{}", [[1, 2]]))
fails(tf.strings.format, "{}{}", C(1))
fails(tf.strings.format, "{}", 1.5)
@tf.function
def f(x):
    y = tf.strings.format("<{}>", x)
    print(y)
    return y
print(f(C([1.5])))

# %% logger
print(tf.get_logger().name, tf.get_logger().level)
tf.get_logger().warning("careful %d", 3)
tf.get_logger().info("not shown")
tf.get_logger().setLevel("ERROR")
tf.get_logger().warning("not shown")

# %% timestamp
import time
before = time.time()
t = tf.timestamp()
print(t.dtype, t.shape, before - 1 < float(t) < time.time() + 1)
@tf.function
def f():
    return tf.timestamp()
a = f(); time.sleep(0.01); b = f()
print(bool(b > a))
