"""Steps of summaries: tensorflow/tensorflow#32157, #31842."""

import time
import tensorflow as tf

writer = tf.summary.create_file_writer("logs")
gen = tf.keras.Sequential([tf.keras.layers.Dense(1)])


@tf.function
def train_step(images, step):
    noise = tf.random.normal([4, 4])
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(gen(noise))
    with writer.as_default():
        tf.summary.scalar("loss", loss, step=step)


def train(dataset, epochs):
    step = 0
    for epoch in range(epochs):
        start = time.time()
        for batch in dataset:
            train_step(batch, step)  # [python-scalar-retrace]
            step += 1
        print("Time", time.time() - start)


class Trainer:
    def __init__(self, model):
        self.model = model
        self.writer = tf.summary.create_file_writer("x")

    @tf.function
    def step(self, x, step, clip=True, value=1.0):
        loss = tf.reduce_mean(self.model(x))
        with self.writer.as_default():
            tf.summary.scalar("l", loss, step=step)
        return step, loss

    def fit(self, data):
        for count, x in enumerate(data):
            step, loss = self.step(x, count)  # [python-scalar-retrace]
