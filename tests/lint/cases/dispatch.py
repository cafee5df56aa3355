"""Functions that choose one of several ways and raise at their end: only what every call ends in an exception after is silent."""

import tensorflow as tf


class Model(tf.keras.Model):
    def __init__(self, mode):
        super().__init__()
        self.mode = mode

    def call(self, x):
        print("always")  # [print-in-graph]
        if self.mode == "first":
            print("first")  # [print-in-graph]
            return x
        elif self.mode == "second":
            return self.second(x)
        print("about to raise")
        raise ValueError(f"unknown mode {self.mode}")

    def second(self, x):
        print("second")  # [print-in-graph]
        return x


@tf.function
def always_raises(x):
    print("about to raise")
    raise ValueError(x)


@tf.function
def in_loop(x, last):
    for number in range(3):
        if number == last:
            print("left")  # [print-in-graph]
            break
        print("about to raise")
        raise ValueError(number)
    return x


@tf.function
def inner_return(x):
    def inner():
        return x

    print("about to raise")
    raise ValueError(inner())
