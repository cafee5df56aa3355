"""Tensors that models and graph functions give, and that loops carry from call to call."""

import numpy as np
import tensorflow as tf

STEPS = 400


def make(width):
    return tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(width)])


generator, discriminator = make(4), make(1)


class Pool:
    def __init__(self):
        self.kept = []

    def query(self, images):
        shown = []
        for image in images:
            shown.append(image)  # [unsupported-in-tensor-loop]
        return tf.stack(shown)


pool = Pool()


@tf.function
def train_generator(x):
    fake = generator(x)
    return fake, tf.reduce_mean(fake)


@tf.function
def train_discriminator(fake):
    return tf.reduce_mean(discriminator(pool.query(fake)))


@tf.function
def sizes(x):
    return 4, {"rank": 2, "mean": tf.reduce_mean(x), "none": None}


@tf.function
def scaled(x, size, rank, none):
    if none is None:
        for _ in range(size):
            x += 1.0
    if rank > 1:
        return x
    return -x


def train(dataset):
    for x, _ in dataset:
        fake, _ = train_generator(x)
        train_discriminator(fake)
        size, more = sizes(x)
        scaled(x, size, more["rank"], more["none"])  # numbers have become tensors: one trace


def power(slab, tank):
    return (slab - tank) * 0.5


def simulate(tank):
    slab = tank
    for _ in range(0, STEPS):  # [python-loop-unrolled]
        heat = power(slab, tank)
        slab = slab + heat
    return slab


def decay(rate):
    for _ in range(STEPS):
        rate = power(rate, 1.0)
    return rate


@tf.function
def gradient(tank):
    with tf.GradientTape() as tape:
        tape.watch(tank)
        loss = simulate(tank)
    return tape.gradient(loss, tank)


@tf.function
def decayed(x):
    return x * decay(2.0)  # numbers: nothing is in the graph


def measure(function, argument):
    return function(argument)


measure(gradient, tf.constant(1.0))


def timed(function, *args, repeat=3):
    for _ in range(repeat):
        result = function(*args)
    return result


def applied(value, function):
    return function(value)


@tf.function
def total(x, y):
    return np.sum(x) + y  # [eager-only-call-in-graph]


@tf.function
def positive(x):
    return np.sum(x) > 0


def benchmark():
    x = tf.random.normal((3, 3))
    timed(total, x, x, repeat=2)
    applied(x, positive)
    applied(3, positive)


class Cell(tf.keras.layers.Layer):
    def call(self, x):
        last, outputs, states = tf.keras.backend.rnn(lambda i, state: (i, state), x, [x])
        rows = list(outputs)  # [eager-only-call-in-graph]
        return rows, list(states)


@tf.function
def two_tapes(model, optimizer, x):
    with tf.GradientTape() as tape, tf.GradientTape() as other:
        y = model(x)
        z = tf.reduce_sum(y)
    pool = [variable for variable in model.trainable_variables if "pool" in variable.name]
    for gradient, variable in zip(tape.gradient(y, pool) + other.gradient(z, pool), pool + pool):
        variable.assign_sub(gradient)
    both = tape.gradient(y, model.trainable_variables) + other.gradient(z, sources=model.trainable_variables)
    optimizer.apply_gradients([(gradient, variable) for gradient, variable in zip(both, 2 * model.trainable_variables)])
    for row in zip(tape.gradient(y, x) + other.gradient(z, x)):  # [eager-only-call-in-graph]
        tf.print(row)


@tf.function
def nested_sources(encoder, decoder, optimizer, x):
    with tf.GradientTape() as tape:
        y = tf.reduce_sum(decoder(encoder(x)))
    sources = [encoder.trainable_variables, decoder.trainable_variables]
    for gradients, variables in zip(tape.gradient(y, sources), sources):
        optimizer.apply_gradients(list(zip(gradients, variables)))


class Agent:
    """Of what is given nothing is known but its name."""

    def __init__(self, policy, critics, lookup):
        self.policy = policy
        self.critic1, self.target_critic_2 = critics
        self.lookup = lookup

    @tf.function
    def update(self, x):
        chance = np.log(self.policy(x))  # [eager-only-call-in-graph]
        value = np.minimum(self.critic1(x), self.target_critic_2(x))  # [eager-only-call-in-graph]
        return chance * value + np.log(self.lookup(x))
