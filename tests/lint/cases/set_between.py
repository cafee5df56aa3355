"""Objects whose methods set what a graph function reads, between its calls: of the same object, or of new ones."""

import tensorflow as tf


class Kernel:
    def __init__(self, data):
        self.scale = tf.Variable(data)

    def apply(self, x):
        return x * self.scale


class GP:
    def __init__(self):
        self.kernel = None
        self.data = None

    def observe(self, data):
        self.kernel = Kernel(data)
        self.data = tf.constant(data)

    @tf.function
    def sample(self, x):
        return self.kernel.apply(x) + self.data  # [outer-value-frozen-in-graph, outer-value-frozen-in-graph]


gp = GP()
gp.observe(1.0)
print(gp.sample(tf.ones(3)))
gp.observe(2.0)
print(gp.sample(tf.ones(3)))


class Once(GP):
    @tf.function
    def sample2(self, x):
        return self.kernel.apply(x) + self.data


once = Once()
once.observe(1.0)
print(once.sample2(tf.ones(3)))
print(once.sample2(tf.ones(3)))
once = Once()
once.observe(1.0)
print(once.sample2(tf.ones(3)))


class Looped:
    def __init__(self):
        self.data = None

    def observe(self, data):
        self.data = tf.constant(data)

    @tf.function
    def sample(self, x):
        return x + self.data  # [outer-value-frozen-in-graph]


def run():
    gp = Looped()
    for data in [1.0, 2.0]:
        gp.observe(data)
        gp.sample(tf.ones(3))


class LoopedNew(Looped):
    @tf.function
    def sample3(self, x):
        return x + self.data


def run2():
    for data in [1.0, 2.0]:
        gp = LoopedNew()
        gp.observe(data)
        gp.sample3(tf.ones(3))


class Scaled:
    def __init__(self, scale):
        self.scale = scale

    @tf.function
    def step(self, x):
        return x * self.scale


class Rounds:
    def __init__(self):
        self.model = Scaled(1.0)

    def run(self, x):
        for number in range(3):
            if number == 1:
                scale = self.model.scale + number
                self.model = Scaled(scale)
                self.model.scale = scale
            self.model.step(x)
