"""Powers that are all the same eagerly, and are not in a graph."""

import tensorflow as tf


@tf.function
def powers(x):
    functions = []
    for exponent in (1, 2, 3):
        functions.append(lambda y: y**exponent)  # [late-binding-in-graph]
    return [function(x) for function in functions]


print([float(power) for power in powers(tf.constant(2.0))])
