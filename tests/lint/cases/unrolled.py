"""Python loops that are long, and such that are not, or not in the graph."""

import tensorflow as tf

LONG = 1000
SHORT = 10
STEP = tf.keras.layers.Dense(3)


def step(x):
    return tf.nn.relu(x)


def through(x):
    return step(x)


class Model:
    def __init__(self, layers):
        self.turns = 200
        self.layers = layers
        self.dense = tf.keras.layers.Dense(3)

    @tf.function
    def run(self, x):
        for _ in range(self.turns):  # [python-loop-unrolled]
            x = self.dense(x)
        for layer in self.layers:
            x = layer(x)
        for position in range(len(self.layers)):
            x = self.layers[position](x)
        return x


@tf.function
def loops(x, n):
    for _ in range(LONG):  # [python-loop-unrolled]
        x = tf.sin(x)
    for _ in range(100):  # [python-loop-unrolled]
        x = through(x)
    for _ in range(0, 300, 2):  # [python-loop-unrolled]
        x = step(x)
    for position, _ in enumerate(range(LONG)):  # [python-loop-unrolled]
        x = tf.add(x, position)
    for _ in reversed(range(LONG)):  # [python-loop-unrolled]
        x = tf.sin(x)
    for _ in range(SHORT):  # [python-loop-unrolled]
        for _ in range(SHORT):
            x = tf.sin(x)
    for _ in range(SHORT):
        for _ in range(LONG):  # [python-loop-unrolled]
            x = tf.sin(x)
    return repeat(x, 500)


@tf.function
def operators(x, start: int):
    y = tf.square(x)
    for turn in range(LONG):  # [python-loop-unrolled]
        y = y + turn
    for turn in range(LONG):  # [python-loop-unrolled]
        x += turn
    for _ in range(LONG):  # [python-loop-unrolled]
        x = -x
    for turn in range(LONG):
        start = start * turn + 1
    return decayed(y, 1.0) + x + start


def decayed(x, weight):
    for _ in range(LONG):  # [python-loop-unrolled]
        x = x * 0.9
    for _ in range(LONG):
        weight = weight * 0.9
    return x * weight


def repeat(x, times):
    for _ in range(times):  # [python-loop-unrolled]
        x = tf.sin(x)
    return x


@tf.function
def innocent(x, n):
    for _ in range(99):
        x = tf.sin(x)
    for _ in range(n):
        x = tf.sin(x)
    for _ in tf.range(LONG):
        x = tf.sin(x)
    total = 0
    for value in range(LONG):
        total += value
    for _ in range(LONG):
        x = tf.sin(x)
        if total:
            break
    return tf.py_function(lambda y: repeat(y, LONG), [x], tf.float32) + repeat(x, 3)


for _ in range(LONG):
    loops(tf.constant(1.0), 1)
    operators(tf.constant(1.0), 1)


COUNT = tf.Variable(0.0)


@tf.function
def train(dataset, epochs, turns):
    for _ in range(epochs):  # [python-loop-unrolled]
        for x in dataset:
            COUNT.assign_add(x)
    for _ in range(turns):
        COUNT.assign_add(1.0)


@tf.function
def by_default(x, steps=1000):
    for _ in range(steps):  # [python-loop-unrolled]
        x = tf.sin(x)
    return x


@tf.function(input_signature=[tf.TensorSpec(None), tf.TensorSpec([], tf.int32)])
def with_signature(x, steps):
    for _ in range(steps):
        x = tf.sin(x)
    return x


class Simulation:
    def __init__(self, steps):
        self.steps = steps

    @tf.function
    def run(self, x):
        for _ in range(self.steps):  # [python-loop-unrolled]
            x = tf.sin(x)
        return x


train(tf.data.Dataset.range(3), LONG, 3)
by_default(tf.constant(1.0))
with_signature(tf.constant(1.0), LONG)
Simulation(LONG).run(tf.constant(1.0))


@tf.function
def written(x):
    array = tf.TensorArray(tf.float32, 0, dynamic_size=True)
    for i in range(1000):  # [python-loop-unrolled]
        array = array.write(i, x)
    return array.stack()


class Learner:
    @tf.function
    def step(self, x):
        return self.net(x)

    @tf.function
    def fit(self, x, epochs):
        for _ in range(epochs):  # [python-loop-unrolled]
            self.step(x)

    def train(self, x):
        self.fit(x=x, epochs=100)
