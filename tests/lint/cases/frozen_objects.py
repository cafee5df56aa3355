"""Objects that a program puts in the place of others between the calls of a graph function."""

import processes
import tensorflow as tf

optimizer = tf.keras.optimizers.SGD(0.1)
weight = tf.Variable(1.0)


class Net(tf.Module):
    def __init__(self, scale):
        self.scale = tf.Variable(scale)


def build(scale):
    return Net(scale)


@tf.function
def train(gradient):
    optimizer.apply_gradients([(gradient, weight)])  # [outer-value-frozen-in-graph]


@tf.function
def evaluate(x):
    accuracy.update_state(x)  # [outer-value-frozen-in-graph]
    return net.scale * x  # [outer-value-frozen-in-graph]


@tf.function
def compare(other, x):
    return seen.update_state(other.scale * x)


@tf.function
def once(x):
    return late.scale * x


train(tf.constant(1.0))
optimizer = tf.keras.optimizers.SGD(0.01)
train(tf.constant(1.0))

for scale in (1.0, 2.0):
    net = build(scale)
    with tf.device("cpu"):
        accuracy = tf.keras.metrics.Mean()
    for _ in range(3):
        evaluate(tf.constant(1.0))
    if scale == 1.0:
        late = Net(scale)
    once(tf.constant(1.0))
    seen, other = tf.keras.metrics.Mean(), None
    seen = tf.keras.metrics.Mean()
    other = Net(scale)
    compare(other, tf.constant(1.0))


def folds(data):
    model = Net(0.0)

    @tf.function
    def step(x):
        return model.scale * x  # [outer-value-frozen-in-graph]

    for x in data:
        model = Net(x)
        step(tf.constant(1.0))


def anew(data):
    for x in data:
        model = Net(x)

        @tf.function
        def step(value):  # [graph-function-in-loop]
            return model.scale * value

        step(tf.constant(1.0))


class Trainer:
    @tf.function
    def step(self, x):
        return current.scale * x


for scale in (1.0, 2.0):
    current = Net(scale)
    Trainer().step(tf.constant(1.0))


class Surrogate:
    def __init__(self, x):
        self.x = x

    def value(self, y):
        return y * self.x


class Search:
    def __init__(self):
        self.model = None
        self.kernel = None
        self.process = None
        self.own = None
        self.given = None

    def build(self, x):
        return Surrogate(x)

    def build_process(self, x):
        return processes.GaussianProcess(x)

    @tf.function
    def loss(self, y):
        y = y + self.kernel.apply(y)  # [outer-value-frozen-in-graph]
        y = y + self.process.log_prob(y)  # [outer-value-frozen-in-graph]
        return self.model.value(y) + 1.0  # [outer-value-frozen-in-graph]

    @tf.function
    def loss_of_turn(self, y, turn):
        return self.own.value(y) * turn

    @tf.function
    def loss_of_given(self, y, model):
        return self.given.value(y) + model.value(y)

    def run(self, x, y):
        for turn in range(50):
            self.model = self.build(x)
            self.kernel = processes.Kernel(x)
            self.process = self.build_process(x)
            self.own = Surrogate(x)
            model = Surrogate(x)
            self.given = Surrogate(x)
            for _ in range(10):
                self.loss(y)
                self.loss_of_turn(y, turn)  # [python-scalar-retrace]
                self.loss_of_given(y, model)
            x = x + 1.0
