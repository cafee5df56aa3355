"""A wrapper of tf.function, variables made at the first call: mercedes-benz/selfsupervised_flow#21, tensorflow/tensorflow#40229."""

import functools
import tensorflow as tf


def relaxed_tf_function(func=None, **options):
    if func is None:
        return functools.partial(relaxed_tf_function, **options)
    return tf.function(func, experimental_relax_shapes=True, **options)


@relaxed_tf_function
def tf_func(x):
    print("x is", x)  # [print-in-graph]
    return x * 2


class Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.seen = None
        self.found = None

    @tf.function
    def update(self, x):
        if self.seen is None:
            self.seen = tf.Variable(0.0)
            self.found = tf.Variable(0.0)
        self.seen.assign_add(tf.reduce_sum(x))
        total = tf.Variable(0.0)  # [variable-created-in-graph]
        total.assign_add(self.seen)
        return total
