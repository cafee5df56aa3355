"""Code that sets what the graph functions of another module read."""

import tensorflow as tf

from annealing.steps import Annealed, Step


class Biased(Step):
    def __init__(self):
        super().__init__()
        self.bias = 0.0

    def retrain(self, data):
        for _ in range(10):
            self.bias = self.bias + 1.0
            self.train(data)


def anneal(data):
    model = Annealed()

    @tf.function
    def train_step(x):
        return model(x)  # [outer-value-frozen-in-graph]

    for i, x in enumerate(data):
        model.at_step = i
        train_step(x)
