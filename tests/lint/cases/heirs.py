"""What only a subclass sets, for methods that its base's graph function calls."""

import tensorflow as tf


class Sampler:
    @tf.function
    def one_step(self, w):
        return self.propose(w)

    def propose(self, w):
        raise NotImplementedError


class Hamiltonian(Sampler):
    def __init__(self, leaps=150):
        self.leaps = leaps
        self.items = iter([1, 2])
        self.count = 0

    def propose(self, w):
        for _ in range(self.leaps):  # [python-loop-unrolled]
            w = w + 0.1 * tf.sin(w)
        self.count += 1  # [outer-mutation-in-graph]
        return w + next(self.items)  # [iterator-advanced-in-graph]


Hamiltonian().one_step(tf.zeros([2]))
