"""What Keras traces in fit, evaluate and predict."""

import keras
import numpy as np
import tensorflow as tf
import tf_keras
from tensorflow.keras.layers import Lambda as Wrap


class Layer(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        print("once")
        self.noise = np.random.normal()

    def build(self, shape):
        print("once")
        self.kernel = self.add_weight(shape=shape, initializer=lambda *_: np.random.normal())

    def call(self, x, training=None):
        print(x)  # [print-in-graph]
        if training:
            x += np.random.normal()  # [numpy-random-in-graph]
        return self.helper(x)

    def helper(self, x):
        print(x)  # [print-in-graph]
        return x

    def get_config(self):
        print("plain")
        return {}


class Inner(Layer):
    def helper(self, x):
        print(x)  # [print-in-graph]
        return x


class Abstract(keras.layers.Layer):
    def call(self, x):
        return self.hook(x)


class Concrete(Abstract):
    def hook(self, x):
        print(x)  # [print-in-graph]
        return x


class Mixin:
    def call(self, x):
        print(x)  # [print-in-graph]
        return self.hook(x)


class Mixed(Mixin, keras.Layer):
    def hook(self, x):
        print(x)  # [print-in-graph]
        return x


class Cell(tf.keras.layers.LSTMCell):
    def call(self, inputs, states, training=None):
        print(inputs)  # [print-in-graph]
        return super().call(inputs, states, training)


class Model(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.seen = []
        self.steps = 0

    def call(self, x):
        print(x)  # [print-in-graph]
        return x

    def train_step(self, data):
        self.seen.append(data)  # [outer-mutation-in-graph]
        self.steps += 1  # [outer-mutation-in-graph]
        return super().train_step(data)

    def test_step(self, data):
        print(data)  # [print-in-graph]

    def predict_step(self, data):
        print(data)  # [print-in-graph]

    def compute_loss(self, x=None, y=None, y_pred=None, sample_weight=None):
        print(y)  # [print-in-graph]

    def fit(self, *args, **kwargs):
        print("fitting")
        return super().fit(*args, **kwargs)


class Loss(keras.losses.Loss):
    def call(self, y_true, y_pred):
        print(y_true)  # [print-in-graph]
        return y_pred - y_true


class Metric(keras.metrics.Metric):
    def __init__(self):
        super().__init__()
        self.total = self.add_weight(name="total")
        self.count = 0

    def update_state(self, y_true, y_pred, sample_weight=None):
        print(y_true)  # [print-in-graph]
        self.count += 1  # [outer-mutation-in-graph]

    def result(self):
        print("result")  # [print-in-graph]
        return self.total / self.count

    def reset_state(self):
        print("plain")
        self.count = 0


class Schedule(keras.optimizers.schedules.LearningRateSchedule):
    def __call__(self, step):
        print(step)  # [print-in-graph]
        return 0.1


class Optimizer(keras.optimizers.SGD):
    def update_step(self, gradient, variable, learning_rate):
        print(gradient)  # [print-in-graph]


class Regularizer(keras.regularizers.Regularizer):
    def __call__(self, weights):
        print(weights)  # [print-in-graph]
        return 0.0


class Constraint(keras.constraints.Constraint):
    def __call__(self, weights):
        print(weights)  # [print-in-graph]
        return weights


class Initializer(keras.initializers.Initializer):
    def __call__(self, shape, dtype=None):
        print(shape)
        return np.random.normal(size=shape)


class Callback(keras.callbacks.Callback):
    def on_train_batch_end(self, batch, logs=None):
        print(logs)


def loss(y_true, y_pred):
    print(y_true)  # [print-in-graph]
    return y_pred - y_true


def metric(y_true, y_pred):
    print(y_true)  # [print-in-graph]
    return y_pred - y_true


def make_loss(gamma):
    def weighted(y_true, y_pred):
        print(gamma)  # [print-in-graph]
        return y_pred - y_true

    return weighted


def activation(x):
    print(x)  # [print-in-graph]
    return x


def regularizer(x):
    print(x)  # [print-in-graph]
    return 0.0


def scale(x):
    print(x)  # [print-in-graph]
    return 2 * x


def build():
    inputs = keras.Input((4,))
    x = keras.layers.Dense(3, activation=activation, kernel_regularizer=regularizer)(inputs)
    x = keras.layers.Lambda(scale)(x)
    x = Wrap(lambda y: print(y))(x)  # [print-in-graph]
    x = keras.layers.Activation(lambda y: print(y))(x)  # [print-in-graph]
    return keras.Model(inputs, x)


model = build()
model.compile(optimizer=keras.optimizers.SGD(learning_rate=lambda: print("rate")), loss=loss, metrics=["mse", metric])  # [print-in-graph]
model.compile("sgd", {"out": make_loss(2.0)}, metrics={"out": [metric]})
Model().compile("sgd", loss=make_loss(2.0))


# Not traced


class Module(tf.Module):
    def __call__(self, x):
        print(x)
        return x


class Namesake:
    def call(self, x):
        print(x)

    def train_step(self, x):
        print(x)


def eager_loss(y_true, y_pred):
    print(y_true)


model.compile("sgd", loss=eager_loss, run_eagerly=True)


class Endpoints(keras.layers.Layer):
    """What a layer keeps for its other methods is set and used within one trace."""

    def __init__(self):
        super().__init__()
        self.endpoints = {}

    def call(self, x):
        self.normalised = x / 2
        self.endpoints["hidden"] = self.normalised
        self.last = x  # [tensor-leaked-from-graph]
        return self.later()

    def later(self):
        return self.normalised

    def hidden(self):
        return self.endpoints["hidden"], self.normalised


def show(layer: Endpoints):
    print(layer.last)


class MadeInCall(keras.layers.Layer):
    def call(self, x):
        x = tf_keras.layers.Dropout(0.5)(x)
        x = keras.layers.Dropout(0.5)(x)  # [variable-created-in-graph]
        return keras.layers.Dense(3)(x)  # [variable-created-in-graph]


class Filled(keras.layers.Layer):
    def call(self, x):
        scaled(x, self.unknown(x))
        return scaled(x)

    def unknown(self, x):
        return x.scale


def scaled(x, scale=None):
    if scale is None:
        scale = tf.Variable(1.0)  # [variable-created-in-graph]
    return x * scale


class Given(keras.layers.Layer):
    def call(self, x):
        return scaled_twice(x, tf.reduce_sum(x))


def scaled_twice(x, scale=None):
    if scale is None:
        scale = tf.Variable(1.0)
    return x * scale


class Remembers(keras.layers.Layer):
    def call(self, x):
        if self.average is None:
            return x
        self.average = 0.9 * self.average + x  # [tensor-leaked-from-graph]
        self.size = tf.size(x)
        return x

    def build(self, shape):
        self.average = self.size = None


def unpacked(function):
    def run(self, *args, **kwargs):
        if not args:
            print("no positional arguments")  # [print-in-graph]
        return function(self, *args, **kwargs)

    return run


class Decorated(keras.layers.Layer):
    @unpacked
    def call(self, x, training=None):
        if np.random.uniform() < self.rate:  # [numpy-random-in-graph]
            return x
        return self.head(x)

    @unpacked
    def head(self, x):
        print(x)  # [print-in-graph]
        return x


class Scale(keras.layers.Layer):
    def build(self, shape):
        self.scale = self.add_weight(name="scale", shape=shape[-1:])

    def call(self, x):
        return x * self.scale


class Scales(keras.layers.Layer):
    """Layers of the program's own, made with each call: those that have weights are a new variable each time."""

    def __init__(self):
        super().__init__()
        self.first = Scale()
        self.late = None

    def call(self, x):
        if self.late is None:
            self.late = Scale()
        made = Scale()  # [variable-created-in-graph]
        unused = Scale()
        return Scale()(self.first(x) + self.late(x) + made(x)), unused, Decorated()(x)  # [variable-created-in-graph]


class Perceptual(keras.losses.Loss):
    """Models give arrays in `predict`, and run over datasets."""

    def __init__(self, by_batches):
        super().__init__()
        inputs = keras.Input((4,))
        self.model = keras.Model(inputs, keras.layers.Dense(2)(inputs))
        self.by_batches = by_batches

    def call(self, y_true, y_pred):
        if self.by_batches:
            return self.model.predict(y_pred, batch_size=2)  # [eager-only-call-in-graph]
        return self.model(y_pred)


class Teacher(keras.Model):
    def train_step(self, data):
        self.evaluate(data)  # [eager-only-call-in-graph]
        self.train_on_batch(data)
        return self.predict_on_batch(data)  # [eager-only-call-in-graph]


class Predicts(keras.Model):
    def predict(self, x):
        return x

    def call(self, x):
        return self.predict(x)


# Methods of Keras' names that do not take what Keras gives: the program calls them itself, as plain functions.


class TrainsItself(keras.Model):
    def train_step(self, x, y):
        print(x, y)

    def test_step(self, data, verbose=False):
        print(data)  # [print-in-graph]

    @tf.function
    def predict_step(self, x, y):
        print(x, y)  # [print-in-graph]


class TakesNothing(keras.layers.Layer):
    def call(self):
        print("no inputs")


class TakesNumber(keras.layers.Layer):
    def call(self, minutes: int = 1):
        print(minutes)


class MayTakeNothing(keras.layers.Layer):
    def call(self, inputs=None):
        print(inputs)  # [print-in-graph]


class OfEmbeddings(keras.losses.Loss):
    # Keras gives a loss two things: the program calls this one itself.
    def call(self, labels, predictions, embeddings):
        print(labels)


class OfPredictions(keras.losses.Loss):
    def call(self, y_true, y_pred):
        print(y_true)  # [print-in-graph]


class OfLists(keras.layers.Layer):
    def call(self, inputs, others):
        for one in inputs:
            tf.abs(one)  # [discarded-result-in-graph]
        return len(inputs + others)


class OfTensors(keras.layers.Layer):
    def call(self, inputs, others):
        return len(inputs + tf.abs(others))  # [eager-only-call-in-graph]


def auc_score(y_true, y_pred):
    return np.sum(y_true * y_pred)  # [eager-only-call-in-graph]


def precision(y_true, y_pred):
    return np.sum(y_true * y_pred)  # [eager-only-call-in-graph]


def build_tagger(loss="mse", metrics=("accuracy", auc_score)):
    tagger = keras.Sequential([keras.layers.Dense(1)])
    tagger.compile(loss=loss, metrics=list(metrics))
    return tagger


def build_other_tagger(metrics=["accuracy", precision]):
    tagger = keras.Sequential([keras.layers.Dense(1)])
    tagger.compile(loss="mse", metrics=metrics)
    return tagger


build_tagger()


class Averaged(keras.layers.Dense):
    def __init__(self, units):
        super().__init__(units)
        self.states = None

    def call(self, inputs):
        outputs = super().call(inputs)
        outputs = outputs if self.states is None else 0.5 * (outputs + self.states)
        self.states = outputs  # [outer-mutation-in-graph]
        return outputs

    def reset_states(self):
        self.states = None


class ChangesItsBatch(tf.keras.Model):
    def train_step(self, data):
        x, y = data
        y["boxes"] = y["boxes"] * 2.0  # [outer-mutation-in-graph]
        return {"loss": y["boxes"]}

    def test_step(self, data):
        x, y = data
        y = dict(y)
        y["boxes"] = y["boxes"] * 2.0
        return {"loss": y["boxes"]}

    def call(self, inputs):
        inputs["x"] = inputs["x"] * 2.0  # Keras gives a layer a dict of its own
        return inputs["x"]
