"""A Python loop in a graph function runs at the trace: more lines in one trace, none later."""
import numpy as np
import tensorflow as tf


@tf.function
def layers(x):
    for index in range(3):
        print("layer", index)  # [print-in-graph] observed
        x = x + np.random.normal()  # [numpy-random-in-graph] observed
    parts = [print("part", i) or x * i for i in range(2)]  # [print-in-graph] observed
    return tf.add_n(parts)


for value in (1.0, 2.0):
    layers(tf.constant(value))
