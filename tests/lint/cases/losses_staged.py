"""Losses that layers keep in a branch or loop of the graph: they are of its graph, and cannot be read after it."""

import tensorflow as tf

dense = tf.keras.layers.Dense(1, activity_regularizer="l2")
plain = tf.keras.layers.Dense(1)
weighed = tf.keras.layers.Dense(1, kernel_regularizer="l2", activity_regularizer=None)
stack = tf.keras.Sequential([tf.keras.layers.Dense(3, activity_regularizer="l1")])
mean = tf.keras.metrics.Mean()


class Penalised(tf.keras.layers.Layer):
    def call(self, x):
        self.add_loss(tf.reduce_sum(x))
        return x


penalised = Penalised()


@tf.function
def called_in_a_branch(x):
    y = tf.zeros([1, 1])
    if tf.reduce_sum(x) > 0.0:
        y = dense(x)  # [unsupported-in-tensor-loop]
    return y, sum(dense.losses)


@tf.function
def called_in_loops(x):
    for _ in tf.range(3):
        x = stack(x)  # [unsupported-in-tensor-loop]
    while tf.reduce_sum(x) < 10.0:
        x = penalised(x)  # [unsupported-in-tensor-loop]
    return x + tf.add_n(stack.losses) + tf.add_n(penalised.losses)


@tf.function
def added(x):
    if tf.reduce_sum(x) > 0.0:
        plain.add_loss(tf.reduce_sum(x))  # [unsupported-in-tensor-loop]
    for row in x:
        stack.add_loss(tf.reduce_sum(row))  # [unsupported-in-tensor-loop]
    return sum(plain.losses) + sum(stack.losses)


class Trainer:
    def __init__(self):
        self.model = tf.keras.Sequential([tf.keras.layers.ActivityRegularization(0.1)])

    @tf.function
    def step(self, x):
        if tf.reduce_mean(x) > 0.0:
            x = self.model(x)  # [unsupported-in-tensor-loop]
        return self.penalty(x) + tf.add_n(self.model.losses)

    def penalty(self, x):
        return tf.reduce_sum(x)


class Gate(tf.keras.layers.Layer):
    def call(self, x):
        def opened():
            self.add_loss(tf.reduce_sum(x))  # [unsupported-in-tensor-loop]
            return x * 2.0

        return tf.cond(tf.reduce_sum(x) > 0.0, opened, lambda: x)


class Rows(tf.keras.layers.Layer):
    def call(self, x):
        def one(row):
            self.add_loss(tf.reduce_sum(row))  # [unsupported-in-tensor-loop]
            return row

        return tf.map_fn(one, x)


added(tf.ones([2, 3]))


# What is innocent


@tf.function
def in_python_branches(x, training=True):
    if training:
        x = dense(x)
        plain.add_loss(tf.reduce_sum(x))
    for _ in range(3):
        x = stack(x)
    return x, sum(dense.losses), sum(plain.losses), sum(stack.losses)


@tf.function
def read_within(x):
    loss = 0.0
    y = tf.zeros([1, 1])
    if tf.reduce_sum(x) > 0.0:
        y = dense(x)
        loss = sum(dense.losses)
    return y, loss


@tf.function
def called_before(x):
    y = dense(x)
    if tf.reduce_sum(x) > 0.0:
        y += sum(dense.losses)
    return y


@tf.function
def of_weights(x):
    y = tf.zeros([1, 1])
    if tf.reduce_sum(x) > 0.0:
        y = weighed(x) + plain(x)
        mean.update_state(y)
    return y, sum(weighed.losses), sum(plain.losses), mean.result()


@tf.function
def called_again(x):
    if tf.reduce_sum(x) > 0.0:
        dense(x)
    y = dense(x)
    return y, sum(dense.losses)


@tf.function
def never_read(x):
    y = tf.zeros([1, 1])
    if tf.reduce_sum(x) > 0.0:
        y = dense(x)
    return y


class Sum(tf.keras.layers.Layer):
    def call(self, x):
        loss = tf.cond(tf.reduce_sum(x) > 0.0, lambda: tf.reduce_sum(x), lambda: 0.0)
        self.add_loss(loss)
        return x
