"""Exceptions that the function itself handles, and one that both runs raise."""
import tensorflow as tf

failures = []


@tf.function
def careful(x):
    try:
        {}["missing"]
    except KeyError:
        failures.append("missing")  # [outer-mutation-in-graph] observed failures
    return x


@tf.function
def strict(x):
    if x.shape[0] != 2:
        raise ValueError("two are wanted")
    return x


for _ in range(2):
    careful(tf.constant(1.0))
    try:
        strict(tf.ones([3]))
    except ValueError:
        print("refused")
