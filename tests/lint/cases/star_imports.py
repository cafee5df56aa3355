"""Star imports bring names that nobody can see."""

from numpy.random import *
from tensorflow import *
from tensorflow.keras.layers import *
from mylib import *


@function
def step(x):
    print(x)
    y = normal(size=2)  # [numpy-random-in-graph]
    z = Dense(2)(x)  # [variable-created-in-graph]
    v = Variable(1.0)  # [variable-created-in-graph]
    import logging

    logging.info(x)  # [print-in-graph]
    return unknown_helper(x)


class Head(Layer):
    def call(self, inputs):
        return inputs + normal(size=2)  # [numpy-random-in-graph]
