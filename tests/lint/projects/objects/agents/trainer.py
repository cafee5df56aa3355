"""What the objects in here hold is made in other modules."""

from typing import NamedTuple

import tensorflow as tf

from . import functions, registry
from .functions import HOOKS
from .registry import ACTIVATIONS, LOSSES, SCHEDULES, HISTORY


class Trainer:
    def __init__(self, loss, log, table=None, *, callbacks=(), scale=None):
        self.loss = loss
        self.log = log
        self.table = table
        self.callbacks = callbacks
        self.hooks = []
        self.scale = scale
        self.unknown = registry.unknown

    def add(self, hook):
        self.hooks.append(hook)

    @tf.function
    def step(self, x):
        self.log.append(1)  # [outer-mutation-in-graph]
        self.table["step"] = 1  # [outer-mutation-in-graph]
        HISTORY.append(1)  # [outer-mutation-in-graph]
        registry.HISTORY.append(1)  # [outer-mutation-in-graph]
        return self.loss(x)  # [print-in-graph]

    @tf.function
    def notify(self, x):
        for callback in self.callbacks:
            callback.on_step(x)  # [print-in-graph]
        for hook in self.hooks:
            hook(x)  # [print-in-graph]
        return self.unknown(x)

    @tf.function
    def scaled(self, x):
        for y in self.scale:  # [print-in-graph]
            x += y
        return x * self.scale  # [print-in-graph]


@tf.function
def look_up(x, name):
    x = LOSSES.get(name)(x)  # [print-in-graph]
    x = ACTIVATIONS[name](x)  # [print-in-graph]
    x = SCHEDULES["warm"](x)  # [print-in-graph]
    x = HOOKS[name](x)  # [print-in-graph]
    return functions.HOOKS["log"](x)  # [print-in-graph]


class Options(NamedTuple):
    activation: object = None
    hooks: tuple = ()


class Held(tf.Module):
    def __init__(self, options: Options):
        self.options = options
        self._layers = {}
        self._layers["noisy"] = functions.noisy
        self._layers["pair"] = lambda pair: [first + 1 for first in pair]
        self._head = {}

    @property
    def head(self):
        return self._layers["noisy"]

    @tf.function(input_signature=[tf.TensorSpec([None])])
    def __call__(self, x, kind="pair"):
        x = self.options.activation(x)  # [print-in-graph]
        for hook in self.options.hooks:
            hook(x)  # [print-in-graph]
        y = self._layers[kind](x)  # [print-in-graph]
        first, second = y
        z = self.head(x)  # [print-in-graph]
        z["boxes"] = first
        return z


class Events:
    def __init__(self):
        self._handlers = {}

    def on(self, name, handler):
        self._handlers.setdefault(name, []).append(handler)

    def fire(self, name, *args):
        for handler in self._handlers.get(name, []):
            handler(*args)  # [print-in-graph]


class Base:
    def __init__(self, logger=print):
        self.logger = logger
        self.events = Events()

    @tf.function
    def step(self, x):
        self.logger("step")  # [print-in-graph]
        self.events.fire("step", x)
        return x
