import tensorflow as tf

from entries import chosen, written
from registry import LAYERS, LOSSES, RULES, STEPS


class Trainer:
    def __init__(self, loss="squares", rule="plain"):
        self.loss = LOSSES.get(loss)
        self.layer = LAYERS.build("jitter", scale=2.0)
        self.rule = RULES[rule]
        self.quiet = written("squares")
        self.other = written("noisy")
        self.first = chosen("squares")
        self.second = chosen("noisy")

    @tf.function
    def step(self, x, y):
        return self.loss(x, y)  # [numpy-random-in-graph]

    @tf.function
    def augment(self, x):
        return self.layer(x)  # [numpy-random-in-graph]

    @tf.function
    def update(self, w, g):
        return self.rule(w, g)

    @tf.function
    def all_losses(self, x, y):
        total = self.quiet(x, y) + self.first(x, y)
        total += self.other(x, y)  # [numpy-random-in-graph]
        return total + self.second(x, y)  # [numpy-random-in-graph]


@tf.function
def by_key(x):
    return STEPS["double"](x)


@tf.function
def by_another(x):
    return STEPS["shown"](x)  # [print-in-graph]


@tf.function
def any_rule(w, g, name):
    return RULES[name](w, g)  # [print-in-graph]


trainer = Trainer("noisy")
trainer.step(tf.ones(3), tf.ones(3))
