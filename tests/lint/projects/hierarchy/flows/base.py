"""What its subclasses in other modules define is traced through the graph functions that are made here."""

import tensorflow as tf


class Flow:
    def __init__(self):
        self.step = tf.function(self._step)

    def compile(self, integrand):
        def event(x):
            return self._event(integrand, x)

        self.event = tf.function(event)

    def closure(self, compiled=True):
        closure = self.loss
        if compiled:
            closure = tf.function(closure)
        return closure

    def loss(self):
        return self._loss()

    def trace(self, other):
        return tf.function(other.check), tf.function(lambda x: x + 1)

    def check(self, x):
        return x
