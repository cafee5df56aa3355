"""A mode that a method sets around its steps: of its own object, or of a part of it by a method of that."""

import contextlib

import tensorflow as tf


class Alone:
    """Both steps run in one mode, and nothing else in sight runs one."""

    def __init__(self):
        self.training = False

    @tf.function
    def step(self, x):
        return x * 2.0 if self.training else x

    def fit(self, x):
        self.training = True
        self.step(x)
        self.step(x)
        self.training = False


class Evaluated:
    def __init__(self):
        self.training = False

    @tf.function
    def step(self, x):
        return x * 2.0 if self.training else x  # [outer-value-frozen-in-graph]

    def fit(self, x):
        self.training = True
        self.step(x)
        self.step(x)
        self.training = False

    def evaluate(self, x):
        return self.step(x)


class Net:
    def __init__(self):
        self.training = False

    def train(self):
        self.training = True

    def eval(self):
        self.training = False

    def __call__(self, x):
        return x * 2.0 if self.training else x


class PartAlone:
    def __init__(self):
        self.net = Net()

    @tf.function
    def step(self, x):
        return self.net(x)

    def fit(self, x):
        self.net.train()
        self.step(x)
        self.step(x)
        self.net.eval()


class EvaluatedNet(tf.Module):
    def __init__(self):
        self.training = False

    def train(self):
        self.training = True

    def eval(self):
        self.training = False

    def __call__(self, x):
        return x * 2.0 if self.training else x  # [outer-value-frozen-in-graph]


class PartEvaluated:
    def __init__(self):
        self.net = EvaluatedNet()

    @tf.function
    def step(self, x):
        return self.net(x)

    def fit(self, x):
        self.net.train()
        self.step(x)
        self.step(x)
        self.net.eval()

    def evaluate(self, x):
        return self.step(x)


class GivenNet(tf.Module):
    def __init__(self):
        self.training = False

    def __call__(self, x):
        return x * 2.0 if self.training else x


class PartGiven:
    """The graph function is given the mode, too: each mode has a graph of its own."""

    def __init__(self):
        self.net = GivenNet()

    @tf.function
    def step(self, x, training):
        return self.net(x) if training else self.net(x) + 1.0

    def fit(self, x):
        self.net.training = True
        self.step(x, True)
        self.net.training = False

    def evaluate(self, x):
        return self.step(x, False)


class SetBefore:
    """Each method sets the mode of its own: the second one runs the graph of the first."""

    def __init__(self):
        self.net = SetNet()

    @tf.function
    def step(self, x):
        return self.net.rate * x  # [outer-value-frozen-in-graph]

    def fit(self, x, rate):
        self.net.rate = rate
        return self.step(x)


class SetNet:
    def __init__(self):
        self.rate = 1.0


class PutBack:
    """Each run reads what its method has set, and one method puts back what was there."""

    def __init__(self):
        self.net = SetNet()

    @tf.function
    def step(self, x):
        return x * self.net.rate

    def fit(self, x):
        before = self.net.rate
        self.net.rate = 2.0
        y = self.step(x)
        self.net.rate = before
        return y

    def fit_again(self, x):
        self.net.rate = 2.0
        return self.step(x)


class Told:
    """The graph function is given what is set: it is traced for each."""

    def __init__(self):
        self.net = SetNet()

    @tf.function
    def step(self, x, rate):
        return self.net.rate * x * rate

    def fit(self, x, rate):
        self.net.rate = rate
        return self.step(x, rate)


class Managed:
    def __init__(self):
        self.rate = 1.0

    @contextlib.contextmanager
    def using(self, rate):
        old, self.rate = self.rate, rate
        try:
            yield
        finally:
            self.rate = old

    @tf.function
    def step(self, x):
        return x * self.rate  # [outer-value-frozen-in-graph]


class ManagedApart(Managed):
    """Nothing runs while the rate is another one."""

    @tf.function
    def other(self, x):
        return x - self.rate


managed = Managed()
managed.step(tf.constant(1.0))
with managed.using(0.5):
    managed.step(tf.constant(1.0))

apart = ManagedApart()
apart.other(tf.constant(1.0))
with apart.using(0.5):
    pass
apart.other(tf.constant(1.0))
