"""Reading and writing by index: gather, scatter, boolean masks."""

from __future__ import annotations

import math

import numpy as np

from runtime.core import dtypes, errors
from runtime.core.context import context
from runtime.core.convert import constant_value, convert_to_tensor
from runtime.core.dispatch import dispatch
from runtime.core.errors import invalid
from runtime.core.op_def import TypeList, gradient, op, static
from runtime.core.tensor import Tensor
from runtime.core.tensor_shape import TensorShape, text
from runtime.ops import array, cast as casting, creation, infer, joining, rearrange, reduction, shapes, types
from runtime.ops.scope import scope
from runtime.ops.select import where
from runtime.ops.shapes import reading
from runtime.ops.kernels.index_checks import check_indices, check_scatter, check_tensor_scatter, first_bad, outside
from runtime.ops.types import INDEX
from runtime.core.indexed_slices import IndexedSlices
from runtime.ops.comparison import equal

_GATHER_INDEX = TypeList("int16 int32 int64")


# -- gather --------------------------------------------------------------------------------------------------------

def _gather(params, indices, axis, batch_dims):
    if np.ndim(axis):
        raise invalid("axis must be scalar")
    params, indices, axis = np.asarray(params), np.asarray(indices), int(axis)
    count = indices.ndim
    if not params.ndim:
        raise invalid("params must be at least 1 dimensional")
    if not -params.ndim <= axis < params.ndim:
        raise invalid(f"Shape must be at least rank {-axis if axis < 0 else axis + 1} but is rank {params.ndim}")
    axis %= params.ndim
    if not -count <= batch_dims <= count:
        raise invalid(f"Expected batch_dims in the range [{-count}, {count}], but got {batch_dims}")
    batch_dims += count if batch_dims < 0 else 0
    if batch_dims:
        if batch_dims > axis:
            raise invalid(f"batch_dims ({batch_dims}) must be less than or equal to axis ({axis}).")
        for at in range(batch_dims):
            if params.shape[at] != indices.shape[at]:
                raise invalid(f"params.shape[{at}]: {params.shape[at]} should be equal to indices.shape[{at}]: "
                               f"{indices.shape[at]}")
    limit = params.shape[axis]
    if not params.size and limit:  # nothing to read: TensorFlow does not look at the indices
        indices = np.zeros_like(indices)
    if indices.size and not (0 <= indices.min() and indices.max() < limit):
        check_indices(indices, limit)
    if not batch_dims:
        return params.take(indices, axis) if params.dtype != object else np.asarray(
            params[(slice(None),) * axis + (indices, ...)], object)
    return _batch_gather(params, indices, axis, batch_dims)


def _batch_gather(params, indices, axis, batch_dims):
    """``result[b…, o…, i…, r…] = params[b…, o…, indices[b…, i…], r…]``"""
    outer, inner = axis - batch_dims, indices.ndim - batch_dims
    index = []
    for at in range(axis):
        size = params.shape[at]
        index.append(np.arange(size).reshape((1,) * at + (size,) + (1,) * (axis + inner - at - 1)))
    index.append(np.reshape(indices, indices.shape[:batch_dims] + (1,) * outer + indices.shape[batch_dims:]))
    return params[tuple(index)]


@reading
def _gather_infer(read, attrs):
    params, indices = infer.with_rank_at_least(read.dims(0), 1), read.dims(1)
    infer.with_rank(read.dims(2), 0)
    axis = read.value(2)
    batch_dims = attrs["batch_dims"]
    if axis is not None:
        axis = int(axis)
        infer.with_rank_at_least(params, -axis if axis < 0 else axis + 1)
        infer.with_rank_at_least(indices, abs(batch_dims))
    if params is None or indices is None:
        return None
    if batch_dims < 0:
        batch_dims += len(indices)
    if axis is None:
        return (None,) * (len(params) + len(indices) - 1 - batch_dims)
    axis %= len(params)
    return params[:axis] + indices[batch_dims:] + params[axis + 1:]


GATHER = op("GatherV2", "params: Tparams, indices: Tindices, axis: Taxis -> output: Tparams", kernel=_gather,
            infer=_gather_infer, attrs={"batch_dims": 0}, types={"Tindices": _GATHER_INDEX, "Taxis": INDEX})
static("GatherV2")


def gather(params, indices, validate_indices=None, axis=None, batch_dims=0, name=None):
    """The slices of `params` along `axis` (`batch_dims`) at `indices`; the first `batch_dims` axes of both run together.

    Raises:
        InvalidArgumentError: an index is out of range.
    """
    if axis is None:
        axis = batch_dims
    batch_dims = batch_dims or 0
    read = None if isinstance(params, Tensor) else getattr(params, "sparse_read", None)
    if read is not None or batch_dims:
        at = axis if isinstance(axis, int) else constant_value(axis)
        if at is not None and not np.ndim(at) and at == 0:
            if read is not None:
                return read(indices, name=name)
            batch_dims = 0  # as TensorFlow, which forgets it here
    return dispatch(GATHER, (params, indices, axis), {"batch_dims": batch_dims}, name)


@gradient("GatherV2")
def _gather_grad(op, dy):
    params, indices, axis = op.inputs
    batch_dims = op.get_attr("batch_dims")
    at = shapes.folded(axis)
    dy = convert_to_tensor(dy)
    if at is not None and int(at) == 0 and not batch_dims:
        size = array.shape(params)
        flat = array.reshape(indices, [-1])
        values = array.reshape(dy, joining.concat([array.shape(flat), size[1:]], 0))
        return [IndexedSlices(values, flat, size), None, None]
    if at is None or params._dims is None or indices._dims is None:
        raise errors.MissingOpError("the runtime has no gradient of GatherV2 along an axis that is not known, or with "
                                    "operands of unknown rank")
    return [_axis_gradient(params, indices, int(at) % len(params._dims), batch_dims % (len(indices._dims) + 1)
                           if batch_dims >= 0 else batch_dims + len(indices._dims), dy), None, None]


def _axis_gradient(params, indices, axis, batch_dims, dy):
    """The gradient of a gather along `axis`: the indexed axis is brought behind the batch, both flattened and summed."""
    rank, inner = len(params._dims), len(indices._dims) - batch_dims
    batch = list(range(batch_dims))
    outer = list(range(batch_dims, axis))
    # dy: batch, outer, inner indices, rest → batch, inner indices, outer, rest
    after = list(range(axis + inner, rank - 1 + inner))
    dy = array.transpose(dy, batch + list(range(axis, axis + inner)) + outer + after)
    order = batch + [axis] + outer + list(range(axis + 1, rank))  # of the axes of params
    size = array.shape(params)
    sizes = gather(size, order)
    rest = sizes[batch_dims + 1:]
    limit = size[axis]
    if batch_dims:
        count = reduction.reduce_prod(size[:batch_dims])
        offsets = array.reshape(creation.range_(count), joining.concat([size[:batch_dims], [1] * inner], 0))
        indices = casting.cast(indices, dtypes.int32) + offsets * limit
        flat_size = count * limit
    else:
        indices, flat_size = casting.cast(indices, dtypes.int32), limit
    flat = array.reshape(indices, [-1, 1])
    dy = array.reshape(dy, joining.concat([array.shape(flat)[:1], rest], 0))
    summed = scatter_nd(flat, dy, joining.concat([[flat_size], rest], 0))
    return array.transpose(array.reshape(summed, sizes), np.argsort(order).tolist())


def _gather_nd(params, indices, bad_indices_policy):
    params, indices = np.asarray(params), np.asarray(indices)
    if not params.ndim:
        raise invalid("params must be at least a vector")
    if not indices.ndim:
        raise invalid("indices must be at least a vector")
    depth = indices.shape[-1]
    if depth > params.ndim:
        raise invalid(f"index innermost dimension length must be <= params rank; saw: {depth} vs. {params.ndim}")
    if not params.size and math.prod(indices.shape[:-1]):
        raise invalid(f"Requested more than 0 entries, but params is empty.  Params shape: {text(params.shape)}")
    ignored = outside(indices, params.shape) if bad_indices_policy == "IGNORE" else None
    if ignored is not None and ignored.any():
        result = params[tuple(np.moveaxis(np.where(ignored[..., None], 0, indices), -1, 0)) + (...,)]
        result[ignored] = b"" if result.dtype == object else 0
        return result
    bad = first_bad(indices, params.shape)
    if bad is not None:
        place, index = bad
        where = f"[{','.join(map(str, place))}]" if place else ""
        raise invalid(f"indices{where} = [{', '.join(map(str, index))}] does not index into param "
                       f"shape {text(params.shape)}, node name: GatherNd")
    if not depth:  # each empty tuple stands for the whole of `params`
        return np.array(np.broadcast_to(params, indices.shape[:-1] + params.shape))
    return params[tuple(np.moveaxis(indices, -1, 0)) + (...,)]


def _gather_nd_infer(inputs, attrs):
    params, indices = inputs[0]._dims, infer.with_rank_at_least(inputs[1]._dims, 1)
    if params is None or indices is None or indices[-1] is None:
        return None
    if indices[-1] > len(params):
        raise ValueError(f"indices.shape[-1] must be <= params.rank, but saw indices shape: {text(indices)} and params "
                         f"shape: {text(params)}")
    return indices[:-1] + params[indices[-1]:]


GATHER_ND = op("GatherNd", "params: Tparams, indices: Tindices -> output: Tparams", kernel=_gather_nd,
               infer=_gather_nd_infer, types={"Tindices": _GATHER_INDEX}, attrs={"bad_indices_policy": ""})


def gather_nd(params, indices, batch_dims=0, name=None, bad_indices_policy=""):
    """The slices of `params` at `indices`, whose last axis holds index tuples.

    Raises:
        InvalidArgumentError: an index is out of range.
    """
    if not batch_dims:
        read = getattr(params, "gather_nd", None)
        if read is not None and not isinstance(params, Tensor):
            return read(indices, name=name)
        return dispatch(GATHER_ND, (params, indices), {"bad_indices_policy": bad_indices_policy}, name)
    return _batch_gather_nd(params, indices, batch_dims, name, bad_indices_policy)


def _batch_gather_nd(params, indices, batch_dims, name, policy):
    with scope(name, "BatchGatherND"):
        indices = convert_to_tensor(indices, name="indices")
        params = convert_to_tensor(params, name="params")
        if not isinstance(batch_dims, int):
            raise TypeError(f"Argument `batch_dims` must be an int; got {batch_dims}")
        if batch_dims < 0:
            raise ValueError("tf.gather_nd does not allow negative batch_dims.")
        for what, dims in (("indices", indices._dims), ("params", params._dims)):
            if dims is not None and batch_dims >= len(dims):
                raise ValueError(f"Argument `batch_dims` = {batch_dims} must be less than rank(`{what}`) = {len(dims)}")
        sizes = array.shape(indices)
        batch = array.shape(params)[:batch_dims]
        # The places of the batch, `[b1 · b2, 2]`, before the index tuples of each, `[b1 · b2, i1, …, c]`.
        ranges = [casting.cast(creation.range_(size), indices.dtype) for size in joining.unstack(batch)]
        grid = array.transpose(joining.stack([array.reshape(axis, [-1]) for axis in rearrange.meshgrid(*ranges, indexing="ij")]))
        inner = creation.ones([array.rank(indices) - batch_dims - 1], dtypes.int32)
        places = array.shape(grid)
        grid = array.reshape(grid, joining.concat([places[:1], inner, places[1:]], 0))
        grid = rearrange.tile(grid, joining.concat([(1,), sizes[batch_dims:-1], (1,)], 0))
        flat = array.reshape(indices, joining.concat([[reduction.reduce_prod(batch)], sizes[batch_dims:]], 0))
        taken = dispatch(GATHER_ND, (params, joining.concat([grid, flat], -1)), {"bad_indices_policy": policy})
        return array.reshape(taken, joining.concat([batch, array.shape(taken)[1:]], 0))


@gradient("GatherNd")
def _gather_nd_grad(op, dy):
    params, indices = op.inputs
    size = array.shape(params, out_type=indices.dtype)
    if indices._dims is not None and len(indices._dims) == 2 and indices._dims[-1] == 1:
        return [IndexedSlices(dy, array.squeeze(indices, -1), size), None]
    return [scatter_nd(indices, dy, size), None]


# -- scatter -------------------------------------------------------------------------------------------------------

def _scatter_nd(indices, updates, shape, bad_indices_policy):
    dims = shape.tolist()
    indices = np.asarray(indices)
    updates = np.asarray(updates)
    if bad_indices_policy == "IGNORE" and indices.ndim and updates.shape[:indices.ndim - 1] == indices.shape[:-1]:
        kept = ~outside(indices, dims)
        indices, updates = indices[kept], updates[kept]
    check_scatter(indices, updates, dims)
    if updates.dtype == object:
        result = np.full(dims, b"", object)
        for place, update in zip(indices.reshape(-1, indices.shape[-1]).tolist(), updates.reshape(-1)):
            result[tuple(place)] += update
        return result
    result = np.zeros(dims, updates.dtype)
    if indices.size:
        np.add.at(result, tuple(np.moveaxis(indices, -1, 0)), updates)
    return result


def _check_scatter_shapes(dims, indices, updates):
    if dims is not None and infer.product(dims) == 0 and any(
            infer.product(d) for d in (indices, updates) if d is not None):
        raise ValueError("Indices and updates specified for empty input")
    if indices is None or updates is None or not updates or not indices or indices[-1] is None:
        return
    outer, depth = len(indices) - 1, indices[-1]
    try:
        shapes.merge(indices[:-1], updates[:outer])
    except ValueError as error:
        raise ValueError(f"Dimensions [0,{outer}) of indices[shape={text(indices)}] = {text(indices[:-1])} must match "
                         f"dimensions [0,{outer}) of updates[shape={text(updates)}] = {text(updates[:outer])}: {error}"
                         ) from None
    if dims is None:
        return
    try:
        shapes.merge(dims[depth:], updates[outer:])
    except ValueError as error:
        raise ValueError(f"Dimensions [{depth},{len(dims)}) of input[shape={text(dims)}] = {text(dims[depth:])} must match "
                         f"dimensions [{outer},{len(updates)}) of updates[shape={text(updates)}] = {text(updates[outer:])}: "
                         f"{error}") from None


@reading
def _scatter_nd_infer(read, attrs):
    for index in (0, 1):
        infer.with_rank_at_least(read.dims(index), 1)
    dims = read.shape(2)
    _check_scatter_shapes(dims, read.dims(0), read.dims(1))
    return dims


def _tensor_scatter_infer(inputs, attrs):
    for tensor in inputs[:2]:
        infer.with_rank_at_least(tensor._dims, 1)
    _check_scatter_shapes(inputs[0]._dims, inputs[1]._dims, inputs[2]._dims)
    return inputs[0]._dims


SCATTER_ND = op("ScatterNd", "indices: Tindices, updates: T, shape: Tindices -> output: T", kernel=_scatter_nd,
                infer=_scatter_nd_infer, types={"Tindices": _GATHER_INDEX}, attrs={"bad_indices_policy": ""}, unserved={"Tindices": "int16"})


def scatter_nd(indices, updates, shape, name=None, bad_indices_policy=""):
    """Zeros of `shape` with `updates` added at `indices`, whose last axis holds index tuples.

    Raises:
        InvalidArgumentError: an index is out of range, or the shapes do not fit.
    """
    return dispatch(SCATTER_ND, (indices, updates, shape), {"bad_indices_policy": bad_indices_policy}, name)


@gradient("ScatterNd")
def _scatter_nd_grad(op, dy):
    return [None, gather_nd(dy, op.inputs[0]), None]


def _assign(target, place, updates):
    target[place] = updates


def _tensor_scatter(kind, combine, indices=types.INDEX, **unserved):
    """Declare ``TensorScatter…``."""
    def kernel(tensor, indices, updates, bad_indices_policy):
        indices = np.asarray(indices)
        result = np.array(tensor)
        check_tensor_scatter(indices, updates, result.shape)
        if indices.size:
            combine(result, tuple(np.moveaxis(indices, -1, 0)), updates)
        return result

    return op(f"TensorScatter{kind}", "tensor: T, indices: Tindices, updates: T -> output: T", kernel=kernel,
              infer=_tensor_scatter_infer, types={"Tindices": indices}, attrs={"bad_indices_policy": ""}, unserved=unserved)


_UPDATE = _tensor_scatter("Update", _assign, "int16 int32 int64 uint16", Tindices="int16 uint16")
_ADD = _tensor_scatter("Add", np.add.at, T="bool string")
_SUB = _tensor_scatter("Sub", np.subtract.at, T="bool string")
_MIN = _tensor_scatter("Min", np.minimum.at, T="bool string complex64 complex128")
_MAX = _tensor_scatter("Max", np.maximum.at, T="bool string complex64 complex128")


def tensor_scatter_nd_update(tensor, indices, updates, name=None, bad_indices_policy=""):
    """`tensor` with `updates` in place of its slices at `indices`; the last of duplicates counts.

    Raises:
        InvalidArgumentError: an index is out of range, or the shapes do not fit.
    """
    return dispatch(_UPDATE, (tensor, indices, updates), {"bad_indices_policy": bad_indices_policy}, name)


def tensor_scatter_nd_add(tensor, indices, updates, name=None, bad_indices_policy=""):
    """`tensor` with `updates` added to its slices at `indices`."""
    return dispatch(_ADD, (tensor, indices, updates), {"bad_indices_policy": bad_indices_policy}, name)


def tensor_scatter_nd_sub(tensor, indices, updates, name=None, bad_indices_policy=""):
    """`tensor` with `updates` subtracted from its slices at `indices`."""
    return dispatch(_SUB, (tensor, indices, updates), {"bad_indices_policy": bad_indices_policy}, name)


def tensor_scatter_nd_min(tensor, indices, updates, name=None, bad_indices_policy=""):
    """`tensor` with the lesser of its slices at `indices` and `updates` there."""
    return dispatch(_MIN, (tensor, indices, updates), {"bad_indices_policy": bad_indices_policy}, name)


def tensor_scatter_nd_max(tensor, indices, updates, name=None, bad_indices_policy=""):
    """`tensor` with the greater of its slices at `indices` and `updates` there."""
    return dispatch(_MAX, (tensor, indices, updates), {"bad_indices_policy": bad_indices_policy}, name)


@gradient("TensorScatterUpdate")
def _update_grad(op, dy):
    _, indices, updates = op.inputs
    return [tensor_scatter_nd_update(dy, indices, creation.zeros_like(updates)), None, gather_nd(dy, indices)]


@gradient("TensorScatterAdd")
def _add_grad(op, dy):
    return [dy, None, gather_nd(dy, op.inputs[1])]


@gradient("TensorScatterSub")
def _sub_grad(op, dy):
    return [dy, None, -gather_nd(dy, op.inputs[1])]


@gradient("TensorScatterMin", "TensorScatterMax")
def _extreme_grad(op, dy):
    tensor, indices, updates = op.inputs
    result = op.outputs[0]
    from_tensor = casting.cast(equal(tensor, result), dy.dtype)
    from_updates = casting.cast(equal(updates, gather_nd(result, indices)), dy.dtype)
    # Equal candidates share the gradient.
    shared = from_tensor + scatter_nd(indices, from_updates, array.shape(tensor, out_type=indices.dtype))
    return [dy * from_tensor / shared, None, gather_nd(dy / shared, indices) * from_updates]


# -- boolean masks -------------------------------------------------------------------------------------------------

def boolean_mask(tensor, mask, axis=None, name="boolean_mask"):
    """The slices of `tensor` where `mask` is True; the mask covers as many axes as it has, from `axis` on.

    Raises:
        ValueError: the mask is a scalar, its rank is not known, or its shape does not fit.
    """
    with scope(name, "boolean_mask"):
        tensor = convert_to_tensor(tensor, name="tensor")
        mask = convert_to_tensor(mask, name="mask")
        if mask._dims == ():
            raise ValueError("mask cannot be scalar.")
        if mask._dims is None:
            raise ValueError("Number of mask dimensions must be specified, even if some dimensions are None.  E.g. "
                             "shape=[None] is ok, but shape=None is not.")
        axis = 0 if axis is None else axis
        at = axis if isinstance(axis, int) else constant_value(convert_to_tensor(axis))
        known = TensorShape(tensor._dims)
        count = len(mask._dims)
        if at is not None:
            axis = int(at)
            known[axis:axis + count].assert_is_compatible_with(mask.shape)
        if context.graph is None:
            dims = tensor._dims
            tensor = array.reshape(tensor, np.array(dims[:axis] + (mask._value.size,) + dims[axis + count:], np.int32))
        else:
            size = reduction.reduce_prod(array.shape(tensor)[axis:axis + count], [0])
            tensor = array.reshape(tensor, joining.concat(
                [array.shape(tensor)[:axis], [size], array.shape(tensor)[axis + count:]], 0))
            if at is not None:
                covered = known[axis:axis + count].num_elements()
                tensor.set_shape(known[:axis].concatenate([covered]).concatenate(known[axis + count:]))
        indices = array.squeeze(where(array.reshape(mask, [-1])), [1])
        return gather(tensor, indices, axis=axis)
