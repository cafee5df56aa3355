"""Objects of classes that are called by other names: out of a dict, of a loop over a list, an alias."""

import tensorflow as tf


class Posterior:
    def __init__(self):
        self.evaluations = 0
        self.asked = 0
        self.tried = 0

    def log_prob(self, w):
        self.evaluations += 1  # [outer-mutation-in-graph]
        return -tf.reduce_sum(tf.square(w))

    def density(self, w):
        self.asked += 1  # [outer-mutation-in-graph]
        return tf.exp(-w)

    def attempt(self, w):
        self.tried += 1  # [outer-mutation-in-graph]
        return w


class Metropolis:
    def __init__(self, target):
        self.target = target

    @tf.function
    def one_step(self, w):
        return w + self.target.log_prob(w)


class Slice:
    def __init__(self, target):
        self.target = target

    @tf.function
    def one_step(self, w):
        return w + self.target.density(w)


class Gibbs:
    def __init__(self, target):
        self.target = target

    @tf.function
    def one_step(self, w):
        return w + self.target.attempt(w)


KINDS = {"metropolis": Metropolis}


def build(name, target):
    return KINDS[name](target)


sampler = build("metropolis", Posterior())
for kind in [Slice]:
    made = kind(Posterior())
alias = Gibbs
other = alias(Posterior())
for _ in range(3):
    sampler.one_step(tf.zeros([2]))
    made.one_step(tf.zeros([2]))
    other.one_step(tf.zeros([2]))
