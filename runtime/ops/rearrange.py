"""Repeating, padding and reordering elements: broadcast_to, tile, repeat, pad, reverse, roll, meshgrid, blocks."""

from __future__ import annotations

import numpy as np

from runtime.core.convert import constant_value, convert_to_tensor
from runtime.core.dispatch import dispatch
from runtime.core.errors import invalid
from runtime.core.op_def import REQUIRED, gradient, op
from runtime.core.tensor import SymbolicTensor, Tensor
from runtime.core.tensor_shape import text
from runtime.ops import array, creation, infer, joining, shapes
from runtime.ops.broadcast import unbroadcast
from runtime.ops.ranges import RANGE
from runtime.ops.scope import scope
from runtime.ops.shapes import reading
from runtime.ops.types import INDEX
from runtime.ops.slicing import slice_


# -- broadcast_to, tile, repeat ------------------------------------------------------------------------------------

def _broadcast_to(input, shape):
    if shape.ndim != 1:
        raise invalid(f"shape must be a vector of {{int32,int64}}, got shape {text(shape.shape)}")
    dims, wanted = np.shape(input), tuple(shape.tolist())
    for size in wanted:
        if size < 0:
            raise invalid(f"Dimension {size} must be >= 0")
    if len(dims) > len(wanted):
        raise invalid(f"Rank of input ({len(dims)}) must be no greater than rank of output shape ({len(wanted)}).")
    try:
        return np.broadcast_to(input, wanted)
    except ValueError:
        raise invalid(f"Incompatible shapes: {text(dims)} vs. {text(wanted)}") from None


@reading
def _broadcast_to_infer(read, attrs):
    dims, vector = read.dims(0), infer.with_rank(read.dims(1), 1)
    if dims is not None and vector[0] is not None:
        shapes.with_rank_at_most(dims, vector[0])
    wanted = read.shape(1)
    if dims is None or wanted is None:
        return wanted
    shapes.with_rank_at_most(dims, len(wanted))
    result = list(wanted)
    for axis in range(1, len(dims) + 1):
        size = dims[-axis]
        if size is not None and size != 1:
            result[-axis] = infer.merged_size(size, wanted[-axis])
    return tuple(result)


BROADCAST_TO = op("BroadcastTo", "input: T, shape: Tidx -> output: T", kernel=_broadcast_to, infer=_broadcast_to_infer,
                  types={"Tidx": INDEX})


def broadcast_to(input, shape, name=None):
    """`input` repeated to `shape`. Raises InvalidArgumentError, or ValueError while tracing, if it does not fit."""
    return dispatch(BROADCAST_TO, (input, shape), None, name)


@gradient("BroadcastTo")
def _broadcast_to_grad(op, dy):
    return [unbroadcast(dy, op.inputs[0]), None]


def _tile(input, multiples):
    count = np.ndim(input)
    if np.ndim(multiples) != 1:
        raise invalid(f"Expected multiples to be 1-D, but got shape {text(np.shape(multiples))}")
    if len(multiples) != count:
        raise invalid(f"Expected multiples argument to be a vector of length {count} but got length "
                       f"{np.size(multiples)}")
    for axis, times in enumerate(multiples.tolist()):
        if times < 0:
            raise invalid(f"Expected multiples[{axis}] >= 0, but got {times}")
    return np.tile(input, multiples) if count else np.asarray(input)


@reading
def _tile_infer(read, attrs):
    dims, vector = read.dims(0), infer.with_rank(read.dims(1), 1)
    known = read.peek(1)
    times = read.shape(1) if known is None else tuple(None if size < 0 else size for size in known.tolist())
    count = len(dims) if dims is not None else len(times) if times is not None else vector[0]
    if dims is not None and vector[0] is not None:
        infer.with_rank((None,) * vector[0], len(dims))
    if count is None:
        return None
    dims = infer.with_rank(dims, count)
    times = times or (None,) * count
    return tuple(None if size is None or n is None else size * n for size, n in zip(dims, times))


TILE = op("Tile", "input: T, multiples: Tmultiples -> output: T", kernel=_tile, infer=_tile_infer,
          types={"Tmultiples": INDEX})


def tile(input, multiples, name=None):
    """`input` repeated ``multiples[i]`` times along axis i.

    Raises:
        InvalidArgumentError, or ValueError while tracing: `multiples` has not one number for each axis.
    """
    return dispatch(TILE, (input, multiples), None, name)


# -- padding -------------------------------------------------------------------------------------------------------

def _check_paddings(input, paddings):
    count = np.ndim(input)
    if np.ndim(paddings) != 2 or paddings.shape[1] != 2:
        raise invalid(f"paddings must be a matrix with 2 columns: {text(np.shape(paddings))}")
    if paddings.shape[0] != count:
        raise invalid(f"The first dimension of paddings must be the rank of inputs{text(paddings.shape)} "
                       f"{text(np.shape(input))}")
    for before, after in paddings.tolist():
        if before < 0 or after < 0:
            raise invalid(f"Paddings must be non-negative: {before} {after}")
    return [tuple(pair) for pair in paddings.tolist()]


def _pad(input, paddings, constant_values=None):
    pairs = _check_paddings(input, paddings)
    if not pairs:
        return np.asarray(input)
    fill = constant_values if constant_values is not None else b"" if input.dtype == object else 0
    return np.pad(input, pairs, constant_values=fill)


@reading
def _pad_infer(read, attrs):
    dims, matrix = read.dims(0), infer.with_rank(read.dims(1), 2)
    shapes.with_size(matrix[1], 2)
    if dims is not None:
        if matrix[0] is not None:
            infer.with_rank(dims, matrix[0])
    paddings = read.value(1)
    if paddings is None:
        count = len(dims) if dims is not None else matrix[0]
        return None if count is None else (None,) * count
    if (paddings < 0).any():
        raise ValueError("Paddings must be non-negative")
    dims = infer.with_rank(dims, len(paddings))
    return tuple(None if size is None else size + before + after for size, (before, after) in zip(dims, paddings.tolist()))


def _mirror_pad(input, paddings, mode):
    pairs = _check_paddings(input, paddings)
    for (before, after), size in zip(pairs, np.shape(input)):
        if mode == "REFLECT" and (before >= size or after >= size):
            raise invalid(f"paddings must be less than the dimension size: {before}, {after} not less than {size}")
        if mode == "SYMMETRIC" and (before > size or after > size):
            raise invalid(f"paddings must be no greater than the dimension size: {before}, {after} greater than {size}")
    return np.pad(input, pairs, mode=mode.lower())


def _mirror_pad_grad_kernel(input, paddings, mode):
    """Each padded element is added to the one that it mirrors."""
    offset = 1 if mode == "REFLECT" else 0
    result = input
    for axis, (before, after) in enumerate(paddings.tolist()):
        size = result.shape[axis] - before - after
        moved = np.moveaxis(result, axis, 0)
        core = moved[before:before + size].copy()
        core[offset:offset + before] += moved[:before][::-1]
        core[size - offset - after:size - offset] += moved[before + size:][::-1]
        result = np.moveaxis(core, 0, axis)
    return np.ascontiguousarray(result)


@reading
def _mirror_pad_grad_infer(read, attrs):
    dims, paddings = read.dims(0), read.value(1)
    if dims is None or paddings is None:
        return None if dims is None else (None,) * len(dims)
    return tuple(None if size is None else size - before - after for size, (before, after) in zip(dims, paddings.tolist()))


PAD = op("Pad", "input: T, paddings: Tpaddings -> output: T", kernel=_pad, infer=_pad_infer, types={"Tpaddings": INDEX})
PAD_V2 = op("PadV2", "input: T, paddings: Tpaddings, constant_values: T -> output: T", kernel=_pad, infer=_pad_infer,
            types={"Tpaddings": INDEX})
MIRROR_PAD = op("MirrorPad", "input: T, paddings: Tpaddings -> output: T", kernel=_mirror_pad, infer=_pad_infer,
                attrs={"mode": REQUIRED}, types={"Tpaddings": INDEX})
MIRROR_PAD_GRAD = op("MirrorPadGrad", "input: T, paddings: Tpaddings -> output: T", kernel=_mirror_pad_grad_kernel,
                     infer=_mirror_pad_grad_infer, attrs={"mode": REQUIRED}, types={"Tpaddings": INDEX}, unserved={"T": "bool string"})


def pad(tensor, paddings, mode="CONSTANT", constant_values=0, name=None):
    """`tensor` with ``paddings[i] = [before, after]`` elements added along axis i: a constant, or mirrored ones.

    Raises:
        ValueError: `mode` is none of CONSTANT, REFLECT and SYMMETRIC; while tracing also what does not fit
            (InvalidArgumentError eagerly).
    """
    mode = mode.upper()
    if mode == "CONSTANT":
        if not isinstance(constant_values, Tensor) and np.ndim(constant_values) == 0 and \
                constant_values == np.zeros_like(constant_values):
            result = dispatch(PAD, (tensor, paddings), None, name)
        else:
            result = dispatch(PAD_V2, (tensor, paddings, constant_values), None, name)
    elif mode in ("REFLECT", "SYMMETRIC"):
        result = dispatch(MIRROR_PAD, (tensor, paddings), {"mode": mode}, name)
    else:
        raise ValueError('Value of argument `mode` expected to be one of "CONSTANT", "REFLECT", or "SYMMETRIC". '
                         f"Received `mode` = {mode}")
    if type(result) is SymbolicTensor and (result._dims is None or None in result._dims):
        _restore_shape(result, paddings)
    return result


def _restore_shape(result, paddings):
    """Sizes follow where just these paddings are known."""
    dims, pairs = result.op.inputs[0]._dims, _known_paddings(paddings)
    if dims is None or pairs is None:
        return
    result.set_shape([None if pair is None or size is None or pair[0] is None or pair[1] is None
                      else size + int(pair[0]) + int(pair[1]) for pair, size in zip(pairs, dims)])


def _known_paddings(paddings):
    if isinstance(paddings, Tensor):
        return constant_value(paddings)
    if isinstance(paddings, (list, tuple)):
        return [_known_paddings(part) for part in paddings]
    return paddings


@gradient("Pad", "PadV2")
def _pad_grad(op, dy):
    x, paddings = op.inputs[:2]
    begin = array.reshape(slice_(paddings, [0, 0], joining.stack([array.rank(x), 1])), [-1])
    size = array.shape(x, out_type=paddings.dtype)
    return [slice_(dy, begin, size)] + [None] * (len(op.inputs) - 1)


@gradient("MirrorPad")
def _mirror_pad_grad(op, dy):
    return [dispatch(MIRROR_PAD_GRAD, (dy, op.inputs[1]), {"mode": op.attrs["mode"]}), None]


@gradient("MirrorPadGrad")
def _mirror_pad_grad_grad(op, dy):
    return [dispatch(MIRROR_PAD, (dy, op.inputs[1]), {"mode": op.attrs["mode"]}), None]


# -- reordering ----------------------------------------------------------------------------------------------------

def _axes_to_reverse(axes, count, complain):
    found = set()
    for index, axis in enumerate(np.reshape(axes, -1).tolist()):
        if not -count <= axis < count:
            raise complain(f"'axis'[{index}] = {axis} is out of valid range [0, {count - 1}")
        if axis % count in found:
            raise complain(f"axis {axis % count} specified more than once.")
        found.add(axis % count)
    return found


def _reverse(tensor, axis):
    if np.ndim(axis) != 1:
        raise invalid(f"'dims' must be 1-dimension, not {np.ndim(axis)}")
    if np.ndim(tensor) == 0 or not np.size(tensor):
        return np.asarray(tensor)  # whatever the axes are
    axes = _axes_to_reverse(axis, np.ndim(tensor), invalid)
    return np.flip(tensor, tuple(axes)) if axes else np.asarray(tensor)


@reading
def _reverse_infer(read, attrs):
    dims, vector = read.dims(0), infer.with_rank(read.dims(1), 1)
    axes = read.value(1)
    if dims is not None and vector[0] is not None and vector[0] > len(dims):
        raise ValueError(f"Shape must be at least rank {vector[0]} but is rank {len(dims)}")
    if dims is not None and axes is not None:
        _axes_to_reverse(axes, len(dims), ValueError)
    return dims


REVERSE = op("ReverseV2", "tensor: T, axis: Tidx -> output: T", kernel=_reverse, infer=_reverse_infer,
             types={"Tidx": INDEX, "T": "uint8 int8 uint16 int16 int32 uint32 int64 uint64 bool bfloat16 float16 float32 float64 complex64 complex128 string"})


def reverse(tensor, axis, name=None):
    """`tensor` back to front along each axis in `axis`.

    Raises:
        InvalidArgumentError, or ValueError while tracing: an axis is out of range or named twice.
    """
    return dispatch(REVERSE, (tensor, axis), None, name)


@gradient("ReverseV2")
def _reverse_grad(op, dy):
    return [reverse(dy, op.inputs[1]), None]


def _roll(input, shift, axis):
    count = np.ndim(input)
    if count < 1:
        raise invalid("input must be 1-D or higher")
    if np.ndim(shift) > 1:
        raise invalid("shift must be a scalar or a 1-D vector. Found: " + text(np.shape(shift)))
    if np.ndim(axis) > 1:
        raise invalid("axis must be a scalar or a 1-D vector. Found: " + text(np.shape(axis)))
    if np.shape(shift) != np.shape(axis):
        raise invalid("shift and axis must have the same size")
    axes = np.reshape(axis, -1).tolist()
    for at in axes:
        if not -count <= at < count:
            raise invalid(f"axis {at} is out of range")
    return np.roll(input, np.reshape(shift, -1).tolist(), axes)


def _roll_infer(inputs, attrs):
    dims = infer.with_rank_at_least(inputs[0]._dims, 1)
    for part in inputs[1:]:
        shapes.with_rank_at_most(part._dims, 1)
    shapes.merge(inputs[1]._dims, inputs[2]._dims)
    return dims


ROLL = op("Roll", "input: T, shift: Tshift, axis: Taxis -> output: T", kernel=_roll, infer=_roll_infer,
          types={"Tshift": INDEX, "Taxis": INDEX})


def roll(input, shift, axis, name=None):
    """`input` with its elements moved `shift` places along `axis`, those that fall out coming in again.

    Raises:
        InvalidArgumentError: an axis is out of range, or `shift` and `axis` differ in length.
    """
    return dispatch(ROLL, (input, shift, axis), None, name)


@gradient("Roll")
def _roll_grad(op, dy):
    return [roll(dy, -op.inputs[1], op.inputs[2]), None, None]


def meshgrid(*args, indexing="xy", name="meshgrid", **unknown):
    """Coordinate matrices of coordinate vectors, as a list.

    Raises:
        ValueError: `indexing` is neither ``xy`` nor ``ij``.
    """
    if unknown:
        raise TypeError(f"'{next(iter(unknown))}' is an invalid keyword argument for this function")
    if indexing not in ("xy", "ij"):
        raise ValueError(f"Argument `indexing` parameter must be either 'xy' or 'ij', got '{indexing}'")
    count = len(args)
    with scope(name, "meshgrid"):
        if not count:
            return []
        single = (1,) * count
        grids = [array.reshape(joining.stack(x), single[:i] + (-1,) + single[i + 1:]) for i, x in enumerate(args)]
        sizes = [array.size(x) for x in args]
        dtype = convert_to_tensor(args[0]).dtype
        if indexing == "xy" and count > 1:
            grids[0] = array.reshape(grids[0], (1, -1) + single[2:])
            grids[1] = array.reshape(grids[1], (-1, 1) + single[2:])
            sizes[0], sizes[1] = sizes[1], sizes[0]
        full = creation.ones(sizes, dtype)
        return [grid * full for grid in grids]


def matrix_transpose(a, name="matrix_transpose", conjugate=False):
    """`a` with its last two axes exchanged. Raises ValueError below rank 2."""
    with scope(name, "transpose") as name:
        a = convert_to_tensor(a, name="a")
        if a._dims is None:
            count = array.rank(a)
            axes = dispatch(RANGE, (0, count - 2, 1))
            perm = joining.concat([axes, [count - 1, count - 2]], 0)
        else:
            count = len(a._dims)
            if count < 2:
                raise ValueError("Argument `a` should be a (batch) matrix with rank >= 2.  Received `a` = "
                                 f"{a} with shape: {a.shape}")
            perm = [*range(count - 2), count - 1, count - 2]
        return array.transpose(a, perm, conjugate)
