"""Functions that pass a key on to each other, and names that are assigned from each other: searches end."""

import tensorflow as tf

BLOCKS = {}


def register(name):
    def put(function):
        BLOCKS[name] = function
        return function

    return put


@register("double")
def double(x):
    print("double")  # [print-in-graph]
    return 2.0 * x


def run(kind, x, depth):
    y = BLOCKS[kind](x)
    return y if depth == 0 else again(kind, y, depth - 1)


def again(kind, x, depth):
    return run(kind, x + 1.0, depth)


@tf.function
def followed(x):
    return run("double", x, 2)


followed(tf.constant(1.0))
