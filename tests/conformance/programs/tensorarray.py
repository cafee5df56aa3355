import tensorflow as tf
from tell import fails

C = tf.constant

# %% write-read-stack
ta = tf.TensorArray(tf.float32, size=3)
ta = ta.write(0, 1.0); ta = ta.write(2, 3.0)
print(ta.read(2), ta.stack(), ta.size())

# %% write-without-rebinding
ta = tf.TensorArray(tf.int32, size=2)
ta.write(0, 5)
print(ta.stack())

# %% dynamic-size
ta = tf.TensorArray(tf.int32, size=0, dynamic_size=True)
for i in range(4):
    ta = ta.write(i, i * i)
print(ta.stack(), ta.size())

# %% out-of-range
ta = tf.TensorArray(tf.int32, size=2)
fails(ta.write, 2, 1)
fails(ta.write, -1, 1)
fails(ta.read, 5)

# %% read-of-unwritten
ta = tf.TensorArray(tf.int32, size=2)
fails(ta.read, 0)
fails(ta.stack)
ta = tf.TensorArray(tf.int32, size=2, element_shape=[2])
print(ta.stack())

# %% clear-after-read
ta = tf.TensorArray(tf.int32, size=1)
ta = ta.write(0, 7)
print(ta.read(0))
fails(ta.read, 0)
ta = tf.TensorArray(tf.int32, size=1, clear_after_read=False).write(0, 7)
print(ta.read(0), ta.read(0))

# %% write-twice
ta = tf.TensorArray(tf.int32, size=1)
ta = ta.write(0, 7)
fails(ta.write, 0, 8)

# %% wrong-dtype-and-shape
ta = tf.TensorArray(tf.float32, size=2)
fails(ta.write, 0, C(1))
fails(ta.write, 0, "a")
ta = ta.write(0, [1.0, 2.0])
fails(ta.write, 1, 3.0)
ta = tf.TensorArray(tf.float32, size=2, element_shape=[2])
fails(ta.write, 0, 1.0)

# %% unstack-concat-gather-scatter-split
ta = tf.TensorArray(tf.int32, size=3).unstack([10, 20, 30])
print(ta.gather([2, 0]), ta.stack())
ta = tf.TensorArray(tf.int32, size=2, infer_shape=False).write(0, [1]).write(1, [2, 3])
print(ta.concat())
ta = tf.TensorArray(tf.int32, size=3).scatter([2, 0, 1], [1, 2, 3])
print(ta.stack())
ta = tf.TensorArray(tf.int32, size=2, infer_shape=False).split([1, 2, 3], [1, 2])
print(ta.read(0), ta.read(1))

# %% in-a-function
@tf.function
def f(x):
    ta = tf.TensorArray(tf.int32, 3)
    for i in range(3):
        ta = ta.write(i, x * i)
    print(ta.stack())
    return ta.stack()
print(f(C(5)))

# %% in-a-while-loop
@tf.function
def f(n):
    ta = tf.TensorArray(tf.int32, 0, dynamic_size=True)
    _, ta = tf.while_loop(lambda i, ta: i < n, lambda i, ta: (i + 1, ta.write(i, i * i)), [0, ta])
    return ta.stack()
print(f(C(4)))

# %% functional-in-a-graph
@tf.function
def f():
    ta = tf.TensorArray(tf.int32, 2)
    ta.write(0, 5)
    return ta.write(1, 6).stack()
print(f())

# %% out-of-range-in-a-graph
@tf.function
def f(i):
    return tf.TensorArray(tf.int32, 2).write(i, 5).stack()
print(f(C(1)))
fails(f, C(2))

# %% attributes
ta = tf.TensorArray(tf.float32, size=2, element_shape=[None], name="t")
print(ta.dtype, ta.element_shape, ta.dynamic_size, ta.handle, ta.flow if hasattr(ta, "flow") else None)

# %% structure-of-results
@tf.function
def f():
    ta = tf.TensorArray(tf.int32, 1).write(0, 1)
    return ta
r = f()
print(type(r).__name__, r.stack() if hasattr(r, "stack") else r)

# %% zero-size
ta = tf.TensorArray(tf.float32, size=0, element_shape=[2])
print(ta.stack(), ta.size())
