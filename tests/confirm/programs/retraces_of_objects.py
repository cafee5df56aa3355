"""Objects that are made for one call and die with it: watching the calls must not keep them alive."""
import tensorflow as tf


class Rate:
    def __init__(self, value):
        self.value = value

    def __eq__(self, other):
        return self.value == other.value

    def __hash__(self):
        return hash(self.value)


class Model:
    def loss(self, x):
        return x * 2.0


@tf.function
def run(function, x):
    return function(x)


@tf.function
def scale(x, rate):
    return x * rate.value


x = tf.constant(1.0)
model = Model()
loss = model.loss
for _ in range(2):
    run(model.loss, x)  # [python-scalar-retrace] observed
    scale(x, Rate(2.0))  # [python-scalar-retrace] observed
    run(loss, x)
