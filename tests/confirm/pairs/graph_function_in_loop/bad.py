"""A trace for each call: a lambda in a loop, and a method that makes its graph function anew."""

import tensorflow as tf


class Model:
    def __init__(self):
        self.weight = tf.Variable(2.0)

    def forward(self, x):
        return x * self.weight

    def predict(self, x):
        forward = tf.function(self.forward)  # [graph-function-in-loop]
        return forward(x)


model = Model()
x = tf.constant(3.0)
for _ in range(3):
    print("predicted:", model.predict(x).numpy())
for _ in range(3):
    x = tf.function(lambda value: value + 1.0)(x)  # [graph-function-in-loop]
print("last:", x.numpy())
