"""Graph functions that are given another Python object at each call: the key is the object itself."""

import functools
from dataclasses import dataclass

import tensorflow as tf


class Config:
    def __init__(self, rate):
        self.rate = rate


class Batch(tf.experimental.ExtensionType):
    x: tf.Tensor


class Alike:
    def __tf_tracing_type__(self, context):
        raise NotImplementedError


@dataclass
class Record:
    rate: float


class Trainer:
    def loss(self, x):
        return tf.reduce_sum(x)

    @property
    def kind(self):
        return tf.nn.relu

    @tf.function
    def graph(self, x):
        return x

    @staticmethod
    def plain(x):
        return x

    @tf.function
    def step(self, function, x):
        return function(x)

    def epoch(self, data):
        for x in data:
            self.step(self.loss, x)  # [python-scalar-retrace]
            self.step(lambda y: y * 2.0, x)  # [python-scalar-retrace]
            self.step(self.kind, x)
            self.step(self.graph, x)
            self.step(self.plain, x)
            self.step(tf.nn.relu, x)


@tf.function
def run(function, x):
    return x


def once(trainer, x):
    return run(trainer.loss, x)  # [python-scalar-retrace]


def twice(trainer, x):
    return run(trainer.loss, x)


def main(data):
    trainer = Trainer()
    loss = trainer.loss
    for x in data:
        run(functools.partial(tf.nn.elu, name="a"), x)  # [python-scalar-retrace]
        run([Config(0.1), x], x)  # [python-scalar-retrace]
        run(Batch(x), x)
        run(Alike(), x)
        run(Record(0.1), x)  # [unhashable-argument-in-graph]
        run(loss, x)
        once(trainer, x)
    twice(trainer, data[0])
    run(Trainer().loss, data[0])


main([tf.constant(1.0)] * 3)


def distance(x, rate):
    def derivative(y):
        return y * rate

    return run(derivative, x)  # [python-scalar-retrace]


def area(x, rate):
    return x * distance(x, rate)


def likelihood(x, rates):
    return [area(x, rate) for rate in rates]


def in_one(x):
    def derivative(y):
        return y * 2.0

    for _ in range(3):
        x = run(derivative, x)
    return x


def in_turns(x, rates):
    for rate in rates:
        def derivative(y):
            return y * rate

        scaled = lambda y: y / rate
        x = run(derivative, x)  # [python-scalar-retrace]
        x = run(scaled, x)  # [python-scalar-retrace]
    return x


in_one(tf.constant(1.0))
in_turns(tf.constant(1.0), [1.0, 2.0])


def with_settings(data):
    shared = Config(0.5)
    for x in data:
        settings = Config(0.1)
        run(settings, x)  # [python-scalar-retrace]
        run(shared, x)
    for rate in (0.1, 0.2):
        settings = Config(rate)
        for x in data:
            run(settings, x)
    settings = Config(0.1)
    run(settings, data[0])  # [python-scalar-retrace]


def settled(x):
    settings = Config(0.1)
    return run(settings, x)  # [python-scalar-retrace]


def all_settled(data):
    return [settled(x) for x in data]


@tf.function
def noisy(x, generator):
    return x + generator.normal([3])


for seed in range(5):
    noisy(tf.zeros([3]), tf.random.Generator.from_seed(seed))  # [python-scalar-retrace]
    generator = tf.random.Generator.from_seed(seed)
    noisy(tf.zeros([3]), generator)  # [python-scalar-retrace]
one = tf.random.Generator.from_seed(1)
for seed in range(5):
    one.reset_from_seed(seed)
    noisy(tf.zeros([3]), one)


def solve(function, x):
    """Nobody calls it here: it is there to be called."""
    return run(lambda y: function(y), x)  # [python-scalar-retrace]


def main():
    run(lambda y: y, tf.constant(1.0))


def called_once(x):
    return run(Config(0.3), x)


called_once(tf.constant(1.0))


class MultiTask(tf.keras.callbacks.Callback):
    """Models are keys, too: one that is put together for each turn is traced for each."""

    def __init__(self, tasks, base):
        super().__init__()
        self.tasks = tasks
        self.base = base

    @tf.function
    def evaluate(self, model, x):
        return model(x, training=False)

    def on_epoch_end(self, epoch, logs=None):
        for number, task in enumerate(self.tasks):
            model = self.model
            if number > 0:
                inputs = tf.keras.Input((3,))
                model = tf.keras.Model(inputs, self.base(inputs))
            self.evaluate(model, task.data)  # [python-scalar-retrace]

    def on_train_end(self, logs=None):
        for task in self.tasks:
            inputs = tf.keras.Input((3,))
            model = tf.keras.Model(inputs, self.base(inputs))
            for x in task.batches:
                self.evaluate(model, x)  # a graph for each task


class Solver:
    """A function that is made for each call is another key, also where it is a graph function itself."""

    @staticmethod
    @tf.function
    def solve(x, gradient):
        return tf.map_fn(gradient, x)

    def fit(self, x, power):
        @tf.function
        def gradient(row):
            return row**power

        return self.solve(x, gradient=gradient)  # [python-scalar-retrace]


def fit_all(rows):
    solver = Solver()
    for x in rows:
        solver.fit(x, 2.0)


@tf.function
def penalised(x, config):
    return x * config.rate


def penalise(x, config):
    return penalised(x, config)  # [python-scalar-retrace]


def penalise_all(rows, rate):
    for x in rows:
        penalise(x, Config(rate))


def penalise_each(rows, config):
    return [penalised(x, config) for x in rows]


for rate in (0.1, 0.2):
    penalise_each(tf.ones([3, 3]), Config(rate))  # one for each rate


class Lazy:
    """What is made where it is missing is made once."""

    def __init__(self):
        self.config = None

    def run(self, x):
        config = self.config
        if config is None:
            config = Config(0.1)
            self.config = config
        return penalised(x, config)


def with_default(x, config=None):
    config = config or Config(0.1)
    return penalised(x, config)


def in_turns(rows):
    config = None
    for x in rows:
        if config is None:
            config = Config(0.1)
        penalised(x, config)


@tf.function
def of_number(x, number):
    return x * number


class Caller:
    def __init__(self, step):
        self.given = step

    def run(self, x):
        for number in range(10):
            self.given(x, number)  # [python-scalar-retrace]


Caller(of_number).run(tf.ones([2]))
