"""What calls graph functions of another module with objects of a third."""

import tensorflow as tf

from . import steps
from .settings import FROZEN, SETTINGS, Compared, Settings
from .steps import Trainer, run, run_frozen, step


class Shared(Settings):
    pass


x = tf.constant(1.0)
step(x, Settings())  # [unhashable-argument-in-graph]
step(x, SETTINGS)  # [unhashable-argument-in-graph]
steps.step(x, Shared())  # [unhashable-argument-in-graph]
step(x, Compared())
step(x, FROZEN)
run(x, SETTINGS)
run_frozen(x, FROZEN)
Trainer(SETTINGS).train(x)
