"""Functions that are called by the graphs that were asked for."""
import numpy as np
import tensorflow as tf


@tf.function
def scale(x, factor, *, offset=0.0):
    print("scaling by", factor)  # [print-in-graph] observed
    noise = np.random.normal()  # [numpy-random-in-graph] observed
    return x * factor + offset + noise


class Model:
    def __init__(self):
        self.calls = 0

    @tf.function
    def call(self, x):
        self.calls += 1  # [outer-mutation-in-graph] observed self.calls
        return x + 1.0


double = scale.get_concrete_function(tf.TensorSpec([], tf.float32), 2.0)
model = Model()
call = model.call.get_concrete_function(x=tf.TensorSpec([2], tf.float32))
for value in (1.0, 2.0, 3.0):
    print(float(double(tf.constant(value))) > -100.0)
    call(x=tf.constant([value, value]))
