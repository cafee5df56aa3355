"""Code that is written for another way than the one that the trace takes, beside code that it does take."""

import functools
import os

import numpy as np
import tensorflow as tf

seen = []

if os.environ.get("BACKEND") == "numpy":

    def to_tensor(x):
        return np.asarray(x)

elif os.environ.get("BACKEND") == "jax":

    def to_tensor(x):
        print("jax", x)
        return x

else:

    def to_tensor(x):
        print("tensorflow")  # [print-in-graph]
        return tf.convert_to_tensor(x)


class Attention(tf.keras.layers.Layer):
    def predict_one(self, x, cache):
        return x + cache

    def attend(self, x):
        seen.append(x.shape)  # [outer-mutation-in-graph]
        return x

    def step(self, x, cache=None):
        if (self.fast and self.causal) or cache is not None:
            return self.predict_one(x, cache)
        return self.attend(x)


attention = Attention()


@tf.function
def with_cache(x, caches):
    return attention.step(x, cache=unpacked(caches)[0])


@tf.function
def without_cache(x):
    return attention.step(x)


def unpacked(caches):
    return tf.unstack(caches)


class Net:
    def __call__(self, inputs):
        if isinstance(inputs, list):
            for i in range(len(inputs)):
                inputs[i] = tf.convert_to_tensor(inputs[i])
        return inputs

    def fill(self, inputs):
        inputs[0] = tf.convert_to_tensor(inputs[0])  # [outer-mutation-in-graph]
        return inputs


net = Net()


@tf.function
def called_with_anything(x):
    return net(x), net.fill(x)


def in_python(function):
    @functools.wraps(function)
    def wrapper(*arguments):
        return tf.py_function(function, arguments, tf.float32)

    return wrapper


@in_python
def measured(x):
    seen.append(x.numpy())
    return float(x.numpy().mean())


@tf.function
def measures(x):
    return measured(to_tensor(x))


class Classifier:
    """What it is given may be either function: which one, its maker's settings tell."""

    def __init__(self, loss=None, log=None):
        self._loss = loss
        self.log = log

    @property
    def loss(self):
        return self._loss

    @tf.function
    def train(self, x):
        self.log(x)
        return self.loss(x)


class Attack:
    def __init__(self, ratio):
        if ratio:

            def loss(x):
                print("ratio")
                return x

            self.loss = loss
        else:

            def loss(x):
                seen.append(1)
                return x

            self.loss = loss

        def log(x):
            seen.append(x.shape)  # [outer-mutation-in-graph]

        self.classifier = Classifier(self.loss, log=log)


class Built:
    """The same is stored everywhere: once is as good."""

    def __init__(self):
        self.built = False
        self.ready = False

    def build(self):
        self.built = True
        self.ready = False

    @tf.function
    def run(self, x):
        self.built = True
        self.ready = True  # [outer-mutation-in-graph]
        return x

    def report(self):
        return self.built, self.ready


class Handling(tf.keras.layers.Layer):
    def call(self, x):
        try:
            return self.conv(x)
        except tf.errors.InvalidArgumentError:
            return tf.keras.layers.Conv2D(8, 3)(x)  # operations fail when the graph runs: nothing gets here

    def build(self, shape):
        try:
            self.conv = tf.keras.layers.Conv2D(8, 3, dilation_rate=2)
        except ValueError:
            self.conv = None


class Handling2(tf.keras.layers.Layer):
    def call(self, x):
        try:
            return self.conv(x)
        except (ValueError, tf.errors.InvalidArgumentError):
            return tf.keras.layers.Conv2D(8, 3)(x)  # [variable-created-in-graph]


class Builder(tf.keras.Model):
    def call(self, input_shape):
        print("building for", input_shape)
        inputs = tf.keras.layers.Input(np.array(input_shape))
        return tf.keras.Model(inputs, self.body(inputs))


class Sampler:
    def __init__(self, backend):
        if backend == "numpy":
            self.draw = lambda shape: np.random.normal(size=shape)
        elif backend == "jax":
            self.draw = self.draw_jax
        else:
            self.draw = self.draw_tensor
        self.noise = self.draw

    def draw_jax(self, shape):
        print("jax")
        return shape

    def draw_tensor(self, shape):
        print("tensor")  # [print-in-graph]
        return tf.random.normal(shape)

    @tf.function
    def sample(self, x):
        return x + self.draw(x.shape)
