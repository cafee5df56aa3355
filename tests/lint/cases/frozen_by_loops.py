"""Globals that a training loop binds anew at each turn, and arrays that an object fills while it is used."""

import time

import numpy as np
import tensorflow as tf

weight = tf.Variable(1.0)


@tf.function
def of_turn(x):
    return x * step  # [outer-value-frozen-in-graph]


@tf.function
def of_number(x):
    return x * scale  # [outer-value-frozen-in-graph]


@tf.function
def of_draw(x):
    return x * noise + started  # [outer-value-frozen-in-graph, outer-value-frozen-in-graph]


@tf.function
def misspelt(x, y_taget):
    return tf.square(x * weight - y_target)  # [outer-value-frozen-in-graph]


@tf.function
def of_several(x):
    x = x * first  # [outer-value-frozen-in-graph]
    return x * second + fixed  # [outer-value-frozen-in-graph, outer-value-frozen-in-graph]


@tf.function
def same(x):
    return x * zeros + seeded + before


def load(number):
    return tf.constant(number), (tf.constant(2 * number), number)


for before in range(3):
    weight.assign(before)

for step in range(10):
    scale = float(step)
    noise = tf.random.normal([3])
    started = time.time()
    zeros = tf.zeros([3])
    seeded = tf.random.stateless_normal([3], seed=[1, 2])
    y_target = tf.convert_to_tensor([scale])
    of_turn(noise)
    of_number(noise)
    of_draw(zeros)
    same(noise)
    misspelt(noise, y_target)
    first, (second, *_) = load(step)
    fixed, other = zeros, load(step)
    of_several(noise)


class Replay:
    def __init__(self, capacity=100):
        self.capacity = capacity
        self.count = 0
        self.lines = 0
        self.states = np.zeros((capacity, 3))
        self.rewards = np.zeros(capacity)
        self.table = np.zeros(capacity)
        self.table[0] = 1.0
        self.weights = np.ones(capacity)
        self._setup_weights()

    def _setup_weights(self, first=2.0):
        self.weights[0] = first

    def record(self, state, reward):
        index = self.count % self.capacity
        self.states[index] = state
        self.rewards[index] = reward
        self.count += 1

    def add_line(self):
        self.lines += 1

    @tf.function
    def learn(self):
        known = min(self.count, self.capacity)  # [outer-value-frozen-in-graph]
        states = tf.gather(self.states, tf.range(known))  # [outer-value-frozen-in-graph]
        rewards = self.rewards[:10]  # [outer-value-frozen-in-graph]
        return tf.reduce_sum(states) + rewards + self.table + self.weights + self.lines


def train_anew(params, data):
    params = dict(params)
    rate = 1.0

    @tf.function
    def learn(x):
        return x * params["rate"] * rate  # [outer-value-frozen-in-graph]

    for x in data:
        learn(x)
        rate = rate * 0.9


def try_again(params, data):
    while True:
        try:
            train_anew(params, data)  # a graph function of its own for each call
            break
        except tf.errors.UnavailableError:
            continue


def optimized(function):
    @tf.function
    def run():
        return function()

    return run


def measured(model, sizes):
    for size in sizes:
        inputs = tf.zeros([size])

        @optimized
        def forward():  # [graph-function-in-loop]
            return model(inputs)

        forward()
        forward()
