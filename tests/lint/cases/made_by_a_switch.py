"""Graph functions that are made where an argument switches them on, in functions that a loop calls."""

import tensorflow as tf


def driver(state):
    return state + 1


def advance(state, use_function=True):
    if use_function:
        return tf.function(driver)(state)  # [graph-function-in-loop]
    return driver(state)


def train(state):
    for _ in range(100):
        state = advance(state)
    return state


def chosen(state, compiled=True):
    step = tf.function(driver) if compiled else driver
    return step(state)


def cached(state, step=None):
    if step:
        return step(state), step
    step = tf.function(driver)
    return step(state), step


def train2(state):
    step = None
    for _ in range(100):
        state = chosen(state)
        state, step = cached(state, step)
    return state
