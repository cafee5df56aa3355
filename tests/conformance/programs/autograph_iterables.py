import tensorflow as tf
from tell import fails

C = tf.constant

# %% iterate-a-variable
v = tf.Variable([3, 1, 2])
@tf.function
def f():
    s = 0
    for d in v:
        if d > 1:
            s += d
    return s
fails(f)

# %% iterate-a-ragged-tensor
@tf.function
def f(r):
    s = 0
    for row in r:
        s += tf.reduce_sum(row)
    return s
fails(f, tf.ragged.constant([[1, 2], [], [3]]))

# %% iterate-a-numpy-array
import numpy as np
@tf.function
def f(x):
    for d in np.array([1, 2]):
        if x > d:
            x -= d
    return x
print(f(C(9)))

# %% iterate-a-dict-of-tensors
@tf.function
def f(d):
    s = C(0)
    for k in d:
        if d[k] > 1:
            s += d[k]
    for k, value in d.items():
        s += len(k) * value
    return s
print(f({"a": C(1), "bb": C(2)}))

# %% iterate-a-string-and-a-shape
@tf.function
def f(x):
    n = 0
    for c in "abc":
        n += 1
    for d in x.shape:
        n += d
    return x[0, 0] + n
print(f(tf.ones([2, 3], tf.int32)))

# %% iterate-a-tensor-array
@tf.function
def f(n):
    a = tf.TensorArray(tf.int32, size=3).unstack([1, 2, 3])
    s = 0
    for e in a:
        s += e
    return s
fails(f, C(3))

# %% iterate-none
@tf.function
def f(x):
    for e in None:
        x += e
    return x
fails(f, C(3))

# %% range-with-tensors
@tf.function
def f(a, b, c):
    s = 0
    for i in range(a, b, c):
        s = s * 10 + i
    for i in range(b, 3):
        s += i
    return s
print(f(C(1), C(8), C(3)), f(C(5), C(0), C(-2)))

# %% range-of-floats-and-of-a-vector
fails(tf.function(lambda x: range(x)), C(2.5))
fails(tf.function(lambda x: range(x)), C([1, 2]))

# %% datasets-in-the-built-ins
@tf.function
def f(n):
    ds = tf.data.Dataset.range(n)
    s = tf.constant(0, tf.int64)
    for i, (a, b) in enumerate(zip(ds, ds.skip(1))):
        s += i * a * b
    for x in map(lambda e: e * 2, filter(lambda e: e > 1, ds)):
        s += x
    return s
fails(f, C(5, tf.int64))

# %% any-and-all-of-a-dataset
@tf.function
def f(n):
    ds = tf.data.Dataset.range(n).map(lambda e: e > 2)
    return any(ds), all(ds)
fails(f, C(5, tf.int64))

# %% while-over-a-variable
v = tf.Variable(0)
@tf.function
def f(n):
    while v < n:
        v.assign_add(2)
        if v > 5:
            break
    return v.read_value()
print(f(C(4)), f(C(99)))
