"""Attributes of classes, objects and modules that a script changes between the calls, and those that it sets before them."""
import numpy as np
import tensorflow as tf


class Gumbel(tf.keras.layers.Layer):
    temperature = 1.0
    hard = False
    width = 2.0

    def call(self, x):
        x = x / Gumbel.temperature  # [outer-value-frozen-in-graph]
        return (tf.round(x) if self.hard else x) * Gumbel.width  # [outer-value-frozen-in-graph]


layer = Gumbel()


@tf.function
def forward(x):
    return layer(x)


Gumbel.width = 3.0
for epoch in range(3):
    Gumbel.temperature = 1.0 / (epoch + 1)
    forward(tf.ones(3))
Gumbel.hard = True
forward(tf.ones(3))


class Sampler:
    def __init__(self):
        self.rng = np.random.default_rng(0)
        self.timesteps = list(range(10))
        self.points = tf.zeros(3)
        self.optimizer = tf.keras.optimizers.SGD(0.1)
        self.weight = tf.Variable(1.0)
        self.balance = 1.0
        self.history = []
        self.warm = True
        self.rate = 0.1
        self.losses = []
        self.batch = None
        self.scale = 1.0
        self.first = True

    def set_timesteps(self, steps):
        self.timesteps = list(range(0, 10, 10 // steps))

    def resample(self):
        self.points = tf.constant(self.rng.random(3))

    @tf.function
    def sample(self, x):
        for t in self.timesteps:  # [outer-value-frozen-in-graph]
            x = x * t
        x = x + self.points * self.balance  # [outer-value-frozen-in-graph, outer-value-frozen-in-graph]
        if self.warm:  # [outer-value-frozen-in-graph]
            x = x * 0.1
        if self.first:
            x = x + sum(self.losses)
        self.optimizer.apply_gradients([(x, self.weight)])  # [outer-value-frozen-in-graph]
        return x * self.rate * self.scale

    def run(self, n):
        for i in range(n):
            if i == 1:
                self.warm = False
            if i >= 0:
                self.first = False
            self.history.append(float(self.sample(tf.ones(3))))
            self.balance = 1.0 / self.history[-1]
            self.rate = 0.1
            if i % 2:
                self.resample()


sampler = Sampler()
sampler.scale = 3.0
sampler.run(10)
sampler.set_timesteps(2)
sampler.losses = []
sampler.run(10)
sampler.sample(tf.ones(3))
sampler.optimizer = tf.keras.optimizers.SGD(0.01)
sampler.sample(tf.ones(3))


class Pruned(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.sparsity = 0.0
        self.units = 3

    def call(self, x):
        return x * (1.0 - self.sparsity) * self.units  # [outer-value-frozen-in-graph, outer-value-frozen-in-graph]


class Pruning(tf.keras.callbacks.Callback):
    def on_train_batch_end(self, batch, logs=None):
        for layer in self.model.layers:
            if isinstance(layer, Pruned):
                layer.sparsity = min(1.0, batch / 100)
            elif isinstance(layer, tf.keras.layers.Dense):
                layer.units = batch


class Compiled:
    """The setter makes the graph function again."""

    def __init__(self):
        self.rate = 0.1
        self.make()

    def make(self):
        self.function = tf.function(self.step)

    def step(self, x):
        return x * self.rate

    def set_rate(self, rate):
        self.rate = rate
        self.make()


compiled = Compiled()
for epoch in range(3):
    compiled.function(tf.ones(3))
    compiled.set_rate(0.1 / (epoch + 1))


class Options:
    rate = 0.1


class Worker:
    @tf.function
    def step(self, x):
        return x * Options.rate

    @classmethod
    def configure(cls, size):
        cls.size = size


def sweep(rates):
    for rate in rates:
        Options.rate = rate
        worker = Worker()  # it has graphs of its own
        worker.step(tf.ones(3))


optimizer = make_optimizer(0)
other_optimizer = make_optimizer(0)


@tf.function
def update(x):
    optimizer.apply_gradients([(x, WEIGHT)])  # [outer-value-frozen-in-graph]


@tf.function
def update_with_other(x):
    other_optimizer.apply_gradients([(x, WEIGHT)])


def run_phase(data):
    for x in data:
        update(x)
        update_with_other(x)


def in_phases(data):
    global optimizer, other_optimizer
    for phase in range(3):
        if phase > 0:
            optimizer = make_optimizer(phase)
        if phase == 0:
            other_optimizer = make_optimizer(phase)
        run_phase(data)


class Settings:
    def __init__(self):
        self.size = "4"
        self.gain = 1.0


class Sized:
    def __init__(self, settings):
        self.settings = settings

    @tf.function
    def run(self, x):
        x = x * int(self.settings.size)
        return x + self.settings.gain  # [outer-value-frozen-in-graph]


def main():
    settings = Settings()
    settings.size = "0" + settings.size
    sized = Sized(settings)
    for x in (1.0, 2.0):
        settings.gain = settings.gain * 2.0
        sized.run(tf.constant(x))


if __name__ == "__main__":
    main()
