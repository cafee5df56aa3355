"""Values that a context manager sets around some calls of a graph function, and that callbacks of the program's own set."""
import contextlib

import tensorflow as tf

grad_enabled = True
always = False
inside = 0


@contextlib.contextmanager
def no_grad():
    global grad_enabled
    old, grad_enabled = grad_enabled, False
    try:
        yield
    finally:
        grad_enabled = old


@contextlib.contextmanager
def always_on():
    global always
    always = True
    yield


@contextlib.contextmanager
def deeper():
    global inside
    inside += 1
    yield
    inside -= 1


class Net:
    def __init__(self):
        self.noise = 0.0

    @tf.function
    def __call__(self, x):
        x = x * 2.0 if grad_enabled else x  # [outer-value-frozen-in-graph]
        return x + self.noise  # [outer-value-frozen-in-graph]

    @tf.function
    def only_within(self, x):
        with deeper():
            return x * 2.0 + inside if always else x


@contextlib.contextmanager
def noisy(net, amount):
    old = net.noise
    net.noise = amount
    yield
    net.noise = old


net = Net()
net(tf.ones(3))
with no_grad():
    net(tf.ones(3))
with noisy(net, 0.1):
    net(tf.ones(3))
with always_on():
    net.only_within(tf.ones(3))


class Callback:
    trainer = None

    def set_trainer(self, trainer):
        self.trainer = trainer


class Annealing(Callback):
    def on_epoch_begin(self, epoch):
        self.trainer.beta = min(1.0, epoch / 10)
        self.trainer.rate *= 0.9
        self.trainer.scale = 2.0
        self.trainer.common = epoch
        self.trainer.epoch = epoch

    def on_train_start(self, epoch):
        self.trainer.first = epoch


class Other:
    def __init__(self):
        self.common = 0


class Trainer:
    def __init__(self, callbacks):
        self.callbacks = callbacks
        self.beta = 0.0
        self.rate = 0.1
        self.scale = 1.0
        self.first = 0
        self.common = 0
        self.epoch = 0
        for callback in callbacks:
            callback.set_trainer(self)

    @tf.function
    def step(self, x):
        x = x * self.beta  # [outer-value-frozen-in-graph]
        x = x * self.rate  # [outer-value-frozen-in-graph]
        return x * self.scale + self.first + self.common

    def fit(self, data):
        for callback in self.callbacks:
            callback.on_train_start(0)
        for epoch in range(10):
            for callback in self.callbacks:
                callback.on_epoch_begin(epoch)
            for x in data:
                self.step(x)
