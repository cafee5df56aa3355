"""Loops and branches that AutoGraph cannot stage."""

import tensorflow as tf


@tf.function
def first_large(x):
    for item in tf.sort(x):
        if item > 2.0:
            return item  # [unsupported-in-tensor-loop]
    return tf.constant(0.0)


@tf.function
def doubled(x):
    items = []
    for item in tf.sort(x):
        items.append(item * 2.0)  # [unsupported-in-tensor-loop]
    return tf.stack(items)


@tf.function
def sign(x):
    if tf.reduce_sum(x) > 0.0:
        result = x  # [unsupported-in-tensor-loop]
    return result


@tf.function
def checked(x):
    if tf.reduce_sum(x) < 0.0:
        raise ValueError("negative")  # [unsupported-in-tensor-loop]
    return x


@tf.function
def running(x):
    sums = tf.zeros([1])
    for item in tf.sort(x):
        sums = tf.concat([sums, [sums[-1] + item]], 0)  # [unsupported-in-tensor-loop]
    return sums


@tf.function
def halved(x):
    if tf.size(x):  # [unsupported-in-tensor-loop]
        x = x / 2.0
    return x


@tf.function
def inverted(x):
    try:
        return tf.linalg.inv(tf.linalg.diag(x - 1.0))
    except tf.errors.InvalidArgumentError:  # [unsupported-in-tensor-loop]
        return tf.zeros([2, 2])


layer = tf.keras.layers.Dense(1, activity_regularizer="l2")
layer(tf.ones([1, 2]))


@tf.function
def regularised(x):
    y = tf.zeros([1, 1])
    if tf.reduce_sum(x) > 0.0:
        y = layer(x[tf.newaxis])  # [unsupported-in-tensor-loop]
    return y * 0.0 + sum(layer.losses) * 0.0


x = tf.constant([3.0, 1.0])
for function in (first_large, doubled, sign, checked, running, halved, inverted, regularised):
    try:
        print("result:", tf.reduce_sum(function(x)).numpy())
    except Exception as error:
        print(type(error).__name__)
