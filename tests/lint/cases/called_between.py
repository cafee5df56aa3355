"""Methods that set what a graph function has read, whatever they are given, and are called between two of its calls."""

import tensorflow as tf


class Quantizer:
    def __init__(self, bits):
        self.levels = 2**bits
        self.cache = None
        self.seen = []
        self.set_range(-1.0, 1.0)

    def set_range(self, low, high):
        self.scale = (high - low) / self.levels

    def freeze(self):
        self.set_range(-3.0, 3.0)

    def forget(self):
        self.cache = None
        self.seen = []

    def fill(self):
        if self.cache is None:
            self.cache = 2.0

    def __call__(self, x):
        return tf.round(x / self.scale) * self.scale  # [outer-value-frozen-in-graph]

    def cached(self, x):
        return x * (self.cache or 1.0) + len(self.seen)


class Model(tf.Module):
    def __init__(self):
        super().__init__()
        self.quantizer = Quantizer(8)

    @tf.function
    def predict(self, x):
        return self.quantizer(x)

    @tf.function
    def predict_cached(self, x):
        return self.quantizer.cached(x)

    def calibrate(self):
        self.quantizer.freeze()


def calibrated(x):
    model = Model()
    before = model.predict(x)
    model.calibrate()
    return before - model.predict(x)


def emptied(x):
    model = Model()
    before = model.predict_cached(x)
    model.quantizer.forget()
    model.quantizer.fill()
    return before - model.predict_cached(x)


class Phases:
    def __init__(self):
        self.rate = 0.1
        self.heat = 0.5
        self.depth = 1
        self.width = 1

    @tf.function
    def step(self, x):
        return x * self.rate  # [outer-value-frozen-in-graph]

    @tf.function
    def run(self, x):
        return x * self.heat

    @tf.function
    def deep(self, x):
        return x * self.depth

    @tf.function
    def wide(self, x):
        return x * self.width

    def slow_down(self):
        self.rate = 0.01

    def train(self):
        self.heat = self.width / 2

    def evaluate(self):
        self.heat = self.width / 4

    def deepen(self):
        self.depth = 2

    def widen(self):
        self.width = 1


def later(data):
    phases = Phases()
    for epoch, x in enumerate(data):
        if epoch == 5:
            phases.slow_down()
        phases.step(x)


def in_turns(x):
    phases = Phases()
    phases.train()
    phases.run(x)
    phases.evaluate()
    phases.train()
    phases.run(x)


def before(x):
    phases = Phases()
    phases.deepen()
    return phases.deep(x) + phases.deep(x)


def as_it_was(x):
    phases = Phases()
    phases.wide(x)
    phases.widen()
    phases.wide(x)


def of_another(x):
    first, second = Phases(), Phases()
    first.deep(x)
    second.deepen()
    first.deep(x)


class Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.base = tf.keras.layers.Dense(3)
        self.finetune = False
        self.deep = False

    def unfreeze(self):
        self.finetune = True

    def deepen(self):
        self.deep = True
        self.compile("adam", "mse")

    def call(self, x):
        x = self.base(x) if self.finetune else tf.stop_gradient(self.base(x))
        return self.base(x) if self.deep else x


def compiled_again(data):
    model = Net()
    model.compile("adam", "mse")
    model.fit(data)
    model.unfreeze()
    model.compile("adam", "mse")
    model.fit(data)
    model.deepen()
    model.fit(data)


class Holder:
    def __init__(self):
        self.quality = 1.0
        self.fn = tf.function(self.run)

    def run(self, x):
        return x * self.quality

    def lower(self):
        self.quality = 0.5

    def rebuild(self):
        self.fn = tf.function(self.run)

    def call(self, x):
        return self.fn(x)


def rebuilt(x):
    holder = Holder()
    holder.call(x)
    holder.lower()
    holder.rebuild()
    holder.call(x)
