"""Settings: what a graph function is made under holds in it, and what is for eager code alone is not in it."""

import random

import numpy as np
import tensorflow as tf

DEBUG = bool(random.getrandbits(1))


class Trainer:
    def __init__(self, debug, mode, run_eagerly=False):
        self.debug = debug
        self.mode = mode
        self.run_eagerly = run_eagerly

    def step(self, x):
        if self.debug:
            print(x.numpy())
        else:
            print("graph")  # [print-in-graph]
        if self.mode == "check":
            print("checked")
        if self.mode != "check":
            print("unchecked")  # [print-in-graph]
        if self.run_eagerly:
            print(x.numpy())
        if not self.run_eagerly:
            print("in a graph")  # [print-in-graph]
        return x

    def make(self):
        if not self.debug and self.mode == "train":
            return tf.function(self.step)
        return self.step

    def make_closure(self, verbose):
        def step(x):
            if self.debug or verbose:
                print(x.numpy())
            if not verbose:
                print("quiet")  # [print-in-graph]
            return x

        if self.debug:
            return step
        if not verbose:
            step = tf.function(step)
        return step


def sampled(x):
    if DEBUG:
        print("twice")  # [print-in-graph]
    return x


if DEBUG:
    first = tf.function(sampled)
else:
    second = tf.function(sampled)


@tf.function
def approximated(x, kind):
    if kind == "stochastic_eager":
        x = x * random.random()
    if kind == "stochastic":
        x = x * random.random()  # [python-random-in-graph]
    return x


class Keys(tf.keras.Model):
    """What the trace knows of its arguments is the same at each call of its graph."""

    def __init__(self):
        super().__init__()
        self.keys = set()
        self.names = set()
        self.size = None

    def call(self, inputs):
        self.keys |= set(inputs.keys())
        self.names |= set(self.pending)  # [outer-mutation-in-graph]
        self.size = inputs["x"].shape
        return inputs["x"]


def marks_a_part(x):
    @tf.function(experimental_implements="signature of the op")
    def marked(x):
        return x

    @tf.function
    def made(x):  # [graph-function-in-loop]
        return x

    return marked(x) + made(x)


class Sampled(tf.keras.layers.Layer):
    """A flag that says what is missing, and a flag that is switched."""

    def __init__(self):
        super().__init__()
        self.sampled = False
        self.noisy = False

    def sample(self):
        self.sampled = True

    def forget(self):
        self.sampled = False

    def make_noisy(self):
        self.noisy = True

    def make_quiet(self):
        self.noisy = False

    def call(self, x):
        if not self.sampled:
            self.sample()
        return x + tf.random.normal([]) if self.noisy else x  # [outer-value-frozen-in-graph]


def total(matrix):
    """For the Variable of a metric in a graph, and for the array that a user has."""
    if tf.is_tensor(matrix):
        return tf.reduce_sum(matrix)
    return np.sum(matrix)


class Total(tf.keras.metrics.Metric):
    def __init__(self):
        super().__init__()
        self.matrix = self.add_weight(name="matrix", shape=[2, 2])

    def update_state(self, y_true, y_pred, sample_weight=None):
        if isinstance(self.matrix, tf.Variable):
            print("in a graph")  # [print-in-graph]
        else:
            print(np.sum(self.matrix))
        self.matrix.assign_add(y_true - y_pred)

    def result(self):
        return total(self.matrix)


step = tf.Variable(0)
checkpoint = tf.train.Checkpoint(step=step)
manager = tf.train.CheckpointManager(checkpoint, "checkpoints", max_to_keep=3)
saved = tf.keras.Sequential([tf.keras.layers.Dense(1)])
counted = tf.data.Dataset.range(3)


@tf.function
def save(x):
    checkpoint.write("written")
    checkpoint.save("saved")  # [eager-only-call-in-graph]
    manager.save()  # [eager-only-call-in-graph]
    saved.save_weights("weights")  # [eager-only-call-in-graph]
    tf.saved_model.save(saved, "model")  # [eager-only-call-in-graph]
    for number in counted.as_numpy_iterator():  # [eager-only-call-in-graph]
        x += number
    return x
