"""Random numbers of TensorFlow's own, and Python's outside."""
import random

import numpy as np
import tensorflow as tf

generator = tf.random.Generator.from_seed(5)
numbers = np.random.default_rng(1)


@tf.function
def normal(x):
    return x + tf.random.normal(tf.shape(x))


@tf.function
def seeded(x):
    return x + tf.random.uniform([3], seed=7)


@tf.function
def stateless(x, seed):
    return x + tf.random.stateless_normal([3], seed=seed)


@tf.function
def generated(x):
    return x + generator.normal([3])


@tf.function
def dropped(x):
    return tf.nn.dropout(x, 0.5)


@tf.function
def shuffled(x):
    return tf.random.shuffle(x)


@tf.function
def chosen(x):
    if tf.random.uniform([]) > 0.5:
        return x
    return -x


for step in range(8):
    x = tf.constant(numbers.normal(size=3), tf.float32) + random.random()
    for function in (normal, seeded, generated, dropped, shuffled, chosen):
        function(x)
    print(stateless(x, tf.constant([step, 1])).numpy())
