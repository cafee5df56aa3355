"""Each experiment has an optimizer of its own: tensorflow/tensorflow#42000."""

import numpy as np
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])


@tf.function
def train_step(optimizer, x):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(model(x))
    optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))


def train_epoch(optimizer, data):
    for x in data:
        train_step(optimizer, x)


def run_flow(data, seed=0):
    optimizer = tf.keras.optimizers.Adam()
    for _ in range(3):
        train_epoch(optimizer, data)  # [variable-created-in-graph]


for i in np.arange(10):
    run_flow([tf.ones([1, 1])], i)
