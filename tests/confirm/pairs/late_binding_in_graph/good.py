"""Functions that keep the values of their turns in a dict, in a helper, and over two variables."""

import functools

import tensorflow as tf


def scales(weights):
    functions = {}
    for name, weight in weights:
        functions[name] = lambda y, weight=weight: y * weight
    return functions


@tf.function
def scaled(x):
    functions = scales([("a", 2.0), ("b", 3.0)])
    return functions["a"](x) + functions["b"](x)


@tf.function
def shifted(x):
    steps = []
    for number in range(3):
        shift = number * 10.0
        steps.append(functools.partial(lambda y, sign, shift=shift: y + sign * shift, sign=-1.0))
    return sum(step(x) for step in steps)


@tf.function
def chosen(x):
    branches = []
    for factor in (1.0, 2.0):
        branches.append(lambda factor=factor: x * factor)
    return tf.switch_case(tf.constant(0), branches)


x = tf.constant(1.0)
print(scaled(x).numpy(), shifted(x).numpy(), chosen(x).numpy())
