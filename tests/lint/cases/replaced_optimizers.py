"""Optimizers that stand in the place of others when a graph function is traced again for another model."""

import tensorflow as tf
from tensorflow.keras import layers


def build(resolution):
    inputs = layers.Input((8,))
    return tf.keras.Model(inputs, layers.Dense(resolution)(inputs))


def make_optimizers():
    global optimizer, other
    optimizer = tf.keras.optimizers.Adam(1e-3)
    other = tf.keras.optimizers.SGD(1e-3)


@tf.function
def train_step(model, x):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(model(x))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))  # [variable-created-in-graph]
    other.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


def train(resolutions, images):
    for resolution in resolutions:
        model = build(resolution)
        make_optimizers()
        for x in images:
            train_step(model, x)


train([4, 8], tf.ones((3, 3, 8)))


def make_built():
    global built
    built = tf.keras.optimizers.Adam(1e-3)
    built.build(WEIGHTS)


@tf.function
def train_built(model, x):
    built.apply_gradients([(model(x), WEIGHTS[0])])


@tf.function
def train_alone(x):
    optimizer.apply_gradients([(x, WEIGHTS[0])])  # [outer-value-frozen-in-graph]


WEIGHTS = [tf.Variable(1.0)]
for size in (4, 8):
    net = build(size)
    make_built()
    make_optimizers()
    train_built(net, tf.ones([]))
    train_alone(tf.ones([]))


class Gan:
    def __init__(self):
        self.model = tf.keras.Sequential([layers.Dense(1)])

    @tf.function
    def step(self, x, optimizer):
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(self.model(x))
        variables = self.model.trainable_variables
        optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))
        return loss

    def train(self, data, steps):
        optimizer = tf.keras.optimizers.Adam(0.1)
        for _ in range(steps):
            self.step(data, optimizer)  # [variable-created-in-graph]

    def train_built(self, data):
        optimizer = tf.keras.optimizers.Adam(0.1)
        optimizer.build(self.model.trainable_variables)
        self.step(data, optimizer)

    def _prepare(self, data):
        optimizer = tf.keras.optimizers.Adam(0.1)
        self.step(data, optimizer)


class Pairs(Gan):
    @tf.function
    def both(self, x, first, second):
        first.apply_gradients([(x, self.model.weights[0])])
        second.apply_gradients([(x, self.model.weights[1])])

    def make(self):
        first = tf.keras.optimizers.Adam(0.1)
        second = tf.keras.optimizers.Adam(0.2)
        return first, second

    def made_before(self):
        return self.pair

    def step_of(self, x, optimizers):
        return self.both(x, *optimizers)

    def train(self, data):
        optimizers = self.make()
        for x in data:
            self.step_of(x, optimizers)  # [variable-created-in-graph]

    def train_one(self, data):
        first, _ = self.make()
        self.step(data, first)  # [variable-created-in-graph]

    def train_again(self, data):
        self.pair = self.make()
        optimizers = self.made_before()
        self.step_of(data, optimizers)


class Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = layers.Dense(3)

    def call(self, x):
        return self.dense(x)


@tf.function
def run_net(model, x):
    return model(x)


def make_and_build():
    model = Net()
    model(tf.zeros((1, 3)))
    return model


def make_only():
    return Net()


def run_nets(x):
    for _ in range(3):
        run_net(make_and_build(), x)
        run_net(make_only(), x)  # [variable-created-in-graph]


class TestSteps(tf.test.TestCase):
    def setUp(self):
        self.net = layers.Dense(1)

    @tf.function
    def step(self, x, optimizer):
        optimizer.apply_gradients([(x, self.net.kernel)])

    def test_adam(self):
        self.step(tf.ones([2, 2]), tf.keras.optimizers.Adam())  # each test has an object of its own
