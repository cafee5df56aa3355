"""Another optimizer for a graph function: out of a list or dict, a global or an attribute, each built or not."""

import keras
import tensorflow as tf

w = tf.Variable(1.0)


def train(x, optimizer):
    with tf.GradientTape() as tape:
        loss = w * x
    optimizer.apply_gradients(zip(tape.gradient(loss, [w]), [w]))


@tf.function
def by_list(x, optimizer):
    train(x, optimizer)


@tf.function
def by_dict(x, optimizer):
    train(x, optimizer)


@tf.function
def by_global(x, optimizer):
    train(x, optimizer)


@tf.function
def by_one(x, optimizer):
    train(x, optimizer)


optimizers = [keras.optimizers.Adam(), keras.optimizers.SGD(momentum=0.9)]
for each in optimizers:
    by_list(tf.constant(2.0), each)  # [variable-created-in-graph]
for name, one in {"a": keras.optimizers.Adam(), "b": keras.optimizers.Adam()}.items():
    by_dict(tf.constant(2.0), one)  # [variable-created-in-graph]
for only in [keras.optimizers.Adam()]:
    by_one(tf.constant(2.0), only)
fast = keras.optimizers.Adam()
slow = keras.optimizers.Adam()


def main():
    by_global(tf.constant(1.0), fast)
    by_global(tf.constant(1.0), slow)  # [variable-created-in-graph]


main()


class Trainer:
    def __init__(self):
        self.fast = keras.optimizers.Adam()
        self.slow = keras.optimizers.Adam()
        self.built = keras.optimizers.Adam()
        self.too = keras.optimizers.Adam()
        self.built.build([w])
        self.too.build([w])

    @tf.function
    def step(self, x, optimizer):
        train(x, optimizer)

    @tf.function
    def other_step(self, x, optimizer):
        train(x, optimizer)

    def run(self):
        self.step(tf.constant(1.0), self.fast)
        self.step(tf.constant(1.0), self.slow)  # [variable-created-in-graph]
        self.other_step(tf.constant(1.0), self.built)
        self.other_step(tf.constant(1.0), self.too)


Trainer().run()


@tf.function
def by_built(x, optimizer):
    train(x, optimizer)


built = [keras.optimizers.Adam(), keras.optimizers.Adam()]
for each in built:
    each.build([w])
for given in built:
    by_built(tf.constant(2.0), given)
several = {"a": keras.optimizers.Adam(), "b": keras.optimizers.Adam()}
steps = {name: tf.function(train) for name in several}
for name, of_step in several.items():
    steps[name](tf.constant(2.0), of_step)


class Prepared:
    def __init__(self):
        first = keras.optimizers.Adam()
        first.build([w])
        second = keras.optimizers.Adam()
        second.build([w])
        self.first = first
        self.second = second

    @tf.function
    def step(self, x, optimizer):
        train(x, optimizer)

    def run(self):
        self.step(tf.constant(1.0), self.first)
        self.step(tf.constant(1.0), self.second)
