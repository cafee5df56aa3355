"""Layers that keep a state in an attribute, and make the next one of it: each trace finds the tensor of another graph."""

import tensorflow as tf


class Direct(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.state = tf.zeros((2, 2))

    def call(self, x):
        h = self.state
        self.state = tf.tanh(h + x)  # [tensor-leaked-from-graph]
        return h


class Stepwise(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.state = None

    def reset(self):
        self.state = None

    def step(self, x, h):
        return tf.tanh(x + h)

    def call(self, inputs):
        h = self.state
        if h is None:
            h = tf.zeros((2, 2))
        for x in tf.unstack(inputs, axis=1):
            h = self.step(x, h)
        self.state = tf.stop_gradient(h)  # [tensor-leaked-from-graph]
        return h


class Added(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.state = None

    def call(self, x):
        if self.state is not None:
            x = x + self.state
        self.state = tf.tanh(x)  # [tensor-leaked-from-graph]
        return x


class Fresh(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.state = None

    def call(self, x):
        x = x + 1.0
        self.state = tf.tanh(x)
        return self.state


class Initialised(tf.Module):
    """The graph begins with what the first trace has put into it, at each call."""

    def __init__(self):
        super().__init__()
        self.is_ready = False
        self.has_size = False
        self.mean = tf.Variable(0.0)

    def prepare(self, x):
        self.mean.assign(tf.reduce_mean(x))
        self.is_ready = True  # [outer-mutation-in-graph]

    def measure(self, x):
        self.size = x.shape[0]
        self.has_size = True

    @tf.function
    def __call__(self, x):
        if not self.is_ready:
            self.prepare(x)
        if not self.has_size:
            self.measure(x)
        return x - self.mean
