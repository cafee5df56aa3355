"""Models that are compiled to run eagerly, and functions of theirs."""

import tensorflow as tf


class Model(tf.keras.Model):
    def call(self, x):
        print(x)
        return x

    def train_step(self, data):
        print(data)


def loss(y_true, y_pred):
    print(y_true)
    return y_pred - y_true


model = Model()
model.compile("sgd", loss=loss, run_eagerly=True)


class Traced(tf.keras.Model):
    def call(self, x):
        print(x)  # [print-in-graph]
        return x


Traced().compile("sgd")


class OfPython(tf.keras.Model):
    """Its constructor takes all graphs away."""

    def __init__(self, net):
        super().__init__()
        self.net = net
        tf.config.run_functions_eagerly(True)

    def call(self, x):
        print(x)
        return self.net(x)


def test_of_a_subclass():
    class Counted(tf.keras.Model):
        def train_step(self, data):
            print(data)
            return super().train_step(data)

    class Further(Counted):
        pass

    Further().compile("sgd", run_eagerly=True)
