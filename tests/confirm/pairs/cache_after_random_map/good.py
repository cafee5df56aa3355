"""Pictures that are flipped anew, and get other noise, in each epoch."""

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
kept = pictures.cache().map(augmented).prefetch(1)
print("flipped anew:", different(kept, 3))
