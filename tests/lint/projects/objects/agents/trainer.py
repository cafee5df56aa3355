"""What the objects in here hold is made in other modules."""

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
