"""Objects that are put in a part of a trainer at a later turn of its loop, by an assignment or a setter of the part."""

import tensorflow as tf


class Updater:
    def __init__(self, optimizer):
        self.optimizer = optimizer

    def replace(self, optimizer):
        self.optimizer = optimizer

    def apply(self, gradients, variables):
        self.optimizer.apply_gradients(zip(gradients, variables))  # [outer-value-frozen-in-graph]


class Trainer:
    def __init__(self, model, updater):
        self.model = model
        self.updater = updater

    @tf.function
    def step(self, x, y):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((self.model(x) - y) ** 2)
        variables = self.model.trainable_variables
        self.updater.apply(tape.gradient(loss, variables), variables)

    def epoch(self, data):
        for x, y in data:
            self.step(x, y)


def by_setter(model, data):
    sgd = tf.keras.optimizers.SGD(1e-2)
    trainer = Trainer(model, Updater(tf.keras.optimizers.Adam(1e-3)))
    for epoch in range(6):
        if epoch == 3:
            trainer.updater.replace(sgd)
        trainer.epoch(data)


class Plain:
    def __init__(self, model, optimizer):
        self.model = model
        self.optimizer = optimizer
        self.first = optimizer
        self.own = optimizer

    @tf.function
    def step(self, gradients, variables):
        self.optimizer.apply_gradients(zip(gradients, variables))  # [outer-value-frozen-in-graph]

    @tf.function
    def first_step(self, gradients, variables):
        self.first.apply_gradients(zip(gradients, variables))

    @tf.function
    def own_step(self, gradients, variables):
        self.own.apply_gradients(zip(gradients, variables))


def directly(model, data):
    sgd = tf.keras.optimizers.SGD(1e-2)
    plain = Plain(model, tf.keras.optimizers.Adam(1e-3))
    for epoch in range(6):
        if epoch == 3:
            plain.optimizer = sgd
        plain.step(*data)


def at_the_first_turn(model, data):
    sgd = tf.keras.optimizers.SGD(1e-2)
    plain = Plain(model, tf.keras.optimizers.Adam(1e-3))
    for epoch in range(6):
        if epoch == 0:
            plain.first = sgd
        plain.first_step(*data)


def with_the_same(model, data):
    adam = tf.keras.optimizers.Adam(1e-3)
    plain = Plain(model, adam)
    for epoch in range(6):
        if epoch == 3:
            plain.own = adam
        plain.own_step(*data)


class Remaking:
    def __init__(self, model, optimizer):
        self.model = model
        self.optimizer = optimizer
        self.make()

    def make(self):
        self.step = tf.function(self._step)

    def _step(self, gradients, variables):
        self.optimizer.apply_gradients(zip(gradients, variables))


def made_again(model, data):
    sgd = tf.keras.optimizers.SGD(1e-2)
    trainer = Remaking(model, tf.keras.optimizers.Adam(1e-3))
    for epoch in range(6):
        if epoch == 3:
            trainer.optimizer = sgd
            trainer.make()
        trainer.step(*data)
