"""Arrays that are written to, and loops: tensorflow/tensorflow#37245, #33193, #40631, #33998, #38628, #46518, #33724, keras-team/keras#20592."""

import numpy as np
import tensorflow as tf


@tf.function
def use_tensor_array(x):
    y = tf.TensorArray(x.dtype, tf.shape(x)[0])
    for i in tf.range(tf.shape(x)[0]):
        y.write(i, x[i])  # [discarded-result-in-graph]
    y = y.stack()
    return y


a = np.array([1, 2, 3], np.int32)


@tf.function
def foo(a):
    b = tf.TensorArray(tf.string, 4)
    b.write(0, "test")  # [discarded-result-in-graph]
    for i in tf.range(3):
        if a[i] == 2:
            b.write(i, "fuzz")  # [discarded-result-in-graph]
        elif a[i] == 3:
            b.write(i, "buzz")  # [discarded-result-in-graph]
    return b.stack()


foo(a)


class Agent:
    def __init__(self, model, gamma):
        self.model = model
        self.gamma = gamma

    @tf.function
    def replay(self, states, actions, rewards, news):
        X = tf.TensorArray(tf.float32, size=0, dynamic_size=True, clear_after_read=False)
        with tf.GradientTape() as tape:
            q = self.model(states)
            after = self.model(news)
            for i in range(len(states)):
                target = tf.Variable(q[i], name="temp")  # [variable-created-in-graph]
                target[actions[i]].assign(rewards[i] + self.gamma * after[i][tf.math.argmax(after[i])])
                X.write(i, states[i])  # [discarded-result-in-graph]
        return X.stack()


class MovingAvgPool(tf.keras.layers.Layer):
    def build(self, shape):
        self.batches, self.row, self.col, self.channels = shape
        self.kept = tf.zeros((self.row // 2, self.col // 2))

    def one(self, mat):
        print("processing a channel")  # [print-in-graph]
        m = 0
        for i in range(0, self.row - 1, 2):
            value = tf.reduce_max(mat[i])
            self.kept = tf.tensor_scatter_nd_update(self.kept, [[m, 0]], [value])  # [tensor-leaked-from-graph]
            m += 1
        return self.kept

    def call(self, x):
        return tf.map_fn(self.one, x)


class Ranged(tf.keras.Model):
    def call(self, x):
        for _ in tf.range(5):  # [tensor-condition-without-autograph]
            x += 1
        return x


@tf.function
def run(x):
    return Ranged()(x)


class Beam:
    def __init__(self, cell, steps=200):
        self.cell = cell
        self.steps = steps
        self.decoder = tf.keras.layers.LSTMCell(10)

    @tf.function
    def decode(self, y, state):
        out = []
        for _ in range(self.steps):  # [python-loop-unrolled]
            y, state = self.decoder(y, state)
            out.append(y)
        return tf.stack(out)


@tf.function
def fill(n):
    t = tf.TensorArray(tf.int32, size=n)
    for i in range(n):  # [python-loop-unrolled]
        t = t.write(i, i)
    return t.stack()


fill(100000)


def gen(ds):
    for x in ds:  # [tensor-condition-without-autograph]
        yield x + 1


@tf.function
def total(ds):
    s = tf.constant(0, tf.int64)
    for x in gen(ds):
        s += x
    return s


total(tf.data.Dataset.range(10))
