"""Methods as arguments: tensorflow/tensorflow#31175."""

import tensorflow as tf


class Model:
    def __init__(self):
        self.w = tf.Variable(1.0)

    def step(self, x):
        return self.w * x


@tf.function
def epoch(step, data):
    return step(data)


model = Model()
for _ in range(10):
    epoch(model.step, tf.ones(2))  # [python-scalar-retrace]
    epoch(lambda x: x * 2, tf.ones(2))  # [python-scalar-retrace]


@tf.function
def by_list(xs):
    return tf.add_n(xs)
