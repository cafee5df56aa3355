"""A mode that setters of a class switch: of which object, the calls in sight tell."""

import tensorflow as tf


class Moded:
    def __init__(self):
        self.training = False

    def train(self):
        self.training = True

    def eval(self):
        self.training = False


class Scaled(Moded):
    @tf.function
    def step(self, x):
        return x * 2.0 if self.training else x


class Other(Moded):
    def run(self, x):
        return x


def switches_another(x):
    scaled, other = Scaled(), Other()
    scaled.step(x)
    other.train()
    scaled.step(x)
    other.eval()
    return other.run(x)


class Switched(Moded):
    @tf.function
    def step(self, x):
        return x * 2.0 if self.training else x  # [outer-value-frozen-in-graph]


def switches(x):
    scaled = Switched()
    scaled.step(x)
    scaled.train()
    scaled.step(x)
    scaled.eval()


class Net(tf.Module):
    def __init__(self):
        self.training = False

    def train(self):
        self.training = True

    def eval(self):
        self.training = False

    @tf.function
    def step(self, x):
        return x * 2.0 if self.training else x


def two(x):
    first, second = Net(), Net()
    first.step(x)
    second.train()
    second.eval()
    first.step(x)


def elsewhere(x):
    third = Net()
    third.train()
    third.step(x)


class Unseen:
    def __init__(self):
        self.training = False

    def train(self):
        self.training = True

    def eval(self):
        self.training = False

    @tf.function
    def step(self, x):
        return x * 2.0 if self.training else x  # [outer-value-frozen-in-graph]


def of_whoever_calls(net, x):
    net.train()
    Unseen().step(x)
    net.eval()
