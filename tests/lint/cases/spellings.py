"""A graph function in every spelling."""

import functools
from functools import partial

import runtime as rt
import tensorflow as tf
import tensorflow.compat.v2 as tf2
from tensorflow import function
from tensorflow import function as traced
from tensorflow.compat.v1 import function as v1_function

graph = tf.function
jit = functools.partial(tf.function, jit_compile=True)
configured = tf.function(autograph=False)


@tf.function
def bare(x):
    print(x)  # [print-in-graph]


@tf.function()
def called(x):
    print(x)  # [print-in-graph]


@tf.function(autograph=False, input_signature=[tf.TensorSpec([], tf.float32)])
def with_options(x):
    print(x)  # [print-in-graph]


@functools.partial(tf.function, jit_compile=True)
def by_partial(x):
    print(x)  # [print-in-graph]


@partial(function, autograph=False)
def by_imported_partial(x):
    print(x)  # [print-in-graph]


@function
def imported(x):
    print(x)  # [print-in-graph]


@traced()
def imported_as(x):
    print(x)  # [print-in-graph]


@v1_function
def imported_from_v1(x):
    print(x)  # [print-in-graph]


@tf2.function
def compat(x):
    print(x)  # [print-in-graph]


@tf.compat.v2.function
def compat_attribute(x):
    print(x)  # [print-in-graph]


@rt.function
def on_runtime(x):
    print(x)  # [print-in-graph]


@graph
def by_alias(x):
    print(x)  # [print-in-graph]


@jit
def by_partial_alias(x):
    print(x)  # [print-in-graph]


@configured
def by_configured_alias(x):
    print(x)  # [print-in-graph]


def wrapped(x):
    print(x)  # [print-in-graph]


wrapped_graph = tf.function(wrapped)


def wrapped_by_keyword(x):
    print(x)  # [print-in-graph]


wrapped_by_keyword_graph = tf.function(func=wrapped_by_keyword, autograph=True)


def wrapped_later(x):
    print(x)  # [print-in-graph]


wrapped_later_graph = tf.function(autograph=False)(wrapped_later)


def wrapped_by_partial(x):
    print(x)  # [print-in-graph]


wrapped_by_partial_graph = functools.partial(tf.function, autograph=False)(wrapped_by_partial)


def partly_bound(x, scale):
    print(x * scale)  # [print-in-graph]


partly_bound_graph = tf.function(functools.partial(partly_bound, scale=2.0))

lambda_graph = tf.function(lambda x: print(x))  # [print-in-graph]


def called_at_once(x):
    print(x)  # [print-in-graph]


tf.function(called_at_once)(tf.constant(1.0))


def in_a_list(x):
    print(x)  # [print-in-graph]


GRAPHS = [tf.function(in_a_list)]


def conditional(x):
    print(x)  # [print-in-graph]


conditional_graph = tf.function(conditional) if GRAPHS else conditional


def rebound(x):
    print(x)  # [print-in-graph]


if GRAPHS:
    rebound = tf.function(rebound)


class Model(tf.Module):
    def __init__(self):
        super().__init__()
        self.step = tf.function(self._step)
        self.lambda_graph = tf.function(lambda x: print(x))  # [print-in-graph]
        self.table = {"eval": tf.function(self._evaluate)}

    def _step(self, x):
        print(x)  # [print-in-graph]

    def _evaluate(self, x):
        print(x)  # [print-in-graph]

    @tf.function
    def method(self, x):
        print(x)  # [print-in-graph]

    @staticmethod
    @tf.function
    def static(x):
        print(x)  # [print-in-graph]

    @tf.function(reduce_retracing=True)
    def __call__(self, x):
        print(x)  # [print-in-graph]

    def _raw(self, x):
        print(x)  # [print-in-graph]

    raw = tf.function(_raw)

    def make(self):
        return tf.function(self._made)

    def _made(self, x):
        print(x)  # [print-in-graph]

    def plain(self, x):
        print(x)


def factory():
    @tf.function
    def inner(x):
        print(x)  # [print-in-graph]

    def other(x):
        print(x)  # [print-in-graph]

    return inner, tf.function(other)


async def asynchronous():
    @tf.function
    def inner(x):  # [graph-function-in-loop]
        print(x)  # [print-in-graph]

    return inner(tf.constant(1))


def plain(x):
    print(x)


@tf.function
def short(x, y):
    tf.metrics.Mean()  # [variable-created-in-graph]
    tf.optimizers.Adam()  # [variable-created-in-graph]
    return tf.losses.MeanSquaredError()(x, y)
