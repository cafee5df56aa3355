"""The shape of tensors, and changing it: shape, reshape, squeeze, transpose and their like."""

from __future__ import annotations

import numpy as np

from runtime.core import dtypes, errors
from runtime.core.context import context
from runtime.core.convert import convert_to_tensor
from runtime.core.dispatch import dispatch
from runtime.core.errors import invalid
from runtime.core.op_def import gradient, not_differentiable, op, sizes, static
from runtime.core.tensor import Tensor
from runtime.core.tensor_shape import TensorShape, as_dims, text
from runtime.ops import infer, shapes, types
from runtime.ops.scope import scope
from runtime.ops.shapes import reading
from runtime.ops.types import INDEX
from runtime.ops.cast import cast
from runtime.ops.ranges import range_

newaxis = None


# -- asking for the shape ------------------------------------------------------------------------------------------

def _shape_infer(inputs, attrs):
    dims = inputs[0]._dims
    return (None if dims is None else len(dims),)


def _known_shape(operation, _):
    dims = operation.inputs[0]._dims
    return None if dims is None or None in dims else np.array(dims, operation.attrs["out_type"].numpy_dtype)


def _known_rank(operation, _):
    dims = operation.inputs[0]._dims
    return None if dims is None else np.array(len(dims), np.int32)


def _known_size(operation, _):
    dims = operation.inputs[0]._dims
    return None if dims is None or None in dims else np.array(int(np.prod(dims)), np.int32)


SHAPE = op("Shape", "input: T -> output: out_type", by_shape=True, attrs={"out_type": dtypes.int32}, infer=_shape_infer,
           kernel=lambda x, out_type: np.array(np.shape(x), out_type.numpy_dtype), types={"out_type": types.INDEX})
static("Shape", value=_known_shape, told=True)
sizes("Shape")(lambda operation, value_of, sizes_of: operation.inputs[0]._dims)
SHAPE_N = op("ShapeN", "input: N*T -> output: N*out_type", attrs={"out_type": dtypes.int32},
             infer=lambda inputs, attrs: [_shape_infer([tensor], attrs) for tensor in inputs],
             kernel=lambda *values, out_type: [np.array(np.shape(x), out_type.numpy_dtype) for x in values], types={"out_type": types.INDEX})
SIZE = op("Size", "input: T -> output: out_type", by_shape=True, attrs={"out_type": dtypes.int32}, infer=infer.scalar,
          kernel=lambda x, out_type: np.array(np.size(x), out_type.numpy_dtype), types={"out_type": types.INDEX})
static("Size", value=_known_size, told=True)
RANK = op("Rank", "input: T -> output: int32", by_shape=True, infer=infer.scalar, kernel=lambda x: np.array(np.ndim(x), np.int32))
static("Rank", value=_known_rank, told=True)


def _out_type(out_type):
    return dtypes.int32 if out_type is None else dtypes.as_dtype(out_type)


def _is_sparse(value):
    """Whether it is a SparseTensor; IndexedSlices have a `dense_shape` too, and are converted."""
    return not isinstance(value, Tensor) and hasattr(value, "with_values")


def shape(input, out_type=None, name=None):
    """The shape of `input` as a 1-D int32 (or `out_type`) tensor: a constant where it is known while tracing."""
    if _is_sparse(input):
        return cast(input.dense_shape, _out_type(out_type), name)
    graph = context.graph
    if graph is None:
        return dispatch(SHAPE, (input,), {"out_type": _out_type(out_type)}, name)
    with scope(name, "Shape") as name:
        input = convert_to_tensor(input)
        dims = input._dims
        if dims is None or None in dims:
            return dispatch(SHAPE, (input,), {"out_type": _out_type(out_type)}, name)
        if out_type is None and any(size > dtypes.int32.max for size in dims):
            out_type = dtypes.int64
        out_type = _out_type(out_type)
        return graph.constant(np.array(dims, out_type.numpy_dtype), out_type, name)


def shape_as_tensor(input):
    """`shape` as TensorFlow's own functions call it: the constant has another name."""
    if context.graph is None:
        return shape(input)
    with scope(None, "Shape") as name:
        input = convert_to_tensor(input)
        if input.shape.is_fully_defined():
            return convert_to_tensor(input.shape)
        return dispatch(SHAPE, (input,), None, name)


def shape_n(input, out_type=dtypes.int32, name=None):
    """The shapes of several tensors of one dtype, as a list."""
    if context.graph is None and not len(input):
        raise errors.InvalidArgumentError(None, None, "Value for attr 'N' of 0 must be at least minimum 1")
    return dispatch(SHAPE_N, list(input), {"out_type": dtypes.as_dtype(out_type)}, name)


def size(input, out_type=None, name=None):
    """The number of elements of `input`, a scalar int32 (or `out_type`) tensor."""
    if _is_sparse(input):
        return input._size(_out_type(out_type), name)
    graph = context.graph
    if graph is None:
        return dispatch(SIZE, (input,), {"out_type": _out_type(out_type)}, name)
    with scope(name, "Size") as name:
        input = convert_to_tensor(input)
        dims = input._dims
        if dims is None or None in dims:
            return dispatch(SIZE, (input,), {"out_type": _out_type(out_type)}, name)
        count = infer.product(dims)
        if out_type is None and count > dtypes.int32.max:
            out_type = dtypes.int64
        out_type = _out_type(out_type)
        return graph.constant(np.array(count, out_type.numpy_dtype), out_type, name)


def rank(input, name=None):
    """The number of axes of `input`, a scalar int32 tensor."""
    if _is_sparse(input):
        return size(input.dense_shape, name=name)
    graph = context.graph
    if graph is None:
        return dispatch(RANK, (input,), None, name)
    with scope(name, "Rank") as name:
        input = convert_to_tensor(input)
        if input._dims is None:
            return dispatch(RANK, (input,), None, name)
        return graph.constant(np.array(len(input._dims), np.int32), dtypes.int32, name)


def broadcast_static_shape(shape_x, shape_y):
    """The TensorShape of an elementwise operation on both. Raises ValueError if they do not fit."""
    left, right = as_dims(shape_x), as_dims(shape_y)
    try:
        return TensorShape(infer.broadcast_dims(left, right))
    except ValueError:
        raise ValueError("Incompatible shapes for broadcasting. Two shapes are compatible if for each dimension pair they are "
                         f"either equal or one of them is 1. Received: {TensorShape(left)} and {TensorShape(right)}."
                         ) from None


def _broadcast_args(s0, s1):
    left, right = s0.tolist(), s1.tolist()
    try:
        return np.array(np.broadcast_shapes(tuple(left), tuple(right)), s0.dtype)
    except ValueError:
        raise invalid(f"Incompatible shapes: {text(left)} vs. {text(right)}") from None


BROADCAST_ARGS = op("BroadcastArgs", "s0: T, s1: T -> r0: T", kernel=_broadcast_args, types={"T": INDEX},
                    infer=lambda inputs, attrs: (
                        None if any(not t._dims or t._dims[0] is None for t in inputs)
                        else max(t._dims[0] for t in inputs),))


def broadcast_dynamic_shape(shape_x, shape_y):
    """The shape of an elementwise operation on tensors of two shapes, all of them 1-D integer tensors."""
    shape_x = convert_to_tensor(shape_x, name="shape_x")
    shape_y = convert_to_tensor(shape_y, name="shape_y")
    return dispatch(BROADCAST_ARGS, (shape_x, shape_y))


# -- changing the shape --------------------------------------------------------------------------------------------

def _reshape(tensor, shape):
    sizes = np.asarray(shape)
    if sizes.ndim > 1:
        raise invalid(f"sizes input must be 1-D, not {text(sizes.shape)}")
    sizes = sizes.reshape(-1).tolist()
    tensor = np.asarray(tensor)
    if tuple(sizes) == tensor.shape:
        return tensor
    unknown, known = None, 1
    for axis, size in enumerate(sizes):
        if size == -1:
            if unknown is not None:
                raise invalid(f"Only one input size may be -1, not both {unknown} and {axis}")
            unknown = axis
        elif size < 0:
            raise invalid(f"Size {axis} must be non-negative, not {size}")
        elif size:
            known *= size
    if unknown is not None:
        has_zero = 0 in sizes
        count = infer.product(d for d in tensor.shape if d or not has_zero)
        if count % known:
            raise invalid(f"Input to reshape is a tensor with {count} values, but the requested shape requires a "
                           f"multiple of {known}")
        sizes[unknown] = count // known
    wanted = infer.product(sizes)
    if wanted != tensor.size:
        raise invalid(f"Input to reshape is a tensor with {tensor.size} values, but the requested shape has {wanted}")
    return tensor.reshape(sizes)


@reading
def _reshape_infer(read, attrs):
    source, target = read.dims(0), read.shape(1)
    if source is None or target is None or source.count(None) > 1 or target.count(None) > 1:
        return target
    missing = [None in source, None in target]
    count, wanted = (infer.product(d for d in dims if d is not None) for dims in (source, target))
    if missing == [False, False] and count != wanted or missing == [False, True] and count and not wanted:
        raise ValueError(f"Cannot reshape a tensor with {count} elements to shape {text(target)} ({wanted} elements)")
    if missing == [False, True] and wanted:
        found = shapes.divide(count, wanted)
        return tuple(found if size is None else size for size in target)
    if missing == [True, False] and count:
        shapes.divide(wanted, count)
    return target


RESHAPE = op("Reshape", "tensor: T, shape: Tshape -> output: T", kernel=_reshape, infer=_reshape_infer,
             types={"Tshape": INDEX})
static("Reshape")


def reshape(tensor, shape, name=None):
    """`tensor` with the same elements in another shape; one size may be -1, which takes what is left.

    Raises:
        InvalidArgumentError, or ValueError while tracing: the numbers of elements differ.
    """
    result = dispatch(RESHAPE, (tensor, shape), None, name)
    return shapes.narrowed(result, shape)


@gradient("Reshape")
def _reshape_grad(op, dy):
    return [reshape(dy, shape(op.inputs[0])), None]


def _expand_dims(input, dim):
    if dim.size != 1:
        raise invalid("'dim' must be a tensor with a single value")
    input = np.asarray(input)
    axis, count = dim.item(), input.ndim
    if not -count - 1 <= axis <= count:
        raise invalid(f"Tried to expand dim index {axis} for tensor with {count} dimensions.")
    at = axis if axis >= 0 else axis + count + 1
    return input.reshape(input.shape[:at] + (1,) + input.shape[at:])


@reading
def _expand_dims_infer(read, attrs):
    dims, axis = read.dims(0), read.value(1)
    if dims is None or axis is None:
        return None
    if axis.size != 1:
        raise ValueError("'dim' input must be a tensor with a single value")
    axis = int(axis.reshape(()))
    if not -len(dims) - 1 <= axis <= len(dims):
        raise ValueError(f"dim {axis} not in the interval [{-len(dims) - 1}, {len(dims)}].")
    if axis < 0:
        axis += len(dims) + 1
    return dims[:axis] + (1,) + dims[axis:]


EXPAND_DIMS = op("ExpandDims", "input: T, dim: Tdim -> output: T", kernel=_expand_dims, infer=_expand_dims_infer,
                 types={"Tdim": INDEX})


def expand_dims(input, axis, name=None):
    """`input` with an axis of size 1 added before `axis`; -1 adds it at the end."""
    return dispatch(EXPAND_DIMS, (input, axis), None, name)


def _squeeze(input, squeeze_dims):
    dims = np.shape(input)
    axes = set()
    for axis in squeeze_dims:
        if not -len(dims) <= axis < len(dims):
            raise invalid(f"Tried to squeeze dim index {axis} for tensor with {len(dims)} dimensions.")
        axes.add(axis % len(dims))
    for axis in sorted(axes):
        if dims[axis] != 1:
            raise invalid(f"Can not squeeze dim[{axis}], expected a dimension of 1, got {dims[axis]}")
    return np.asarray(input).reshape([d for axis, d in enumerate(dims) if (axis not in axes if axes else d != 1)])


def _squeeze_infer(inputs, attrs):
    dims = inputs[0]._dims
    if dims is None:
        return None
    axes = set()
    for index, axis in enumerate(attrs["squeeze_dims"]):
        if not -len(dims) <= axis < len(dims):
            raise ValueError(f"squeeze_dims[{index}] not in [{-len(dims)},{len(dims)}).")
        axes.add(axis % len(dims))
    if not axes:
        return None if None in dims else tuple(size for size in dims if size != 1)
    for axis in sorted(axes):
        if dims[axis] not in (None, 1):
            raise ValueError(f"Can not squeeze dim[{axis}], expected a dimension of 1, got {dims[axis]}")
    return tuple(size for axis, size in enumerate(dims) if axis not in axes)


SQUEEZE = op("Squeeze", "input: T -> output: T", kernel=_squeeze, infer=_squeeze_infer, attrs={"squeeze_dims": []})


def squeeze(input, axis=None, name=None):
    """`input` without its axes of size 1, or without those in `axis`, which must have size 1."""
    axes = [] if axis is None else [axis] if np.isscalar(axis) else axis
    if not isinstance(axes, (list, tuple)):
        raise TypeError(f"Expected list for 'axis' argument to 'squeeze' Op, not {axis!r}.")
    return dispatch(SQUEEZE, (input,), {"squeeze_dims": [int(a) for a in axes]}, name)


@gradient("ExpandDims")
def _expand_dims_grad(op, dy):
    return [reshape(dy, shape(op.inputs[0])), None]


@gradient("Squeeze")
def _squeeze_grad(op, dy):
    return [reshape(dy, shape(op.inputs[0]))]


def _check_permutation(x, perm):
    axes = np.reshape(perm, -1).tolist()
    count = np.ndim(x)
    if np.ndim(perm) != 1:
        raise invalid(f"perm must be rank 1, got shape {text(np.shape(perm))}")
    if len(axes) != count:
        raise invalid(f"transpose expects a vector of size {count}. But input(1) is a vector of size {len(axes)}")
    found = [axis + count if axis < 0 else axis for axis in axes]
    for axis, given in zip(found, axes):
        if not 0 <= axis < count:
            raise invalid(f"{given} is out of range [0 .. {count})")
    for axis in range(count):
        if axis not in found:
            raise invalid(f"{axis} is missing from {{{','.join(map(str, found))}}}.")
    return found


@reading
def _transpose_infer(read, attrs):
    dims, perm_dims = read.dims(0), read.dims(1)
    count = None if perm_dims is None else infer.product(perm_dims)
    if dims is None and count is None:
        return None
    length = len(dims) if dims is not None else count
    if dims is None and length < 2:
        return None
    dims = infer.with_rank(dims, length)
    infer.with_rank(perm_dims, 1)
    shapes.with_size(count, length)
    perm = read.value(1)
    if perm is None:
        return (None,) * length
    for axis in perm.tolist():
        if not -length <= axis < length:
            raise ValueError(f"perm dim {axis} is out of range of input rank {length}")
    return tuple(dims[axis] for axis in perm.tolist())


TRANSPOSE = op("Transpose", "x: T, perm: Tperm -> y: T", infer=_transpose_infer, types={"Tperm": INDEX},
               kernel=lambda x, perm: np.transpose(x, _check_permutation(x, perm)))
CONJUGATE_TRANSPOSE = op("ConjugateTranspose", "x: T, perm: Tperm -> y: T", infer=_transpose_infer,
                         types={"Tperm": INDEX},
                         kernel=lambda x, perm: (np.conj if x.dtype.kind == "c" else np.asarray)(np.transpose(x, _check_permutation(x, perm))))


def transpose(a, perm=None, conjugate=False, name="transpose"):
    """`a` with its axes in the order `perm` (reversed if None), complex numbers conjugated if `conjugate`."""
    with scope(name, "transpose") as name:
        if not isinstance(a, Tensor):
            a = convert_to_tensor(a, name="a")
        op_def = CONJUGATE_TRANSPOSE if conjugate and a.dtype.is_complex else TRANSPOSE
        if perm is None:
            if a._dims is None:
                perm = range_(rank(a) - 1, -1, -1, name="Range")
            else:
                perm = np.arange(len(a._dims) - 1, -1, -1, dtype=np.int32)
        return dispatch(op_def, (a, perm), None, name)


def _invert_permutation(x):
    if x.ndim != 1:
        raise invalid("invert_permutation expects a 1D vector.")
    seen = np.full(x.size, -1, x.dtype)
    for index, axis in enumerate(x.tolist()):
        if not 0 <= axis < x.size:
            raise invalid(f"{axis} is not between 0 and {x.size}")
        if seen[axis] != -1:
            raise invalid(f"{axis} is duplicated in the input.")
        seen[axis] = index
    return seen


INVERT_PERMUTATION = op("InvertPermutation", "x: T -> y: T", kernel=_invert_permutation, types={"T": INDEX},
                        infer=lambda inputs, attrs: infer.with_rank(inputs[0]._dims, 1))
not_differentiable("InvertPermutation", "Rank", "Shape", "ShapeN", "Size")


def invert_permutation(x, name=None):
    """``y[x[i]] = i`` for a permutation `x` of ``0 … n-1``."""
    return dispatch(INVERT_PERMUTATION, (x,), None, name)


@gradient("Transpose")
def _transpose_grad(op, dy):
    return [transpose(dy, invert_permutation(op.inputs[1])), None]


@gradient("ConjugateTranspose")
def _conjugate_transpose_grad(op, dy):
    return [transpose(dy, invert_permutation(op.inputs[1]), conjugate=True), None]
