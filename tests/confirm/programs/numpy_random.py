"""Random numbers of NumPy: returned, stored in a Variable, from a generator, mixed with random numbers of TensorFlow."""
import numpy as np
import tensorflow as tf

rng = np.random.default_rng()
total = tf.Variable(0.0)


@tf.function
def returned(x):
    return x + np.random.normal()  # [numpy-random-in-graph] observed


@tf.function
def stored():
    total.assign_add(rng.normal())  # [numpy-random-in-graph] observed


@tf.function
def mixed(x):
    noise = np.random.uniform()  # [numpy-random-in-graph] observed
    return x + noise + tf.random.normal([])


@tf.function
def unused(x):
    np.random.uniform()  # [numpy-random-in-graph] not observed
    return x * 2.0


for value in (1.0, 2.0, 3.0):
    unused(tf.constant(value))
for value in (1.0, 2.0, 3.0):
    mixed(tf.constant(value))
for value in (1.0, 2.0, 3.0):
    returned(tf.constant(value))
    stored()
