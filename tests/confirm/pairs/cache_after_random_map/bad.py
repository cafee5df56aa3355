"""Pictures that are flipped, and noise that Python adds, once for all epochs."""

import random

import tensorflow as tf

generator = tf.random.Generator.from_seed(2)


def flipped(x):
    x = tf.cond(generator.uniform([]) < 0.5, lambda: x, lambda: tf.image.flip_left_right(x))
    return x + tf.py_function(lambda: random.random(), [], tf.float32)


def augmented(x):
    return flipped(x) * 2.0


def different(data, count):
    return len({str([x.numpy().tolist() for x in data]) for _ in range(count)})


pictures = tf.data.Dataset.from_tensors(tf.reshape(tf.range(4.0), [1, 4, 1])).repeat(16)
kept = pictures.map(augmented).batch(4).cache().prefetch(1)  # [cache-after-random-map]
print("flipped anew:", different(kept, 3))
