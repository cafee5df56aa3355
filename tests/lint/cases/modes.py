"""Switches between training and evaluation: where each mode has a graph function of its own, none is frozen in the other's."""

import tensorflow as tf


class Net(tf.Module):
    def __init__(self):
        super().__init__()
        self.training = True
        self.dense = tf.keras.layers.Dense(3)

    def train(self):
        self.training = True

    def eval(self):
        self.training = False

    def __call__(self, x):
        x = self.dense(x)
        return tf.nn.dropout(x, 0.5) if self.training else x


class Trainer:
    def __init__(self):
        self.net = Net()

    @tf.function
    def train_step(self, x):
        return tf.reduce_sum(self.net(x))

    @tf.function
    def eval_step(self, x):
        return self.net(x)

    def fit(self, data):
        for _ in range(10):
            self.net.train()
            for x in data:
                self.train_step(x)
            self.net.eval()
            for x in data:
                self.eval_step(x)


class Other(tf.Module):
    def __init__(self):
        super().__init__()
        self.noisy = True

    def on(self):
        self.noisy = True

    def off(self):
        self.noisy = False

    @tf.function
    def __call__(self, x):
        return x + 1.0 if self.noisy else x  # [outer-value-frozen-in-graph]


def both(data):
    other = Other()
    for x in data:
        other.on()
        other(x)
        other.off()
        other(x)


class Integral(tf.Module):
    """Methods that set a mode and have the graph function made anew."""

    def __init__(self, integrand):
        super().__init__()
        self.refines = True
        self.integrand = integrand
        self.rebuild()

    def rebuild(self):
        self.event = tf.function(self.run)

    def freeze(self):
        self.refines = False
        self.rebuild()

    def unfreeze(self):
        self.refines = True
        self.rebuild()

    def run(self, x):
        return self.integrand(x) if self.refines else x


frozen = Integral(tf.square)
frozen.freeze()


@tf.function
def around(x):
    return frozen.event(x)
