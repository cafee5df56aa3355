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
        run(Record(0.1), x)
        run(loss, x)
        once(trainer, x)
    twice(trainer, data[0])
    run(Trainer().loss, data[0])


main([tf.constant(1.0)] * 3)
