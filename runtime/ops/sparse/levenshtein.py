"""`tf.edit_distance`: Levenshtein's distance of sequences that are the last dimension of sparse tensors."""

from __future__ import annotations

import numpy as np

from runtime.core import errors
from runtime.core.convert import constant_value
from runtime.core.dispatch import dispatch
from runtime.core.errors import invalid
from runtime.core.op_def import not_differentiable, op
from runtime.core.tensor_shape import text
from runtime.sparse_tensor import SparseTensor


def _distance(left, right):
    """How many insertions, deletions and replacements make one list into the other."""
    row = list(range(len(right) + 1))
    for number, item in enumerate(left, 1):
        before, row[0] = row[0], number
        for at, other in enumerate(right, 1):
            before, row[at] = row[at], min(row[at] + 1, row[at - 1] + 1, before + (item != other))
    return row[-1]


def _groups(indices, values, sizes):
    """Position in the result → the sequence there, in the order of the indices."""
    found = {}
    flat = np.asarray(values).tolist()
    strides = [int(np.prod(sizes[axis + 1:])) for axis in range(len(sizes))]
    for index, value in zip(indices.tolist(), flat):
        found.setdefault(sum(at * stride for at, stride in zip(index, strides)), []).append(value)
    limit = int(np.prod(sizes))
    for position in found:
        if not 0 <= position < limit:
            raise errors.InternalError(None, None, f"Got an inner product {position} which would require writing to outside of the buffer for the "
                                       f"output tensor (max elements {limit})")
    return found


def _edit_distance(indices, values, shape, truth_indices, truth_values, truth_shape, normalize):
    for name, sizes in (("truth_shape", truth_shape), ("hypothesis_shape", shape)):
        if len(sizes) < 2:
            raise invalid(f"Input SparseTensors must have rank at least 2, but {name} rank is: {len(sizes)}")
    if len(shape) != len(truth_shape):
        raise invalid(f"Expected truth and hypothesis to have matching ranks, but their shapes are: {text(np.shape(truth_shape))} and "
                      f"{text(np.shape(shape))}")
    sizes = np.maximum(shape, truth_shape)[:-1].tolist()
    result = np.zeros(sizes, np.float32)
    hypotheses, truths = _groups(indices, values, sizes), _groups(truth_indices, truth_values, sizes)
    for position in {*hypotheses, *truths}:
        mine, its = hypotheses.get(position, ()), truths.get(position, ())
        distance = np.float32(_distance(mine, its))
        with np.errstate(divide="ignore"):
            result.reshape(-1)[position] = distance / np.float32(len(its)) if normalize else distance
    return result


def _infer(inputs, attrs):
    sizes = [constant_value(inputs[at]) for at in (2, 5)]
    if any(known is None for known in sizes) or len(sizes[0]) != len(sizes[1]):
        return None
    return tuple(np.maximum(*sizes)[:-1].tolist())


EDIT_DISTANCE = op("EditDistance", "hypothesis_indices: int64, hypothesis_values: T, hypothesis_shape: int64, truth_indices: int64, "
                   "truth_values: T, truth_shape: int64 -> output: float32", kernel=_edit_distance, infer=_infer, attrs={"normalize": True})
not_differentiable("EditDistance")


def edit_distance(hypothesis, truth, normalize=True, name="edit_distance"):
    """How many insertions, deletions and replacements make each sequence of `hypothesis` into that of `truth`, float32.

    Args:
        hypothesis, truth: sparse tensors of one dtype; their last dimension is that of the sequences.
        normalize: divide by the length of the true sequence.

    Raises:
        TypeError: one is no sparse tensor.
        InvalidArgumentError: their ranks differ or are below 2.
    """
    for given, what in ((hypothesis, "Hypothesis"), (truth, "Truth")):
        if not isinstance(given, SparseTensor):
            raise TypeError(f"{what} must be a SparseTensor.")
    return dispatch(EDIT_DISTANCE, (hypothesis.indices, hypothesis.values, hypothesis.dense_shape, truth.indices, truth.values,
                                    truth.dense_shape), {"normalize": normalize}, name)
