"""Undoing broadcasting: what gradients of elementwise ops share."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from runtime.core.convert import convert_to_tensor
from runtime.core.dispatch import dispatch
from runtime.core.op_def import not_differentiable, op
from runtime.core.tensor import EagerTensor
from runtime.ops import array
from runtime.ops.reduction import reduce_sum
from runtime.ops.types import INDEX


def _reduced_axes(shape, full):
    """Axes along which a tensor of `shape` is repeated to get the shape `full`."""
    extra = len(full) - len(shape)
    return [axis for axis, size in enumerate(full) if axis < extra or shape[axis - extra] == 1]


@lru_cache(maxsize=1024)  # a training step asks for the same few shapes over and over
def _repeated(*shapes):
    """For each of two shapes, the axes along which it is repeated when they are brought together."""
    rank = max(map(len, shapes))
    full = [max(a, b) if 0 not in (a, b) else 0 for a, b in zip(*([1] * (rank - len(shape)) + list(shape) for shape in shapes))]
    return tuple(np.array(_reduced_axes(shape, full), np.int32) for shape in shapes)


def _gradient_args(s0, s1):
    return _repeated(tuple(s0.tolist()), tuple(s1.tolist()))


BROADCAST_GRADIENT_ARGS = op("BroadcastGradientArgs", "s0: T, s1: T -> r0: T, r1: T", kernel=_gradient_args,
                             infer=lambda inputs, attrs: [(None,), (None,)], types={"T": INDEX})
not_differentiable("BroadcastGradientArgs")


def unbroadcast(gradient, source):
    """`gradient`, of a broadcast shape, summed to the shape of `source`."""
    gradient = convert_to_tensor(gradient)
    dims, full = source._dims, gradient._dims
    if dims == full and (type(gradient) is EagerTensor or dims is not None and None not in dims):
        return gradient
    if dims is not None and full is not None and None not in dims and None not in full:
        axes = _reduced_axes(dims, full)
        if len(axes) == len(full) and not dims:
            return reduce_sum(gradient)
        return array.reshape(reduce_sum(gradient, axes), dims)
    shape = array.shape(source)
    axes = dispatch(BROADCAST_GRADIENT_ARGS, (shape, array.shape(gradient)))[0]
    return array.reshape(reduce_sum(gradient, axes), shape)


def elementwise_gradient(rule):
    """A gradient function of a binary elementwise op from ``rule(x, y, z, dz)``, which gives both before reduction."""
    def gradient(op, dz):
        x, y = op.inputs
        z = op.outputs[0]
        slices, dz = dz, convert_to_tensor(dz)  # IndexedSlices cannot be summed
        dx, dy = rule(x, y, z, dz)
        summed = unbroadcast if dz._dims == z._dims or not _known(dz, z) else _of_another_shape(z)
        if slices is not dz and dx is dz and y._dims == ():  # they stay what they are beside a number
            return [slices, None if dy is None else summed(dy, y)]
        return [None if dx is None else summed(dx, x), None if dy is None else summed(dy, y)]
    return gradient


def _known(*tensors):
    return all(tensor._dims is not None and None not in tensor._dims for tensor in tensors)


def _of_another_shape(result):
    """`unbroadcast` where the user gave a gradient that has not the shape of `result`: mostly an error of the reshaping."""
    def unbroadcast_by_result(gradient, source):
        axes = [] if source._dims == result._dims else _reduced_axes(source._dims, result._dims)
        if not axes and type(result) is not EagerTensor:
            return gradient
        return array.reshape(reduce_sum(gradient, axes), array.shape(source))
    return unbroadcast_by_result
