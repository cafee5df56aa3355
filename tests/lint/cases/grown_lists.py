"""Objects in a list that grows by `+=`, and functions that are given after a starred argument."""

import random

import tensorflow as tf


class Scale(tf.Module):
    def __init__(self):
        super().__init__()
        self._last = None

    def forward(self, x):
        self._last = 2.0 * x  # [tensor-leaked-from-graph]
        return self._last


class Flow(tf.Module):
    def __init__(self):
        super().__init__()
        self.chain = []
        for _ in range(2):
            self.chain += [Scale()]

    def run(self, x):
        for part in self.chain:
            x = part.forward(x)
        return x


flow = Flow()
step = tf.function(flow.run)
step(tf.ones([2]))
print([float(tf.reduce_sum(part._last)) for part in flow.chain])


def flip(x):
    return -x if random.random() < 0.5 else x  # [python-random-in-graph]


def make():
    return tf.ones([4]), tf.zeros([4])


def pipeline(x, y, augment):
    def prepare(a, b):
        return augment(a), b

    return tf.data.Dataset.from_tensor_slices((x, y)).map(prepare)


list(pipeline(*make(), flip))
