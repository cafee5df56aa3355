"""Seeds of stateful random ops: the global seed, the seeds of graphs, and those of ops that are given none."""

from __future__ import annotations

import os
import random
import threading

import numpy as np

from runtime.core.context import context

_DEFAULT = 87654321  # the graph-level seed where only the op has one
_LIMIT = 2**31 - 1


class _Global:
    """The global seed. `generation` counts its changes: every random state starts anew at each."""

    seed = None
    op_seeds = random.Random()
    generation = 0


_lock = threading.Lock()


def random_bits():
    """64 bits from the system's source of randomness (`secrets` has the same, and a slow import)."""
    return int.from_bytes(os.urandom(8), "little")


def global_seed():
    return _Global.seed


def generation():
    return _Global.generation


def set_seed(seed):
    """`tf.random.set_seed`: eagerly the global seed, in a graph that graph's. Restarts all random sequences.

    Functions keep the seed that was set when they were traced.
    """
    if context.graph is not None:
        context.graph.seed = seed
        return
    op_seeds = random.Random(seed if seed is None or isinstance(seed, (int, float, str, bytes)) else int(np.asarray(seed)))
    with _lock:
        _Global.op_seeds = op_seeds
        _Global.seed = seed
        _Global.generation += 1


def get_seed(op_seed):
    """(seed, seed2) for a random op: (None, None) if neither the op nor its surroundings have a seed."""
    graph = context.graph
    outer = _Global.seed if graph is None else graph.seed
    if outer is None:
        return (None, None) if op_seed is None else (_DEFAULT, op_seed % _LIMIT)
    if op_seed is None:
        if graph is None:
            with _lock:
                op_seed = _Global.op_seeds.randint(0, _LIMIT)
        else:
            op_seed = graph.random_ops = getattr(graph, "random_ops", -1) + 1
    seeds = outer % _LIMIT, op_seed % _LIMIT
    return (0, _LIMIT) if seeds == (0, 0) else seeds  # two zeros mean "no seed" to the kernels
