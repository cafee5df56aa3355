import numpy as np
import tensorflow as tf

from registry import LAYERS, LOSSES, RULES, step


@LOSSES.register("squares")
def squares(y, p):
    return tf.reduce_mean((y - p) ** 2)


@LOSSES.register("noisy")
def noisy(y, p):
    return tf.reduce_mean(y - p) + np.random.rand()


@LOSSES.register("loud")
def loud(y, p):
    print("loud")
    return tf.reduce_mean(y - p)


@LAYERS.register("jitter")
class Jitter:
    def __init__(self, scale):
        self.scale = scale

    def __call__(self, x):
        return x + np.random.normal(scale=self.scale)


@LAYERS.register("flip")
class Flip:
    def __init__(self, scale):
        self.scale = scale

    def __call__(self, x):
        print("flip")
        return x[::-1]


@RULES("plain")
def plain(w, g):
    return w - g


@RULES("told")
def told(w, g):
    print("told")
    return w - g


@step
def double(x):
    return 2.0 * x


@step
def shown(x):
    print("shown")
    return x


def written(name):
    table = {"squares": squares, "noisy": noisy}
    return table[name]


def chosen(name):
    if name == "squares":
        return squares
    elif name == "noisy":
        return noisy
    raise ValueError(name)
