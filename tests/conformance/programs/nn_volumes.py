import numpy as np
import tensorflow as tf
from tell import fails, show


def volume(*shape, dtype=np.float32):
    n = int(np.prod(shape))
    return tf.constant((np.arange(n) * 7 % 11 - 5).reshape(shape).astype(dtype))


x, w = volume(1, 4, 3, 4, 2), volume(2, 2, 3, 2, 3)


def slopes(f, *xs):
    """The sum of the result and its gradients, and those of the gradients' squares."""
    with tf.GradientTape() as outer:
        outer.watch(xs)
        with tf.GradientTape() as inner:
            inner.watch(xs)
            y = tf.reduce_sum(f(*xs) ** 2)
        firsts = inner.gradient(y, xs)
        total = tf.add_n([tf.reduce_sum(g * g) for g in firsts])
    show(y, *firsts)
    show(*[tf.reduce_sum(second) for second in outer.gradient(total, xs)])


# %% conv3d
show(tf.nn.conv3d(x, w, [1] * 5, "VALID"), tf.nn.conv3d(x, w, [1, 2, 1, 3, 1], "SAME"))

# %% conv3d-gradients
slopes(lambda a, b: tf.nn.conv3d(a, b, [1, 2, 1, 2, 1], "SAME"), x, w)

# %% conv3d-types
show(tf.nn.conv3d(tf.cast(x, tf.float64), tf.cast(w, tf.float64), [1] * 5, "VALID"), tf.nn.conv3d(x[:0], w, [1] * 5, "SAME"))

# %% conv3d-windows-that-are-just-too-large
show(tf.nn.conv3d(x, volume(5, 1, 1, 2, 1), [1] * 5, "VALID"))
fails(tf.nn.conv3d, x, volume(6, 1, 1, 2, 1), [1] * 5, "VALID")
show(tf.nn.conv2d(x[0], volume(4, 1, 2, 1), 1, "VALID"), tf.nn.max_pool2d(x[0], [5, 1], 2, "VALID"), tf.nn.avg_pool2d(x[0], [5, 1], 2, "VALID"))
fails(tf.nn.conv2d, x[0], volume(5, 1, 2, 1), 1, "VALID")

# %% conv3d-refusals
fails(tf.nn.conv3d, x, w, 1, "VALID")
fails(tf.nn.conv3d, x, w, [1, 1, 1], "VALID")
fails(tf.nn.conv3d, x, w, [2, 1, 1, 1, 1], "VALID")
fails(tf.nn.conv3d, x, w, [1, 0, 1, 1, 1], "VALID")
fails(tf.nn.conv3d, x, w, [1] * 5, "VALID", dilations=[1, 2, 1, 1, 1])
fails(tf.nn.conv3d, x, w, [1] * 5, "VALID", dilations=[1, 1, 1, 1, 2])
fails(tf.nn.conv3d, x, volume(1, 1, 1, 4, 3), [1] * 5, "VALID", data_format="NCDHW")
fails(tf.nn.conv3d, x, w, [1] * 5, "FULL")
fails(tf.nn.conv3d, x[0], w, [1] * 5, "VALID")
fails(tf.nn.conv3d, x, w[0], [1] * 5, "VALID")
fails(tf.nn.conv3d, x, volume(1, 1, 1, 3, 1), [1] * 5, "VALID")
fails(tf.nn.conv3d, x, volume(1, 1, 1, 1, 2), [1] * 5, "VALID")

# %% conv3d-in-a-graph
@tf.function(autograph=False)
def step(x):
    return tf.nn.conv3d(x, w, [1, 2, 2, 2, 1], "SAME"), tf.nn.convolution(x, w), tf.nn.conv3d_transpose(x, volume(2, 2, 2, 3, 2), [1, 8, 6, 8, 3], 2)

concrete = step.get_concrete_function(tf.TensorSpec([None, None, 3, 4, 2]))
print(concrete.structured_outputs)
print([op.name for op in concrete.graph.get_operations()])
show(*step(x))

# %% conv3d-shapes-that-do-not-fit-a-graph
def traced(f, *shapes):
    fails(tf.function(f, autograph=False).get_concrete_function, *[tf.TensorSpec(shape) for shape in shapes])

traced(lambda x, w: tf.nn.conv3d(x, w, [1] * 5, "VALID"), [1, 2, 2, 2], [1, 1, 1, 2, 2])
traced(lambda x, w: tf.nn.conv3d(x, w, [1] * 5, "VALID"), [1, 4, 4, 4, 2], [5, 1, 1, 2, 2])
traced(lambda x, w: tf.nn.conv3d(x, w, [1] * 5, "VALID"), [1, 4, 4, 4, 2], [1, 1, 1, 3, 2])
traced(lambda x: tf.nn.max_pool3d(x, 2, 2, "VALID"), [1, 1, 4, 4, 2])

# %% conv3d-transpose
show(tf.nn.conv3d_transpose(x, volume(2, 2, 3, 3, 2), [1, 5, 4, 6, 3], 1, "VALID"), tf.nn.conv3d_transpose(x, volume(2, 1, 1, 1, 2), [1, 8, 3, 8, 1], [2, 1, 2]))
slopes(lambda a, b: tf.nn.conv3d_transpose(a, b, [1, 8, 3, 8, 1], [2, 1, 2]), x, volume(2, 1, 1, 1, 2))

# %% conv3d-transpose-refusals
y, k = volume(1, 3, 3, 3, 3), volume(2, 2, 2, 2, 3)
fails(tf.nn.conv3d_transpose, y, k, [1, 5, 4, 4, 2], 1, "VALID")
fails(tf.nn.conv3d_transpose, y, k, [2, 4, 4, 4, 2], 1, "VALID")
fails(tf.nn.conv3d_transpose, y, k, [1, 4, 4, 4, 5], 1, "VALID")
fails(tf.nn.conv3d_transpose, y, k, [4, 4, 4, 2], 1, "VALID")
fails(tf.nn.conv3d_transpose, y, k, [1, 5, 5, 5, 2], 1, "VALID", dilations=2)
fails(tf.nn.conv3d_transpose, y, k, [1, 4, 4, 4, 2], 1, "VALID", data_format="NCDHW")
fails(tf.nn.conv3d_transpose, y, k, [1, 4, 4, 4, 2], [1, 1], "VALID")

# %% conv-transpose-by-rank
show(tf.nn.conv_transpose(volume(1, 3, 2), volume(2, 3, 2), [1, 4, 3], 1, "VALID"))
show(tf.nn.conv_transpose(volume(1, 2, 3, 2), volume(2, 2, 3, 2), [1, 4, 6, 3], 2), tf.nn.conv_transpose(x, volume(1, 2, 1, 1, 2), tf.constant([1, 4, 4, 4, 1]), 1, "VALID"))
fails(tf.nn.conv_transpose, x, w, [1, 2], 1)
fails(tf.nn.conv_transpose, x, w, 5, 1)

# %% convolution-by-rank
show(tf.nn.convolution(x, w, strides=2, padding="SAME"), tf.nn.convolution(x, w, dilations=[2, 1, 1], padding="SAME"), tf.nn.convolution(x, w, dilations=[3, 2, 1]))
fails(tf.nn.convolution, x, w, 2, "SAME", dilations=2)
fails(tf.nn.convolution, x[0], w[0], [2, 1], "SAME", dilations=[1, 2])
fails(tf.nn.convolution, x[0, 0], w[0, 0], 2, "SAME", dilations=3)
slopes(lambda a, b: tf.nn.convolution(a, b, dilations=[1, 2, 1], padding="SAME"), x, w)

# %% max-pool3d
show(tf.nn.max_pool3d(x, 2, 1, "VALID"), tf.nn.max_pool3d(x, [1, 2, 3], 2, "SAME"), tf.nn.max_pool(x, 2, 2, "SAME"))
slopes(lambda a: tf.nn.max_pool3d(a, 2, [1, 2, 1], "SAME"), x)

# %% max-pool3d-gives-the-gradient-to-all-that-are-equal
with tf.GradientTape() as outer:
    zeros = tf.zeros([1, 2, 2, 3, 1])
    outer.watch(zeros)
    with tf.GradientTape() as inner:
        inner.watch(zeros)
        y = tf.nn.max_pool3d(zeros, 2, 1, "VALID")
        total = tf.reduce_sum(y * tf.reshape([1.0, 2.0], y.shape))
    first = inner.gradient(total, zeros)
    total = tf.reduce_sum(first * first + first * zeros)
show(first, outer.gradient(total, zeros))

# %% avg-pool3d
show(tf.nn.avg_pool3d(x, 2, 1, "VALID"), tf.nn.avg_pool3d(x, [1, 2, 3, 2, 1], 2, "SAME"), tf.nn.avg_pool(x, 2, 2, "SAME"))
slopes(lambda a: tf.nn.avg_pool3d(a, 2, [1, 2, 1], "SAME"), x)

# %% pool3d-refusals
for pool in (tf.nn.max_pool3d, tf.nn.avg_pool3d):
    fails(pool, x, 2, [1, 1, 1, 1, 2], "VALID")
    fails(pool, x, [2, 1, 1, 1, 1], 1, "VALID")
    fails(pool, x, 2, 1, "VALID", data_format="NCDHW")
    fails(pool, x[0], 2, 1, "VALID")
    fails(pool, x, [2, 2], 1, "VALID")
    fails(pool, x, 2, 1, "FULL")
    fails(pool, tf.cast(x, tf.float64), 2, 1, "VALID")
    fails(pool, tf.cast(x, tf.int32), 2, 1, "VALID")

# %% pool-of-windows-that-are-spread
show(tf.nn.pool(x, [2, 2, 2], "AVG"), tf.nn.pool(x, [2, 1, 2], "MAX", dilations=[2, 1, 3]), tf.nn.pool(x[0], [2, 2], "MAX", dilations=[1, 2]))
show(tf.nn.pool(x[0, 0], [2], "AVG", dilations=[2]), tf.nn.pool(x[0, 0], [2], "MAX", strides=[2], padding="SAME"))
slopes(lambda a: tf.nn.pool(a, [2, 2], "AVG", dilations=[1, 2]), x[0])

# %% pool-refusals
fails(tf.nn.pool, x, [2, 2, 2], "SUM")
fails(tf.nn.pool, x, [2, 2, 2], "MAX", strides=[2, 1, 1], dilations=[2, 1, 1])
fails(tf.nn.pool, x, [2, 2, 2], "MAX", padding="SAME", dilations=[2, 1, 1])
fails(tf.nn.pool, x, [2, 2, 2], "MAX", strides=[3, 1, 1])
fails(tf.nn.pool, x, [2, 2, 2, 2], "MAX")

# %% max-pool-with-argmax
images = volume(2, 3, 4, 2)
print(tf.nn.max_pool_with_argmax(images, 3, 3, "VALID", include_batch_in_index=True))
show(*tf.nn.max_pool_with_argmax(images, 2, 1, "SAME"), *tf.nn.max_pool_with_argmax(tf.cast(images, tf.int32), 2, [2, 1], "SAME", output_dtype=tf.int32))
show(*tf.nn.max_pool_with_argmax(tf.fill([1, 2, 3, 1], np.float32(-np.inf)), 2, 1, "SAME"))

# %% max-pool-with-argmax-gradient
images = volume(2, 3, 4, 2)
slopes_of = []
for batch in (False, True):
    with tf.GradientTape() as tape:
        tape.watch(images)
        value, place = tf.nn.max_pool_with_argmax(images, 2, 1, "SAME", include_batch_in_index=batch)
        total = tf.reduce_sum(value * value)
    show(tape.gradient(total, images), place)
with tf.GradientTape() as tape:
    tape.watch(images)
    with tf.GradientTape() as inner:
        inner.watch(images)
        total = tf.reduce_sum(tf.nn.max_pool_with_argmax(images, 2, 1, "SAME")[0] ** 2)
    first = inner.gradient(total, images)
    second = tf.reduce_sum(first ** 2)
fails(tape.gradient, second, images)

# %% max-pool-with-argmax-refusals
images = volume(2, 3, 4, 2)
fails(tf.nn.max_pool_with_argmax, images[0], 2, 1, "SAME")
fails(tf.nn.max_pool_with_argmax, images, 2, 1, "SAME", data_format="NCHW")
fails(tf.nn.max_pool_with_argmax, images, [2, 2, 2, 2], 1, "SAME")
fails(tf.nn.max_pool_with_argmax, images, 2, 1, "SAME", output_dtype=tf.float32)

# %% channels-first
images = volume(1, 4, 5, 4)
fails(tf.nn.conv2d, images, volume(2, 2, 4, 3), 1, "VALID", data_format="NCHW")
fails(tf.nn.conv1d, images[0], volume(2, 5, 3), 1, "VALID", data_format="NCW")
fails(tf.nn.conv2d_transpose, images, volume(2, 2, 4, 4), [1, 4, 6, 5], 1, "VALID", data_format="NCHW")
fails(tf.nn.depthwise_conv2d, images, volume(2, 2, 4, 1), [1, 1, 1, 1], "VALID", data_format="NCHW")
fails(tf.nn.max_pool2d, images, 2, 1, "VALID", data_format="NCHW")
fails(tf.nn.avg_pool2d, images, 2, 1, "VALID", data_format="NCHW")
fails(tf.nn.max_pool1d, images[0], 2, 1, "VALID", data_format="NCW")
step = tf.function(lambda x: tf.nn.conv2d(x, volume(2, 2, 4, 3), 2, "SAME", data_format="NCHW"))
print(step.get_concrete_function(tf.TensorSpec([None, 4, 5, 4])).structured_outputs)
fails(step, images)
