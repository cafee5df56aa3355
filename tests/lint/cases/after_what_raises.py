"""What stands behind a line that raises in each trace happens in eager runs alone, if at all."""
import numpy as np
import tensorflow as tf


@tf.function
def step(x):
    print("before")  # [print-in-graph]
    total = tf.reduce_sum(x).numpy()  # [eager-only-call-in-graph]
    print("after", total)  # [print-in-graph]
    return x * np.random.rand()  # [numpy-random-in-graph]


@tf.function
def perhaps(x, verbose):
    if verbose:
        x.numpy()  # [eager-only-call-in-graph]
    print("step", x)  # [print-in-graph]
    return x


def parse(x):
    size = x.numpy()  # [eager-only-call-in-graph]
    print("a dataset never runs it eagerly", size)  # [print-in-graph]
    return x


step(tf.constant([1.0]))
perhaps(tf.constant([1.0]), True)
dataset = tf.data.Dataset.range(3).map(parse)
