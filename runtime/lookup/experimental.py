"""`tf.lookup.experimental`."""

from runtime.core.absent import absent_from
from runtime.lookup.mutable import DenseHashTable, MutableHashTable

__all__ = ["DenseHashTable", "MutableHashTable"]
__getattr__ = absent_from("tf.lookup.experimental")
