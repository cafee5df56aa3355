"""One graph function for all calls, one for each setting."""

import tensorflow as tf


class Model:
    def __init__(self):
        self.weight = tf.Variable(2.0)
        self.predict = tf.function(self.forward)

    def forward(self, x):
        return x * self.weight


def power(exponent):
    return tf.function(lambda value: value**exponent)


increment = tf.function(lambda value: value + 1.0)
powers = {exponent: power(exponent) for exponent in (2, 3)}
model = Model()
x = tf.constant(3.0)
for _ in range(3):
    print("predicted:", model.predict(x).numpy())
for _ in range(3):
    x = increment(x)
for function in powers.values():
    print("power:", function(x).numpy())
print("last:", x.numpy())
