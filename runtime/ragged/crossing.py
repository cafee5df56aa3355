"""`tf.ragged.cross` and `cross_hashed`: for each row all combinations of one value of each column."""

from __future__ import annotations

import numpy as np

from runtime.core import dtypes
from runtime.core.dispatch import dispatch
from runtime.core.errors import invalid
from runtime.core.op_def import REQUIRED, op
from runtime.ops import types
from runtime.ops.cast import cast
from runtime.ops.kernels import crossing
from runtime.ops.scope import scope
from runtime.ops.sparse.sparse_cross import CROSSED, HASH_KEY
from runtime.ragged.tensor import RaggedTensor, as_tensor
from runtime.sparse_tensor import SparseTensor


def _cross(*arrays, Nsparse, input_order, hashed_output, num_buckets, hash_key, ragged_values_types, ragged_splits_types, sparse_values_types,
           dense_types, out_values_type, out_row_splits_type):
    arrays = iter(arrays)

    def take(count):
        return [next(arrays) for _ in range(count)]
    count = len(ragged_values_types)
    ragged = [[values[start:stop].tolist() for start, stop in zip(splits, splits[1:])] for values, splits in zip(take(count), take(count))]
    indices, values, shapes = take(Nsparse), take(Nsparse), take(Nsparse)
    dense = take(len(dense_types))
    if any(one.ndim != 2 for one in dense) or any(len(shape) != 2 for shape in shapes):
        raise invalid("tf.ragged.cross only supports inputs with rank=2.")
    sizes = [*map(len, ragged), *(int(shape[0]) for shape in shapes), *map(len, dense)]
    if len(set(sizes)) > 1:
        raise invalid("inputs must all have the same batch dimension size.")
    queues = {"R": iter(ragged), "D": iter([one.tolist() for one in dense]),
              "S": (crossing.rows_of_sparse(at, one, int(shape[0])) for at, one, shape in zip(indices, values, shapes))}
    columns = [next(queues[letter]) for letter in input_order]
    rows = crossing.numbers(columns, hash_key, num_buckets) if hashed_output else crossing.texts(columns, b"_X_")
    splits = np.cumsum([0, *map(len, rows)]).astype(out_row_splits_type.numpy_dtype)
    return crossing.flat(rows, np.int64 if hashed_output else object), splits


CROSS = op("RaggedCross", "ragged_values: [ragged_values_types], ragged_row_splits: [ragged_splits_types], sparse_indices: Nsparse*int64, "
           "sparse_values: [sparse_values_types], sparse_shape: Nsparse*int64, dense_inputs: [dense_types] -> "
           "output_values: out_values_type, output_row_splits: out_row_splits_type", kernel=_cross, infer=lambda inputs, attrs: [(None,), (None,)],
           attrs=dict.fromkeys(("Nsparse", "input_order", "hashed_output", "num_buckets", "hash_key", "ragged_values_types", "ragged_splits_types",
                                "sparse_values_types", "dense_types", "out_values_type", "out_row_splits_type"), REQUIRED),
           types={"ragged_values_types": CROSSED, "ragged_splits_types": types.INDEX, "sparse_values_types": CROSSED, "dense_types": CROSSED,
                  "out_values_type": CROSSED, "out_row_splits_type": types.INDEX})


def cross(inputs, name=None):
    """All combinations of the values in each row, as texts joined by "_X_", in the order of the columns.

    Args:
        inputs: a list of ragged, sparse and dense tensors of two axes, of strings or integers.
    """
    return _crossed(inputs, False, 0, None, name)


def cross_hashed(inputs, num_buckets=0, hash_key=None, name=None):
    """As `cross`, but a number below `num_buckets` for each combination, or any if that is 0."""
    return _crossed(inputs, True, num_buckets, hash_key, name)


def _crossed(inputs, hashed, num_buckets, hash_key, name):
    if not isinstance(inputs, (tuple, list)):
        raise TypeError("Inputs must be a list")
    hash_key = HASH_KEY if hash_key is None else hash_key
    by_kind = {"R": [], "S": [], "D": []}
    order = ""
    with scope(name, "RaggedCross"):
        for number, one in enumerate(inputs):
            one = one if isinstance(one, (SparseTensor, RaggedTensor)) else as_tensor(one)
            if one.dtype.is_integer:
                one = cast(one, dtypes.int64)
            elif one.dtype is not dtypes.string:
                raise ValueError(f"Unexpected dtype for inputs[{number}]: {one.dtype}")
            if isinstance(one, RaggedTensor) and one.ragged_rank != 1:
                raise ValueError("tf.ragged.cross only supports inputs with rank=2")
            order += "R" if isinstance(one, RaggedTensor) else "S" if isinstance(one, SparseTensor) else "D"
            by_kind[order[-1]].append(one)
        ragged, sparse, dense = by_kind.values()
        splits = [one.row_splits for one in ragged]
        short = splits and all(one.dtype is dtypes.int32 for one in splits)
        attrs = {"Nsparse": len(sparse), "input_order": order, "hashed_output": hashed, "num_buckets": num_buckets,
                 "hash_key": hash_key - 2 ** 64 if hash_key > 2 ** 63 else hash_key, "ragged_values_types": tuple(one.dtype for one in ragged),
                 "ragged_splits_types": tuple(one.dtype for one in splits), "sparse_values_types": tuple(one.dtype for one in sparse),
                 "dense_types": tuple(one.dtype for one in dense), "out_values_type": dtypes.int64 if hashed else dtypes.string,
                 "out_row_splits_type": dtypes.int32 if short else dtypes.int64}
        tensors = [*(one.values for one in ragged), *splits, *(one.indices for one in sparse), *(one.values for one in sparse),
                   *(one.dense_shape for one in sparse), *dense]
        return RaggedTensor.from_row_splits(*dispatch(CROSS, tensors, attrs, name), validate=False)
