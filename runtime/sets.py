"""`tf.sets`."""

from runtime.ops.sets import difference, intersection, size, union

__all__ = ["difference", "intersection", "size", "union"]
