"""Moving elements between axes in blocks, and rows between tensors: space and depth and batch, partitions, sequences."""

from __future__ import annotations

import numpy as np

from runtime.core import errors
from runtime.core.convert import convert_to_tensor
from runtime.core.dispatch import dispatch
from runtime.core.errors import invalid
from runtime.core.op_def import REQUIRED, gradient, op
from runtime.core.tensor_shape import text
from runtime.ops import array, creation, infer, shapes
from runtime.ops.attributes import at_least
from runtime.ops.gather_scatter import gather
from runtime.ops.shapes import reading
from runtime.ops.types import INDEX
from runtime.ops.reduction import reduce_prod


# -- space and depth -----------------------------------------------------------------------------------------------

def _check_images(input, data_format):
    if input.ndim != 4:
        raise invalid(f"Input rank should be 4 instead of {input.ndim}")
    if data_format != "NHWC":
        raise errors.UnimplementedError(None, None, f"Only NHWC data_format supported on CPU. Got {data_format}")


def _space_to_depth(input, block_size, data_format):
    _check_images(input, data_format)
    batch, height, width, depth = input.shape
    if height % block_size or width % block_size:
        raise invalid(f"Image width {width} and height {height} should be divisible by block_size: {block_size}")
    split = input.reshape(batch, height // block_size, block_size, width // block_size, block_size, depth)
    return split.transpose(0, 1, 3, 2, 4, 5).reshape(batch, height // block_size, width // block_size, -1)


def _depth_to_space(input, block_size, data_format):
    _check_images(input, data_format)
    batch, height, width, depth = input.shape
    if depth % (block_size * block_size):
        raise invalid(f"Input depth dimension {depth} should be divisible by: {block_size * block_size}")
    split = input.reshape(batch, height, width, block_size, block_size, -1)
    return split.transpose(0, 1, 3, 2, 4, 5).reshape(batch, height * block_size, width * block_size, -1)


def _times(size, factor):
    return None if size is None else size * factor


def _space_to_depth_infer(inputs, attrs):
    size = attrs["block_size"]
    batch, height, width, depth = infer.with_rank(inputs[0]._dims, 4)
    return batch, shapes.divide(height, size), shapes.divide(width, size), _times(depth, size * size)


def _depth_to_space_infer(inputs, attrs):
    size = attrs["block_size"]
    batch, height, width, depth = infer.with_rank(inputs[0]._dims, 4)
    return batch, _times(height, size), _times(width, size), shapes.divide(depth, size * size)


SPACE_TO_DEPTH = op("SpaceToDepth", "input: T -> output: T", kernel=_space_to_depth, infer=_space_to_depth_infer,
                    attrs={"block_size": REQUIRED, "data_format": "NHWC"})
DEPTH_TO_SPACE = op("DepthToSpace", "input: T -> output: T", kernel=_depth_to_space, infer=_depth_to_space_infer,
                    attrs={"block_size": REQUIRED, "data_format": "NHWC"})


def space_to_depth(input, block_size, data_format="NHWC", name=None):
    """``[batch, h, w, d]`` → ``[batch, h/b, w/b, d·b²]``: each block of b×b pixels becomes one."""
    at_least("SpaceToDepth", "block_size", block_size, 2)
    return dispatch(SPACE_TO_DEPTH, (input,), {"block_size": block_size, "data_format": data_format}, name)


def depth_to_space(input, block_size, data_format="NHWC", name=None):
    """``[batch, h, w, d·b²]`` → ``[batch, h·b, w·b, d]``: the reverse of `space_to_depth`."""
    at_least("DepthToSpace", "block_size", block_size, 2)
    return dispatch(DEPTH_TO_SPACE, (input,), {"block_size": block_size, "data_format": data_format}, name)


@gradient("SpaceToDepth")
def _space_to_depth_grad(op, dy):
    return [depth_to_space(dy, op.get_attr("block_size"), op.attrs["data_format"])]


@gradient("DepthToSpace")
def _depth_to_space_grad(op, dy):
    return [space_to_depth(dy, op.get_attr("block_size"), op.attrs["data_format"])]


# -- space and batch -----------------------------------------------------------------------------------------------

def _space_to_batch(input, block_shape, paddings):
    blocks, count = block_shape.tolist(), len(block_shape)
    if input.ndim < 1 + count:
        raise invalid(f"input rank should be >= {1 + count} instead of {input.ndim}")
    padded = np.pad(input, [(0, 0), *map(tuple, paddings.tolist())] + [(0, 0)] * (input.ndim - 1 - count))
    sizes = padded.shape[1:1 + count]
    for axis, (size, block) in enumerate(zip(sizes, blocks)):
        if size % block:
            raise invalid(f"padded_shape[{axis}]={size} is not divisible by block_shape[{axis}]={block}")
    split = [part for size, block in zip(sizes, blocks) for part in (size // block, block)]
    moved = padded.reshape((input.shape[0], *split, *input.shape[1 + count:]))
    within, across = [2 + 2 * i for i in range(count)], [1 + 2 * i for i in range(count)]
    moved = moved.transpose(*within, 0, *across, *range(1 + 2 * count, moved.ndim))
    return moved.reshape((-1, *(size // block for size, block in zip(sizes, blocks)), *input.shape[1 + count:]))


def _batch_to_space(input, block_shape, crops):
    blocks, count = block_shape.tolist(), len(block_shape)
    if input.ndim < 1 + count:
        raise invalid(f"input rank should be >= {1 + count} instead of {input.ndim}")
    total = int(np.prod(blocks))
    if input.shape[0] % total:
        raise invalid(f"Input batch dimension ({input.shape[0]}) is not divisible by product of block sizes ({total})")
    batch = input.shape[0] // total
    split = input.reshape((*blocks, batch, *input.shape[1:]))
    order = [count, *(axis for i in range(count) for axis in (count + 1 + i, i)), *range(2 * count + 1, split.ndim)]
    sizes = [size * block for size, block in zip(input.shape[1:], blocks)]
    whole = split.transpose(order).reshape((batch, *sizes, *input.shape[1 + count:]))
    return whole[(slice(None), *(slice(a, size - b) for size, (a, b) in zip(sizes, crops.tolist())))]


def _batch_infer(to_batch):
    def function(read, attrs):
        dims, blocks, edges = read.dims(0), read.value(1), read.value(2)
        (count,) = infer.with_rank(read.dims(1), 1)
        if count is not None:
            infer.with_rank_at_least(dims, count + 1)
        if dims is None or blocks is None:
            return None if dims is None else (None,) * len(dims)
        count = len(blocks)
        result = list(dims)
        total = int(np.prod(blocks))
        if edges is None:
            edges = [(None, None)] * count
        else:
            edges = edges.tolist()
        for axis, (block, (before, after)) in enumerate(zip(blocks.tolist(), edges), 1):
            size = dims[axis]
            if size is None or before is None:
                result[axis] = None
            elif to_batch:
                result[axis] = shapes.divide(size + before + after, block)
            else:
                result[axis] = size * block - before - after
        result[0] = _times(dims[0], total) if to_batch else shapes.divide(dims[0], total)
        return tuple(result)
    return reading(function)


SPACE_TO_BATCH = op("SpaceToBatchND", "input: T, block_shape: Tblock_shape, paddings: Tpaddings -> output: T",
                    kernel=_space_to_batch, infer=_batch_infer(True), types={"Tblock_shape": INDEX, "Tpaddings": INDEX}, unserved={"T": "bool string complex64 complex128"})
BATCH_TO_SPACE = op("BatchToSpaceND", "input: T, block_shape: Tblock_shape, crops: Tcrops -> output: T",
                    kernel=_batch_to_space, infer=_batch_infer(False), types={"Tblock_shape": INDEX, "Tcrops": INDEX}, unserved={"T": "bool string complex64 complex128"})


def space_to_batch(input, block_shape, paddings, name=None):
    """Blocks of the padded axes 1, 2, … of `input` laid out along the batch axis."""
    return dispatch(SPACE_TO_BATCH, (input, block_shape, paddings), None, name)


def batch_to_space(input, block_shape, crops, name=None):
    """The reverse of `space_to_batch`, with `crops` cut off."""
    if isinstance(block_shape, int):
        block_shape = np.array([block_shape, block_shape], np.int64)
    return dispatch(BATCH_TO_SPACE, (input, block_shape, crops), None, name)


@gradient("SpaceToBatchND")
def _space_to_batch_grad(op, dy):
    return [batch_to_space(dy, op.inputs[1], op.inputs[2]), None, None]


@gradient("BatchToSpaceND")
def _batch_to_space_grad(op, dy):
    return [space_to_batch(dy, op.inputs[1], op.inputs[2]), None, None]


# -- partitions ----------------------------------------------------------------------------------------------------

def _dynamic_partition(data, partitions, num_partitions):
    if data.shape[:partitions.ndim] != partitions.shape:
        raise invalid("data.shape must start with partitions.shape, got data.shape = "
                       f"{text(data.shape)}, partitions.shape = {text(partitions.shape)}")
    wrong = (partitions < 0) | (partitions >= num_partitions)
    if wrong.any():
        at = tuple(map(int, np.unravel_index(int(np.argmax(wrong)), wrong.shape)))
        place = f"[{','.join(map(str, at))}]" if at else ""
        raise invalid(f"partitions{place} = {partitions[at]} is not in [0, {num_partitions})")
    return [data[partitions == index] for index in range(num_partitions)]


def _dynamic_partition_infer(inputs, attrs):
    data, partitions = inputs[0]._dims, inputs[1]._dims
    if data is None or partitions is None:
        return [None] * attrs["num_partitions"]
    for left, right in zip(data, partitions):
        infer.merged_size(left, right)
    return [(None,) + data[len(partitions):]] * attrs["num_partitions"]


DYNAMIC_PARTITION = op("DynamicPartition", "data: T, partitions: int32 -> outputs: num_partitions*T",
                       kernel=_dynamic_partition, infer=_dynamic_partition_infer, attrs={"num_partitions": REQUIRED})


def dynamic_partition(data, partitions, num_partitions, name=None):
    """The slices of `data` sorted into `num_partitions` tensors, as `partitions` tells for each; a list.

    Raises:
        InvalidArgumentError: a partition's number is out of range, or the shapes do not fit.
    """
    at_least("DynamicPartition", "num_partitions", num_partitions, 1)
    return dispatch(DYNAMIC_PARTITION, (data, partitions), {"num_partitions": num_partitions}, name)


@gradient("DynamicPartition")
def _dynamic_partition_grad(op, *dys):
    data, partitions = op.inputs
    count = op.get_attr("num_partitions")
    lead = array.shape(partitions)
    order = dynamic_partition(array.reshape(creation.range_(reduce_prod(lead)), lead), partitions, count)
    whole = dynamic_stitch(order, [creation.or_zeros(dy, output) for dy, output in zip(dys, op.outputs)])
    return [array.reshape(whole, array.shape(data)), None]


def _dynamic_stitch(*inputs):
    half = len(inputs) // 2
    indices, data = inputs[:half], inputs[half:]
    inner = np.shape(data[0])[np.ndim(indices[0]):]
    size = 0
    for position, (index, values) in enumerate(zip(indices, data)):
        if np.shape(values)[:np.ndim(index)] != np.shape(index):
            raise invalid(f"data[{position}].shape = {text(np.shape(values))} does not start with indices[{position}].shape = "
                           f"{text(np.shape(index))}")
        if np.shape(values)[np.ndim(index):] != inner:
            raise invalid(f"Need data[0].shape[{np.ndim(indices[0])}:] = data[{position}].shape[{np.ndim(index)}:], got "
                           f"data[0].shape = {text(np.shape(data[0]))}, data[{position}].shape = {text(np.shape(values))}, "
                           f"indices[0].shape = {text(np.shape(indices[0]))}, indices[{position}].shape = "
                           f"{text(np.shape(index))}")
        if np.size(index):
            size = max(size, int(np.max(index)) + 1)
    result = np.zeros((size, *inner), data[0].dtype)
    if result.dtype == object:
        result[...] = b""
    for index, values in zip(indices, data):
        flat = np.reshape(index, -1)
        if (flat < 0).any():
            raise invalid(f"indices[{int(np.argmax(flat < 0))}] is out of range")
        result[flat] = np.reshape(values, (-1, *inner))
    return result


@reading
def _dynamic_stitch_infer(read, attrs):
    half = len(read) // 2
    inner, size = None, 0
    for position in range(half):
        index, values = read.dims(position), read.dims(half + position)
        known = read.value(position)
        size = None if size is None or known is None else max(size, int(known.max()) + 1 if known.size else 0)
        if index is not None and values is not None:
            shapes.merge(index, values[:len(index)])
            inner = shapes.merge(inner, values[len(index):])
    return None if inner is None else (size,) + inner


DYNAMIC_STITCH = op("DynamicStitch", "indices: N*int32, data: N*T -> merged: T", kernel=_dynamic_stitch,
                    infer=_dynamic_stitch_infer)


def dynamic_stitch(indices, data, name=None):
    """One tensor with the slices of each of `data` at the places in `indices`; later ones win.

    Raises:
        ValueError: the lists differ in length.
        InvalidArgumentError: an index is negative, or the shapes do not fit.
    """
    if len(indices) != len(data):
        raise ValueError(f"List argument 'data' to 'dynamic_stitch' Op with length {len(data)} must match length "
                         f"{len(indices)} of argument 'indices'.")
    return dispatch(DYNAMIC_STITCH, (*indices, *data), None, name)


@gradient("DynamicStitch")
def _dynamic_stitch_grad(op, dy):
    indices = op.inputs[:len(op.inputs) // 2]
    dy = convert_to_tensor(dy)
    return [None] * len(indices) + [gather(dy, index) for index in indices]


# -- sequences and flat indices ------------------------------------------------------------------------------------

def _reverse_sequence(input, seq_lengths, seq_dim, batch_dim):
    if seq_lengths.ndim != 1:
        raise invalid(f"seq_lens input must be 1-dim, not {seq_lengths.ndim}")
    if batch_dim == seq_dim:
        raise invalid(f"batch_dim == seq_dim == {seq_dim}")
    for what, axis in (("seq_dim", seq_dim), ("batch_dim", batch_dim)):
        if axis >= input.ndim:
            raise invalid(f"{what} must be < input rank ( {axis} vs. {input.ndim})")
    if len(seq_lengths) != input.shape[batch_dim]:
        raise invalid(f"Length of seq_lengths != input.dims({batch_dim}), ({len(seq_lengths)} vs. {input.shape[batch_dim]})")
    result = np.moveaxis(np.array(input), (batch_dim, seq_dim), (0, 1))
    for row, length in enumerate(seq_lengths.tolist()):
        if length < 0:
            raise invalid(f"seq_lens({row}) < 0")
        if length > input.shape[seq_dim]:
            raise invalid(f"seq_lens({row}) > input.dims({seq_dim})")
        result[row, :length] = result[row, :length][::-1].copy()
    return np.moveaxis(result, (0, 1), (batch_dim, seq_dim))


def _reverse_sequence_infer(inputs, attrs):
    dims, (count,) = inputs[0]._dims, infer.with_rank(inputs[1]._dims, 1)
    if dims is None:
        return None
    for what in ("batch_dim", "seq_dim"):
        if attrs[what] >= len(dims):
            raise ValueError(f"{what} must be < input rank: {attrs[what]} vs. {len(dims)}")
    at = attrs["batch_dim"]
    return dims[:at] + (infer.merged_size(dims[at], count),) + dims[at + 1:]


REVERSE_SEQUENCE = op("ReverseSequence", "input: T, seq_lengths: Tlen -> output: T", kernel=_reverse_sequence,
                      infer=_reverse_sequence_infer, attrs={"seq_dim": REQUIRED, "batch_dim": 0}, types={"Tlen": INDEX})


def reverse_sequence(input, seq_lengths, seq_axis=None, batch_axis=None, name=None):
    """`input` with the first ``seq_lengths[i]`` elements of row i along `seq_axis` back to front.

    Raises:
        InvalidArgumentError: a length is out of range, or there is not one for each row (ValueError while tracing).
    """
    if seq_axis is None:
        raise TypeError("Expected int for argument 'seq_dim' not None.")
    attrs = {"seq_dim": seq_axis, "batch_dim": batch_axis or 0}
    return dispatch(REVERSE_SEQUENCE, (input, seq_lengths), attrs, name)


@gradient("ReverseSequence")
def _reverse_sequence_grad(op, dy):
    return [reverse_sequence(dy, op.inputs[1], op.get_attr("seq_dim"), op.get_attr("batch_dim")), None]


def _unravel_index(indices, dims):
    if np.ndim(indices) > 1:
        raise invalid(f"The indices can only be scalar or vector, got \"{text(np.shape(indices))}\"")
    if np.ndim(dims) != 1:
        raise invalid(f"The indices can only be 1-D, got \"{text(np.shape(dims))}\"")
    if 0 in dims:
        raise invalid(f"Input dims cannot contain a dim of zero, but dims contains zero at index {dims.tolist().index(0)}")
    try:
        return np.array(np.unravel_index(indices, tuple(dims.tolist())), indices.dtype)
    except ValueError:
        raise invalid("index is out of bound as with dims") from None


def _unravel_infer(inputs, attrs):
    indices, (count,) = inputs[0]._dims, infer.with_rank(inputs[1]._dims, 1)
    return None if indices is None else (count,) + ((infer.product(indices),) if indices else ())


UNRAVEL_INDEX = op("UnravelIndex", "indices: Tidx, dims: Tidx -> output: Tidx", kernel=_unravel_index,
                   infer=_unravel_infer, types={"Tidx": INDEX})


def unravel_index(indices, dims, name=None):
    """Flat indices into an array of shape `dims` as coordinates, one row for each axis."""
    return dispatch(UNRAVEL_INDEX, (indices, dims), None, name)
