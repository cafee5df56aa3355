"""`keras.tree`: nests of lists, tuples and dicts."""

from runtime.core.absent import absent_from
from runtime.core.nest import assert_same_structure, flatten, is_nested, map_structure, pack_sequence_as

__getattr__ = absent_from("tf.keras.tree")
