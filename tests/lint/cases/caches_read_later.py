"""What a cache keeps, and what reads it before the graph function runs, or after."""

import functools

import tensorflow as tf


@functools.lru_cache  # [tensor-leaked-from-graph]
def table(n):
    return tf.range(n)


@functools.lru_cache
def ready(n):
    return tf.range(n)


@functools.lru_cache
def numbers(n):
    return list(range(n))


@tf.function
def step(x):
    return x + table(3) + ready(3) + numbers(3)[0]


ready(3)
step(tf.ones(3, tf.int32))
print(table(3), numbers(3))


class Net:
    @functools.cached_property  # [tensor-leaked-from-graph]
    def mask(self):
        return tf.ones(3)

    @functools.cached_property
    def early(self):
        return tf.ones(3)

    def __init__(self):
        self.early

    @tf.function
    def run(self, x):
        return x * self.mask * self.early


def main():
    n = Net()
    n.run(tf.ones(3))
    print(n.mask)
