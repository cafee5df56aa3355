"""What is under `tf.custom_gradient` AutoGraph does not convert, its gradient function included, unless all is part of a graph function."""

import tensorflow as tf


def clip_backward(limit):
    @tf.custom_gradient
    def op(x):
        def grad(dy):
            norm = tf.norm(dy)
            if norm > limit:  # [tensor-condition-without-autograph]
                dy = dy * (limit / norm)
            return dy

        return tf.identity(x), grad

    return op


class Model:
    def __init__(self, clip=None):
        self.guard = clip_backward(clip) if clip else None

    @tf.function
    def residual(self, x):
        if self.guard is not None:
            x = self.guard(x)
        return x


@tf.function
def nested(x):
    @tf.custom_gradient
    def op(x):
        def grad(dy):
            if tf.norm(dy) > 1.0:
                dy = dy / tf.norm(dy)
            return dy

        return tf.identity(x), grad

    return op(x)


@tf.function
def filled(size, value):
    return tf.fill([size], value)


@tf.function
def loss(x):
    """Graph functions that are called in a trace share their graphs among equal scalars, too."""
    sizes = filled(3, 1)
    for size in range(3):
        filled(size, 2.0)
    return x * filled(3, 1.0) + tf.cast(sizes, tf.float32)  # [equal-scalars-share-a-trace]
