"""Functions of NumPy on what Keras, datasets and models give, of which it is known that it is tensors, not how many."""

import math

import numpy as np
import tensorflow as tf
from elsewhere import make_model, read

model = make_model()
net = tf.keras.Sequential([tf.keras.layers.Dense(3)])
loss_fn = tf.keras.losses.MeanSquaredError()


def absolute(y_true, y_pred):
    return np.sum(np.abs(y_true - y_pred)) + np.ndim(y_pred)  # [eager-only-call-in-graph]


def mapped(x, y):
    same = np.array_equal(x, y)
    return np.log(x), same  # [eager-only-call-in-graph]


def of_dict(features):
    whole = np.array(features)  # a dict, which NumPy takes
    return np.mean(features["b"]), whole  # [eager-only-call-in-graph]


pairs = tf.data.Dataset.from_tensor_slices((1, 2)).map(mapped)
dicts = tf.data.Dataset.from_generator(read, tf.float32).map(of_dict)
model.compile(loss=absolute)


@tf.function
def unknown(x, y, rate):
    logits = model(x, training=True)
    best = np.argmax(logits, axis=1)  # [eager-only-call-in-graph]
    rate = np.sqrt(rate)
    zeros = np.zeros_like(x)  # [eager-only-call-in-graph]
    right = np.mean(y)  # [eager-only-call-in-graph]
    return best, zeros, right, loss_fn(y, logits) * rate


for images, labels in read():
    unknown(images, labels, 0.1)


@tf.function
def known(x, size):
    logits = net(x)
    first = np.round(logits[0])  # [eager-only-call-in-graph]
    return first, math.log(size), [np.max(one) for one in net.weights]  # [eager-only-call-in-graph]


@tf.function
def of_items(batch, index):
    x = batch["x"]
    mask = np.zeros_like(batch["mask"])  # [eager-only-call-in-graph]
    return model([x, mask], training=True), np.log(index)


@tf.function
def rebound(x, shape):
    shape = [3, *shape]
    x = tf.nn.relu(x)
    return np.prod(shape) * x


class Trained(tf.keras.Model):
    def train_step(self, data):
        x, y = data
        self.seen = np.argmax(self(x, training=True))  # [eager-only-call-in-graph]
        return {"right": np.mean(y)}  # [eager-only-call-in-graph]

    def call(self, inputs):
        a, b = inputs
        return np.matmul(a, b) if isinstance(a, np.ndarray) else np.dot(a, b)


class TwoWays(tf.keras.layers.Layer):
    def __init__(self, layer, back):
        super().__init__()
        self.layer, self.back = layer, back

    def call(self, x, training=None):
        y, z = self.layer(x, training=training), self.back(x, training=training)
        states = tuple(y[1:] + z[1:])
        return y[0], states
