"""Reductions over axes, positions of extremes, cumulative sums and norms."""

from __future__ import annotations

import functools
import math

import numpy as np

from runtime.core import dtypes, errors
from runtime.core.context import context
from runtime.core.convert import constant_value, convert_to_tensor
from runtime.core.dispatch import dispatch
from runtime.core.op_def import TypeList, op, static
from runtime.core.tensor import EagerTensor
from runtime.core.tensor_shape import text
from runtime.ops import array, infer, types
from runtime.ops.ranges import range_
from runtime.ops.scope import named, scope


# -- the ops ------------------------------------------------------------------------------------------------------

def _axes(x, indices):
    """The axes to reduce as NumPy wants them. Raises InvalidArgumentError as TensorFlow's kernel does."""
    return _checked_axes(np.ndim(x), tuple(indices.reshape(-1).tolist()))


@functools.lru_cache(maxsize=1024)
def _checked_axes(rank, indices):
    axes = []
    for axis in indices:
        if not -rank <= axis < rank:
            raise errors.InvalidArgumentError(None, None, f"Invalid reduction dimension ({axis} for input with {rank} "
                                              "dimension(s)")
        axis %= rank
        if axis in axes:
            raise errors.InvalidArgumentError(None, None, "Invalid reduction arguments: Axes contains duplicate dimension: "
                                              f"{axis}")
        axes.append(axis)
    return tuple(axes)


def _reduction(op_name, reduce, allowed, signature="input: T, reduction_indices: Tidx -> output: T"):
    """Declare a reduction; ``reduce(x, axis=, keepdims=)``."""
    def kernel(x, indices, keep_dims):
        return reduce(x, axis=_axes(x, indices), keepdims=keep_dims)

    return op(op_name, signature, attrs={"keep_dims": False}, kernel=kernel, infer=infer.reduction,
              types={"T": allowed, "Tidx": types.INDEX} if allowed else {"Tidx": types.INDEX})


def _count(x, axis):
    return math.prod(x.shape[a] for a in axis)


def _sum(x, axis, keepdims):
    return np.add.reduce(x, axis=axis, dtype=x.dtype, keepdims=keepdims)


def _prod(x, axis, keepdims):
    return np.multiply.reduce(x, axis=axis, dtype=x.dtype, keepdims=keepdims)


def _mean(x, axis, keepdims):
    count = _count(x, axis)
    if x.dtype.kind not in "iu":
        return np.divide(_sum(x, axis, keepdims), x.dtype.type(count or x.dtype.kind == "c"))  # of no complex numbers TensorFlow has 0
    if x.dtype.itemsize < 8:
        x_type, x = x.dtype, x.astype(np.int64)
    else:
        x_type = x.dtype
    total, count = _sum(x, axis, keepdims), x.dtype.type(max(count, 1))
    quotient = np.floor_divide(total, count)
    return (quotient + ((quotient < 0) & (quotient * count != total))).astype(x_type)


def _extreme(ufunc, worst):
    def reduce(x, axis, keepdims):
        if not _count(x, axis):
            if x.dtype.kind == "f":
                initial = x.dtype.type(worst * np.inf)
            else:
                limits = np.iinfo(x.dtype)
                initial = limits.min if worst < 0 else limits.max
            return ufunc.reduce(x, axis=axis, keepdims=keepdims, initial=initial)
        return ufunc.reduce(x, axis=axis, keepdims=keepdims)
    return reduce


def _euclidean(x, axis, keepdims):
    return np.sqrt(_sum((np.conj(x) * x), axis, keepdims)).astype(x.dtype)


_SUM = _reduction("Sum", _sum, types.NUMBER)
_MEAN = _reduction("Mean", _mean, types.NUMBER)
_PROD = _reduction("Prod", _prod, types.NUMBER)
static("Prod")
_MAX = _reduction("Max", _extreme(np.maximum, -1), types.QUANTIZED_REAL)
_MIN = _reduction("Min", _extreme(np.minimum, 1), types.QUANTIZED_REAL)
_ALL = _reduction("All", np.logical_and.reduce, None, "input: bool, reduction_indices: Tidx -> output: bool")
_ANY = _reduction("Any", np.logical_or.reduce, None, "input: bool, reduction_indices: Tidx -> output: bool")
_NORM = _reduction("EuclideanNorm", _euclidean, types.NUMBER)


# -- their public functions ---------------------------------------------------------------------------------------

@functools.cache
def _first_axes(rank):
    return EagerTensor(np.arange(rank, dtype=np.int32))


def all_axes(x, axis=None):
    """`axis`, or a tensor of all axes of `x` if it is None."""
    if axis is not None:
        if type(axis) is float and context.graph is None and type(x) is EagerTensor:
            return convert_to_tensor(axis, dtypes.int32)  # which it refuses, in other words than the op
        return axis
    if context.graph is None:
        return _first_axes(len(x._dims))
    rank = len(getattr(x, "_dims", None) or ())
    if not rank:  # TensorFlow does not tell rank 0, an unknown one and a list apart
        return range_(0, array.rank(x))
    return context.graph.constant(np.arange(rank, dtype=np.int32), dtypes.int32, "Const")


def _reduce(op_def, public, doc, dtype=None):
    def function(input_tensor, axis=None, keepdims=False, name=None):
        if axis is None and context.graph is None and type(input_tensor) is not EagerTensor:
            input_tensor = convert_to_tensor(input_tensor, dtype if not hasattr(input_tensor, "dtype") else None)
        result = dispatch(op_def, (input_tensor, all_axes(input_tensor, axis)), {"keep_dims": bool(keepdims)}, name)
        if axis is None and not keepdims and result._dims is None:
            result.set_shape(())
        return result
    return named(function, public, f"{doc} over `axis` (all axes if None), which keeps size 1 with `keepdims`.")


reduce_sum = _reduce(_SUM, "reduce_sum", "The sum")
reduce_mean = _reduce(_MEAN, "reduce_mean", "The mean, cut to an integer for integers,")
reduce_prod = _reduce(_PROD, "reduce_prod", "The product")
reduce_max = _reduce(_MAX, "reduce_max", "The largest element")
reduce_min = _reduce(_MIN, "reduce_min", "The smallest element")
reduce_all = _reduce(_ALL, "reduce_all", "Whether all are true", dtypes.bool_)
reduce_any = _reduce(_ANY, "reduce_any", "Whether any is true", dtypes.bool_)
reduce_euclidean_norm = _reduce(_NORM, "reduce_euclidean_norm", "The root of the sum of squares")


# -- gradients of reductions --------------------------------------------------------------------------------------


# -- positions of extremes ----------------------------------------------------------------------------------------

def _arg_extreme(op_name, find, worst, axis_types, output_types):
    def kernel(x, dimension, output_type):
        rank, axis = x.ndim, int(dimension)
        if not -rank <= axis < rank:
            raise errors.InvalidArgumentError(None, None, f"Expected dimension in the range [{-rank}, {rank}), but got {axis}")
        axis %= rank
        if not x.shape[axis]:
            raise errors.InvalidArgumentError(None, None, f"Reduction axis {axis} is empty in shape {text(x.shape)}")
        if x.dtype.kind == "f":
            x = np.where(np.isnan(x), x.dtype.type(worst), x)  # a NaN is never the extreme
        return find(x, axis=axis).astype(output_type.numpy_dtype)

    def inferred(inputs, attrs):
        dims, axis = inputs[0]._dims, constant_value(inputs[1])
        if dims is None or axis is None:
            return None if dims is None else (None,) * (len(dims) - 1)
        if len(dims) <= 1:
            return ()
        axis = int(axis)
        if not -len(dims) <= axis < len(dims):
            error = ValueError(f"Dimension ({axis}) must be in the range [{-len(dims)}, {len(dims)}), where {len(dims)} is "
                               "the number of dimensions in the input.")
            error.value_inputs = (1,)
            raise error
        axis %= len(dims)
        return dims[:axis] + dims[axis + 1:]

    return op(op_name, "input: T, dimension: Tidx -> output: output_type", attrs={"output_type": dtypes.int64},
              kernel=kernel, infer=inferred, grad=lambda op, dy: [None, None],
              types={"T": TypeList([*types.QUANTIZED_REAL.names, "bool"]), "Tidx": axis_types, "output_type": output_types})


_ARG_MAX = _arg_extreme("ArgMax", np.argmax, -np.inf, TypeList("int16 int32 int64"), TypeList("int16 uint16 int32 int64"))
_ARG_MIN = _arg_extreme("ArgMin", np.argmin, np.inf, types.INDEX, types.INDEX)


def _index_dtype(dtype, op_def):
    """`dtype` as a DType. Raises what TensorFlow does if the op cannot give it."""
    dtype, allowed = dtypes.as_dtype(dtype), op_def.types["output_type"]
    if dtype in allowed:
        return dtype
    if context.graph is not None:
        raise TypeError(f"Value passed to parameter 'output_type' has DataType {dtype.name} not in list of allowed values: "
                        + ", ".join(allowed.names))
    raise errors.InvalidArgumentError(None, None, f"Value for attr 'output_type' of {dtype.kernel_name} is not in the list "
                                      f"of allowed values: {', '.join(allowed.names)}\n\t; NodeDef: "
                                      f"{{{{node {op_def.name}}}}} [Op:{op_def.name}]")


def argmax(input, axis=None, output_type=dtypes.int64, name=None):
    """The index of the largest element along `axis` (0 if None), the first of equal ones. NaN never wins."""
    return dispatch(_ARG_MAX, (input, 0 if axis is None else axis),
                    {"output_type": _index_dtype(output_type, _ARG_MAX)}, name)


def argmin(input, axis=None, output_type=dtypes.int64, name=None):
    """The index of the smallest element along `axis` (0 if None), the first of equal ones. NaN never wins."""
    return dispatch(_ARG_MIN, (input, 0 if axis is None else axis),
                    {"output_type": _index_dtype(output_type, _ARG_MIN)}, name)


# -- cumulative ---------------------------------------------------------------------------------------------------

def _scan(op_name, accumulate, neutral, allowed):
    """Declare a cumulative op; ``accumulate(x, axis)`` scans forwards and includes each element."""
    def kernel(x, axis, exclusive, reverse):
        if np.ndim(axis):
            raise errors.InvalidArgumentError(None, None, f"ScanOp: axis must be a scalar, not [{','.join(map(str, np.shape(axis)))}]")
        rank, at = x.ndim, int(axis)
        if not -rank <= at < rank:
            raise errors.InvalidArgumentError(None, None, f"ScanOp: Expected scan axis in the range [{-rank}, {rank}), but "
                                              f"got {at + rank if at < 0 else at}")
        if reverse:
            x = np.flip(x, at)
        if exclusive:
            x = np.roll(x, 1, at)
            first = [slice(None)] * rank
            first[at] = slice(0, 1)
            x[tuple(first)] = neutral
        result = accumulate(x, at)
        return np.ascontiguousarray(np.flip(result, at)) if reverse else result

    return op(op_name, "x: T, axis: Tidx -> out: T", attrs={"exclusive": False, "reverse": False}, kernel=kernel,
              infer=infer.same, types={"T": allowed, "Tidx": types.INDEX})


_CUMSUM = _scan("Cumsum", lambda x, axis: np.add.accumulate(x, axis, x.dtype), 0, types.NUMBER)
_CUMPROD = _scan("Cumprod", lambda x, axis: np.multiply.accumulate(x, axis, x.dtype), 1, types.NUMBER)
_CUMULATIVE_LOGSUMEXP = _scan("CumulativeLogsumexp", np.logaddexp.accumulate, -np.inf, types.FLOAT)


def _cumulative(op_def, public, doc):
    def function(x, axis=0, exclusive=False, reverse=False, name=None):
        with scope(name, op_def.name) as name:
            x = convert_to_tensor(x, name="x")
            return dispatch(op_def, (x, axis), {"exclusive": bool(exclusive), "reverse": bool(reverse)}, name)
    return named(function, public, f"Cumulative {doc} along `axis`, `exclusive` of the element itself, or from the end.")


cumsum = _cumulative(_CUMSUM, "cumsum", "sum")
cumprod = _cumulative(_CUMPROD, "cumprod", "product")
cumulative_logsumexp = _cumulative(_CUMULATIVE_LOGSUMEXP, "cumulative_logsumexp", "log of the sum of exponentials")
