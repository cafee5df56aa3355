"""Graph functions called with Python numbers and strings that vary."""

import itertools
import random
import time

import numpy as np

import tensorflow as tf
from tqdm import tqdm, trange


@tf.function
def step(x, i=0, name="a", *, rate=0.1):
    return x


X = tf.constant(1.0)
RATES = [0.1, 0.01, 0.001]

for i in range(10):
    step(X, i)  # [python-scalar-retrace]
    step(X, i=i)  # [python-scalar-retrace]
    step(X, i + 1)  # [python-scalar-retrace]
    step(X, 2 * i - 1)  # [python-scalar-retrace]
    step(X, float(i))  # [python-scalar-retrace]
    step(X, name=str(i))  # [python-scalar-retrace]
    step(X, name=f"step {i}")  # [python-scalar-retrace]
    step(X, name="step %d" % i)  # [python-scalar-retrace]
    step(X, rate=i / 10)  # [python-scalar-retrace]
    result = step(step(X, i))  # [python-scalar-retrace]

for i, x in enumerate([X, X]):
    step(x, i)  # [python-scalar-retrace]
for i in trange(10):
    step(X, i)  # [python-scalar-retrace]
for i in tqdm(range(10)):
    step(X, i)  # [python-scalar-retrace]
for i, (a, b) in enumerate(zip([1], [2])):
    step(X, i)  # [python-scalar-retrace]
for i in itertools.count():
    step(X, i)  # [python-scalar-retrace]
for rate in [0.1, 0.01, 0.001]:
    step(X, rate=rate)  # [python-scalar-retrace]
for rate in RATES:
    step(X, rate=rate)  # [python-scalar-retrace]
for name in ("a", "b", "c"):
    step(X, name=name)
for i in reversed(range(10)):
    step(X, i)  # [python-scalar-retrace]
outputs = [step(X, i) for i in range(10)]  # [python-scalar-retrace]
outputs = list(map(lambda i: step(X, i), range(10)))

i = 0
while i < 10:
    step(X, i)  # [python-scalar-retrace]
    i += 1

rate = 0.1
for _ in range(10):
    step(X, rate=rate)  # [python-scalar-retrace]
    rate *= 0.9

for batch in [[1], [1, 2]]:
    step(X, len(batch))  # [python-scalar-retrace]
    step(X, rate=time.time() - 1)  # [python-scalar-retrace]
    step(X, rate=float(time.time()))  # [python-scalar-retrace]
    step(X, rate=random.random())  # [python-scalar-retrace]

step(X, 10)  # [python-scalar-retrace]
step(X, 20)  # [python-scalar-retrace]
step(X, i=30)  # [python-scalar-retrace]


class Trainer:
    def __init__(self):
        self.steps = 0
        self.graph = tf.function(self._graph)
        self.fixed = 3

    @tf.function
    def step(self, x, i):
        return x

    def _graph(self, x, i):
        return x

    def train(self, epochs):
        for epoch in range(epochs):
            self.step(X, epoch)  # [python-scalar-retrace]
            self.graph(X, epoch)  # [python-scalar-retrace]
            self.step(X, self.steps)  # [python-scalar-retrace]
            self.step(X, self.fixed)
            self.steps += 1

    def train_once(self, epoch):
        return self.step(X, epoch)  # [python-scalar-retrace]

    def train_all(self):
        for epoch in range(10):
            self.train_once(epoch)


trainer = Trainer()
for i in range(10):
    trainer.step(X, i)  # [python-scalar-retrace]

wrapped = tf.function(lambda x, i: x)


def run(n):
    for i in range(n):
        wrapped(X, i)  # [python-scalar-retrace]


counter = 0


def count():
    global counter
    counter += 1
    return step(X, counter)  # [python-scalar-retrace]


class Settings:
    weight: float = 0.1
    kind: str = "l2"


class Annealed:
    """Numbers that are made of what attributes, parameters and calls give."""

    def __init__(self, decay=0.99):
        self.epsilon = 1.0
        self.decay = decay
        self.lr = 1e-3
        self.phase = 0
        self.slot = 0
        self.scale = tf.constant(1.0)
        self.best = 1.0

    def adapt(self, loss, weight):
        if loss > 1:
            weight *= 0.9
        return weight

    def validate(self, batches, weight):
        for x in batches:
            step(x, rate=weight)  # [python-scalar-retrace]

    def run(self, batches, epochs, settings: Settings):
        for epoch in range(epochs):
            rate = self.lr * 0.9**epoch
            cosine = 0.5 * self.lr * (1 + np.cos(np.pi * epoch / epochs))
            for x in batches:
                step(x, rate=self.epsilon)  # [python-scalar-retrace]
                step(x, rate=rate)  # [python-scalar-retrace]
                step(x, rate=settings.weight)  # [python-scalar-retrace]
                step(x, rate=cosine)  # NumPy's numbers become tensors
                step(x, rate=self.scale)
                step(x, rate=self.phase)  # two values
                step(x, rate=self.slot)  # a few
                step(x, rate=self.best)
                self.epsilon = max(0.05, self.epsilon * self.decay)
                self.scale = self.scale * 0.9
                self.phase = 1 - self.phase
                self.slot = (self.slot + 1) % 4
            self.best = self.measure(x)
            self.validate(batches, settings.weight)
            settings.weight = self.adapt(epoch, settings.weight)

    def measure(self, x):
        return tf.reduce_sum(x)


def pyramid(image, size: int, masks):
    width = size // 32
    for _ in masks:
        step(image, rate=width)  # [python-scalar-retrace]
        width *= 2


@tf.function
def sized(x, size):
    return tf.image.resize(x, size)


def pyramid(image):
    for level in range(1, 6):
        sized(image, [2 ** level, 64])  # [python-scalar-retrace]
        sized(image, (64, 64))
        sized(image, [tf.constant(level), 64])


@tf.function
def scaled(x, factor, offset):
    return x * factor + offset


def scale(x):
    for i in range(10):
        pair = (i, 1.0)
        scaled(x, *pair)  # [python-scalar-retrace]


class Weighted:
    @tf.function
    def loss(self, x, weight=0.1, train=True):
        return x * weight

    def run(self, x, **options):
        return self.loss(x, **options)  # [python-scalar-retrace]

    def run_as_is(self, x, **options):
        return self.loss(x, **options)

    def train(self, x, weight=0.1):
        for epoch in range(10):
            self.run(x, weight=weight, train=True)
            self.run_as_is(x, weight=0.5, train=True)
            weight *= 0.9


class Noisy:
    def __init__(self, sigma=0.5):
        self.sigma = sigma

    def decay(self, rate=0.9):
        self.sigma *= rate

    def act(self, state, test=False):
        return self.body(state, self.sigma * (1.0 - test))  # [python-scalar-retrace]

    @tf.function
    def body(self, state, sigma):
        return state + sigma


class Summarised(tf.Module):
    @tf.function
    def _step(self, x, epoch=0, size=0):
        return x * epoch + size

    def step(self, x, epoch=0, size=0):
        return self._step(x, epoch=epoch, size=size)  # [python-scalar-retrace]

    def step_of(self, x, epoch, size=0):
        return self._step(x, epoch=epoch, size=size)  # of an argument without a default nothing is known


class Settings(tf.Module):
    @tf.function
    def _step(self, x, steps_per_epoch=0):
        return x * steps_per_epoch

    def step(self, x, steps_per_epoch=100):
        return self._step(x, steps_per_epoch)


@tf.function
def next_scores(ids, length):
    return ids[:, :length]


def search(prompt, end):
    rows, length = prompt.shape
    width = prompt.shape[-1]
    while length < end:
        next_scores(tf.constant(prompt), length)  # [python-scalar-retrace]
        next_scores(tf.constant(prompt), width)
        length += 1
    return rows
