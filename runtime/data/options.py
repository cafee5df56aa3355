"""`tf.data.Options`: accepted and kept; nothing of it changes which elements the runtime's pipelines give."""

from __future__ import annotations

import enum


class AutoShardPolicy(enum.IntEnum):
    """How elements are dealt out among workers."""

    OFF, AUTO, FILE, DATA, HINT = -1, 0, 1, 2, 3


class AutotuneAlgorithm(enum.Enum):
    """How TensorFlow finds the best number of threads."""

    DEFAULT, HILL_CLIMB, GRADIENT_DESCENT, MAX_PARALLELISM, STAGE_BASED = range(5)


class ExternalStatePolicy(enum.Enum):
    """What TensorFlow does with state outside a dataset that is serialized."""

    WARN, IGNORE, FAIL = range(3)


class _Group:
    """Options by name, None unless they are set."""

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return None


class AutotuneOptions(_Group):
    """Accepted and kept."""


class DistributeOptions(_Group):
    """Accepted and kept; `auto_shard_policy` is AUTO unless it is set."""

    auto_shard_policy = AutoShardPolicy.AUTO


class OptimizationOptions(_Group):
    """Accepted and kept."""


class ThreadingOptions(_Group):
    """Accepted and kept."""


class Options(_Group):
    """The options of a dataset; `autotune`, `distribute`, `experimental_optimization` and `threading` are groups of more."""

    def __init__(self):
        self.autotune, self.distribute, self.experimental_optimization, self.threading = (
            AutotuneOptions(), DistributeOptions(), OptimizationOptions(), ThreadingOptions())

    experimental_distribute = property(lambda self: self.distribute)
    experimental_threading = property(lambda self: self.threading)

    def merge(self, options):
        """New options: these, and over them those that are set in `options`."""
        result = Options()
        for source in (self, options):
            for name, value in vars(source).items():
                if isinstance(value, _Group):
                    vars(getattr(result, name)).update(vars(value))
                else:
                    setattr(result, name, value)
        return result
