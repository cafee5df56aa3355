import numpy as np
import tensorflow as tf
from registry import OPTIMIZERS, term


class Optimizer:
    def __init__(self):
        self.count = 0

    def tick(self):
        self.count += 1

    def apply(self, x):
        self.update(x)


@OPTIMIZERS.register("momentum")
class Momentum(Optimizer):
    def update(self, x):
        return x * 0.9**self.count


@OPTIMIZERS.register("adagrad")
class Adagrad(Optimizer):
    def update(self, x):
        return tf.Variable(x) * x


@term("left")
def left(x):
    return tf.square(x)


@term("right", weight=2.0)
def right(x):
    return x * np.random.rand()
