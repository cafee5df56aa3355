"""Static shapes: of numbers that are known while tracing, never of tensors."""

import tensorflow as tf


@tf.function
def step(x, y):
    x = x + 1.0
    x.set_shape(tf.shape(y))  # [eager-only-call-in-graph]
    x.set_shape([tf.shape(y)[0], 3])  # [eager-only-call-in-graph]
    x = tf.ensure_shape(x, (None, tf.size(y)))  # [eager-only-call-in-graph]
    shape = tf.TensorShape([tf.shape(x)[0]])  # [eager-only-call-in-graph]
    spec = tf.TensorSpec(shape=[tf.shape(x)[0]], dtype=tf.float32)  # [eager-only-call-in-graph]
    return x, shape, spec


def load(path):
    image = tf.io.decode_png(tf.io.read_file(path))
    height = tf.shape(image)[0]
    mask = tf.numpy_function(lambda one: one > 0, [image], tf.bool)
    mask.set_shape((height, None, 1))  # [eager-only-call-in-graph]
    return image, mask


files = tf.data.Dataset.from_tensor_slices(["a.png"]).map(load)


def sizes(x):
    """Numbers as far as they are known, tensors where they are not."""
    static, dynamic = x.shape.as_list(), tf.shape(x)
    return [dynamic[i] if size is None else size for i, size in enumerate(static)]


class Board:
    def set_shape(self, shape):
        return shape


@tf.function
def known(x, board: Board):
    y = x + 1.0
    y.set_shape(x.shape)
    y.set_shape([None, x.shape[1]])
    y.set_shape(sizes(x))
    Board().set_shape(tf.shape(x))
    board.set_shape(tf.shape(x))
    y = tf.ensure_shape(y, [None, 3])
    return tf.reshape(y, [tf.shape(x)[0], -1])
