"""A model and a trainer that know nothing of the hooks and callbacks which change them."""

import tensorflow as tf
from registry import OPTIMIZERS, TERMS


class Autoencoder(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.beta = 0.0
        self.free_bits = tf.Variable(0.0, trainable=False)
        self.gamma = 1.0

    def train_step(self, x):
        kl = tf.reduce_mean(tf.maximum(x, self.free_bits))
        return {"loss": self.beta * kl * self.gamma}  # [outer-value-frozen-in-graph]


class Trainer:
    def __init__(self, optimizer, terms, hooks=()):
        self.optimizer = OPTIMIZERS.build(optimizer)
        self.terms = [TERMS[name][0] for name in terms]
        self.hooks = list(hooks)
        self.weight = 10.0
        self.noise = tf.Variable(0.1)
        self.margin = 1.0

    def fire(self, name, *arguments):
        for hook in self.hooks:
            getattr(hook, name)(self, *arguments)

    @tf.function
    def step(self, x):
        x = x + self.noise
        self.optimizer.apply(x)  # [outer-value-frozen-in-graph, variable-created-in-graph]
        return self.weight * sum(term(x) for term in self.terms) * self.margin  # [outer-value-frozen-in-graph, numpy-random-in-graph]

    def fit(self, data, epochs):
        for epoch in range(epochs):
            self.fire("before_epoch", epoch)
            for x in data:
                self.step(x)
                self.optimizer.tick()


class Sampler:
    def __init__(self, size):
        self.size = size
        self.rate = 1.0
        self.turn = 0

    @tf.function
    def one(self, x):
        return x * self.size * self.rate  # [outer-value-frozen-in-graph]

    @tf.function
    def lazily(self, x):
        if self.turn % 16 == 0:  # [outer-value-frozen-in-graph]
            x = tf.square(x)
        return x


class Learner:
    @tf.function
    def loss(self, x):
        return tf.reduce_sum(x)

    def adapt(self, x, steps=5):
        step = tf.function(self.loss)  # [graph-function-in-loop]
        for _ in range(steps):
            step(x)

    def adapt_once(self, x, steps=5):
        step = tf.function(self.loss)
        for _ in range(steps):
            step(x)
