"""Functions that make graph functions and use them many times, and that loops call: what each call could share, and what is its own."""

import math
import tensorflow as tf


def animate(video, generator, batch_size=4):
    total = batch_size * math.ceil(len(video) / batch_size)

    @tf.function
    def next_batch(x):  # [graph-function-in-loop]
        return x[0:batch_size], x[total:]

    @tf.function
    def generate(x):
        return generator(x)

    for i in range(total):
        batch, video = next_batch(video)
        generate(batch)


def training(x):
    model = tf.keras.Sequential([])
    optimizer = tf.keras.optimizers.Adam()

    @tf.function
    def step(x):
        return model(x)

    for i in range(3):
        step(x)


class Peak:
    def predictions(self, data):
        @tf.function
        def predict_step(x):  # [graph-function-in-loop]
            return self.model(x)

        return [predict_step(x) for x in data]


def load():
    for video in load_videos():
        animate(video, tf.keras.Sequential([]))
        training(video)
        peak.predictions(video)


peak = Peak()


def train_all(model, data, steps):
    def train_step(x):
        @tf.function
        def inner(x):  # [graph-function-in-loop]
            return model(x)

        return inner(x)

    def prepare(x):
        @tf.function
        def inner(x):
            return model(x)

        return inner(x)

    prepare(data)
    for _ in range(steps):
        train_step(data)


def train_with_evaluation(model, data, test):
    for step, x in enumerate(data):
        if step % 100 == 0:
            evaluate_all(model, test)
    for other in (model, tf.keras.Sequential()):
        compare(other, test)


def evaluate_all(model, test):
    @tf.function
    def evaluate_step(x):  # [graph-function-in-loop]
        return model(x)

    return [evaluate_step(x) for x in test]


def compare(model, test):
    @tf.function
    def evaluate_step(x):
        return model(x)

    return [evaluate_step(x) for x in test]
