"""Optimizers that factories make, and helpers apply: each call of a phase brings another one to the same graph function."""

import tensorflow as tf

mse = tf.keras.losses.MeanSquaredError()


def make_optimizer(name, rate):
    if name == "adam":
        return tf.keras.optimizers.Adam(rate)
    if name == "momentum":
        return tf.keras.optimizers.SGD(rate, momentum=0.9)
    raise ValueError(name)


def plain_or_adam(name):
    if name == "adam":
        return tf.keras.optimizers.Adam()
    return tf.keras.optimizers.SGD()


def update(tape, loss, model, optimizer):
    weights = model.trainable_variables
    optimizer.apply_gradients(zip(tape.gradient(loss, weights), weights))


def passed_on(tape, loss, model, optimizer):
    update(tape, loss, model, optimizer)


def described(tape, loss, model, optimizer):
    print(optimizer.name, tape.gradient(loss, model.trainable_variables))  # [print-in-graph]


@tf.function
def step(model, optimizer, x, y):
    with tf.GradientTape() as tape:
        loss = mse(y, model(x))
    passed_on(tape, loss, model, optimizer)


@tf.function
def inner_step(model, optimizer, x, y):
    with tf.GradientTape() as tape:
        loss = mse(y, model(x))
    update(tape, loss, model, optimizer)


@tf.function
def plain_step(model, optimizer, x, y):
    with tf.GradientTape() as tape:
        loss = mse(y, model(x))
    update(tape, loss, model, optimizer)


@tf.function
def described_step(model, optimizer, x, y):
    with tf.GradientTape() as tape:
        loss = mse(y, model(x))
    described(tape, loss, model, optimizer)


def phase(model, name, data):
    optimizer = make_optimizer(name, 1e-3)
    for x, y in data:
        step(model, optimizer, x, y)  # [variable-created-in-graph]


def phases(model, data):
    for name in ("adam", "momentum"):
        phase(model, name, data)
        optimizer = make_optimizer(name, 1e-2)
        for x, y in data:
            inner_step(model, optimizer, x, y)  # [variable-created-in-graph]
        may_have_none = plain_or_adam(name)
        for x, y in data:
            plain_step(model, may_have_none, x, y)
            described_step(model, optimizer, x, y)


def maybe(tape, loss, model, optimizer, apply):
    gradients = tape.gradient(loss, model.trainable_variables)
    if apply:
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return gradients


@tf.function
def checked_step(model, optimizer, x, y):
    with tf.GradientTape() as tape:
        loss = mse(y, model(x))
    return maybe(tape, loss, model, optimizer, False)


def checks(model, data):
    for name in ("adam", "momentum"):
        optimizer = make_optimizer(name, 1e-2)
        for x, y in data:
            checked_step(model, optimizer, x, y)
