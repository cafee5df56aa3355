"""Code that asks which way it is run is meant to differ."""
import tensorflow as tf


def tell(x):
    print("value", x)


@tf.function
def step(x):
    if tf.executing_eagerly():
        tell(x)
    if tf.inside_function():
        print("tracing")  # [print-in-graph] not observed
    with tf.init_scope():
        started = tf.constant(1.0)
    return x + started


for value in (1.0, 2.0):
    step(tf.constant(value))
