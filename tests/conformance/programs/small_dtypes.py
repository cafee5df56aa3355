# needs: ml_dtypes (NumPy has none of these types)
import numpy as np
import tensorflow as tf
from tell import fails

C = tf.constant
F8 = tf.dtypes.experimental.float8_e4m3fn
F5 = tf.dtypes.experimental.float8_e5m2
I4 = tf.dtypes.experimental.int4
U4 = tf.dtypes.experimental.uint4


# %% what-they-are
for dtype in (tf.bfloat16, F8, F5, I4, U4):
    print(repr(dtype), dtype, dtype.min, dtype.max, dtype.size, dtype.is_floating, dtype.is_integer, dtype.is_unsigned, dtype.is_numeric,
          dtype.as_datatype_enum, tf.as_dtype(dtype.as_numpy_dtype) is dtype, tf.as_dtype(dtype.name) is dtype)

# %% quarters
x = tf.cast([1.0, 7.5, -3.25, 300.0, float("nan"), -0.1], F8)
print(x, repr(x), tf.cast(x, F5), tf.cast(x, tf.float32), tf.cast(x[:3], tf.int32), tf.cast(x, tf.bfloat16))
print(tf.reshape(x, [2, 3]), tf.concat([x[:2], x[:1]], 0), tf.stack([x[0], x[1]]), tf.gather(x, [1, 0]), repr(x[0]))
tf.print(x[:3])

# %% quarters-are-not-computed-with
x = C([1.5, 2.0], F8)
fails(lambda: x + x)
fails(lambda: x + 1.0)
fails(lambda: C([1, 2], F8))
fails(lambda: C(True, F8))
fails(lambda: tf.cast(100, F8))
fails(lambda: tf.cast(x, I4))
fails(lambda: tf.matmul([x], [x], transpose_b=True))
fails(lambda: tf.bitcast(x, tf.uint8))

# %% quarters-in-a-function-and-a-variable
v = tf.Variable(C([1.5, 2.5], F5))
print(v, v.assign(C([2.0, 3.0], F5)))
@tf.function
def f(x):
    print(x)
    return tf.cast(tf.reshape(x, [1, -1]), tf.float32) * 2
print(f(v.read_value()))

# %% nibbles
x = C([1, 2, -3], I4)
print(x, repr(x), C([1, 2, -3], U4), tf.cast(x, tf.int32), tf.cast(C([7, 8, 100, -9]), I4), tf.cast(x, U4), tf.identity(x), tf.cast(x, tf.uint8))
fails(lambda: C([1.5], I4))
fails(lambda: tf.cast([1.0], I4))
fails(lambda: tf.cast(x, tf.float32))
fails(lambda: x + x)
print(tf.function(lambda: C([1, -2], I4))())

# %% arrays-of-other-libraries
for dtype in (tf.bfloat16, F8, I4):
    array = np.array([1, 2]).astype(dtype.as_numpy_dtype)
    print(tf.convert_to_tensor(array), tf.TensorSpec.from_tensor(C(array)), array.dtype == dtype, C(array).numpy().dtype)
print(C([1.5], tf.bfloat16) + np.ones(1, tf.bfloat16.as_numpy_dtype))

# %% bfloat16-bits-and-texts
x = C([1.5, -0.1], tf.bfloat16)
print(tf.bitcast(x, tf.uint16), tf.bitcast(C([16256], tf.uint16), tf.bfloat16), tf.strings.as_string(x), tf.strings.format("{}", x))
print(tf.io.parse_tensor(tf.io.serialize_tensor(x), tf.bfloat16), f"{x[0]:.2f}")
fails(lambda: C(True, tf.bfloat16))
fails(lambda: tf.math.lgamma(x))

# %% bfloat16-in-control-flow
x = C([1.5, -0.5], tf.bfloat16)
@tf.function
def f(x):
    while tf.reduce_sum(x) < 100.0:
        x = x * 2
    if x[0] > 50:
        x = x + 1
    return x
print(f(x), tf.map_fn(lambda item: item * 2, x), tf.py_function(lambda item: item * 2, [x], tf.bfloat16))
print(tf.numpy_function(lambda item: item + item, [x], tf.bfloat16), tf.TensorArray(tf.bfloat16, 2).unstack(x).stack())
print(*tf.data.Dataset.from_tensor_slices(x).batch(2))

# %% bfloat16-training
w = tf.Variable([[0.5], [0.25]], dtype=tf.bfloat16)
x, y = C([[1.0, 2.0], [3.0, 4.0]], tf.bfloat16), C([[1.0], [0.0]], tf.bfloat16)
for _ in range(2):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - y))
    w.assign_sub(C(0.01, tf.bfloat16) * tape.gradient(loss, w))
    print(loss.numpy(), w.numpy().tolist())

# %% bfloat16-masters-in-float32
w = tf.Variable([[0.5], [0.25]])
with tf.GradientTape() as tape:
    loss = tf.cast(tf.reduce_sum(tf.matmul(C([[1.1, 2.3]], tf.bfloat16), tf.cast(w, tf.bfloat16))), tf.float32)
print(loss, tape.gradient(loss, w))

# %% bfloat16-in-sums-and-updates
x = C([[1.5, 2.0], [3.0, 0.1]], tf.bfloat16)
print(tf.math.segment_sum(x, [0, 0]), tf.math.unsorted_segment_sum(x, [1, 0], 2), tf.tensor_scatter_nd_add(x, [[0], [0]], x), tf.einsum("ij,kj->ik", x, x))
v = tf.Variable(x)
v.scatter_nd_add([[0]], x[:1])
v.scatter_sub(tf.IndexedSlices(x[:1], [1]))
v[0].assign(x[1])
print(v.numpy())
print(tf.sort(x, 1), tf.math.top_k(x, 1), tf.argmax(x, 1), tf.range(0, 1, 0.25, dtype=tf.bfloat16), tf.one_hot([1], 3, dtype=tf.bfloat16), tf.eye(2, dtype=tf.bfloat16))
