"""Tensors that properties give, that objects of the trace hold, that come in tuples, and the variables of optimizers."""

import functools

import numpy as np
import tensorflow as tf
import keras

COLORS = np.array([[0.0, 0.0], [1.0, 1.0]])
NAMES = ["cat", "dog"]


class Kernel(tf.Module):
    def __init__(self, lengths):
        super().__init__()
        self._variance = tf.Variable(1.0)
        self.lengths = lengths
        self.scale = tf.constant(2.0)

    @property
    def variance(self):
        return tf.nn.softplus(self._variance)

    @property
    def raw(self):
        return self._variance

    @property
    def count(self):
        return len(self.lengths)

    @property
    def eager(self):
        return self.scale

    @property
    def itself(self):
        return self.itself

    @property
    def either(self):
        return tf.nn.softplus(self._variance) if self.lengths else 1.0

    @tf.function
    def value(self, x):
        np.log(self.variance)  # [eager-only-call-in-graph]
        np.log(self.variance + 1.0)  # [eager-only-call-in-graph]
        np.log(self.raw)  # [eager-only-call-in-graph]
        np.log(self.count)
        np.log(self.eager)
        np.log(self.either)
        np.log(self.itself)
        return x * self.variance


class Scaled(Kernel):
    def helper(self):
        return np.log(self.variance)  # [eager-only-call-in-graph]

    @tf.function
    def value(self, x):
        return x * self.helper()


class Model:
    def __init__(self, kernel: Kernel):
        self.kernel = kernel

    @tf.function(autograph=False)
    def objective(self, x):
        if self.kernel.variance > 2.0:  # [tensor-condition-without-autograph]
            return x
        if self.kernel.count > 2:
            return x
        return -x


class Grid:
    def __init__(self, size, points):
        self.size = size
        self.scaled = (points - tf.reduce_min(points)) * size
        self.last = None


MADE_BEFORE = Grid(3, tf.constant([1.0]))


@tf.function
def grids(points: tf.Tensor):
    grid = Grid(4, points)
    np.histogram(grid.scaled)  # [eager-only-call-in-graph]
    np.histogram(MADE_BEFORE.scaled)
    np.linspace(0.0, 1.0, grid.size)
    return np.sum(grid.last)


@tf.function
def tuples(x: tf.Tensor):
    values, indices = tf.math.top_k(x, 2)
    mean, variance = tf.nn.moments(x, [0])
    (unique, _), parts = tf.unique(x), tf.dynamic_partition(x, [0, 1], 2)
    np.sum(values)  # [eager-only-call-in-graph]
    np.sqrt(variance)  # [eager-only-call-in-graph]
    float(np.max(unique))  # [eager-only-call-in-graph]
    np.isnan(tf.nn.compute_average_loss(x))  # [eager-only-call-in-graph]
    np.stack(parts)  # [eager-only-call-in-graph]
    for part in parts:
        mean += part
    first, second = tf.unique(x)
    return indices, len(tf.math.top_k(x, 2)), first, second


class Net(keras.Model):
    def __init__(self):
        super().__init__()
        self.own = keras.optimizers.Adam(1e-3)

    def train_step(self, data):
        if self.optimizer.iterations % 10 == 0:  # [tensor-condition-without-autograph]
            tf.print("ten")
        if self.optimizer is None:
            return {}
        rate = self.own.learning_rate.numpy()  # [eager-only-call-in-graph]
        return {"rate": rate, "steps": self.optimizer.iterations, "name": self.optimizer.name}


class Logger(keras.callbacks.Callback):
    def on_epoch_end(self, epoch, logs=None):
        print(self.model.optimizer.iterations.numpy())


def elements(mask, path):
    name = "masks/{}".format(path)  # [eager-only-call-in-graph]
    known = tf.strings.substr(path, 0, 1) in NAMES  # [eager-only-call-in-graph]
    number = NAMES.index(tf.strings.lower(path))  # [eager-only-call-in-graph]
    return COLORS[mask], name, number, known  # [eager-only-call-in-graph]


def columns(features):
    return {f"{key}_column": features[key] for key in features}


def named(path):
    text = str(path)  # [eager-only-call-in-graph]
    text = text.replace("a", "b")
    return text


tf.data.Dataset.from_tensor_slices(([0, 1], ["a", "b"])).map(elements)
tf.data.Dataset.from_tensor_slices({"a": [1]}).map(columns)
tf.data.Dataset.from_tensor_slices(["a"]).map(functools.partial(named))


def asked(x):
    if isinstance(x, tf.Tensor):
        return np.linalg.norm(x)  # [eager-only-call-in-graph]
    if isinstance(x, (tf.Tensor, np.ndarray)):
        return np.sum(x)
    return x


@tf.function
def annotated(x: tf.Tensor):
    return asked(x)


class Decayed(tf.keras.optimizers.legacy.Optimizer):
    def _resource_apply_dense(self, grad, var, apply_state=None):
        coefficients = (apply_state or {}).get(var.dtype) or self._fallback(var.dtype)
        if grad[0] > 0:  # [tensor-condition-without-autograph]
            return var.assign_sub(grad * coefficients["lr"])
        return var


class OneOrMany(keras.layers.Layer):
    def __init__(self, parts):
        super().__init__()
        self.parts = parts
        self.tables = None

    def build(self, shape):
        if self.parts == 1:
            self.tables = self.add_weight(shape=shape)
        else:
            self.tables, self.names = [], []
            self.tables.append(self.add_weight(shape=shape))

    def call(self, x):
        return x * len(self.tables)


class Heads(tf.Module):
    def heads(self, x):
        return {"mean": tf.nn.relu(x), "scale": tf.exp(x)}

    @tf.function
    def by_name(self, x):
        found = self.heads(x)
        for name in found:
            np.asarray(name)
            np.asarray(found[name])  # [eager-only-call-in-graph]
        return [np.asarray(name) for name in found]

    @tf.function
    def by_value(self, x):
        for value in self.heads(x).values():
            np.asarray(value)  # [eager-only-call-in-graph]


class TwoOptimizers(tf.keras.Model):
    def compile(self, w_optimizer, a_optimizer):
        super().compile()
        self.w_optimizer = w_optimizer
        self.a_optimizer = a_optimizer

    def train_step(self, data):
        if self.w_optimizer.iterations < 50:  # [tensor-condition-without-autograph]
            return {"loss": tf.reduce_sum(self(data))}
        return {"loss": tf.reduce_mean(self(data))}
