"""Globals that a function binds before it runs a graph function: the first call's values serve the later ones."""

import tensorflow as tf

kept = 1.0
rate = 1.0
scale = 1.0
size = 3


@tf.function
def step(x):
    optimizer.apply_gradients([(x, weight)])  # [outer-value-frozen-in-graph, outer-value-frozen-in-graph]
    return x * style + helper(x) + kept + rate  # [outer-value-frozen-in-graph]


def helper(x):
    return x * scale  # [outer-value-frozen-in-graph]


def load(path):
    return float(len(path))


def bind(path, same):
    global scale, kept
    scale = load(path)
    kept = load(same)


def process(path, same, lr):
    global style, optimizer, rate, weight
    optimizer = tf.optimizers.Adam(lr)
    weight = tf.Variable(1.0)
    style = load(path)
    rate = lr
    bind(path, same)
    run()


def run():
    for _ in range(3):
        step(weight)


for file in ["a", "bb"]:
    process(file, "same", 0.1)


@tf.function
def sized(x):
    return x * size


def of_size(n):
    global size
    size = n
    return sized(tf.zeros(n))


of_size(3)
of_size(4)


@tf.function
def once(x):
    return x * started


@tf.function
def twice(x):
    return x * tried  # [outer-value-frozen-in-graph]


def main(argument):
    global started
    started = float(argument)
    return once(tf.zeros(3))


def attempt(argument):
    global tried
    tried = argument
    return twice(tf.zeros(3))


def attempts(values):
    return [attempt(1.0), repeat(values)]


def repeat(values):
    for value in values:
        give(value)


def give(value):
    attempt(value)


main("3")


def several(n):
    def local(x):
        global inner
        inner = n
        return x * inner

    return tf.function(local)(tf.zeros(3))  # [graph-function-in-loop]


several(1)
several(2)


def makes_models(data):
    model = tf.keras.Sequential()
    factor = tf.constant(1.0)
    model.add(tf.keras.layers.Lambda(lambda x: x * factor))
    model.predict(data)
    model = tf.keras.Sequential()
    factor = tf.constant(2.0)
    model.add(tf.keras.layers.Lambda(lambda x: x + factor))
    model.predict(data)


def keeps_model(data):
    model = tf.keras.Sequential()
    factor = tf.constant(1.0)
    model.add(tf.keras.layers.Lambda(lambda x: x * factor))  # [outer-value-frozen-in-graph]
    model.predict(data)
    factor = tf.constant(2.0)
    model.predict(data)
