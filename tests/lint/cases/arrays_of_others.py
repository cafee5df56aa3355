"""Arrays that take no tensor, functions of other packages, and what Keras gives to optimizers and models."""

import cv2
import keras
import matplotlib.pyplot as plt
import numpy as np
import tensorflow as tf
from PIL import Image
from sklearn.metrics import roc_auc_score


@tf.function
def filled(x: tf.Tensor):
    zeros, names, doubled = np.zeros(3), {}, np.ones(3)
    zeros[0] = x[0]  # [eager-only-call-in-graph]
    zeros[:2] = tf.square(x)[:2]  # [eager-only-call-in-graph]
    zeros[1] = x.shape[0]
    names["x"] = x
    return zeros + doubled * x, names


@tf.function
def scored(x: tf.Tensor, y: tf.Tensor):
    figure = plt.figure()
    plt.imshow(tf.square(x))  # [eager-only-call-in-graph]
    plt.plot([1, 2], [3, 4])
    plt.title("scores")
    return figure, roc_auc_score(y, tf.sigmoid(x))  # [eager-only-call-in-graph]


def blurred(image, label):
    return cv2.GaussianBlur(image, (5, 5), 0), label  # [eager-only-call-in-graph]


def opened(path):
    return Image.fromarray(tf.io.decode_png(path))  # [eager-only-call-in-graph]


def blurred_in_python(image):
    return cv2.GaussianBlur(image, (5, 5), 0)


pictures = tf.data.Dataset.from_tensor_slices((tf.zeros([2, 8, 8]), [0, 1]))
pictures.map(blurred)
pictures.map(lambda image, label: (tf.numpy_function(blurred_in_python, [image], tf.float32), label))
tf.data.Dataset.from_tensor_slices(["a.png"]).map(opened)


class Clipped(keras.optimizers.SGD):
    def update_step(self, gradient, variable, learning_rate):
        if tf.norm(gradient) > 1.0:  # [tensor-condition-without-autograph]
            gradient = gradient / tf.norm(gradient)
        low = np.min(gradient)  # [eager-only-call-in-graph]
        scale = float(learning_rate)  # [eager-only-call-in-graph]
        size = np.prod(variable.shape)
        variable.assign_sub(scale * gradient * low / size)


class Weighted(keras.Model):
    def compute_loss(self, x=None, y=None, y_pred=None, sample_weight=None, training=True):
        if y is None:
            return 0.0
        np.mean(y_pred)  # [eager-only-call-in-graph]
        loss = super().compute_loss(x, y, y_pred, sample_weight)
        if loss > 100.0:  # [tensor-condition-without-autograph]
            return loss / 2.0
        return loss * np.float32(training)

    def train_step(self, data):
        x, y = data
        return {"loss": self.compute_loss(x, y, self(x))}


class Plain(keras.Model):
    def train_step(self, data):
        x, y = data
        loss = self.compute_loss(x, y, self(x))
        return {"loss": float(loss)}  # [eager-only-call-in-graph]


class Counted(keras.Model):
    def compute_loss(self, *data):
        return len(data)

    def train_step(self, data):
        return {"loss": float(self.compute_loss(*data))}


class Algorithm:
    """What several constructors hand on is a model at each of them."""

    def __init__(self, net):
        self.net = net
        self.train = tf.function(self.update)

    def update(self, batch):
        return self.loss(batch)


class Cloned(Algorithm):
    def __init__(self, net, noise):
        super().__init__(net)
        self.noise = noise

    def loss(self, batch):
        return np.mean(self.net(batch["x"]))  # [eager-only-call-in-graph]


class Ranked(Algorithm):
    def loss(self, batch):
        return np.argmax(self.net(batch["x"]))  # [eager-only-call-in-graph]


NET = keras.Sequential([keras.layers.Dense(1)])
Cloned(NET, 0.1)
Ranked(NET)


class Memory:
    def __init__(self, size):
        self.size = size
        self.reset()

    def reset(self):
        self.rows = np.zeros((self.size, 3))

    def push(self, row, index):
        self.rows[index, :-1] = self.rows[index, 1:]  # [outer-mutation-in-graph]
        value = row.numpy()  # [eager-only-call-in-graph]
        self.rows[index, -1] = value  # [outer-mutation-in-graph]


class Remembers(keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.memory = Memory(10)

    def call(self, x):
        self.memory.push(tf.reduce_sum(x), 0)
        return x
