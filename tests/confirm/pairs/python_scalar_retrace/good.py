"""One graph for all steps, and for all calls."""

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
double = model.double
for step in range(5):
    print("scaled:", scale(x, tf.constant(step)).numpy())
    print("doubled:", apply(double, x).numpy())
