import numpy as np
import tensorflow as tf
from tell import fails, show


def image(*shape, dtype=np.float32):
    n = int(np.prod(shape))
    return tf.constant((np.arange(n) * 7 % 11 - 5).reshape(shape).astype(dtype))


x, w = image(2, 5, 6, 2), image(3, 2, 2, 3)


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


# %% valid
show(tf.nn.conv2d(x, w, 1, "VALID"))

# %% same
show(tf.nn.conv2d(x, w, 1, "SAME"))

# %% strides
show(tf.nn.conv2d(x, w, 2, "SAME"), tf.nn.conv2d(x, w, [2, 1], "VALID"), tf.nn.conv2d(x, w, [1, 3, 2, 1], "SAME"))

# %% dilations
show(tf.nn.conv2d(x, w, 1, "SAME", dilations=2), tf.nn.conv2d(x, w, 1, "VALID", dilations=[2, 3]))

# %% explicit-padding
show(tf.nn.conv2d(x, w, 2, [[0, 0], [1, 2], [3, 0], [0, 0]]))

# %% groups
show(tf.nn.conv2d(image(1, 4, 4, 4), image(2, 2, 2, 6), 1, "VALID"))

# %% gradients
slopes(lambda a, b: tf.nn.conv2d(a, b, 1, "VALID"), x, w)

# %% gradients-with-strides
slopes(lambda a, b: tf.nn.conv2d(a, b, 2, "SAME"), x, w)

# %% gradients-with-padding
slopes(lambda a, b: tf.nn.conv2d(a, b, 2, [[0, 0], [1, 2], [3, 0], [0, 0]]), x, w)

# %% types
show(tf.nn.conv2d(tf.cast(x, tf.float64), tf.cast(w, tf.float64), 1, "VALID"), tf.nn.conv2d(tf.cast(x, tf.float16), tf.cast(w, tf.float16), 3, "VALID"))

# %% empty-batch
show(tf.nn.conv2d(tf.zeros([0, 5, 6, 2]), w, 1, "SAME"))

# %% conv1d
s, k = image(2, 7, 3), image(3, 3, 2)
show(tf.nn.conv1d(s, k, 1, "SAME"), tf.nn.conv1d(s, k, 2, "VALID"), tf.nn.conv1d(s, k, stride=1, padding="VALID", dilations=2))
slopes(lambda a, b: tf.nn.conv1d(a, b, 2, "SAME"), s, k)

# %% depthwise
d = image(2, 3, 2, 2)
show(tf.nn.depthwise_conv2d(x, d, [1, 1, 1, 1], "SAME"), tf.nn.depthwise_conv2d(x, d, [1, 2, 2, 1], "VALID"))
slopes(lambda a, b: tf.nn.depthwise_conv2d(a, b, [1, 1, 1, 1], "VALID"), x, d)

# %% separable
show(tf.nn.separable_conv2d(x, image(2, 3, 2, 2), image(1, 1, 4, 3), [1, 1, 1, 1], "SAME"))

# %% transpose
t = image(3, 3, 4, 2)
show(tf.nn.conv2d_transpose(x, t, [2, 10, 12, 4], 2), tf.nn.conv2d_transpose(x, t, [2, 7, 8, 4], 1, "VALID"))
slopes(lambda a, b: tf.nn.conv2d_transpose(a, b, [2, 10, 12, 4], 2), x, t)

# %% conv1d-transpose
show(tf.nn.conv1d_transpose(image(2, 4, 3), image(3, 5, 3), [2, 8, 5], 2))

# %% atrous-and-convolution
show(tf.nn.atrous_conv2d(x, w, 2, "SAME"), tf.nn.convolution(x, w), tf.nn.convolution(image(2, 7, 3), image(3, 3, 2), padding="SAME"))

# %% static-shapes
@tf.function(input_signature=[tf.TensorSpec([None, None, 6, 2]), tf.TensorSpec(None)])
def f(a, b):
    for padding in ("SAME", "VALID"):
        print(tf.nn.conv2d(a, w, 2, padding).shape, tf.nn.conv2d(b, w, 2, padding).shape)
    print(tf.nn.depthwise_conv2d(a, image(2, 3, 2, 2), [1, 1, 1, 1], "SAME").shape, tf.nn.conv2d_transpose(a, t, [2, 10, 12, 4], 2).shape)
    return tf.nn.conv2d(a, w, 1, "SAME")
t = image(3, 3, 4, 2)
show(f(x[:1, :2], x))

# %% node-names
@tf.function
def f(x):
    print(tf.nn.conv2d(x, w, 1, "SAME"), tf.nn.conv2d(x, w, 1, "SAME", name="mine"), tf.nn.depthwise_conv2d(x, image(2, 3, 2, 2), [1, 1, 1, 1], "SAME"))
    print(tf.nn.conv1d(x[0], image(3, 2, 2), 1, "SAME"), tf.nn.conv2d_transpose(x, image(3, 3, 4, 2), [2, 10, 12, 4], 2))
    return x
f(x)

# %% errors
fails(tf.nn.conv2d, x, image(3, 3, 3, 2), 1, "SAME")
fails(tf.nn.conv2d, x, image(9, 3, 2, 2), 1, "VALID")
fails(tf.nn.conv2d, x[0], w, 1, "VALID")
fails(tf.nn.conv2d, x, w[0], 1, "VALID")
fails(tf.nn.conv2d, x, w, [1, 2, 3], "VALID")
fails(tf.nn.conv2d, x, w, 1, "valid")
fails(tf.nn.conv2d, x, tf.cast(w, tf.float64), 1, "VALID")

# %% errors-in-a-graph
fails(tf.function(lambda: tf.nn.conv2d(x, image(3, 3, 3, 2), 1, "SAME")))
fails(tf.function(lambda: tf.nn.conv2d(x, image(9, 3, 2, 2), 1, "VALID")))
fails(tf.function(lambda: tf.nn.conv2d(x[0], w, 1, "VALID")))
fails(tf.function(lambda: tf.nn.depthwise_conv2d(x, image(2, 3, 3, 2), [1, 1, 1, 1], "SAME")))
