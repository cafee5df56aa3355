"""Objects of classes that are chosen from a dict, made by class methods, or kept by the class."""

import random

import tensorflow as tf


class Greedy:
    def pick(self, x):
        return x


class Random:
    def __init__(self, eps):
        self.eps = eps
        self.picks = 0

    def pick(self, x):
        self.picks += 1  # [outer-mutation-in-graph]
        return -x if random.random() < self.eps else x  # [python-random-in-graph]


STRATEGIES = {"greedy": Greedy, "random": Random}


class Agent:
    def __init__(self, strategy="greedy", **settings):
        self.strategy = STRATEGIES[strategy](**settings)

    @tf.function
    def act(self, x):
        return self.strategy.pick(x)


class Log:
    _log = None
    lines = 0

    @classmethod
    def get(cls):
        if cls._log is None:
            cls._log = cls()
        return cls._log

    def write(self):
        self.lines += 1  # [outer-mutation-in-graph]


@tf.function
def step(x):
    Log.get().write()
    return x


class Stepper:
    """An object that is made beside the graph function is there before each trace."""

    def __init__(self):
        self.count = 0
        self.rate = 1.0

    def step(self, x):
        self.count += 1  # [outer-mutation-in-graph]
        return x * self.rate  # [outer-value-frozen-in-graph]


def run_stepper(batches):
    stepper = Stepper()
    step = tf.function(stepper.step)
    for batch in batches:
        step(batch)
        stepper.rate *= 0.9
    return stepper.count


class WeightedLoss(tf.keras.losses.Loss):
    def __init__(self):
        super().__init__()
        self.weight = 0.0

    def call(self, y_true, y_pred):
        return self.weight * tf.reduce_mean((y_true - y_pred) ** 2)  # [outer-value-frozen-in-graph]


class Ramp(tf.keras.callbacks.Callback):
    def __init__(self, loss):
        super().__init__()
        self.loss = loss

    def on_epoch_end(self, epoch, logs=None):
        self.loss.weight = epoch / 10


def fit_weighted(model, x, y):
    loss = WeightedLoss()
    model.compile("adam", loss)
    model.fit(x, y, callbacks=[Ramp(loss)])


REGISTERED = {}


def registry():
    def build(name):
        return REGISTERED[name]()

    def register(name):
        def enter(kind):
            REGISTERED[name] = kind
            return kind

        return lambda kind: enter(kind)

    return build, register


build_part, register_part = registry()


class Around(tf.keras.layers.Layer):
    def __init__(self, part):
        super().__init__()
        self.part = part

    def call(self, x):
        return self.part(x)


def around(name):
    return Around(part=build_part(name))


class OnNumpy:
    def scale(self, x):
        return x * random.random()


class OnTensors:
    def scale(self, x):
        print("scaled")  # [print-in-graph]
        return x


class Scaler:
    parts = {"plain": OnNumpy}
    part = OnNumpy

    def __init__(self, name):
        self.chosen = self.parts[name]()
        self.fixed = self.part()
        self.made = self.make()

    def make(self):
        return OnNumpy()


class TensorScaler(Scaler):
    parts = {"plain": OnTensors, "more": OnTensors}
    part = OnTensors

    def make(self):
        return OnTensors()

    @tf.function
    def scale(self, x):
        return self.made.scale(self.fixed.scale(self.chosen.scale(x)))


class Wrapped(Scaler):
    def run(self, x):
        return tf.py_function(self.chosen.scale, [x], tf.float32)


class TensorWrapped(Wrapped):
    parts = {"plain": OnTensors, "more": OnTensors}

    def run(self, x):
        return self.chosen.scale(x)


def prepare(dataset: tf.data.Dataset, wrapped: Wrapped):
    return dataset.map(wrapped.run)


class Backend:
    def jit(self, function, compiled=False):
        return tf.function(function, jit_compile=compiled)


backend = Backend()


def by_method(x):
    print("by_method")  # [print-in-graph]
    return x


by_method_of_backend = backend.jit(by_method)


@backend.jit
def decorated_by_method(x):
    print("decorated_by_method")  # [print-in-graph]
    return x


class OfBackend:
    def __init__(self):
        self.backend = Backend()
        self.step = self.backend.jit(self._step)

    def _step(self, x):
        print("step")  # [print-in-graph]
        return x
