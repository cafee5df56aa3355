import tensorflow as tf

from registry import RULES
from settings import SIZES


class Rule:
    def __init__(self, rate):
        self.rate = rate
        self.steps = 0

    def apply(self, gradients, variables):
        self.steps += 1
        for gradient, variable in zip(gradients, variables):
            variable.assign_sub(self.current() * gradient)

    def current(self):
        return self.rate / SIZES["hidden"]


@RULES("plain")
class Plain(Rule):
    pass


@RULES("sign", "lion")
class Sign(Rule):
    def __init__(self, rate):
        super().__init__(rate)
        self.rate = tf.Variable(rate)
