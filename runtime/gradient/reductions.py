"""Gradients of reductions and of cumulative ops."""

from __future__ import annotations

import numpy as np

from runtime.core import dtypes
from runtime.core.convert import constant_value, convert_to_tensor
from runtime.core.op_def import gradient
from runtime.core.tensor import EagerTensor, Tensor
from runtime.ops import array, creation, infer, joining
from runtime.ops.cast import cast, conj
from runtime.ops.comparison import equal, logical_not
from runtime.ops.gather_scatter import gather
from runtime.ops.math import divide_no_nan, exp, floordiv, floormod, log, maximum
from runtime.ops.rearrange import broadcast_to
from runtime.ops.reduction import cumprod, cumsum, cumulative_logsumexp, reduce_any, reduce_prod, reduce_sum
from runtime.ops.select import where


def _reduced_mask(x, axes):
    """A bool tensor that tells of each dimension of `x` whether it is reduced."""
    rank = array.rank(x)
    positions = floormod(array.reshape(cast(axes, dtypes.int32), [1, -1]), rank)
    return reduce_any(equal(array.reshape(creation.range_(rank), [-1, 1]), positions), 1)


def _kept_shape(x, axes):
    """The shape of `x` with size 1 on the reduced axes: a tuple if known, else a tensor."""
    known = constant_value(axes)
    if known is not None and x._dims is not None and None not in x._dims:
        reduced = {axis % len(x._dims) for axis in np.ravel(known).tolist()} if x._dims else ()
        return tuple(1 if axis in reduced else size for axis, size in enumerate(x._dims))
    return where(_reduced_mask(x, axes), 1, array.shape(x))


def _like_input(op, dy):
    """`dy` with the reduced axes back, each of size 1."""
    x, axes = op.inputs
    kept = _kept_shape(x, axes)
    if type(dy) is EagerTensor and not isinstance(kept, Tensor) and infer.product(dy._dims) != infer.product(kept):
        kept = convert_to_tensor(kept, dtypes.int32)  # the user's gradient has a wrong shape: the error's text tells tensors from lists
    return array.reshape(dy, kept), kept


def _spread(op, dy):
    x = op.inputs[0]
    dims = x._dims
    return broadcast_to(_like_input(op, dy)[0], dims if dims is not None and None not in dims else array.shape(x))


@gradient("Sum")
def _sum_grad(op, dy):
    return [_spread(op, dy), None]


@gradient("Mean")
def _mean_grad(op, dy):
    x, y = op.inputs[0], op.outputs[0]
    sizes = infer.product(x._dims or ()), infer.product(y._dims or ())
    if x._dims is not None and y._dims is not None and None not in sizes:
        count = convert_to_tensor(float(sizes[0] // max(sizes[1], 1)), dy.dtype)
    else:
        count = cast(floordiv(array.size(x), maximum(array.size(y), 1)), dy.dtype)
    return [_spread(op, dy) / count, None]


@gradient("Max", "Min")
def _extreme_grad(op, dy):
    x, y = op.inputs[0], op.outputs[0]
    dy, kept = _like_input(op, dy)
    chosen = cast(equal(array.reshape(y, kept), x), dy.dtype)
    return [chosen / array.reshape(reduce_sum(chosen, op.inputs[1]), kept) * dy, None]


@gradient("Prod")
def _prod_grad(op, dy):
    x, axes = op.inputs
    if x._dims is not None and 0 in x._dims:
        return [_spread(op, dy) * x, None]
    mask = _reduced_mask(x, axes)
    reduced, others = (array.reshape(cast(where(part), dtypes.int32), [-1]) for part in (mask, logical_not(mask)))
    order = joining.concat([reduced, others], 0)
    moved = array.transpose(x, order)
    flat = array.reshape(moved, joining.stack([reduce_prod(gather(array.shape(x), reduced)), -1]))
    rest = cumprod(flat, 0, exclusive=True) * cumprod(flat, 0, exclusive=True, reverse=True)
    product = array.transpose(array.reshape(conj(rest), array.shape(moved)), array.invert_permutation(order))
    return [_spread(op, dy) * array.reshape(product, array.shape(x)), None]


@gradient("EuclideanNorm")
def _norm_grad(op, dy):
    x, y = op.inputs[0], op.outputs[0]
    scaled, kept = _like_input(op, dy)
    return [x / (array.reshape(y, kept) / scaled), None]


@gradient("Cumsum")
def _cumsum_grad(op, dy):
    return [cumsum(dy, op.inputs[1], op.attrs["exclusive"], not op.attrs["reverse"]), None]


@gradient("Cumprod")
def _cumprod_grad(op, dy):
    x, axis = op.inputs
    exclusive, reverse = op.attrs["exclusive"], op.attrs["reverse"]
    product = cumprod(x, axis, exclusive, reverse)
    return [divide_no_nan(cumsum(product * dy, axis, exclusive, not reverse), x), None]


@gradient("CumulativeLogsumexp")
def _cumulative_logsumexp_grad(op, dy):
    x, axis = op.inputs
    exclusive, reverse = op.attrs["exclusive"], op.attrs["reverse"]
    lowest = convert_to_tensor(dy.dtype.min, dy.dtype)

    def part(sign):
        magnitude = where(sign * dy > 0, log(sign * dy), lowest)
        return exp(cumulative_logsumexp(magnitude - op.outputs[0], axis, exclusive, not reverse) + x)

    return [part(1) - part(-1), None]
