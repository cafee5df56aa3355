"""State that goes round: what a graph function returns is put where the next call of it reads, and the graph keeps the first."""

import tensorflow as tf


class Solver:
    def __init__(self):
        self.x = tf.zeros((3,))
        self.y = tf.zeros((3,))
        self.z = tf.zeros(())
        self.w = tf.zeros(())

    @tf.function
    def step(self):
        return self.x + 1.0  # [outer-value-frozen-in-graph]

    @tf.function
    def both(self):
        return self.y + 1.0, tf.reduce_sum(self.y)  # [outer-value-frozen-in-graph]

    @tf.function
    def third(self):
        return self.z + 1.0  # [outer-value-frozen-in-graph]

    @tf.function
    def once(self):
        return self.w + 1.0

    def solve(self, n):
        for _ in range(n):
            self.x = self.step()
        for _ in range(n):
            self.y, _ = self.both()

    def advance(self):
        self.z = self.third()

    def _init_state(self):
        self.w = self.once()


solver = Solver()
solver.solve(5)
for _ in range(5):
    solver.advance()

x = tf.constant(1.0)
params = {"w": 1.0}
again = tf.constant(1.0)
only_once = tf.constant(1.0)


@tf.function
def scaled(c):
    return x * c  # [outer-value-frozen-in-graph]


@tf.function
def of_dict(c):
    return params["w"] * c  # [outer-value-frozen-in-graph]


@tf.function
def twice(c):
    return again * c  # [outer-value-frozen-in-graph]


@tf.function
def one(c):
    return only_once * c


@tf.function
def given(x, c):
    return x * c


for _ in range(3):
    x = scaled(2.0)
for _ in range(3):
    params["w"] = of_dict(2.0)
again = twice(2.0)
again = twice(2.0)
only_once = one(2.0)
state = tf.constant(1.0)
for _ in range(3):
    state = given(state, 2.0)


class Once:
    def __init__(self, x):
        self.x = x

    @tf.function
    def normalised(self):
        return self.x / tf.reduce_sum(self.x)

    def normalise(self):
        self.x = self.normalised()
        return self


for number in (1.0, 2.0):
    Once(tf.constant([number, 1.0])).normalise()


class Remade:
    def __init__(self):
        self.x = 0.0

    def _step(self):
        return self.x + 1.0

    def remake(self):
        self.step = tf.function(self._step)

    def run(self):
        for _ in range(3):
            self.remake()
            self.x = self.step()
