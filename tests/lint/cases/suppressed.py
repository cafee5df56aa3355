"""Pragmas work as for pylint's own messages."""

import tensorflow as tf


@tf.function
def step(x):
    print(x)  # pylint: disable=print-in-graph
    # pylint: disable-next=W7303
    print(x)
    print(x)  # [print-in-graph]
    return x


# pylint: disable=graphlint
@tf.function
def other(x):
    print(x)
    return x
