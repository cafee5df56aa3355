"""State in closures, factories and partials; each function that a factory makes has its own."""
import functools

import tensorflow as tf


def make_step(name):
    seen = []

    @tf.function
    def step(x):
        seen.append(name)  # [outer-mutation-in-graph] observed seen
        return x

    step.seen = seen
    return step


def scaled(scale, x, log):
    log.append(scale)  # [outer-mutation-in-graph] observed log
    return x * scale


log = []
steps = [make_step("one"), make_step("two")]
triple = tf.function(functools.partial(scaled, 3.0, log=log))
for value in (1.0, 2.0):
    for step in steps:
        step(tf.constant(value))
    triple(tf.constant(value))
print(len(log))
