"""Methods of objects that are given to graph functions: these call them while they are traced."""

import tensorflow as tf


class Density:
    def __init__(self, limit):
        self.limit = limit

    def log_prob(self, x):
        rate = tf.exp(x)
        if tf.reduce_max(rate) > self.limit:  # [tensor-condition-without-autograph]
            rate = rate / 2.0
        return tf.reduce_sum(rate)

    def shown(self, x):
        print(x)  # [print-in-graph]
        return x

    def eager(self, x):
        print(x)
        return x


@tf.function(autograph=False)
def run(log_prob_fn, start):
    return start + log_prob_fn(start)


@tf.function
def apply(fn, x):
    return helper(fn, x)


def helper(fn, x):
    return fn(x)


def plain(fn, x):
    return fn(x)


def main():
    density = Density(3.0)
    run(density.log_prob, tf.zeros(3))
    apply(Density(2.0).shown, tf.zeros(3))
    plain(density.eager, tf.zeros(3))
