"""Ragged tensors (`tf.RaggedTensor`, `tf.ragged`): values cut into rows of different lengths. Loaded when first used.

    kernels         ops that are not made of others
    row_partition   how values are cut into rows
    slicing, conversion, tensor, spec   `RaggedTensor` and its spec
    dynamic_shape   the shape of a ragged value, and broadcasting
    elementwise, reductions, gathering, arrays, layers, text   what public functions do to ragged values
    crossing        crosses of features
    factory         ragged tensors from Python lists
"""

from runtime.core.absent import absent_from
from runtime.ragged.row_partition import row_splits_to_segment_ids, segment_ids_to_row_splits
from runtime.ragged.factory import constant, range_ as range  # noqa: A004 - TensorFlow's own name
from runtime.ragged.elementwise import map_flat_values
from runtime.ragged import arrays as _arrays, layers as _layers  # noqa: F401 - they register what functions do
from runtime.ragged import reductions as _reductions, text as _text  # noqa: F401 - so do these
from runtime.ragged.arrays import stack
from runtime.ragged.crossing import cross, cross_hashed
from runtime.ragged.gathering import boolean_mask, stack_dynamic_partitions
from runtime.ragged.spec import RaggedTensorSpec as _RaggedTensorSpec  # noqa: F401
from runtime.ragged.tensor import RaggedTensor as _RaggedTensor  # noqa: F401

__all__ = ["boolean_mask", "constant", "cross", "cross_hashed", "map_flat_values", "range", "row_splits_to_segment_ids", "segment_ids_to_row_splits",
           "stack", "stack_dynamic_partitions"]

__getattr__ = absent_from("tf.ragged")
