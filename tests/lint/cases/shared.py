# options: --disable=python-scalar-retrace
"""Equal scalars of different types in calls of graph functions."""

import tensorflow as tf


@tf.function
def divide(x, by):
    return x / by


@tf.function
def typed(x, value):
    return x if isinstance(value, bool) else -x


@tf.function
def keyword(x, *, scale=1):
    return x * scale


@tf.function
def several(x, first, second):
    return x + first + second


@tf.function(input_signature=[tf.TensorSpec([], tf.float32), tf.TensorSpec([], tf.float32)])
def signed(x, by):
    return x / by


@tf.function
def different(x, by):
    return x / by


@tf.function
def tensors(x, by):
    return x / by


@tf.function
def strings(x, mode):
    return x if mode == "1" else -x


class Model:
    @tf.function
    def step(self, x, training):
        return x if training else -x


compiled = tf.function(lambda x, by: x * by)
x = tf.constant(2.0)
divide(x, 0.0)
divide(x, -0.0)  # [equal-scalars-share-a-trace]
divide(x, 0)  # [equal-scalars-share-a-trace]
divide(x, False)  # [equal-scalars-share-a-trace]
divide(x, 0.0)
divide(x, 2)
divide(x, 2.0)  # [equal-scalars-share-a-trace]
typed(x, True)
typed(x, 1)  # [equal-scalars-share-a-trace]
typed(x, 1.0)  # [equal-scalars-share-a-trace]
typed(x, True)
typed(x, False)
typed(x, 0)  # [equal-scalars-share-a-trace]
keyword(x, scale=1)
keyword(x, scale=1.0)  # [equal-scalars-share-a-trace]
several(x, 1, 2)
several(x, 1.0, 2)  # [equal-scalars-share-a-trace]
several(x, 1, 3)
several(x, 1.0, 4)
several(x, True, 3)  # [equal-scalars-share-a-trace]
signed(x, 1)
signed(x, 1.0)
different(x, 1)
different(x, 2.0)
different(x, 3)
tensors(x, tf.constant(1))
tensors(x, tf.constant(1.0))
tensors(x, 1)
strings(x, "1")
strings(x, "2")
strings(x, 1)
model = Model()
model.step(x, True)
model.step(x, 1)  # [equal-scalars-share-a-trace]
model.step(x, False)
compiled(x, 1)
compiled(x, 1.0)  # [equal-scalars-share-a-trace]


def plain(x, by):
    return x / by


plain(x, 1)
plain(x, 1.0)


def calls():
    divide(x, 5)
    plain(x, 5.0)


def more_calls():
    divide(x, 5.0)  # [equal-scalars-share-a-trace]


class Ranked:
    @tf.function
    def rank(self, users, prior=False):
        return users * 2.0 if prior is True else users

    def hit_rate(self, users, prior=False):
        return self.rank(users, prior)

    def report(self, users):
        return self.hit_rate(users), self.hit_rate(users, 1.0), self.rank(users, True)  # [equal-scalars-share-a-trace]


@tf.function
def scaled(x, factor):
    return x * factor


def branching(x, factor=1.0):
    return x if factor == 1.0 else scaled(x, factor)


def converting(x, factor):
    if isinstance(factor, int):
        factor = float(factor)
    return scaled(x, factor)


def passed(x):
    return scaled(x, 1), branching(x, 1.0), scaled(x, 2.0), converting(x, 2)
