import logging

import numpy as np
import tensorflow as tf
from tell import fails

# %% relaxes-dimension-then-rank
@tf.function(reduce_retracing=True)
def f(x):
    print("trace", x.shape)
    return x
for shape in ([1], [2], [3], [4, 4], [5, 5, 5], []):
    f(tf.zeros(shape))
print(f.experimental_get_tracing_count())

# %% relaxes-one-dimension-at-a-time
@tf.function(reduce_retracing=True)
def f(x):
    print("trace", x.shape)
    return x
for shape in ([2, 3], [4, 3], [4, 5], [9, 9]):
    f(tf.zeros(shape))

# %% off-by-default
@tf.function
def f(x):
    print("trace", x.shape)
    return x
for n in (1, 2, 3, 4):
    f(tf.zeros([n]))

# %% python-ints-are-never-relaxed
@tf.function(reduce_retracing=True)
def f(x):
    print("trace", x)
    return tf.constant(x)
for n in range(4):
    f(n)

# %% other-python-argument-stops-it
@tf.function(reduce_retracing=True)
def f(x, n):
    print("trace", x.shape, n)
    return x
f(tf.zeros([1]), 0); f(tf.zeros([2]), 1); f(tf.zeros([3]), 1); f(tf.zeros([7, 9]), 2); f(tf.zeros([8]), 0)

# %% other-dtype-stops-it
@tf.function(reduce_retracing=True)
def f(x):
    print("trace", x)
    return x
f(tf.zeros([1])); f(tf.zeros([2], tf.int32)); f(tf.zeros([3])); f(tf.zeros([4], tf.int32)); f(tf.zeros([5], tf.int32))

# %% list-length-stops-it
@tf.function(reduce_retracing=True)
def f(xs):
    print("trace", xs)
    return xs[0]
z = tf.zeros
f([z([1])]); f([z([2]), z([2])]); f([z([3])]); f([z([4]), z([5])])

# %% in-dicts-and-tuples
@tf.function(reduce_retracing=True)
def f(d):
    print("trace", d)
    return d["a"]
f({"a": tf.zeros([1]), "b": (tf.zeros([2, 2]), 5)})
f({"a": tf.zeros([3]), "b": (tf.zeros([2, 3]), 5)})
f({"a": tf.zeros([4]), "b": (tf.zeros([2, 4]), 5)})

# %% two-arguments
@tf.function(reduce_retracing=True)
def f(x, y):
    print("trace", x.shape, y.shape)
    return x
f(tf.zeros([1]), tf.zeros([1, 1])); f(tf.zeros([1]), tf.zeros([1, 2])); f(tf.zeros([2]), tf.zeros([1, 3])); f(tf.zeros([5]), tf.zeros([5, 5]))

# %% older-name
@tf.function(experimental_relax_shapes=True)
def f(x):
    print("trace", x.shape)
    return x
f(tf.zeros([1])); f(tf.zeros([2])); f(tf.zeros([3]))

# %% not-with-a-signature
@tf.function(reduce_retracing=True, input_signature=[tf.TensorSpec([None], tf.float32)])
def f(x):
    print("trace", x.shape)
    return x
f(tf.zeros([1])); f(tf.zeros([2]))

# %% variables-are-relaxed
@tf.function(reduce_retracing=True)
def f(v):
    print("trace", v.shape)
    return v + 0.0
for n in (1, 2, 3):
    f(tf.Variable(tf.zeros([n])))

# %% concrete-functions-take-part
@tf.function(reduce_retracing=True)
def f(x):
    print("trace", x.shape)
    return x
f.get_concrete_function(tf.TensorSpec([1], tf.float32))
f(tf.zeros([2])); f(tf.zeros([3]))

# %% warning-after-five
@tf.function
def w(n):
    return tf.constant(n)
for n in range(8):
    w(n)

# %% warning-counts-the-calls-between
@tf.function
def w(n):
    return tf.constant(n)
for n in range(6):
    for _ in range(3):
        w(n)

# %% no-warning-below-five
@tf.function
def w(n):
    return tf.constant(n)
for n in range(4):
    w(n)
for _ in range(20):
    w(0)

# %% warning-for-shapes
@tf.function
def w(x):
    return x
for n in range(6):
    w(tf.zeros([n]))

# %% no-warning-when-traces-are-rare
@tf.function
def w(n):
    return tf.constant(n)
for n in range(6):
    for _ in range(9):
        w(n)
print("done", w.experimental_get_tracing_count())

# %% warning-for-a-function-made-in-a-loop
for i in range(7):
    @tf.function
    def w(x):
        return x
    w(tf.constant(i))

# %% warning-for-wrapping-in-a-loop
def w(x):
    return x
for i in range(7):
    tf.function(w)(tf.constant(i))

# %% warning-across-instances
class A:
    @tf.function
    def w(self, x):
        return x
kept = []
for i in range(8):
    kept.append(A())
    kept[-1].w(tf.constant(1))

# %% warning-for-a-lambda
w = tf.function(lambda n: tf.constant(n))
for n in range(6):
    w(n)

# %% no-warning-for-inner-calls
@tf.function
def w(n):
    return tf.constant(n)
@tf.function
def outer():
    total = tf.constant(0)
    for n in range(8):
        total += w(n)
    return total
print(outer(), w.experimental_get_tracing_count())

# %% no-warning-for-get-concrete-function
@tf.function
def w(n):
    return tf.constant(n)
for n in range(8):
    w.get_concrete_function(n)
print(w.experimental_get_tracing_count())

# %% warning-goes-through-logging
class Keep(logging.Handler):
    def emit(self, record):
        print(record.name, record.levelname, record.getMessage()[:60])
tf.get_logger().addHandler(Keep())
@tf.function
def w(n):
    return tf.constant(n)
for n in range(5):
    w(n)

# %% warning-can-be-silenced
tf.get_logger().setLevel("ERROR")
@tf.function
def w(n):
    return tf.constant(n)
for n in range(8):
    w(n)
print("silent")

# %% warning-with-a-name
@tf.function
def a_longer_name(n):
    return tf.constant(n)
for n in range(5):
    a_longer_name(n)
