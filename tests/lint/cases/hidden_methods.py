"""Methods in the place of which construction puts something else in each object."""

import tensorflow as tf


class Fast:
    def __init__(self):
        self.log = lambda x: None

    def log(self, x):
        print(x)

    @tf.function
    def run(self, x):
        self.log(x)
        return x


Fast().run(tf.ones(2))


class Made:
    def __new__(cls):
        self = super().__new__(cls)
        self.log = quiet
        return self

    def log(self, x):
        print("never", x)

    @tf.function
    def run(self, x):
        self.log(x)
        return x


def quiet(x):
    return x


class Wrapped:
    def __init__(self):
        self.step = tf.function(self.step)

    def step(self, x):
        print("traced", x)  # [print-in-graph]
        return x


class Chosen:
    def __init__(self, quiet):
        if quiet:
            self.log = print

    def log(self, x):
        print("maybe", x)  # [print-in-graph]

    @tf.function
    def run(self, x):
        self.log(x)  # [print-in-graph]
        return x
