"""Attributes that are None at first and something else at each turn; setters that refuse another value; what `compile` makes."""

import tensorflow as tf


class Net:
    def __init__(self):
        self.last = None
        self.first = None

    @tf.function
    def step(self, x):
        if self.last is not None:
            x = x + self.last  # [outer-value-frozen-in-graph]
        return x

    @tf.function
    def shifted(self, x):
        return x - self.first

    def run(self):
        for i in range(3):
            if self.first is None:
                self.first = float(i + 1)
            self.step(tf.constant([1.0]))
            self.shifted(tf.constant([1.0]))
            self.last = float(i + 1)


Net().run()


class Agent(tf.keras.Model):
    def __init__(self, space=None):
        super().__init__()
        self.space = None
        if space is not None:
            self.set_space(space)

    def set_space(self, space):
        if self.space is not None:
            if space != self.space:
                raise RuntimeError("the space does not match")
        self.space = space

    @tf.function
    def act(self, x):
        return x * self.space


class Trained(tf.keras.Model):
    def __init__(self, net):
        super().__init__()
        self.net = net

    def compile(self, rate):
        super().compile()
        self.inner = tf.keras.optimizers.SGD(rate)

    @tf.function
    def train_step(self, x):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(self.net(x))
        weights = self.net.trainable_weights
        self.inner.apply_gradients(zip(tape.gradient(loss, weights), weights))  # [outer-value-frozen-in-graph]
        return {"loss": loss}


class Job:
    def __init__(self):
        self.scale = None

    @tf.function
    def apply(self, x):
        return x * self.scale


class Jobs:
    def __init__(self):
        self.jobs = {}

    def run(self, x):
        for scale in (1.0, 2.0):
            self.jobs[scale] = Job()
            self.jobs[scale].scale = scale
            self.jobs[scale].apply(x)


class Tempered(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.temperature = None

    def call(self, x):
        return x / self.temperature

    def sweep(self, x):
        for temperature in (1.0, 2.0):
            self.temperature = temperature
            self.predict_function = None
            self.predict(x)


class Flow(tf.Module):
    def __init__(self):
        super().__init__()
        self.beta = 0.0

    def log_prob(self, x):
        return x * self.beta

    def bits(self, x):
        return tf.reduce_mean(self.log_prob(x))


def anneal(x):
    flow = Flow()
    for epoch in range(4):
        flow.beta = min(1.0, (epoch + 1) / 3)
        print(flow.log_prob(x))
    bits = tf.function(flow.bits)
    for _ in range(2):
        print(bits(x))
