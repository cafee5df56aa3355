"""What is set the first time alone, or by a property that assigns a variable, is as it was traced."""

import tensorflow as tf


class Warm:
    def __init__(self):
        self.k = 1.0
        self.done = False

    def calibrate(self, data):
        if not self.done:
            self.k = float(max(data))
            self.done = True

    @tf.function
    def run(self, x):
        return x * self.k


def warmed():
    warm = Warm()
    for index in range(4):
        warm.calibrate([index, 5])
        warm.run(tf.ones([2]))


class Optimizer:
    def __init__(self, rate, decay):
        self.rate = rate
        self.decay = decay

    @tf.function
    def apply(self, weights):
        return self.decay * weights - self.rate  # [outer-value-frozen-in-graph, outer-value-frozen-in-graph]


class First:
    def after_step(self, loop, step):
        if step == 0:
            loop.optimizer.rate = 0.7


class Later:
    def after_step(self, loop, step):
        if step > 10:
            loop.optimizer.decay = 0.7


class Loop:
    def __init__(self, optimizer, hooks):
        self.optimizer = optimizer
        self.hooks = hooks

    def run(self, n):
        for step in range(n):
            for hook in self.hooks:
                hook.after_step(self, step)
            self.optimizer.apply(tf.ones([2]))


class Tempered(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.variable = tf.Variable(1.0, trainable=False)

    @property
    def temperature(self):
        return self.variable

    @temperature.setter
    def temperature(self, value):
        self.variable.assign(value)

    def call(self, x):
        return x / self.temperature


class Cooling(tf.keras.callbacks.Callback):
    def __init__(self, layer):
        super().__init__()
        self.layer = layer

    def on_epoch_begin(self, epoch, logs=None):
        self.layer.temperature = 1.0 + epoch


if __name__ == "__main__":
    Loop(Optimizer(0.1, 1.0), [First(), Later()]).run(30)
