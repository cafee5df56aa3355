"""An abstract class: its objects are of the classes that define what it leaves open, wherever these are."""

import abc

from flows.backend import tf


class Model(abc.ABC):
    @abc.abstractmethod
    def predict(self, x):
        """The prediction."""

    def loss(self, x):
        raise NotImplementedError

    def noise(self, x):
        return x

    @property
    @abc.abstractmethod
    def weights(self):
        pass


def make_step(model: Model):
    @tf.function
    def step(x):
        with tf.GradientTape() as tape:
            value = model.loss(model.predict(x))  # [print-in-graph, python-random-in-graph]
        return tape.gradient(model.noise(value), model.weights)  # [python-random-in-graph]

    return step
