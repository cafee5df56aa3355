"""Handlers of what operations raise: in a graph they raise when it runs, past the handler."""

import tensorflow as tf

rows = iter(tf.data.Dataset.range(2))


@tf.function
def safe(x):
    try:
        return tf.linalg.cholesky(x)
    except tf.errors.InvalidArgumentError:  # [unsupported-in-tensor-loop]
        return tf.zeros_like(x)


def total(iterator):
    found = tf.constant(0, tf.int64)
    try:
        for _ in range(3):
            found += next(iterator)
    except (StopIteration, tf.errors.OutOfRangeError):  # [unsupported-in-tensor-loop]
        found = tf.constant(-1, tf.int64)
    return found


@tf.function
def summed(iterator):
    return total(iterator)


@tf.function
def other(x):
    """What the trace raises, what is only told otherwise, eager code, and handlers of what is no operation's."""
    try:
        x = tf.reshape(x, [7, -1])
    except (ValueError, tf.errors.InvalidArgumentError):
        pass
    try:
        x = tf.linalg.inv(x)
    except tf.errors.InvalidArgumentError as error:
        raise ValueError("a singular matrix") from error
    if tf.executing_eagerly():
        try:
            x = tf.linalg.inv(x)
        except tf.errors.InvalidArgumentError:
            x = tf.zeros_like(x)
    try:
        table = {}["x"]
    except tf.errors.InvalidArgumentError:
        table = None
    return x, table


def outside(x):
    try:
        return safe(x)
    except tf.errors.InvalidArgumentError:
        return None


summed(rows)
