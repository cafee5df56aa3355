"""More ways to a graph function: other makers, containers, conditions, what is given before."""

import functools

import tensorflow as tf
from tensorflow.python.eager import def_function
from tf_agents.utils import common

FLAGS = {}


@def_function.function
def internal(x):
    print(x)  # [print-in-graph]


@tf.contrib.eager.defun
def contrib(x):
    print(x)  # [print-in-graph]


@tf.nondifferentiable_batch_function(1, 10, 4)
def batched(x):
    print(x)  # [print-in-graph]


def wrapped(x):
    print(x)  # [print-in-graph]


tf.compat.v1.wrap_function(wrapped, [tf.TensorSpec([3])])


@common.function(autograph=True)
def agents(x):
    print(x)  # [print-in-graph]


@common.function_in_tf1()
def plain_in_tensorflow_2(x):
    print(x)


@tf.function
@tf.autograph.experimental.do_not_convert
def stacked(x):
    print(x)  # [print-in-graph]


@tf.function(input_signature=[tf.TensorSpec(None)], reduce_retracing=True, jit_compile=True)
@functools.lru_cache
def options(x):
    print(x)


def converted(x):
    print(x)  # [print-in-graph]


tf.function(tf.autograph.to_graph(converted), autograph=False)


def only_converted(x):
    print(x)  # AutoGraph alone traces nothing


tf.autograph.to_graph(only_converted)(1)


def first(x):
    print(x)  # [print-in-graph]


def second(x):
    print(x)  # [print-in-graph]


graphs = [tf.function(function) for function in (first, second)]


def in_a_dict(x):
    print(x)  # [print-in-graph]


table = {"step": in_a_dict}
graph_table = {name: tf.function(function) for name, function in table.items()}


class Agent:
    def __init__(self, use_graph):
        self.act = tf.function(self._act) if use_graph else self._act
        step = self._step
        if use_graph:
            step = tf.function(step)
        self.step = step
        self._train = functools.partial(tf.function, jit_compile=True)(self._fit)
        for name in ("evaluate", "report"):
            setattr(self, name, tf.function(getattr(self, name)))

    def _act(self, x, training=False):
        if training:
            print(x)  # [print-in-graph]

    def _step(self, x):
        print(x)  # [print-in-graph]

    def _fit(self, x):
        print(x)  # [print-in-graph]

    def evaluate(self, x):
        print(x)  # miss: [print-in-graph]

    def report(self, x):
        print(x)  # miss: [print-in-graph]


agent = Agent(True)
agent.compiled_step = tf.function(agent._step)


def partly(x, mode, verbose=False):
    if mode == "quiet":
        print("dead")
    if verbose:
        print(x)  # [print-in-graph]


tf.function(functools.partial(partly, mode="loud"))


def train_step(strategy, x):
    def replica(y):
        print(y)  # [print-in-graph]

    @tf.function
    def distributed(y):  # [graph-function-in-loop]
        strategy.run(replica, args=(y,))
        strategy.experimental_run_v2(lambda z: print(z), args=(y,))  # [print-in-graph]

    strategy.run(lambda y: print(y), args=(x,))
    distributed(x)


# What runs in Python


@tf.function
def leaves(x):
    tf.py_function(lambda y: print(y), [x], [])
    tf.numpy_function(func=only_converted, inp=[x], Tout=[])
    tf.compat.v1.py_func(only_converted, [x], [])
    tf.py_function(func=FLAGS.update, inp=[x], Tout=[])
    if tf.executing_eagerly():
        print(x)
    if not tf.inside_function():
        print(x)
    with tf.init_scope():
        print(x)


def session(x):
    with tf.Graph().as_default():
        print(x)
        with tf.compat.v1.Session() as opened:
            opened.run(x)
