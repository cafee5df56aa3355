"""Settings in objects of which nothing is known, in elements of lists, and objects that a loop puts in an attribute."""
import argparse

import tensorflow as tf

parser = argparse.ArgumentParser()
args = parser.parse_args()
args.width = 3
weight = tf.Variable(1.0)


@tf.function
def step(x):
    x = x * args.rate  # [outer-value-frozen-in-graph]
    return x * args.width + args.depth


class Trainer:
    def __init__(self, args, optimizer):
        self.args = args
        self.optimizer = optimizer

    @tf.function
    def train(self, x):
        return x * self.args.beta * self.args.width * self.optimizer.learning_rate  # [outer-value-frozen-in-graph]

    def run(self, n):
        for i in range(n):
            self.args.beta = min(1.0, i / n)
            self.optimizer.learning_rate = 0.1 / (i + 1)
            self.args.seen = i
            self.train(tf.ones(3))


for epoch in range(4):
    step(tf.ones(3))
    args.rate *= 0.5
for options in (args, parser.parse_args([])):
    options.depth = 3
    step(tf.ones(3))


def fit(config, data):
    @tf.function
    def inner(x):
        return x * config.temperature + config.size  # [outer-value-frozen-in-graph]

    config.size = 3
    for epoch, x in enumerate(data):
        config.temperature = 1.0 / (epoch + 1)
        inner(x)


class Worker:
    def __init__(self, rate):
        self.rate = rate
        self.scale = 1.0

    @tf.function
    def __call__(self, x):
        return x * self.rate * self.scale  # [outer-value-frozen-in-graph]

    def work(self, n):
        for _ in range(n):
            self(tf.ones(3))


class Fixed:
    def __init__(self):
        self.rate = 0.1

    @tf.function
    def step(self, x):
        return x * self.rate


workers = [Worker(0.1), Worker(0.2)]
for generation in range(3):
    for worker in workers:
        worker.work(3)
    for worker in workers:
        worker.rate = worker.rate * 1.2
for fixed in [Fixed(), Fixed()]:
    fixed.rate = 0.5
    fixed.step(tf.ones(3))


class Stages:
    def __init__(self):
        self.stage = None
        self.batch = None

    @tf.function
    def step(self, x):
        return x * self.stage.rate  # [outer-value-frozen-in-graph]

    @tf.function
    def of_batch(self, x):
        return x * self.batch.scale

    def run(self, stages):
        for stage in stages:
            self.stage = stage
            for _ in range(3):
                self.step(tf.ones(3))

    def run_batches(self, batches):
        for batch in batches:
            self.batch = batch
            self.of_batch(batch.x)
