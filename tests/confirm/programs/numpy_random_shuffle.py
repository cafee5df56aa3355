"""The order that a batch is drawn in."""
import numpy as np
import tensorflow as tf

data = tf.constant([10.0, 20.0, 30.0, 40.0, 50.0, 60.0])


def order():
    return np.random.permutation(6)  # [numpy-random-in-graph] observed


@tf.function
def batch():
    picked = order()
    return tf.gather(data, picked)


for _ in range(4):
    batch()
