import numpy as np
import tensorflow as tf
from tell import fails

# %% tensor-value-is-no-key
@tf.function
def f(x):
    print("trace", x)
    return x
f(tf.constant(1)); f(tf.constant(2))
print(f.experimental_get_tracing_count())
tf.print("hello", 1.5)
tf.print("to stdout", output_stream=__import__("sys").stdout)
print("after", np.float32(1))

# %% ends
import sys
print("x", end="")
print("y", file=sys.stderr)
tf.constant([1,2]) + tf.constant([1,2,3])

# %% user-code
# full error
@tf.function
def f(x):
    return tf.matmul(x, x)
fails(f, tf.ones([2]))
f(tf.ones([2]))

# %% graph-err
# full error
@tf.function
def f(x):
    return tf.gather([1,2,3], x)
fails(f, tf.constant(5))
f(tf.constant(5))
