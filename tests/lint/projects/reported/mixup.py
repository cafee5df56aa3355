"""Numbers of NumPy in a graph function: ryancheunggit/tensorflow2_model_zoo#13."""

import numpy as np
import tensorflow as tf
from tensorflow import keras


def train(n=100):
    model = keras.Sequential([keras.layers.Dense(1)])
    optimizer = keras.optimizers.Adam()

    @tf.function
    def mixup(a, b, alpha=0.5):
        lam = np.random.beta(alpha, alpha)  # [numpy-random-in-graph]
        return lam * a + (1 - lam) * b

    @tf.function
    def step(x, y, u, v, w):
        m = mixup(u, v)
        with tf.GradientTape() as tape:
            loss = w * tf.reduce_mean(model(x) - y) + tf.reduce_mean(model(m))
        optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))

    ds = tf.data.Dataset.range(3)
    for epoch in range(n):
        w = min(50, 50 / (1 + np.exp(n / 4 - epoch)))
        for x in ds:
            step(x, x, x, x, w)
