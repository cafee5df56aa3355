"""`tf.sparse.cross` and `cross_hashed`: for each row all combinations of one value of each column."""

from __future__ import annotations

from runtime.core import dtypes
from runtime.core.convert import convert_to_tensor
from runtime.core.dispatch import dispatch
from runtime.core.errors import invalid
from runtime.core.op_def import REQUIRED, TypeList, op
from runtime.core.tensor import Tensor
from runtime.core.tensor_shape import text
from runtime.ops.cast import cast
from runtime.ops.kernels import crossing
from runtime.sparse_tensor import SparseTensor

HASH_KEY = 0xDECAFCAFFE
CROSSED = TypeList("int64 string")


def _columns(arrays, count):
    """The columns as lists of rows, sparse ones first. `arrays` are indices, values and shapes of `count` sparse ones, then dense ones."""
    indices, values, shapes, dense = arrays[:count], arrays[count:2 * count], arrays[2 * count:3 * count], arrays[3 * count:]
    for number, shape in enumerate(shapes):
        if len(shape) != 2:
            raise invalid(f"shape should imply a 2D tensor, but got shape {text(shape)} at position {number}")
    for number, one in enumerate(dense):
        if one.ndim != 2:
            raise invalid(f"Dense inputs should be a matrix but received shape {text(one.shape)} at position {number}")
    size = int(shapes[0][0]) if count else len(dense[0])
    for number, shape in enumerate(shapes):
        if shape[0] != size:
            raise invalid(f"Expected batch size {size} got {shape[0]} at sparse tensor {number}")
    for number, one in enumerate(dense):
        if len(one) != size:
            raise invalid(f"Expected batch size {size} got {len(one)} at dense tensor {number}")
    return [*(crossing.rows_of_sparse(*parts, size) for parts in zip(indices, values)), *(one.tolist() for one in dense)]


def _cross(*arrays, N, sparse_types, dense_types):
    *arrays, separator = arrays
    return crossing.as_sparse(crossing.texts(_columns(arrays, N), separator.item() if hasattr(separator, "item") else separator), object)


def _cross_hashed(*arrays, N, hashed_output, num_buckets, hash_key, sparse_types, dense_types, out_type, internal_type):
    return crossing.as_sparse(crossing.numbers(_columns(arrays, N), hash_key, num_buckets), "int64")


def _infer(inputs, attrs):
    return [(None, 2), (None,), (2,)]


_INPUTS = "indices: N*int64, values: [sparse_types], shapes: N*int64, dense_inputs: [dense_types]"
_ATTRS = {"N": REQUIRED, "sparse_types": REQUIRED, "dense_types": REQUIRED}
CROSS = op("SparseCrossV2", f"{_INPUTS}, sep: string -> output_indices: int64, output_values: string, output_shape: int64", kernel=_cross,
           infer=_infer, attrs=_ATTRS, types={"sparse_types": CROSSED, "dense_types": CROSSED})
CROSS_HASHED = op("SparseCross", f"{_INPUTS} -> output_indices: int64, output_values: out_type, output_shape: int64", kernel=_cross_hashed,
                  infer=_infer, attrs={**_ATTRS, "hashed_output": REQUIRED, "num_buckets": REQUIRED, "hash_key": REQUIRED,
                                       "out_type": REQUIRED, "internal_type": REQUIRED},
                  types={"sparse_types": CROSSED, "dense_types": CROSSED, "out_type": CROSSED, "internal_type": CROSSED})


def _parts(inputs):
    """The inputs of the ops, and their attributes. Raises TypeError for what is no list of tensors."""
    if not isinstance(inputs, (tuple, list)):
        raise TypeError("Inputs must be a list")
    if not all(isinstance(item, (SparseTensor, Tensor)) for item in inputs):
        raise TypeError("All inputs must be Tensor or SparseTensor.")
    sparse = [item for item in inputs if isinstance(item, SparseTensor)]
    dense = [item for item in inputs if not isinstance(item, SparseTensor)]
    values = [_crossable(item.values) for item in sparse]
    dense = [_crossable(item) for item in dense]
    tensors = [*(item.indices for item in sparse), *values, *(item.dense_shape for item in sparse), *dense]
    return tensors, {"N": len(sparse), "sparse_types": tuple(item.dtype for item in values), "dense_types": tuple(item.dtype for item in dense)}


def _crossable(tensor):
    return tensor if tensor.dtype is dtypes.string else cast(tensor, dtypes.int64)


def cross(inputs, name=None, separator=None):
    """All combinations of the values in each row, as texts, sparse columns first.

    Args:
        inputs: a list of SparseTensors and matrices, of strings or integers.
        separator: what stands between the parts, "_X_" by default.
    """
    tensors, attrs = _parts(inputs)
    separator = convert_to_tensor("_X_" if separator is None else separator, dtypes.string)
    return SparseTensor(*dispatch(CROSS, [*tensors, separator], attrs, name))


def cross_hashed(inputs, num_buckets=0, hash_key=None, name=None):
    """As `cross`, but a number below `num_buckets` for each combination, or any if that is 0."""
    tensors, attrs = _parts(inputs)
    attrs.update(hashed_output=True, num_buckets=num_buckets, hash_key=HASH_KEY if hash_key is None else hash_key, out_type=dtypes.int64,
                 internal_type=_internal_type(attrs))
    return SparseTensor(*dispatch(CROSS_HASHED, tensors, attrs, name))


def _internal_type(attrs):
    return dtypes.string if dtypes.string in (*attrs["sparse_types"], *attrs["dense_types"]) else dtypes.int64
