"""A new graph for each step, and for each object."""

import tensorflow as tf


class Model:
    def double(self, x):
        return x * 2.0


@tf.function
def scale(x, step):
    return x * tf.cast(step, tf.float32)


@tf.function
def apply(function, x):
    return function(x)


x = tf.constant([1.0, 2.0])
model = Model()
for step in range(5):
    print("scaled:", scale(x, step).numpy())  # [python-scalar-retrace]
    print("doubled:", apply(model.double, x).numpy())  # [python-scalar-retrace]
