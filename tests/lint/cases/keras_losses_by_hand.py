"""Losses that a program calls itself, of a model that it compiles and never fits, and those of one that it fits."""

import tensorflow as tf


class Causal:
    def __init__(self, net):
        self.model = net

    def custom_loss(self, y, p):
        print("by hand")
        return y - p

    def compile(self):
        self.model.compile(optimizer="adam", loss=self.custom_loss)

    def fit(self, data):
        for x, y in data:
            with tf.GradientTape() as tape:
                loss = self.custom_loss(y, self.model(x))
            tape.gradient(loss, self.model.trainable_variables)


class Fitted(Causal):
    def other_loss(self, y, p):
        print("traced")  # [print-in-graph]
        return y - p

    def compile(self):
        self.net.compile(optimizer="adam", loss=self.other_loss)

    def run(self, data):
        self.net.fit(data)
        with tf.GradientTape() as tape:
            self.other_loss(1, 2)
