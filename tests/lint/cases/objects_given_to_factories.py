"""Objects of which nothing is known but what a factory does with them."""

import tensorflow as tf


def make(obj):
    @tf.function
    def step(x):
        obj.n += 1  # [outer-mutation-in-graph]
        return x

    return step


def make2(obj):
    @tf.function
    def step(x):
        obj.history.append(x)  # [outer-mutation-in-graph]
        value = obj.weights[0].numpy()  # [eager-only-call-in-graph]
        obj.seen.append(value)  # [outer-mutation-in-graph]
        return x

    return step


def make3(obj):
    def step(x):
        obj.n += 1  # [outer-mutation-in-graph]
        value = obj.weights[0].numpy()  # [eager-only-call-in-graph]
        obj.history.append(value)  # [outer-mutation-in-graph]
        return x

    return tf.function(step)


def make4(log):
    @tf.function
    def step(x):
        parts = log.parts
        y = log.parts.append
        rows = []
        rows.append(x)
        x = log.table.append(x)
        log.path.extend
        return x

    return step
