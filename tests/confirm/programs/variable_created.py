"""A Variable made at each call, caught by the caller; another is made once behind a guard."""
import tensorflow as tf


@tf.function
def count(x):
    total = tf.Variable(0.0)  # [variable-created-in-graph] observed
    total.assign_add(x)
    return total.read_value()


class Guarded:
    def __init__(self):
        self.v = None

    @tf.function
    def add(self, x):
        if self.v is None:
            self.v = tf.Variable(1.0)
        self.v.assign_add(x)
        return self.v.read_value()


guarded = Guarded()
for value in (1.0, 2.0):
    guarded.add(tf.constant(value))
    try:
        print("count", float(count(tf.constant(value))))
    except ValueError:
        print("no count")
