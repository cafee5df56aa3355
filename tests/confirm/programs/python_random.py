"""Python's random numbers, drawn while a graph is built."""
import random
import secrets
import uuid

import numpy as np
import tensorflow as tf

chance = random.Random(3)
generator = np.random.default_rng(4)


@tf.function
def gaussian(x):
    noise = random.gauss(0.0, 1.0)  # [python-random-in-graph] observed
    return x + noise


@tf.function
def chosen(x):
    factor = random.choice([2.0, 3.0, 5.0, 7.0, 11.0, 13.0])  # [python-random-in-graph] observed
    return x * factor


@tf.function
def own(x):
    return x * chance.random()  # [python-random-in-graph] observed


@tf.function
def flipped(x):
    flip = random.random()  # [python-random-in-graph] observed
    return -x if flip < 0.5 else x


@tf.function
def permuted(x):
    order = np.random.permutation(8)  # [numpy-random-in-graph] observed
    return tf.gather(x, order)


@tf.function
def whole(x):
    return x + float(generator.integers(1000))  # [numpy-random-in-graph] observed


@tf.function
def masked(x):
    mask = np.random.binomial(1, 0.5, 8).astype("float32")  # [numpy-random-in-graph] observed
    return x * mask


for _ in range(6):
    for function in (gaussian, chosen, own, flipped, permuted, whole, masked):
        function(tf.range(8.0) + 1.0)
