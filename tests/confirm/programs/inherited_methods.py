"""The offending line is in a base class, a mixin, a property, a decorator's wrapper."""
import functools

import tensorflow as tf


def loud(function):
    @functools.wraps(function)
    def wrapper(*args):
        print("calling", function.__name__)  # [print-in-graph] observed
        return function(*args)
    return wrapper


class Counting:
    total = 0

    @property
    def next(self):
        self.total += 1  # [outer-mutation-in-graph] observed self.total
        return self.total


class Base(Counting):
    def call(self, x):
        print("base", self.next)  # [print-in-graph] observed
        return self.transform(x)

    def transform(self, x):
        return x


class Model(Base):
    @tf.function
    def __call__(self, x):
        return self.call(x)

    @loud
    def transform(self, x):
        return x * 2.0


model = Model()
for value in (1.0, 2.0, 3.0):
    model(tf.constant(value))
