"""Factories that are called without arguments: what they make graph functions of is known by its own name."""

import functools

import tensorflow as tf


def double(x):
    print("double")  # [print-in-graph]
    return 2 * x


class Model:
    scale = staticmethod(double)

    def loss(self):
        print("loss")  # [print-in-graph]
        return tf.constant(1.0)

    def add(self, x, /):
        print("add")  # [print-in-graph]
        return x

    def closure(self):
        return tf.function(self.loss)

    def bound(self, x):
        return tf.function(functools.partial(self.add, x))

    def positional(self, /):
        return tf.function(self.loss)

    def several(*args):
        return tf.function(args[0].loss)

    @classmethod
    def of_class(cls):
        return tf.function(cls.scale)

    @staticmethod
    def of_none(f=double):
        return tf.function(f)


class Trainer:
    def __init__(self):
        self.step = self.make_step()

    def make_step(self):
        return tf.function(self._step)

    def _step(self, x):
        print("step")  # [print-in-graph]
        return x


def given(f=double):
    return tf.function(f)  # [graph-function-in-loop]


def by_keyword(*, f=double):
    return tf.function(jit_compile=True, func=f)


model = Model()
model.closure()()
model.bound(tf.constant(1.0))()
model.positional()()
model.several()()
model.of_class()(tf.constant(1.0))
Model.of_none()(tf.constant(1.0))
Trainer().step(tf.constant(1.0))
by_keyword()(tf.constant(1.0))
for _ in range(3):
    given()(tf.constant(1.0))  # [graph-function-in-loop]
    tf.function(jit_compile=True, func=double)(tf.constant(1.0))  # [graph-function-in-loop]


class Kept:
    @tf.function
    def __init__(*args):
        args[0].x = 1
