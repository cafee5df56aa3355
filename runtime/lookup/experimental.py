"""`tf.lookup.experimental`."""

from runtime.core.absent import absent_from
from runtime.lookup.mutable import MutableHashTable

__all__ = ["MutableHashTable"]
__getattr__ = absent_from("tf.lookup.experimental")
