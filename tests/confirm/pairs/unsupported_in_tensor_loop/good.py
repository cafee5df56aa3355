"""The same, as AutoGraph can stage it."""

import tensorflow as tf


@tf.function
def first_large(x):
    result = tf.constant(0.0)
    for item in tf.sort(x):
        if item > 2.0:
            result = item
            break
    return result


@tf.function
def doubled(x):
    items = tf.TensorArray(tf.float32, size=0, dynamic_size=True)
    for item in tf.sort(x):
        items = items.write(items.size(), item * 2.0)
    return items.stack()


@tf.function
def sign(x):
    if tf.reduce_sum(x) > 0.0:
        result = x
    else:
        result = -x
    return result


@tf.function
def checked(x):
    tf.debugging.assert_non_negative(tf.reduce_sum(x), message="negative")
    return x


@tf.function
def running(x):
    sums = tf.zeros([1])
    for item in tf.sort(x):
        tf.autograph.experimental.set_loop_options(shape_invariants=[(sums, tf.TensorShape([None]))])
        sums = tf.concat([sums, [sums[-1] + item]], 0)
    return sums


@tf.function
def halved(x):
    if tf.size(x) > 0:
        x = x / 2.0
    return x


@tf.function
def inverted(x):
    matrix = tf.linalg.diag(x - 1.0)
    if tf.linalg.det(matrix) == 0.0:
        return tf.zeros([2, 2])
    return tf.linalg.inv(matrix)


layer = tf.keras.layers.Dense(1, activity_regularizer="l2")
layer(tf.ones([1, 2]))


@tf.function
def regularised(x):
    y, loss = tf.zeros([1, 1]), tf.constant(0.0)
    if tf.reduce_sum(x) > 0.0:
        y = layer(x[tf.newaxis])
        loss = sum(layer.losses)
    return y * 0.0 + loss * 0.0


x = tf.constant([3.0, 1.0])
for function in (first_large, doubled, sign, checked, running, halved, inverted, regularised):
    print("result:", tf.reduce_sum(function(x)).numpy())
