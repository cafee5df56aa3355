"""Many tensors to one and back: concat, stack, unstack, split; and the packing of sequences that hold tensors."""

from __future__ import annotations

import numbers

import numpy as np

from runtime.core import dtypes, hooks
from runtime.core.context import context
from runtime.core.convert import constant, convert_to_tensor
from runtime.core.dispatch import dispatch
from runtime.core.errors import invalid
from runtime.core.op_def import REQUIRED, TypeList, gradient, not_differentiable, op, sizes, static
from runtime.core.tensor import Tensor
from runtime.core.tensor_shape import text
from runtime.ops import array, cast as casting, creation, infer, shapes, slicing, types
from runtime.ops.attributes import at_least
from runtime.ops.identity import identity
from runtime.ops.scope import scope
from runtime.ops.shapes import reading
from runtime.ops.types import INDEX


# -- concat --------------------------------------------------------------------------------------------------------

def _concat(*inputs):
    *values, axis = inputs
    first = np.shape(values[0])
    if axis.size != 1:
        raise invalid(f"ConcatOp : Concat axis tensor should be a scalar integer, but got shape {text(np.shape(axis))}")
    if not first:
        raise invalid("ConcatOp : Can't concatenate scalars (use tf.stack instead)")
    if not -len(first) <= axis.item() < len(first):
        raise invalid(f"ConcatOp : Expected concatenating dimensions in the range [{-len(first)}, {len(first)}), but got "
                       f"{axis.item()}")
    axis = int(axis.reshape(())) % len(first)
    for index, value in enumerate(values):
        dims = np.shape(value)
        if len(dims) != len(first):
            raise invalid("ConcatOp : Ranks of all input tensors should match: "
                           f"shape[0] = {text(first)} vs. shape[{index}] = {text(dims)}")
        for at, (a, b) in enumerate(zip(first, dims)):
            if at != axis and a != b:
                raise invalid(f"ConcatOp : Dimension {at} in both shapes must be equal: "
                               f"shape[0] = {text(first)} vs. shape[{index}] = {text(dims)}")
    return np.concatenate(values, axis)


@reading
def _concat_infer(read, attrs):
    count = len(read) - 1
    all_dims = [read.dims(index) for index in range(count)]
    infer.with_rank(read.dims(-1), 0)
    rank = next((len(dims) for dims in all_dims if dims is not None), None)
    if rank == 0:
        raise ValueError("Can't concatenate scalars (use tf.stack instead)")
    if rank is not None:
        all_dims = [infer.with_rank(dims, rank) for dims in all_dims]
    axis = read.value(-1)
    if axis is None:
        return None if rank is None else (None,) * rank
    axis = int(axis)
    for dims in all_dims:
        infer.with_rank_at_least(dims, -axis if axis < 0 else axis + 1)
    if None in all_dims:
        return None
    axis %= rank
    before, after, total = all_dims[0][:axis], all_dims[0][axis + 1:], all_dims[0][axis]
    for dims in all_dims[1:]:
        before = shapes.merge(before, dims[:axis])
        total = None if total is None or dims[axis] is None else total + dims[axis]
        after = shapes.merge(after, dims[axis + 1:])
    return before + (total,) + after


CONCAT = op("ConcatV2", "values: N*T, axis: Tidx -> output: T", kernel=_concat, infer=_concat_infer, types={"Tidx": INDEX})


def concat(values, axis, name="concat"):
    """The tensors of `values` one after the other along `axis`.

    Raises:
        InvalidArgumentError, or ValueError while tracing: ranks, or sizes along another axis, differ.
    """
    if not isinstance(values, (list, tuple)):
        values = [values]
    if len(values) == 1:
        with scope(name, "concat") as scoped:
            dim = convert_to_tensor(axis, dtypes.int32, name="concat_dim")
            if dim._dims not in ((), None):
                raise ValueError(f"Shape {dim.shape} must have rank 0")
            return identity(values[0], name if context.graph is not None else scoped)
    if not values:
        if context.graph is None:
            raise IndexError("list index out of range")
        raise ValueError("List argument 'values' to 'ConcatV2' Op with length 0 shorter than minimum length 2.")
    return dispatch(CONCAT, (*values, axis), None, name)


@gradient("ConcatV2")
def _concat_grad(op, dy):
    *values, axis = op.inputs
    if len(values) == 1:
        return [dy, None]
    rank = next((len(value._dims) for value in values if value._dims is not None), None)
    at = shapes.folded(axis)
    if at is not None and rank is not None:
        sizes = [None if value._dims is None else value._dims[int(at)] for value in values]
        if None not in sizes:
            return split(dy, sizes, int(at)) + [None]
    axis = axis % array.rank(dy)
    return [slicing.slice_(dy, begin, array.shape(value))
            for begin, value in zip(_offsets(axis, [array.shape(value) for value in values]), values)] + [None]


def _concat_offset(axis, *all_sizes):
    total = np.zeros_like(all_sizes[0])
    result = []
    for sizes in all_sizes:
        result.append(total.copy())
        total[axis] += sizes[axis]
    return result


CONCAT_OFFSET = op("ConcatOffset", "concat_dim: int32, shape: N*shape_type -> offset: N*shape_type", kernel=_concat_offset,
                   infer=lambda inputs, attrs: [tensor._dims for tensor in inputs[1:]], types={"shape_type": types.INDEX})
not_differentiable("ConcatOffset")


def _offsets(axis, all_shapes):
    """Where each of the tensors with these shapes begins in their concatenation."""
    return dispatch(CONCAT_OFFSET, (axis, *all_shapes))


# -- stack and unstack ---------------------------------------------------------------------------------------------

def _pack(*values, axis):
    first = np.shape(values[0])
    for index, value in enumerate(values):
        if np.shape(value) != first:
            raise invalid(f"Shapes of all inputs must match: values[0].shape = {text(first)} != values[{index}].shape = "
                           f"{text(np.shape(value))}")
    if not -len(first) - 1 <= axis <= len(first):
        raise invalid(f"axis = {axis} not in [{-len(first) - 1}, {len(first) + 1})")
    if type(values[0]) is bytes or getattr(values[0], "dtype", None) == object:
        values = [np.array(value, object) for value in values]
    return np.stack(values, axis)


def _pack_infer(inputs, attrs):
    dims = inputs[-1]._dims
    for index in range(len(inputs) - 2, -1, -1):
        dims = shapes.merge(inputs[index]._dims, dims, f"\n\tFrom merging shape {index} with other shapes.")
    if dims is None:
        return None
    axis = attrs["axis"]
    if not -len(dims) - 1 <= axis <= len(dims):
        raise ValueError(f"Invalid axis: {axis} must be in [{-len(dims) - 1},{len(dims) + 1})")
    if axis < 0:
        axis += len(dims) + 1
    return dims[:axis] + (len(inputs),) + dims[axis:]


PACK = op("Pack", "values: N*T -> output: T", kernel=_pack, infer=_pack_infer, attrs={"axis": 0}, role="pack")
static("Pack", "ConcatV2", told=True)


@sizes("Pack")
def _pack_sizes(operation, value_of, sizes_of):
    parts = [value_of(part) for part in operation.inputs]
    return tuple(None if part is None or part < 0 else int(part) for part in parts)


@sizes("ConcatV2")
def _concat_sizes(operation, value_of, sizes_of):
    parts = [sizes_of(part) for part in operation.inputs[:-1]]
    return None if None in parts else sum(parts, ())


def stack(values, axis=0, name="stack"):
    """The tensors of `values`, all of one shape, along a new axis.

    Raises:
        ValueError: `axis` is out of range, or while tracing the shapes differ (InvalidArgumentError eagerly).
    """
    if axis == 0:
        try:
            return convert_to_tensor(values, name=name)
        except (TypeError, ValueError):
            pass  # Pack will tell what is wrong
    dims = convert_to_tensor(values[0], name=name)._dims
    if dims is not None and not -len(dims) - 1 <= axis < len(dims) + 1:
        raise ValueError(f"Argument `axis` = {axis} not in range [{-len(dims) - 1}, {len(dims) + 1})")
    return dispatch(PACK, values, {"axis": axis}, name)


@hooks.packed.provide
def autopack(values, dtype, name):
    """A list or tuple with tensors in it, at any depth, as one tensor: how `convert_to_tensor` takes it.

    Python numbers become the dtype of the tensors. With `dtype`, tensors in the sequence are cast to it.
    """
    if context.graph is None and dtype is None and all(isinstance(item, Tensor) for item in values):
        return dispatch(PACK, values, None, name or "packed")
    found = _tensor_dtype(values)
    if dtype is None:
        dtype = found
    elif dtype is not found:
        values = _cast_tensors(values, dtype)
    return _autopack(values, dtype, name or "packed")


def _tensor_dtype(values):
    for item in values:
        found = _tensor_dtype(item) if isinstance(item, (list, tuple)) else item.dtype if _is_tensor(item) else None
        if found is not None:
            return found
    return None


def _is_tensor(item):
    return isinstance(item, Tensor) or hasattr(item, "__tf_tensor__")


def _cast_tensors(values, dtype):
    return [_cast_tensors(item, dtype) if isinstance(item, (list, tuple)) else
            casting.cast(item, dtype) if _is_tensor(item) and item.dtype is not dtype else item for item in values]


def _autopack(values, dtype, name):
    with scope(name, name) as scoped:
        items, tensors = [], False
        for index, item in enumerate(values):
            if isinstance(item, (list, tuple)):
                item = _autopack(item, dtype, str(index))
            elif _is_tensor(item) and item.dtype is not dtype:
                raise TypeError(f"Cannot convert a list containing a tensor of dtype {item.dtype!s} to {dtype!s} "
                                f"(Tensor is: {item!r})")
            tensors = tensors or _is_tensor(item)
            items.append(item)
        if not tensors:
            return values
        items = [item if _is_tensor(item) else constant(item, dtype, name=str(index)) for index, item in enumerate(items)]
        return dispatch(PACK, items, None, scoped)


@gradient("Pack")
def _pack_grad(op, dy):
    return unstack(dy, len(op.inputs), op.get_attr("axis"))


def _unpack(value, num, axis):
    dims = np.shape(value)
    if not num:
        return []
    if not -len(dims) <= axis < len(dims):
        raise invalid(f"axis = {axis} not in [{-len(dims)}, {len(dims)})")
    axis %= len(dims)
    if dims[axis] != num:
        raise invalid(f"Input shape axis {axis} must equal {num}, got shape {text(dims)}")
    front = (slice(None),) * axis
    return [value[front + (index, ...)] for index in range(num)]


def _unpack_infer(inputs, attrs):
    dims, num, axis = inputs[0]._dims, attrs["num"], attrs["axis"]
    if dims is None:
        return [None] * num
    if not -len(dims) <= axis < len(dims):
        raise ValueError(f"Invalid axis: {axis} must be in [{-len(dims)},{len(dims)})")
    axis %= len(dims)
    shapes.with_size(dims[axis], num)
    return [dims[:axis] + dims[axis + 1:]] * num


UNPACK = op("Unpack", "value: T -> output: num*T", kernel=_unpack, infer=_unpack_infer, attrs={"num": REQUIRED, "axis": 0})


def unstack(value, num=None, axis=0, name="unstack"):
    """The slices of `value` along `axis`, as a list of `num` tensors.

    Raises:
        ValueError: `axis` is out of range, or the number of slices is not known.
    """
    if num is None:
        value = convert_to_tensor(value)
        dims = value._dims
        if dims is not None:
            if not -len(dims) <= axis < len(dims):
                raise ValueError(f"Argument `axis` = {axis} not in range [{-len(dims)}, {len(dims)})")
            num = dims[axis]
        if num is None:
            raise ValueError(f"Cannot infer argument `num` from shape {value.shape}")
    at_least("Unpack", "num", num, 0)
    return dispatch(UNPACK, (value,), {"num": num, "axis": axis}, name)


@gradient("Unpack")
def _unpack_grad(op, *dys):
    like = [creation.or_zeros(dy, output) for dy, output in zip(dys, op.outputs)]
    return [stack(like, op.get_attr("axis"))]


# -- split ---------------------------------------------------------------------------------------------------------

def _split_axis(axis, dims):
    if not -len(dims) <= axis < len(dims):
        raise invalid(f"-input rank(-{len(dims)}) <= split_dim < input rank ({len(dims)}), but got {int(axis)}")
    return int(axis) % len(dims)


def _cut(value, axis, sizes):
    front, start, result = (slice(None),) * axis, 0, []
    for size in sizes:
        result.append(value[front + (slice(start, start + size),)])
        start += size
    return result


def _split(axis, value, num_split):
    dims = np.shape(value)
    axis = _split_axis(axis, dims)
    if dims[axis] % num_split:
        raise invalid("Number of ways to split should evenly divide the split dimension, but got split_dim "
                       f"{axis} (size = {dims[axis]}) and num_split {num_split}")
    return _cut(value, axis, [dims[axis] // num_split] * num_split)


def _known_split_axis(read, index, dims):
    axis = read.value(index)
    if axis is None:
        return None
    if dims is not None and not -len(dims) <= axis < len(dims):
        raise ValueError(f"Dimension size, given by scalar input {int(axis)} must be in range [{-len(dims)}, {len(dims)})")
    return int(axis) if dims is None else int(axis) % len(dims)


@reading
def _split_infer(read, attrs):
    num, dims = attrs["num_split"], read.dims(1)
    axis = _known_split_axis(read, 0, dims)
    if dims is None:
        return [None] * num
    if axis is None:
        return [(None,) * len(dims)] * num
    size = shapes.divide(dims[axis], num, "\n\tNumber of ways to split should evenly divide the split dimension")
    return [dims[:axis] + (size,) + dims[axis + 1:]] * num


def _split_v(value, size_splits, axis, num_split):
    dims = np.shape(value)
    axis = _split_axis(axis, dims)
    if np.shape(size_splits) != (num_split,):
        raise invalid("size of the split_tensor must be 1-D and have the same elements as outputs got "
                      f"{np.ndim(size_splits)} -D and {np.size(size_splits)} elements")
    sizes = size_splits.tolist()
    if sizes.count(-1) > 1:
        raise invalid("There can only be one -1 in the input.")
    given = sum(size for size in sizes if size != -1)
    if len(sizes) == 1 and sizes[0] not in (-1, dims[axis]):
        raise invalid("If there is only one output, it must have the same size as the input. Input size: "
                       f"{dims[axis]} output size: {sizes[0]}")
    if given > dims[axis] or given != dims[axis] and -1 not in sizes:
        raise invalid("Determined shape must either match input shape along split_dim exactly if fully specified, or be "
                       "less than the size of the input along split_dim if not fully specified.  Got: " + str(given))
    for index, size in enumerate(sizes):
        if size < -1:
            raise invalid(f"Split size at index {index} must be >= 0. Got: {size}")
    return _cut(value, axis, [dims[axis] - given if size == -1 else size for size in sizes])


@reading
def _split_v_infer(read, attrs):
    num, dims = attrs["num_split"], read.dims(0)
    sizes = read.value(1)
    axis = _known_split_axis(read, 2, dims)
    if dims is None:
        return [None] * num
    if axis is None:
        return [(None,) * len(dims)] * num
    if sizes is None:
        found = [dims[axis] if num == 1 else None] * num
    else:
        found = [None if size < 0 else size for size in sizes.tolist()]
        if found.count(None) > 1:
            raise ValueError("size_splits can only have one -1")
        given = sum(size for size in found if size is not None)
        if dims[axis] is not None:
            if None in found and given <= dims[axis]:
                found[found.index(None)] = dims[axis] - given
            elif given != dims[axis]:
                raise ValueError(f"can't split axis of size {dims[axis]} into pieces of size {text(tuple(sizes.tolist()))}")
    return [dims[:axis] + (size,) + dims[axis + 1:] for size in found]


SPLIT = op("Split", "split_dim: int32, value: T -> output: num_split*T", kernel=_split, infer=_split_infer,
           attrs={"num_split": REQUIRED})
SPLIT_V = op("SplitV", "value: T, size_splits: Tlen, split_dim: int32 -> output: num_split*T", kernel=_split_v,
             infer=_split_v_infer, attrs={"num_split": REQUIRED}, types={"Tlen": TypeList("int8 int32 int64")})


def split(value, num_or_size_splits, axis=0, num=None, name="split"):
    """`value` cut along `axis` into so many equal parts, or into parts of the given sizes (one may be -1), as a list.

    Raises:
        ValueError: the number of parts is not known, or while tracing the sizes do not fit (InvalidArgumentError eagerly).
    """
    if isinstance(num_or_size_splits, numbers.Integral):
        at_least("Split", "num_split", num_or_size_splits, 1)
        return dispatch(SPLIT, (axis, value), {"num_split": int(num_or_size_splits)}, name)
    sizes = convert_to_tensor(num_or_size_splits)
    if sizes._dims == ():
        raise ValueError("Rank-0 tensors are not supported as the num_or_size_splits argument to split. Argument provided: "
                         + str(num_or_size_splits))
    if num is None:
        num = sizes._dims[0] if sizes._dims else None
        if num is None:
            raise ValueError(f"Cannot infer argument `num` from shape {num_or_size_splits!s}")
    return dispatch(SPLIT_V, (value, sizes, axis), {"num_split": num}, name)


@gradient("Split")
def _split_grad(op, *dys):
    return [None, concat([creation.or_zeros(dy, output) for dy, output in zip(dys, op.outputs)], op.inputs[0])]


@gradient("SplitV")
def _split_v_grad(op, *dys):
    return [concat([creation.or_zeros(dy, output) for dy, output in zip(dys, op.outputs)], op.inputs[2]), None, None]
