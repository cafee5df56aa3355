"""Each function keeps the exponent that it was made with."""

import tensorflow as tf


@tf.function
def powers(x):
    functions = []
    for exponent in (1, 2, 3):
        functions.append(lambda y, exponent=exponent: y**exponent)
    return [function(x) for function in functions]


print([float(power) for power in powers(tf.constant(2.0))])
