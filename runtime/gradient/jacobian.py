"""Jacobians, by one backward pass for each element (or column) of the target."""

from __future__ import annotations

import numpy as np

from runtime.core import nest
from runtime.core.context import context
from runtime.core.convert import constant, convert_to_tensor
from runtime.core.tensor_shape import TensorShape, is_compatible
from runtime.gradient.backprop import UnconnectedGradients, zeros_for
from runtime.gradient.indexed_slices import dense
from runtime.ops.array import reshape, shape, size, transpose
from runtime.ops.creation import one_hot, range_, zeros
from runtime.ops.control_flow.functional import map_fn
from runtime.ops.joining import concat, stack
from runtime.ops.rearrange import broadcast_to


def rows(function, count, dtypes):
    """``function(i)`` for i in ``range(count)``, each of its results stacked: a list of tensors.

    Args:
        function: index → list of tensors.
        count: an int, or a scalar tensor in graphs.
        dtypes: the dtype of each result.
    """
    if context.graph is not None:
        return map_fn(function, range_(count), fn_output_signature=list(dtypes))
    results = [function(constant(index)) for index in range(int(count))]
    return [stack(list(parts)) for parts in zip(*results)] if results else [zeros([0], dtype) for dtype in dtypes]


def _one_hot(index, count, dtype):
    """The unit vector number `index`."""
    if context.graph is None:
        seed = np.zeros(count, dtype.numpy_dtype)
        seed[int(index)] = 1
        return constant(seed)
    return one_hot(index, count, dtype=dtype)


def _passes(tape, target, sources, kind, count, seed):
    """For each source its gradients for ``seed(0)``, ``seed(1)``, … stacked; None where it is not connected."""
    missing = set()

    def one(index):
        gradients = tape._backward([target], [seed(index)], sources)
        missing.update(at for at, gradient in enumerate(gradients) if gradient is None)
        return [zeros_for(source) if gradient is None else dense(gradient) for gradient, source in zip(gradients, sources)]

    stacked = rows(one, count, [source.dtype if not source.dtype.numpy_dtype is None else source.handle_data[1]
                                for source in sources])
    if kind is UnconnectedGradients.ZERO:
        return stacked
    return [None if at in missing else value for at, value in enumerate(stacked)]


def _size(tensor):
    dims = tensor._dims
    return int(np.prod(dims)) if dims is not None and None not in dims else size(tensor)


def jacobian(tape, target, sources, kind):
    """`GradientTape.jacobian` for handles and tensors `sources`, possibly nested."""
    target = convert_to_tensor(target)
    flat = nest.flatten(sources)
    target_shape = shape(target)
    count = _size(target)
    stacked = _passes(tape, target, flat, kind, count,
                      lambda index: reshape(_one_hot(index, count, target.dtype), target_shape))
    results = []
    for value, source in zip(stacked, flat):
        if value is not None:
            value = reshape(value, concat([target_shape, shape(value)[1:]], 0))
        results.append(value)
    return nest.pack_sequence_as(sources, results)


def batch_jacobian(tape, target, source, kind):
    """`GradientTape.batch_jacobian`.

    Raises:
        ValueError: the first sizes differ, or a rank is below 2.
        IndexError: the target is a scalar.
    """
    target_dims, source_dims = target._dims, TensorShape(source.shape)._dims
    if target_dims == ():
        raise IndexError("list index out of range")
    for dims in (target_dims, source_dims):
        TensorShape(dims).with_rank_at_least(2)
    if not is_compatible((target_dims or (None,))[:1], (source_dims or (None,))[:1]):
        raise ValueError(f"Need first dimension of target shape ({target.shape}) and source shape ({source.shape}) to match.")
    target_shape, source_shape = shape(target), shape(source)
    if target_dims is not None and None not in target_dims:
        batch, width = target_dims[0], int(np.prod(target_dims[1:]))
    else:
        batch = target_shape[0]
        width = size(target) // batch

    def seed(index):
        return reshape(broadcast_to(_one_hot(index, width, target.dtype), stack([batch, width])), target_shape)

    [stacked] = _passes(tape, target, [getattr(source, "handle", source)], kind, width, seed)
    whole = concat([target_shape, source_shape[1:]], 0)
    if stacked is None:
        return zeros(whole, target.dtype)
    stacked = reshape(stacked, stack([width, batch, -1]))
    return reshape(transpose(stacked, [1, 0, 2]), whole)
