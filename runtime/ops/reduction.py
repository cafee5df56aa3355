"""Reductions over axes, positions of extremes, cumulative sums and norms."""

from __future__ import annotations

import functools
import numbers

import numpy as np

from runtime.core import dtypes, errors
from runtime.core.context import context
from runtime.core.convert import constant_value, convert_to_tensor
from runtime.core.dispatch import dispatch
from runtime.core.op_def import TypeList, gradient, op
from runtime.core.tensor import EagerTensor, SymbolicTensor
from runtime.ops import array, infer, types
from runtime.ops import math as math_ops
from runtime.ops.cast import cast, conj, real
from runtime.ops.comparison import equal, not_equal
from runtime.ops.math import divide, exp, is_finite, log, named, sqrt, square, subtract
from runtime.ops.scope import scope


# -- the ops ------------------------------------------------------------------------------------------------------

def _axes(x, indices):
    """The axes to reduce as NumPy wants them. Raises InvalidArgumentError as TensorFlow's kernel does."""
    rank = np.ndim(x)
    axes = []
    for axis in indices.reshape(-1).tolist():
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
        if indices.ndim > 1:
            raise errors.InvalidArgumentError(None, None, "reduction_indices must be a scalar or vector")  # pragma: no cover
        return reduce(x, axis=_axes(x, indices), keepdims=keep_dims)

    return op(op_name, signature, attrs={"keep_dims": False}, kernel=kernel, infer=infer.reduction,
              types={"T": allowed, "Tidx": types.INDEX} if allowed else {"Tidx": types.INDEX})


def _count(x, axis):
    return int(np.prod([np.shape(x)[a] for a in axis], dtype=np.int64))


def _sum(x, axis, keepdims):
    return np.add.reduce(x, axis=axis, dtype=x.dtype, keepdims=keepdims)


def _prod(x, axis, keepdims):
    return np.multiply.reduce(x, axis=axis, dtype=x.dtype, keepdims=keepdims)


def _mean(x, axis, keepdims):
    total, count = _sum(x, axis, keepdims), _count(x, axis)
    if x.dtype.kind in "iu":
        if not count:
            return np.zeros_like(total)
        return np.trunc(np.divide(total, x.dtype.type(count))).astype(x.dtype) if x.dtype.itemsize < 8 \
            else _whole_quotient(total, count)
    return np.divide(total, x.dtype.type(count))


def _whole_quotient(total, count):
    quotient = np.floor_divide(total, total.dtype.type(count))
    return quotient + ((quotient < 0) & (quotient * total.dtype.type(count) != total))


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
        return axis
    rank = None if x._dims is None else len(x._dims)
    if rank is None:
        return array.range_(0, array.rank(x))
    if context.graph is None:
        return _first_axes(rank)
    return context.graph.constant(np.arange(rank, dtype=np.int32), dtypes.int32, "Const")


def _reduce(op_def, public, doc, dtype=None):
    def function(input_tensor, axis=None, keepdims=False, name=None):
        if not isinstance(input_tensor, (EagerTensor, SymbolicTensor)):
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


def reduce_variance(input_tensor, axis=None, keepdims=False, name=None):
    """The population variance over `axis`. Raises TypeError for integers."""
    with scope(name, "reduce_variance"):
        x = convert_to_tensor(input_tensor)
        means = reduce_mean(x, axis, True)
        if means.dtype.is_integer:
            raise TypeError(f"Input must be either real or complex. Received integer type {means.dtype!r}.")
        difference = x - means
        if x.dtype.is_complex:
            squared = real(math_ops.multiply(conj(difference), difference))
        else:
            squared = square(difference)
        return reduce_mean(squared, axis, keepdims)


def reduce_std(input_tensor, axis=None, keepdims=False, name=None):
    """The population standard deviation over `axis`. Raises TypeError for integers."""
    with scope(name, "reduce_std"):
        return sqrt(reduce_variance(convert_to_tensor(input_tensor), axis, keepdims))


def reduce_logsumexp(input_tensor, axis=None, keepdims=False, name=None):
    """``log(sum(exp(x)))`` over `axis`, without overflow."""
    with scope(name, "ReduceLogSumExp") as name:
        x = convert_to_tensor(input_tensor)
        raw = reduce_max(x, axis, True)
        largest = array.stop_gradient(array.where(is_finite(raw), raw, convert_to_tensor(0, raw.dtype)
                                                  if context.graph is None else 0))
        result = log(reduce_sum(exp(subtract(x, largest)), axis, keepdims))
        if not keepdims:
            largest = array.reshape(largest, array.shape(result))
        return math_ops.add(result, largest, name)


def count_nonzero(input, axis=None, keepdims=None, dtype=dtypes.int64, name=None):
    """How many elements differ from zero (from the empty string)."""
    with scope(name, "count_nonzero"):
        x = convert_to_tensor(input, name="input")
        zero = array.zeros([], x.dtype) if x.dtype is not dtypes.string else convert_to_tensor("")
        return cast(reduce_sum(cast(not_equal(x, zero), dtypes.int64), axis, bool(keepdims)), dtype)
