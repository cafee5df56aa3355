"""Tensors whose shapes vary in sight, given to a graph function: each shape builds a graph."""

import numpy as np
import tensorflow as tf

import other


@tf.function
def total(x):
    return tf.reduce_sum(x)


@tf.function(reduce_retracing=True)
def relaxed(x):
    return tf.reduce_sum(x)


@tf.function(input_signature=[tf.TensorSpec([None], tf.float32)])
def signed(x):
    return tf.reduce_sum(x)


@tf.function
def prepared(x):
    return tf.reduce_sum(x)


prepared.get_concrete_function(tf.TensorSpec([None], tf.float32))


class Trainer:
    def __init__(self):
        self.seen = np.zeros([0, 3])
        self.last = np.zeros([0, 3])

    @tf.function
    def step(self, x):
        return tf.reduce_sum(x)

    def run(self, data):
        for n in range(1, len(data)):
            self.step(data[:n])  # [retrace-by-shape]

    def add(self, x):
        self.seen = np.concatenate([self.seen, x])
        self.last = np.concatenate([self.last, x])[-10:]
        self.step(self.seen)  # [retrace-by-shape]
        self.step(self.last)


def made():
    for n in range(10):
        total(tf.ones([n, 3]))  # [retrace-by-shape]
        total(np.zeros(n))  # [retrace-by-shape]
        total(tf.cast(np.arange(n), tf.float32))  # [retrace-by-shape]
        total(tf.constant([0.0] * n))  # [retrace-by-shape]
        total(tf.constant([[i] for i in range(n)]))  # [retrace-by-shape]
        total(x=np.random.rand(3, n).astype("float32"))  # [retrace-by-shape]
        total(tf.tile([1.0, 2.0], [n]))  # [retrace-by-shape]
        total(tf.fill([3], n))
        total(tf.range(n, n + 4))
        relaxed(tf.ones([n, 3]))
        signed(tf.ones([n]))
        prepared(tf.ones([n]))


def through_a_name():
    for n in range(10):
        x = tf.random.normal([4, n])
        y = x * 2.0
        total(y)  # [retrace-by-shape]


def helper(n):
    return tf.ones([n, 2])


def through_a_helper():
    for n in range(10):
        total(helper(n))  # [retrace-by-shape]


def of_length(n):
    return total(tf.ones([n]))  # [retrace-by-shape]


def calls_it():
    for n in range(10):
        of_length(n)


def slices(x):
    for i in range(0, 100, 8):
        total(x[i : i + 8])
        total(x[:i])  # [retrace-by-shape]
        total(x[:, i:])  # [retrace-by-shape]
        total(x[i])
        total(x[-8:])
        total(x[i - 3 : i])


def last_batch(x):
    for i in range(0, 10, 4):
        total(x[i : i + 4])


def grows(values):
    x = np.zeros([0])
    for value in values:
        x = np.append(x, value)
        total(x)  # [retrace-by-shape]


def grows_as_a_list(values):
    kept = []
    for value in values:
        kept.append(value)
        total(tf.stack(kept))  # [retrace-by-shape]


def decodes(start):
    tokens = start
    while tokens[0, -1] != 2:
        scores = total(tokens)  # [retrace-by-shape]
        tokens = tf.concat([tokens, [[scores]]], axis=1)


def window(values):
    x = np.zeros([4])
    for value in values:
        x = np.concatenate([x[1:], [value]])
        total(x)


def cut(values):
    x = np.zeros([0])
    for value in values:
        x = np.concatenate([x, [value]])
        if len(x) > 4:
            x = x[1:]
        total(x)


def batches(values):
    kept = []
    for value in values:
        kept.append(value)
        if len(kept) == 8:
            total(tf.stack(kept))
            kept = []


def emptied(values):
    kept = []
    for value in values:
        kept.append(value)
        if len(kept) > 7:
            total(np.array(kept))
            kept.clear()


def after_the_loop(values):
    kept = []
    for value in values:
        kept.append(value)
    total(np.array(kept))


def at_the_end(values):
    kept = []
    for value in values:
        kept.append(value)
        if value > 10:
            total(np.array(kept))
            break


def once(x):
    for n in range(10):
        if n == 3:
            total(x[:n])


def written_batches():
    for batch in ([1.0], [2.0, 3.0], [4.0, 5.0, 6.0]):
        total(tf.constant(batch))  # [retrace-by-shape]
    for batch in ([1.0], [2.0, 3.0]):
        total(tf.constant(batch))
    for batch in ([1.0, 2.0], [2.0, 3.0], [4.0, 5.0]):
        total(tf.constant(batch))
    for x in [tf.ones([2, 3]), tf.ones([3, 3]), tf.ones([4, 3])]:
        total(x)  # [retrace-by-shape]


def unknown_batches(dataset):
    for batch in dataset:
        total(batch)
    for batch in other.batches():
        total(tf.constant(batch))


def two():
    for n in (16, 32):
        total(tf.ones([n]))


def ragged():
    for n in range(10):
        total(tf.ragged.range(n))


@tf.function
def unrolled(x):
    for i in range(5):
        total(x[:i])  # [retrace-by-shape]
    return x


@tf.function
def staged(x, n):
    for i in range(n):
        total(x[:i])
    for j in tf.range(n):
        total(x[:j])
    return x


unrolled(tf.ones([4]))
staged(tf.ones([4]), tf.constant(3))


class Replay:
    def __init__(self, model):
        self.states, self.model = [], model
        self.count = 0

    @tf.function
    def learn(self, x):
        return tf.reduce_sum(x)

    def sample(self, size=32):
        picked = np.random.randint(0, self.count, size=size)
        self.learn(np.array(self.states)[picked])
        self.learn(np.array(self.states))
        self.count += 1


def keras(model, x):
    for n in range(10):
        model.predict(x[:n])
        model.train_on_batch(x[:n], x[:n])


def test_of_lengths():
    for n in (1, 2, 4):
        assert total(tf.ones([n])) == n
