"""Functions that datasets trace: one graph of each, whatever the number of elements."""
import random

import numpy as np
import tensorflow as tf

seen = []


def scaled(x):
    factor = np.random.randint(1, 1000)  # [numpy-random-in-graph] observed
    return x * factor


@tf.function
def flipped(x):
    if random.random() > 0.5:  # [python-random-in-graph] observed
        x = -x
    return x


def told(x):
    print("element")  # [print-in-graph] observed
    seen.append(1)  # [outer-mutation-in-graph] observed seen
    return x


def noisy(x):
    return x + tf.random.normal([], seed=3)


numbers = tf.data.Dataset.range(8)
print([int(x) for x in numbers.map(scaled)])
print([int(x) for x in numbers.map(flipped, num_parallel_calls=2)])
print([int(x) for x in numbers.map(told).filter(lambda x: x % 2 == 0)])
print([float(x) for x in numbers.map(lambda x: noisy(tf.cast(x, tf.float32)))])
print([int(x) for x in tf.data.Dataset.range(3).flat_map(lambda n: tf.data.Dataset.range(n))])
