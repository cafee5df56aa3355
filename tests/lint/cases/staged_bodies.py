"""Functions given to operations that stage them: lists of the function around them do not grow there; shapes of constants."""

import tensorflow as tf


@tf.function
def squares(x):
    parts = []

    def body(i):
        parts.append(x[i] * x[i])  # [unsupported-in-tensor-loop]
        return [i + 1]

    tf.while_loop(lambda i: i < 3, body, [0])
    return tf.stack(parts)


@tf.function
def branches(x):
    parts = []

    def yes():
        parts.append(x)  # [unsupported-in-tensor-loop]
        return x

    def no():
        own = []
        own.append(-x)
        return own[0]

    y = tf.cond(tf.reduce_sum(x) > 0, yes, no)
    return y, parts


@tf.function
def at_once(x):
    parts = []

    def add(y):
        parts.append(y)

    add(x)
    add(2 * x)
    return tf.stack(parts)


@tf.function(input_signature=[tf.TensorSpec([None, None])])
def masked(x):
    n = tf.shape(x)[1]
    return tf.constant(0.0, shape=(n,)) + x  # [eager-only-call-in-graph]


@tf.function
def of_static_shape(x):
    return tf.constant(0.0, shape=(x.shape[0], 3)) + x


@tf.function
def with_shapes(xs):
    shapes = []

    def body(x):
        y = tf.reshape(x, [-1, 1])
        shapes.append(y.shape)
        return y

    ys = tf.map_fn(body, xs)
    return tf.ensure_shape(ys, [None, *shapes[0].as_list()])
