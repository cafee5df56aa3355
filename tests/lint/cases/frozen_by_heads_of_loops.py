"""Objects that the head of a loop puts in a variable which a graph function has read."""

import tensorflow as tf


class A:
    k = 2.0


class B:
    k = 3.0


encoder = A()


@tf.function
def run(x):
    return x * encoder.k  # [outer-value-frozen-in-graph]


for encoder in (A(), B()):
    print(run(tf.ones(2)))


def main():
    for part in [A(), B()]:

        @tf.function
        def inner(x):
            return x * part.k

        print(inner(tf.ones(2)))


other = A()


@tf.function
def given(x, other):
    return x * other.k


for other in (A(), B()):
    print(given(tf.ones(2), other))
class C:
    k = 2.0

    def scale(self, x):
        return x * self.k


class D(C):
    k = 3.0


coder = C()


@tf.function
def run2(x):
    return coder.scale(x)  # [outer-value-frozen-in-graph]


for coder in (C(), D()):
    print(run2(tf.ones(2)))


def main2():
    part = C()

    @tf.function
    def inner(x):
        return part.scale(x)  # [outer-value-frozen-in-graph]

    for part in [C(), D()]:
        print(inner(tf.ones(2)))
