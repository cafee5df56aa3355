"""What was met in published packages: patterns that look like violations and are none, and the reverse beside them."""

import logging
import warnings

import numpy as np
import tensorflow as tf
from absl import logging as absl_logging
from otherpackage.compat import tf as compat_tf
from otherpackage.keras import tf_keras


# tf.data and Keras hand over a dict or list of their own: changing it is seen by nobody else.


def reshape(data):
    data["midi"] = tf.reshape(data["midi"], (-1, 128))
    data.update(size=1)
    data["names"] += [1]
    return data


dataset = tf.data.Dataset.from_tensors({"midi": tf.zeros(128)}).map(reshape)


class Masking(tf.keras.layers.Layer):
    def call(self, inputs):
        inputs[0] = inputs[0][..., :-1]
        return inputs


@tf.function
def masked(inputs):
    inputs[0] = inputs[0][..., :-1]  # [outer-mutation-in-graph]
    return inputs


# A dict of losses that each call of the model makes anew; one that it only adds to.


class WithLosses(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.losses_by_name = {}
        self.seen = {}

    def __call__(self, *args, **kwargs):
        self.losses_by_name = {}
        outputs = super().__call__(*args, **kwargs)
        return outputs, self.losses_by_name

    def call(self, x, name="loss"):
        self.losses_by_name[name] = tf.reduce_sum(x)
        self.losses_by_name.update({"mean": tf.reduce_mean(x)})
        self.seen.update(last=name)  # [outer-mutation-in-graph]
        return x


# The setter of a property is not what reading it calls.


class Encoder:
    def __init__(self, encoder):
        self._encoder = encoder

    @property
    def encoder(self):
        return self._encoder

    @encoder.setter
    def encoder(self, encoder):
        print("set")
        self._encoder = encoder

    @tf.function
    def encode(self, x):
        return self.encoder(x)


# An attribute of the same name in another class.


class Collocation:
    @tf.function
    def grad(self, tape, loss):
        return tape.gradient(loss, self.variables)


class Discovery:
    @tf.function
    def train(self, tape, loss):
        self.variables = self.model.trainable_variables
        return tape.gradient(loss, self.variables)


# The last operand of `or` is a value, not a test.


class Attention(tf.keras.layers.Layer):
    def call(self, x):
        size = x.shape[0] or tf.shape(x)[0]
        flag = tf.reduce_any(x > 0) or size  # [tensor-condition-without-autograph]
        return x, size, flag


# A NumPy twin for values outside of the graph.


def power_to_db(power, use_tf=True):
    log = log10 if use_tf else np.log10
    return 10.0 * log(power)


def log10(x):
    return tf.math.log(x) / np.log(10.0)


@tf.function
def decibels(x):
    return power_to_db(tf.square(x))


class OneOf:
    def __init__(self, ops):
        self.ops = ops

    def build(self, framework):
        self.framework = framework

    def forward(self, data):
        if self.framework == "tf":
            return tf.switch_case(0, [lambda op=op: op(data) for op in self.ops])
        return np.random.choice(self.ops)(data)

    def backward(self, data):
        if self.framework != "torch":
            return np.random.choice(self.ops)(data)  # [numpy-random-in-graph]
        return np.random.choice(self.ops)(data)


@tf.function
def one_of(op: OneOf, x):
    return op.forward(x) + op.backward(x)


# Traced there and then, once.


def pruned(specification):
    feeds = []

    def umbrella(image):
        feeds.append(image)  # [outer-mutation-in-graph]
        return image

    return tf.compat.v1.wrap_function(umbrella, specification).prune(feeds, feeds)


# Output that is meant to be rare: reported with the confidence UNDEFINED.


@tf.function
def sparing(x):
    warnings.warn("slow")  # [print-in-graph]
    logging.debug("x is %s", x)  # [print-in-graph]
    logging.getLogger(__name__).debug("x is %s", x)  # [print-in-graph]
    absl_logging.log_first_n(absl_logging.WARNING, "x", 1)  # [print-in-graph]
    logging.info("x is %s", x)  # [print-in-graph]
    return x


# TensorFlow under the name of another package.


@compat_tf.function
def of_compat(x):
    print(x)  # [print-in-graph]
    return x


class OfCompat(tf_keras.Model):
    def train_step(self, data):
        print(data)  # [print-in-graph]
        return {}


# What Keras leaves at its default, it does not ask for.


class Network(tf.keras.layers.Layer):
    def call(self, x, inverse=False, training=False):
        if training:
            print(x)  # [print-in-graph]
        if inverse:
            return self._inverse(x)
        return x

    def _inverse(self, x):
        print(x)
        return x


# A weight drawn again, of the shape that it had.


class Drawn(tf.keras.layers.Layer):
    def build(self, input_shape):
        self.kernel = self.add_weight(shape=input_shape)

    def call(self, inputs):
        self.kernel = self.initializer(self.kernel.shape, self.kernel.dtype)
        return inputs * self.kernel


# An annotation that says less than the code.


class Loose(tf.keras.layers.Layer):
    def call(self, inputs: tf.Tensor):
        example, mask = inputs
        return example * mask


# The text of an error, kept in a variable.


@tf.function
def checked(x):
    loss = tf.reduce_sum(x)
    message = "expected a vector, not {}".format(loss)
    if x.shape.rank == 0:
        raise ValueError(message)
    shown = "the loss is {}".format(loss)  # [eager-only-call-in-graph]
    return shown


# Output that can only be meant for the trace: of what failed there, or the same words each time.


@tf.function
def tolerant(x):
    try:
        x = tf.reshape(x, [2, 2])
    except ValueError as error:
        print(error)  # [print-in-graph]
    logging.warning("no gradient")  # [print-in-graph]
    logging.warning("no gradient of %s", x)  # [print-in-graph]
    return x


def functional(metrics):
    indices = None

    @tf.function
    def initialize():
        nonlocal indices
        indices = [metric.index for metric in metrics]  # [outer-mutation-in-graph]
        return metrics

    initialize.get_concrete_function()
    return initialize, indices


# A number for the names of operations; one that is shown outside as well.


class Numbered(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.calls = 0
        self.steps = 0

    def call(self, x):
        self.calls += 1  # [outer-mutation-in-graph]
        self.steps += 1  # [outer-mutation-in-graph]
        return tf.identity(x, name="call_{}".format(self.calls))

    def report(self):
        return f"{self.steps} steps"


# A balance that two losses keep, each its own; the number of inputs is no tensor.


class FirstLoss(tf.keras.losses.Loss):
    def __init__(self):
        super().__init__()
        self.balance = [1.0, 2.0]

    def call(self, y_true, y_pred):
        self.balance[0] = self.balance[0] + tf.reduce_mean(y_pred)  # [tensor-leaked-from-graph]
        return self.balance[0]


class SecondLoss(tf.keras.losses.Loss):
    def call(self, y_true, y_pred):
        self.balance = [1.0]
        return self.balance[0]


class Parallel(tf.keras.layers.Layer):
    def call(self, inputs):
        if len(inputs) != len(self.encoders):
            raise ValueError("one input for each encoder")
        return [encoder(inputs) for encoder in self.encoders]


# A part of a framework under a name of the module's own.

layers = tf.keras.layers
random_numbers = np.random
Layer, backend = tf.keras.layers.Layer, tf.keras.backend


class OfAlias(layers.Layer):
    def call(self, x):
        print(x)  # [print-in-graph]
        x = layers.Dense(1)(x)  # [variable-created-in-graph]
        return x * random_numbers.normal()  # [numpy-random-in-graph]


class OfOneOfSeveral(Layer):
    def call(self, x):
        print(x)  # [print-in-graph]
        return backend.exp(x)


@tf.function
def named(x):
    return tf.identity(x, name="gradient_" + str(np.random.randint(10**8)))  # [numpy-random-in-graph]


class Paired(tf.keras.layers.Layer):
    """A layer whose input is a list: the name is bound to a part of it before an operation takes it."""

    def call(self, inputs):
        inputs, domain = inputs
        output = tf.expand_dims(inputs, axis=1)
        return output * domain


class Sliced(tf.keras.layers.Layer):
    def call(self, inputs):
        return self.full(inputs[:2])

    def full(self, parts):
        first, second = parts[:2]
        return tf.add(first, second)


class Stepping(tf.keras.Model):
    """The tape of a `train_step` does not make the module a program that trains eagerly."""

    def train_step(self, data):
        print("step")  # [print-in-graph]
        with tf.GradientTape() as tape:
            loss = self(data)
        self.optimizer.minimize(loss, self.trainable_variables, tape=tape)
        return {}


class Holding(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.model = Stepping()

    def call(self, x):
        return self.model(x)


class Extractor:
    def extract(self, signal):
        raise NotImplementedError


class OnArrays(Extractor):
    def compute(self, signal):
        return tf.ones(3).numpy()


class OnTensors(Extractor):
    def extract_tensor(self, signal):
        return self.compute(signal)

    def compute(self, signal):
        return tf.ones(3)


class Recogniser:
    def add(self, extractor: Extractor):
        self.extractor = extractor

    @tf.function
    def recognise(self, x):
        return self.extractor.extract_tensor(x)
