"""Where ``super()`` leads depends on the class of the object: a mixin's goes to the base that comes after it there."""

import random

import tensorflow as tf


class Logging:
    def __init__(self, *args, **options):
        super().__init__(*args, **options)
        self.log = []

    def step(self, x):
        self.log.append("step")  # [outer-mutation-in-graph]
        return super().step(x)


class Noisy:
    def step(self, x):
        x = x + random.gauss(0, 0.1)  # [python-random-in-graph]
        return super().step(x)


class Core:
    def __init__(self, scale=1.0):
        self.scale = scale

    def step(self, x):
        print("core")  # [print-in-graph]
        return x * self.scale


class Other:
    def step(self, x):
        print("never traced")
        return x


class Full(Logging, Noisy, Core):
    pass


class Elsewhere(Logging, Other):
    pass


full = Full(scale=2.0)
elsewhere = Elsewhere()
run = tf.function(full.step)
elsewhere.step(tf.ones([2]))


class Root:
    def run(self, x):
        print("the last of all")  # [print-in-graph]
        return x


class Left(Root):
    def run(self, x):
        return super().run(x)


class Right(Root):
    def run(self, x):
        print("after the left one")  # [print-in-graph]
        return super().run(x)


class Both(Left, Right):
    pass


@tf.function
def diamond(x):
    return Both().run(x)


class Scaled:
    def __init__(self):
        self.scale = 1.0


class Steps(Scaled):
    @tf.function
    def step(self, x):
        return x * self.scale  # [outer-value-frozen-in-graph]


class Tunes(Scaled):
    def tune(self, scale):
        self.scale = scale


class StepsAndTunes(Steps, Tunes):
    pass


both = StepsAndTunes()
for i in range(3):
    both.step(tf.constant(1.0))
    both.tune(i * 2.0)
