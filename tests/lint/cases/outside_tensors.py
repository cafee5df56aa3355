"""A partial of `tf.function` without AutoGraph, NumPy's names in TensorFlow, and loops over tensors that are made outside."""

import functools

import tensorflow as tf
import tensorflow.experimental.numpy as tnp

unconverted = functools.partial(tf.function, autograph=False)


@unconverted
def boost(vector, beta):
    if tnp.all(tnp.equal(beta, tnp.zeros_like(beta))):  # [tensor-condition-without-autograph]
        return vector
    return vector + beta


def flow(points, rows):
    times = tf.convert_to_tensor(points)

    def characteristic(row):
        means = []
        for time in times:
            means.append(tf.reduce_mean(row * time))  # [unsupported-in-tensor-loop]
        return tf.stack(means)

    return tf.data.Dataset.from_tensor_slices(rows).map(characteristic)
