"""`tf.random`."""

from runtime.ops.random import categorical, normal, set_seed, shuffle, truncated_normal, uniform

__all__ = ["categorical", "normal", "set_seed", "shuffle", "truncated_normal", "uniform"]
