"""Tests of what class an object is of, as far as its class and the classes that derive from it tell."""

import tensorflow as tf


class Layer(tf.Module):
    @tf.function
    def run(self, x):
        if isinstance(self, Stack):
            print("stack")  # [print-in-graph]
            self.parts.append(x)
        return x


class Stack(Layer):
    def __init__(self):
        self.parts = []


class Dense(Layer):
    pass


Dense().run(tf.ones(2))


class Narrow(Layer):
    @tf.function
    def go(self, x):
        return self.work(x)

    def work(self, x):
        if isinstance(self, (Stack, list)):
            print("never")
        if isinstance(self, Layer):
            print("always")  # [print-in-graph]
        if not isinstance(self, Narrow):
            print("never")
        return self.base(x)

    def base(self, x):
        return shared(self, x)


def shared(layer, x):
    if isinstance(layer, Stack):
        layer.parts.append(x)
        print("never")
    if isinstance(x, Stack):
        print("never: a tensor")  # [print-in-graph]
    return tf.abs(x)


class Open(Unseen):
    @tf.function
    def go(self, x):
        if isinstance(self, Stack):
            print("who knows")  # [print-in-graph]
        return x


class Wide(Layer):
    @tf.function
    def go(self, x):
        if isinstance(self, Wider):
            print("of a subclass")  # [print-in-graph]
        return x


class Wider(Wide):
    pass
