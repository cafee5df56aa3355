import numpy as np
import tensorflow as tf
from tell import fails

S = tf.TensorSpec


def late(closure, spec, **kwargs):
    return tf.compat.v1.get_default_graph().capture_call_time_value(closure, spec, **kwargs)


# %% read-at-each-call
x = 1
@tf.function
def f():
    return late(lambda: tf.constant(x), S([], tf.int32)) + 1
print(f())
x = 5
print(f(), f.experimental_get_tracing_count())

# %% keys-and-open-shapes
value = tf.constant([1.0, 2.0])
@tf.function
def f(y):
    one = late(lambda: value, S([None], tf.float32), key="k")
    two = late(lambda: value * 2, S([None], tf.float32), key="k")
    return one * y + two
print(f(tf.constant(2.0)))
value = tf.constant([5.0])
print(f(tf.constant(2.0)))
graph = f.get_concrete_function(tf.constant(2.0)).graph
print(graph.inputs, graph.deferred_internal_captures, len(graph.deferred_external_captures))

# %% values-that-do-not-fit
def made(value, spec):
    return tf.function(lambda: late(lambda: value, spec), autograph=False)
fails(made(tf.constant(1), S([], tf.float32)))
fails(made(tf.constant([1.0]), S([], tf.float32)))
fails(made("no", S([], tf.float32)))
print(made(3, S([], tf.float32))())

# %% nests
v = tf.constant(3.0)
@tf.function
def f():
    return late(lambda: {"a": v, "b": [v + 1]}, {"a": S([], tf.float32), "b": [S([], tf.float32)]})
print(f())

# %% functions-in-functions
v = 2.0
@tf.function
def inner(x):
    return x * late(lambda: tf.constant(v), S([], tf.float32))
@tf.function
def outer(x):
    return inner(x) + 1
print(outer(tf.constant(1.0)))
v = 10.0
print(outer(tf.constant(1.0)), inner(tf.constant(1.0)))

# %% in-branches-and-loops
v = 2.0
@tf.function
def f(x):
    late_value = late(lambda: tf.constant(v), S([], tf.float32))
    for _ in tf.range(2):
        x = tf.cond(x > 0, lambda: x * late_value, lambda: late_value)
    return x
print(f(tf.constant(1.0)))
v = 3.0
print(f(tf.constant(1.0)), f(tf.constant(-1.0)))

# %% gradients
x, w = tf.constant(2.0), tf.constant(4.0)
@tf.function
def f(x):
    return x * late(lambda: w, S([], tf.float32))
with tf.GradientTape() as tape:
    tape.watch([x, w])
    y = f(x)
print(tape.gradient(y, [x, w]))

# %% with-other-captures
big, v, number = tf.constant(np.ones(200, np.float32)), tf.Variable(2.0), 1.0
@tf.function
def f(x):
    first = tf.reduce_sum(big) * x
    late_value = late(lambda: tf.constant(number), S([], tf.float32))
    return first + v + late_value
print(f(tf.constant(1.0)))
number = 5.0
print(f(tf.constant(2.0)))

# %% a-capture-that-is-replaced
big = tf.constant(np.ones(200, np.float32))
concrete = tf.function(lambda: tf.reduce_sum(big)).get_concrete_function()
print(concrete())
concrete.replace_capture_with_deferred_capture(concrete.captured_inputs[0], lambda: tf.zeros([200]), S([200], tf.float32))
print(concrete())

# %% inference-function
concrete = tf.function(lambda x, y: {"s": x + y}).get_concrete_function(S([], tf.float32), S([], tf.float32))
inference = concrete.inference_fn
print(type(inference).__name__, inference.graph is concrete.graph, inference.name[:12], inference.function_type)
print(inference(tf.constant(1.0), tf.constant(2.0)), inference.call_flat(tf.constant(1.0), tf.constant(2.0)))
