"""Functions that are written where a function of TensorFlow is given them: it calls them in the trace, whichever it is."""

import numpy as np
import tensorflow as tf
from tensorflow.python.layers.utils import smart_cond

windows = {}


def window(size):
    found = windows.get(size)
    if found is None:
        found = tf.signal.hann_window(size)
        windows[size] = found  # [tensor-leaked-from-graph]
    return found


@tf.function
def spectrum(audio):
    return tf.signal.stft(audio, 3, 2, window_fn=lambda length, dtype: window(3))


def soft(x):
    print("as it is given by its name, it may be a setting", x)
    return x


class Dropout(tf.keras.layers.Layer):
    def call(self, x, training=None):
        def dropped():
            return x * np.random.rand()  # [numpy-random-in-graph]

        y = smart_cond(training, dropped, lambda: tf.identity(x))
        return tf.keras.activations.get(soft)(y)


@tf.function
def outside(x):
    def show(value):
        print(value)
        return value

    return tf.py_function(show, [x], tf.float32)


@tf.function
def gradient(loss, x):
    return loss(x)


def noisy(x):
    return x * np.random.rand()  # [numpy-random-in-graph]


def quiet(x):
    return x * 2.0


def attack(x):
    return gradient(noisy, x)


def other(x, loss=None):
    if loss is None:
        loss = tf.nn.relu
    return gradient(loss, x)


def third(x):
    return gradient(quiet, x)


@tf.function
def chosen(loss, x):
    return loss(x)


def choose(x):
    return chosen(drawn, x), chosen(quiet, x)


def drawn(x):
    return x * np.random.rand()  # [numpy-random-in-graph]
