"""Which strategy and which replica the running code belongs to."""

from __future__ import annotations

import contextlib
from typing import NamedTuple

from runtime.core.context import context, everywhere

IN_REPLICA = "Method requires being in cross-replica context, use get_replica_context().merge_call()"


class Level(NamedTuple):
    """A strategy in scope, or, with `replica`, code that one of its replicas runs."""

    strategy: object
    replica: object = None


_own = []  # the level of the default strategy, made on first use


def default_level(make=None):
    """The level of code that no strategy runs."""
    if not _own and make is not None:
        _own.append(make())
    return everywhere[0] if everywhere else _own[0]


def set_default(level):
    """Have all code that is in no scope belong to a level; None for the default strategy."""
    everywhere[:] = [] if level is None else [level]


def current():
    """The innermost level."""
    return context.strategies[-1] if context.strategies else default_level()


@contextlib.contextmanager
def entered(level, place):
    """Run a block on a level."""
    outer = context.strategies, context.place
    context.strategies, context.place = (*context.strategies, level), place
    try:
        yield
    finally:
        context.strategies, context.place = outer


def get_strategy():
    """The strategy in whose scope or replica the code is; one that changes nothing if there is none."""
    return current().strategy


def get_replica_context():
    """The replica that runs the code; None in a scope and in `merge_call`, where it runs for all of them."""
    return current().replica


def has_strategy():
    """Whether there is a strategy other than the default one."""
    return get_strategy() is not _own[0].strategy


def in_cross_replica_context():
    """Whether the code runs once for all replicas."""
    return current().replica is None


def require_cross_replica(strategy):
    """Raise RuntimeError in a replica, or in the scope of another strategy."""
    level = current()
    if level.strategy is strategy:
        if level.replica is not None and strategy is not _own[0].strategy:
            raise RuntimeError(IN_REPLICA)
    elif level.strategy is not _own[0].strategy:
        raise mixed(level.strategy, strategy)


def mixed(current_strategy, strategy):
    return RuntimeError(f"Mixing different tf.distribute.Strategy objects: {current_strategy} is not {strategy}")
