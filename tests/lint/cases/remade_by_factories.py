"""Factories of graph functions that loops call: where each turn needs one of its own, and where one would do."""

import tensorflow as tf


def train_step():
    @tf.function
    def train_step1(data, model, optimizer):  # [graph-function-in-loop]
        return model(data)

    return train_step1


def of_model(model):
    @tf.function
    def step(data):
        return model(data)

    return step


def made(model):
    return tf.function(lambda x: model(x))  # [graph-function-in-loop]


model = tf.keras.Sequential([])
optimizer = tf.keras.optimizers.Adam()
for epoch in range(10):
    step_fn = train_step()
    for data in [1, 2]:
        step_fn(data, model, optimizer)
    step = made(model)
    step(data)
for epoch in range(10):
    optimizer = tf.keras.optimizers.Adam()
    step_fn = train_step()
    for data in [1, 2]:
        step_fn(data, model, optimizer)
for epoch in range(10):
    net = tf.keras.Sequential([])
    step = of_model(net)
    step(data)
steps = []
for epoch in range(10):
    step = of_model(model)
    steps.append(step)


def evaluate_once(model, data):
    return spent(model)(data)


def spent(model):
    @tf.function
    def step(data):  # [graph-function-in-loop]
        return model(data)

    return step


def at_the_end(model, data):
    return spent_once(model)(data)


def spent_once(model):
    return tf.function(model)


at_the_end(model, data)


def by_backend(backend, model, data):
    if backend == "tensorflow":

        @tf.function
        def op(x):  # [graph-function-in-loop]
            return model(x)

    else:
        op = model
    return op(data)


def by_size(function, x):
    if x.shape[0] < 2:
        return function(x)
    elif x.shape[0] < 10:

        @tf.function
        def mapped(part):  # [graph-function-in-loop]
            return tf.map_fn(function, part)

        result = mapped(x)
    else:

        @tf.function
        def mapped(part):  # [graph-function-in-loop]
            return tf.map_fn(function, part, parallel_iterations=1)

        result = mapped(x)
    return result
