"""A variable that a global holds: tensorflow/tensorflow#33689."""

import tensorflow as tf

foo = None


@tf.function
def bar(value=None):
    global foo
    if value is not None:
        return tf.constant(value)
    foo = tf.Variable(1)  # [variable-created-in-graph]
    return foo


bar()
