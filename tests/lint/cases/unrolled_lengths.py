"""Long loops whose length is computed, or is that of an array: and such that are loops of the graph, or short."""

import itertools
import math

import numpy as np
import tensorflow as tf
from tqdm import tqdm, trange

END, STEP = 10.0, 0.01
COUNT = int(END / STEP)
GRID = np.linspace(0.0, 1.0, 500)
TABLE = np.zeros((300, 2))
CONFIG = {"steps": 500, "few": 5}
SPEC = [tf.TensorSpec([160, 3], tf.float32), tf.TensorSpec([None, 3], tf.float32)]


class Settings:
    steps: int = 300


class Solver:
    def __init__(self, points):
        self.grid = np.linspace(0.0, 1.0, points)
        self.delta = 1.0 / points

    @tf.function
    def run(self, x):
        for point in self.grid:  # [python-loop-unrolled]
            x += self.delta * tf.sin(point)
        return x


@tf.function
def computed(x):
    for _ in range(COUNT):  # [python-loop-unrolled]
        x = tf.sin(x)
    for _ in range(math.ceil(COUNT / 2) - 1):  # [python-loop-unrolled]
        x = tf.sin(x)
    for _ in range(CONFIG["steps"]):  # [python-loop-unrolled]
        x = tf.sin(x)
    for _ in range(CONFIG["few"]):
        x = tf.sin(x)
    for _ in range(Settings.steps):  # [python-loop-unrolled]
        x = tf.sin(x)
    for _ in range(min(COUNT, 10)):
        x = tf.sin(x)
    return x


@tf.function
def arrays(x):
    for point in GRID:  # [python-loop-unrolled]
        x += tf.sin(point)
    for _ in range(len(GRID)):  # [python-loop-unrolled]
        x = tf.sin(x)
    for _ in range(TABLE.shape[0]):  # [python-loop-unrolled]
        x = tf.sin(x)
    for _ in range(TABLE.shape[1]):
        x = tf.sin(x)
    for point in np.arange(0.0, 1.0, 0.01):  # [python-loop-unrolled]
        x += tf.sin(point)
    for _ in [0] * 300:  # [python-loop-unrolled]
        x = tf.sin(x)
    for _, point in zip(range(1000), GRID):  # [python-loop-unrolled]
        x += tf.sin(point)
    for _ in tqdm(range(200)):  # [python-loop-unrolled]
        x = tf.sin(x)
    for _ in trange(200):  # [python-loop-unrolled]
        x = tf.sin(x)
    terms = [tf.sin(x * i) for i in range(200)]  # [python-loop-unrolled]
    odd = [tf.sin(x * i) for i in range(200) if i % 100 == 0]
    return terms, odd


@tf.function
def counters(x):
    i = 0
    while i < 1000:  # [python-loop-unrolled]
        x = tf.sin(x)
        i += 1
    j = COUNT
    while 0 <= j:  # [python-loop-unrolled]
        x = tf.sin(x)
        j = j - 2
    k = 0
    while k < 10:
        x = tf.sin(x)
        k += 1
    k = 0
    while k < 1000:
        x = tf.sin(x)
        if tf.reduce_sum(x) > 1.0:
            k += 1
    n = tf.constant(0)
    while n < 1000:
        x = tf.sin(x)
        n += 1
    return x


@tf.function(input_signature=SPEC)
def declared(x, y):
    total = 0.0
    for t in range(x.shape[0]):  # [python-loop-unrolled]
        total += tf.reduce_sum(x[t])
    for t in range(x.shape[1]):
        total += tf.reduce_sum(x[:, t])
    for t in range(len(x)):  # [python-loop-unrolled]
        total += tf.reduce_sum(x[t])
    for row in x:
        total += tf.reduce_sum(row)
    for row in y:
        total += tf.reduce_sum(row)
    return total


@tf.function
def tensors(x):
    noise = tf.random.normal([256, 2])
    for t in range(noise.shape[0]):  # [python-loop-unrolled]
        x += noise[t, 0]
    for row in noise:
        x += row[0]
    for row in tf.zeros([256, 2]):
        x += row[0]
    return x


Solver(1000).run(tf.constant(1.0))


@tf.function
def through_layers(x):
    for layer in LAYERS:
        x = layer(x)
    for position in range(len(LAYERS)):
        x = LAYERS[position](x)
    return x


LAYERS = [tf.keras.layers.Dense(3) for _ in range(200)]


@tf.function
def odd(x):
    for _ in range(10**1000):
        x = tf.sin(x)
    for _ in np.arange(0, 1e999):
        x = tf.sin(x)
    for _ in [0] * int(5 / 0):
        x = tf.sin(x)
    i = 0
    while i != 1001:  # never
        x = tf.sin(x)
        i += 2
    i = 0
    while i < 1000:
        x = tf.sin(x)
        i -= 1
    j = 1.5
    while 100.0 >= j:  # [python-loop-unrolled]
        x = tf.sin(x)
        j += 0.5
    return x


class Denoiser(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(3)
        self.blocks = [tf.keras.layers.Dense(3) for _ in range(50)]

    def call(self, x):
        for i in range(50):
            x = self.blocks[i](x)
        return self.dense(x)


denoiser = Denoiser()
ensemble = [Denoiser() for _ in range(50)]


def denoise(x):
    return x - denoiser(x)


@tf.function
def sample(x):
    for _ in range(50):  # [python-loop-unrolled]
        x = denoise(x)
    for _ in range(50):
        x = tf.sin(x)
    for _ in range(20):
        x = denoise(x)
    for i in range(50):
        x = ensemble[i](x)
    for _ in tf.range(50):
        x = denoise(x)
    return x


@tf.function
def attack(net, x):
    i = 0
    while i < 40:  # [python-loop-unrolled]
        with tf.GradientTape() as tape:
            tape.watch(x)
            loss = tf.reduce_sum(net(x))
        x += tf.sign(tape.gradient(loss, x))
        i += 1
    return x


def power(x, iterations=100):
    y = tf.ones((1, 3))
    for _ in range(iterations):  # [python-loop-unrolled]
        y = tf.matmul(y, x)
        y = tf.matmul(y, x, transpose_b=True)
        y /= tf.norm(y)
    return y


class Coding(tf.keras.layers.Layer):
    def __init__(self, iterations):
        super().__init__()
        self.iterations = iterations

    def call(self, x):
        return power(x, iterations=self.iterations)


class CodingModel(tf.keras.Model):
    def __init__(self, iterations=150):
        super().__init__()
        self.iterations = iterations
        self.coding = Coding(iterations=self.iterations)

    def call(self, x):
        return self.coding(x)


def numbers(count):
    for number in range(count):
        yield float(number)


def pairs():
    for row in range(20):
        for column in range(20):
            yield row, column


def few():
    for number in range(1000):
        if number > 3:
            return
        yield number


@tf.function
def generated(x):
    for number in numbers(300):  # [python-loop-unrolled]
        x = tf.sin(x) * number + tf.cos(x)
    for row, column in pairs():  # [python-loop-unrolled]
        x = tf.sin(x) * row + tf.cos(x) * column
    for row, column in itertools.product(range(30), range(30)):  # [python-loop-unrolled]
        x = tf.sin(x) * row + tf.cos(x) * column
    for number in few():
        x = tf.sin(x) * number + tf.cos(x)
    return x


def smart_loop(count, x):
    static = tf.get_static_value(count)
    for _ in range(static):  # [python-loop-unrolled]
        x = tf.sin(x) * 2.0 + tf.cos(x)
    return x


@tf.function
def smart(x):
    return smart_loop(400, x)


def turning(x, turns=400):
    for _ in range(turns):  # [python-loop-unrolled]
        x = tf.sin(x) * 2.0 + tf.cos(x)
    return x


class Turned:
    def __init__(self, turns, few=5):
        self.turns = turns
        self.few = few

    @tf.function
    def call(self, x):
        return turning(x, self.turns)

    @tf.function
    def short(self, x):
        return turning(x, self.few)

    @tf.function
    def unknown(self, x, turns):
        return turning(x, self.turns * len(turns))


spread = {"turns": 250}
turned = Turned(**spread)


@tf.function
def by_bar(x):
    with trange(300) as bar:
        for _ in bar:  # [python-loop-unrolled]
            x = tf.sin(x) * 2.0 + tf.cos(x)
    return x


@tf.function
def filled(x, others):
    parts = []
    for other in others:
        parts.append(other)
    for _ in range(100 - len(parts)):
        x = tf.sin(x) * 2.0 + tf.cos(x)
    return x
