"""Graphs that are built again, for each value, too large, or shared by arguments that differ."""
import tensorflow as tf


@tf.function
def scaled(x, factor):
    return x * factor


@tf.function
def named(x, name):
    return tf.identity(x, name=name)


@tf.function
def listed(x, parts):
    return x + sum(parts)


@tf.function
def unrolled(x):
    for i in range(150):  # [python-loop-unrolled] observed
        x = tf.sin(x) + float(i)
    return x


@tf.function
def long_list(x):
    for row in range(20):  # [python-loop-unrolled] observed
        for column in range(20):
            x = tf.sin(x) * float(row - column)
    return x


@tf.function
def whole(x, number):
    return x if isinstance(number, int) else -x


@tf.function
def kind(x, flag):
    return x if isinstance(flag, bool) else -x


class Model:
    def forward(self, x):
        return x * 2.0

    def predict(self, x):
        forward = tf.function(self.forward)  # [graph-function-in-loop] observed
        return forward(x)


def decorated(x):
    @tf.function
    def inner(y):  # [graph-function-in-loop] observed
        return y + 1.0
    return inner(x)


x, model = tf.constant(1.0), Model()
for i in range(4):
    scaled(x, i * 0.5)  # [python-scalar-retrace] observed
    named(x, f"name_{i}")  # [python-scalar-retrace] observed
    listed(x, [i, i + 1])  # [python-scalar-retrace] observed
    scaled(x, tf.constant(i * 0.5))
    model.predict(x)
    decorated(x)
    tf.function(lambda value: value + 1.0)(x)  # [graph-function-in-loop] observed
unrolled(x)
long_list(x)
whole(x, 1)
whole(x, 1.0)  # [equal-scalars-share-a-trace] observed
kind(x, True)
kind(x, 1)  # [equal-scalars-share-a-trace] observed
