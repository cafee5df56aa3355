"""What cannot be part of a key: sets, objects that are equal by what they hold, and a default."""

import tensorflow as tf


class Span:
    def __init__(self, low, high):
        self.low, self.high = low, high

    def __eq__(self, other):
        return (self.low, self.high) == (other.low, other.high)


@tf.function
def clipped(x, span):
    return tf.clip_by_value(x, span.low, span.high)


@tf.function
def chosen(x, columns={0}):
    return sum(x[column] for column in columns)


def attempt(what, call):
    try:
        print(what, call())
    except TypeError as error:
        print(what, "raises", error)


x = tf.constant([1.0, 2.0, 3.0])
attempt("clipped", lambda: clipped(x, Span(1.5, 2.5)).numpy())  # [unhashable-argument-in-graph]
attempt("default", lambda: chosen(x).numpy())  # [unhashable-argument-in-graph]
attempt("nested", lambda: chosen(x, [*{0, 1}]).numpy())
print(chosen(x, {0, 2}).numpy())  # [unhashable-argument-in-graph]
