"""One call: the list has one entry both ways, but it is a symbolic tensor."""
import tensorflow as tf

kept = []


@tf.function
def keep(x):
    kept.append(x * 2)  # [outer-mutation-in-graph] observed kept
    return x


keep(tf.constant(3))
