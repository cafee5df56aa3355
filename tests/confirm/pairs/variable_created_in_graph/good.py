"""One Variable, created when it is first needed."""

import tensorflow as tf


class Counter:
    def __init__(self):
        self.total = None

    @tf.function
    def __call__(self, x):
        if self.total is None:
            self.total = tf.Variable(0.0)
        self.total.assign_add(x)
        return self.total.read_value()


count = Counter()
for _ in range(3):
    print("total:", float(count(tf.constant(2.0))))
