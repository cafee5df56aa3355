"""Dicts that are given to graph functions: TensorFlow raises where one is changed, unless a loop over tensors carries another one."""

import tensorflow as tf


@tf.function
def a(x, state):
    for i in tf.range(3):
        state["x"] = state["x"] + x  # [outer-mutation-in-graph]
    return state["x"]


@tf.function
def b(x, state):
    for i in range(3):
        state["x"] = state["x"] + x  # [outer-mutation-in-graph]
    return state["x"]


@tf.function
def c(x, state):
    for i in tf.range(3):
        y, state = x, state
        for k, v in state.items():
            state[k] = v + x
    return state["x"]


@tf.function
def d(x, state):
    if tf.reduce_sum(x) > 0:
        state["x"] = state["x"] + x  # [outer-mutation-in-graph]
    return state["x"]


def put(state, x):
    state["x"] = state["x"] + x  # [outer-mutation-in-graph]


@tf.function
def e(x, state):
    for i in tf.range(3):
        put(state, x)
    return state["x"]
