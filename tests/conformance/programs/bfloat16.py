# needs: ml_dtypes (NumPy has no bfloat16)
import numpy as np
import tensorflow as tf
from tell import fails

C = tf.constant


# %% constants
for value in (0.1, 1, 1.0, 3.14159, 1e38, float("nan"), -0.0):
    t = C(value, tf.bfloat16)
    print(repr(t), "|", t)
print(C([1.0, 0.1, 3.5], tf.bfloat16), repr(C([[1.0, 0.1]], tf.bfloat16)))

# %% casts
x = C([1.7, -0.1, 300.5])
b = tf.cast(x, tf.bfloat16)
print(b, tf.cast(b, tf.float32), tf.cast(b, tf.int32), tf.cast(tf.cast(x, tf.float16), tf.bfloat16), tf.cast(C([1, 257]), tf.bfloat16), tf.cast(b, tf.float64), tf.cast(b, tf.bool))

# %% rounds-to-nearest-even
print(tf.cast(C([1.00390625, 1.01171875, 1.005]), tf.bfloat16))

# %% arithmetic
b = C([0.1, 2.5, 1000.0], tf.bfloat16)
print(b + b, b - 1, b * b, b / 3, b // 2, b % 2, -b, abs(-b), b ** 2, b < 2.5, b == b)

# %% reductions
b = C([0.1, 2.5, 1000.0], tf.bfloat16)
print(tf.reduce_sum(b), tf.reduce_mean(b), tf.reduce_max(b), tf.argmax(b), tf.cumsum(C([1.0, 2.0], tf.bfloat16)))

# %% functions-and-shapes
b = C([[1.0, 4.0]], tf.bfloat16)
print(tf.sqrt(b), tf.square(b), tf.maximum(b, 2), tf.matmul(b, b, transpose_b=True), tf.concat([b, b], 0), tf.transpose(b), b[0, 1], tf.nn.relu(b), tf.zeros([1], tf.bfloat16), tf.ones_like(b), tf.where(b > 2, b, -b))

# %% with-other-dtypes
fails(lambda: C(1.0, tf.bfloat16) + C(1.0))
fails(lambda: C(1.0, tf.bfloat16) + C(1.0, tf.float16))
print(C(1.0, tf.bfloat16) + 1.5, 2.0 * C(1.0, tf.bfloat16))

# %% numpy
t = C([1.5, 2.5], tf.bfloat16)
print(t.numpy().dtype, t.numpy().tolist(), tf.bfloat16.as_numpy_dtype.__name__, float(t[0]), np.asarray(t).astype(np.float32))

# %% variables-and-gradients
v = tf.Variable(3.0, dtype=tf.bfloat16)
with tf.GradientTape() as tape:
    y = v * v
print(v, tape.gradient(y, v), v.assign_add(1.0))

# %% in-a-function
@tf.function
def f(x):
    print(x)
    return x * 2 + 1
print(f(C([1.5], tf.bfloat16)))

# %% printing-in-graphs
tf.print(C(0.1, tf.bfloat16), C([1.0, 1 / 3], tf.bfloat16))

# %% limits
print(tf.bfloat16.min, tf.bfloat16.max, tf.bfloat16.size, tf.bfloat16.is_floating)

# %% random
tf.random.set_seed(3)
print(tf.cast(tf.random.uniform([3], dtype=tf.bfloat16), tf.float32))
