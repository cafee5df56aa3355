"""What losses, optimizers and training do under a strategy of `tf.distribute`."""

from __future__ import annotations

import runtime as tf
from runtime.core import nest
from runtime.core.context import strategy_level


def strategy():
    """The strategy that the running code belongs to, or None."""
    level = strategy_level()
    return None if level is None else level.strategy


def _replicas():
    found = strategy()
    return 1 if found is None else found.num_replicas_in_sync


def scaled(loss):
    """The share of a mean loss that one replica has in the loss of all."""
    count = _replicas()
    return loss if count == 1 else loss * tf.cast(1.0 / count, loss.dtype)


def unscaled(loss):
    """The mean loss of one replica, from its share."""
    count = _replicas()
    return loss if count == 1 else loss * tf.cast(count, loss.dtype)


def summed(gradients):
    """Gradients summed over all replicas, if a replica runs the code."""
    level = strategy_level()
    if level is None or level.replica is None:
        return gradients
    return level.replica.all_reduce("SUM", list(gradients))


def in_replicas(step, runner, reduction, whole=False):
    """`step` of a batch as a step of its parts, or of the whole of it, in each replica: results are their means, or joined for "concat"."""
    if runner is None:
        return step

    def distributed(batch):
        return nest.map_structure(lambda value: _reduced(value, reduction), runner.run(step, args=(batch if whole else runner.parts_of(batch),)))

    distributed.__name__ = step.__name__
    return distributed


def _reduced(value, reduction):
    if not isinstance(value, tf.distribute.DistributedValues) or isinstance(value, tf.Variable):
        return value
    parts = list(value.values)
    return tf.concat(parts, 0) if reduction == "concat" else tf.reduce_mean(tf.stack(parts), 0)
