"""Fit a small network to noisy data, with five mistakes that people make in graph functions.

It is ordinary TensorFlow and runs to the end. `graphlint confirm docs/examples/training_loop.py`
shows what the graph does differently from what the code seems to say.
"""
import argparse
import logging

import numpy as np
import tensorflow as tf

log = logging.getLogger("training")


class Network(tf.Module):
    """Two dense layers: (batch, 1) -> (batch, 1)."""

    def __init__(self, units, rng):
        super().__init__(name="network")
        self.w1 = tf.Variable(rng.normal(0.0, 0.5, (1, units)).astype("float32"), name="w1")
        self.b1 = tf.Variable(tf.zeros([units]), name="b1")
        self.w2 = tf.Variable(rng.normal(0.0, 0.5, (units, 1)).astype("float32"), name="w2")
        self.b2 = tf.Variable(tf.zeros([1]), name="b2")

    def __call__(self, x):
        hidden = tf.nn.relu(tf.matmul(x, self.w1) + self.b1)
        return tf.matmul(hidden, self.w2) + self.b2


def augment(x):
    """Jitter the inputs, so that the network does not learn them by heart."""
    noise = np.random.normal(0.0, 0.05, size=(x.shape[0], 1)).astype("float32")
    return x + noise


@tf.function
def decayed(step):
    """The learning rate at a step."""
    return 0.2 * tf.pow(0.97, float(step))


class Trainer:
    """Gradient descent on the mean squared error."""

    def __init__(self, model):
        self.model = model
        self.losses = []

    @tf.function
    def train_step(self, x, y, rate):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(self.model(augment(x)) - y))
        variables = self.model.trainable_variables
        for variable, gradient in zip(variables, tape.gradient(loss, variables)):
            variable.assign_sub(rate * gradient)
        self.losses.append(loss)
        print("loss:", loss)
        return loss


@tf.function
def mean_error(model, x, y):
    """The mean absolute error over the whole set."""
    total = tf.Variable(0.0)
    total.assign_add(tf.reduce_mean(tf.abs(model(x) - y)))
    return total.read_value()


def make_data(count, rng):
    x = rng.uniform(-1.0, 1.0, (count, 1)).astype("float32")
    return x, np.sin(3.0 * x) + rng.normal(0.0, 0.05, (count, 1)).astype("float32")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--steps", type=int, default=5)
    parser.add_argument("--batch", type=int, default=32)
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(name)s: %(message)s")

    rng = np.random.default_rng(7)
    x, y = make_data(options.batch * options.steps, rng)
    model = Network(16, rng)
    trainer = Trainer(model)
    for step in range(options.steps):
        rate = decayed(step)
        batch = slice(step * options.batch, (step + 1) * options.batch)
        loss = trainer.train_step(tf.constant(x[batch]), tf.constant(y[batch]), rate)
        log.info("step %d of %d: loss %.4f", step + 1, options.steps, loss.numpy())

    log.info("%d losses recorded", len(trainer.losses))
    try:
        log.info("mean error %.4f", mean_error(model, tf.constant(x), tf.constant(y)).numpy())
    except ValueError as error:
        log.error("cannot evaluate: %s", str(error).strip().splitlines()[-1].strip())


if __name__ == "__main__":
    main()
