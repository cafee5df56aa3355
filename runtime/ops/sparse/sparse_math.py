"""`tf.sparse`: sums, maxima, softmax and counts of SparseTensors, and arithmetic of two of them or one and a dense tensor."""

from __future__ import annotations

import numpy as np

from runtime.core import dtypes
from runtime.core.convert import convert_to_tensor
from runtime.core.dispatch import dispatch
from runtime.core.errors import invalid
from runtime.core.op_def import REQUIRED, gradient, not_differentiable, op
from runtime.core.tensor import Tensor
from runtime.core.tensor_shape import text
from runtime.ops import array, types
from runtime.ops.array import reshape
from runtime.ops.cast import cast
from runtime.ops.comparison import equal
from runtime.ops.control_flow.check import assert_equal
from runtime.ops.control_flow.control_flow import control_dependencies
from runtime.ops.creation import ones, ones_like, range_, zeros_like
from runtime.ops.gather_scatter import gather_nd
from runtime.ops.identity import identity
from runtime.ops.joining import concat
from runtime.ops.kernels import sparse as kernels
from runtime.ops.math import square
from runtime.ops.reduction import reduce_any
from runtime.ops.scope import scope
from runtime.ops.select import where
from runtime.ops.slicing import slice_
from runtime.sparse_tensor import SparseTensor

_PARTS = "input_indices: int64, input_values: T, input_shape: int64"
_TWO = "a_indices: int64, a_values: T, a_shape: int64, b_indices: int64, b_values: T, b_shape: int64"


# -- reductions ------------------------------------------------------------------------------------------------------

def _unknown(inputs, attrs):
    return [(None, None), (None,), (None,)]


def _reductions(name, function, allowed):
    def dense(indices, values, shape, axes, keep_dims):
        return kernels.reduced(indices, values, shape, axes, keep_dims, function, False)

    def sparse(indices, values, shape, axes, keep_dims):
        return kernels.reduced(indices, values, shape, axes, keep_dims, function, True)
    common = {"attrs": {"keep_dims": False}, "types": {"T": allowed}}
    return (op(name, f"{_PARTS}, reduction_axes: int32 -> output: T", kernel=dense, infer=lambda inputs, attrs: None, **common),
            op(f"{name}Sparse", f"{_PARTS}, reduction_axes: int32 -> output_indices: int64, output_values: T, output_shape: int64",
               kernel=sparse, infer=_unknown, **common))


SUM = _reductions("SparseReduceSum", np.add, types.NUMBER)
MAX = _reductions("SparseReduceMax", np.maximum, types.REAL)


@gradient("SparseReduceSum")
def _sum_grad(op, dy):
    indices, _, shape, axes = op.inputs
    rank = array.size(shape)
    gone = reduce_any(equal(reshape(range_(rank), [-1, 1]), reshape(axes, [1, -1]) % rank), 1)
    kept = where(gone, ones_like(shape), shape)
    return [None, gather_nd(reshape(dy, kept), indices // (shape // kept)), None, None]


def _reduce(ops, sp_input, axis, keepdims, output_is_sparse, name):
    if axis is None:
        rank = sp_input.shape.rank
        axis = np.arange(rank, dtype=np.int32) if rank else range_(0, array.size(sp_input.dense_shape))
    result = dispatch(ops[bool(output_is_sparse)], (*sp_input._parts(), axis), {"keep_dims": bool(keepdims)}, name)
    return SparseTensor(*result) if output_is_sparse else result


def reduce_sum(sp_input, axis=None, keepdims=None, output_is_sparse=False, name=None):
    """The sum of the values along `axis`, dense or sparse. Raises InvalidArgumentError if there is no such axis."""
    return _reduce(SUM, sp_input, axis, keepdims, output_is_sparse, name)


def reduce_max(sp_input, axis=None, keepdims=None, output_is_sparse=False, name=None):
    """The largest of the values that are there along `axis`, zero where there are none, dense or sparse."""
    return _reduce(MAX, sp_input, axis, keepdims, output_is_sparse, name)


# -- softmax -----------------------------------------------------------------------------------------------------------

SOFTMAX = op("SparseSoftmax", "sp_indices: int64, sp_values: T, sp_shape: int64 -> output: T", kernel=kernels.softmax,
             infer=lambda inputs, attrs: inputs[1]._dims, types={"T": "float16 float32 float64"})


@gradient("SparseSoftmax")
def _softmax_grad(op, dy):
    indices, _, shape = op.inputs
    result = op.outputs[0]
    sums = -reduce_sum(SparseTensor(indices, result * dy, shape), [-1], keepdims=True)
    return [None, dispatch(CWISE_ADD, (indices, dy, shape, sums)) * result, None]


def softmax(sp_input, name=None):
    """Softmax along the last axis over the values that are there. Raises InvalidArgumentError below rank 2."""
    with scope(name, "SparseSoftmax") as name:
        values = dispatch(SOFTMAX, (sp_input.indices, sp_input.values, sp_input.dense_shape), None, name)
        return SparseTensor(sp_input.indices, values, sp_input.dense_shape)


# -- two sparse tensors --------------------------------------------------------------------------------------------------

ADD = op("SparseAdd", f"{_TWO}, thresh: Treal -> sum_indices: int64, sum_values: T, sum_shape: int64", kernel=kernels.add,
         types={"T": types.NUMBER, "Treal": types.REAL}, unserved={"T": "bfloat16 float16 uint8 uint16 uint32 uint64"}, infer=lambda inputs, attrs: [
             (None, None if inputs[2]._dims is None else inputs[2]._dims[0]), (None,), inputs[2]._dims])
ADD_GRADIENT = op("SparseAddGrad", "backprop_val_grad: T, a_indices: int64, b_indices: int64, sum_indices: int64 -> a_val_grad: T, "
                  "b_val_grad: T", kernel=kernels.add_gradient, types={"T": types.NUMBER},
                  unserved={"T": "bfloat16 float16 uint8 uint16 uint32 uint64"},
                  infer=lambda inputs, attrs: [one._dims and one._dims[:1] for one in inputs[1:3]])
ADD_DENSE = op("SparseTensorDenseAdd", "a_indices: Tindices, a_values: T, a_shape: Tindices, b: T -> output: T", kernel=kernels.add_dense,
               infer=lambda inputs, attrs: inputs[3]._dims, types={"T": types.NUMBER, "Tindices": types.INDEX})
not_differentiable("SparseAddGrad")


def _without_gradient(operation):
    """`operation`, whose gradient raises, as TensorFlow's does."""
    @gradient(operation.name)
    def raises(op, *_):
        raise NotImplementedError(f"Gradient for {op.type} is not implemented.")
    return operation


def _extremes(name, function, allowed, unserved=""):
    return _without_gradient(op(name, f"{_TWO} -> output_indices: int64, output_values: T", kernel=kernels.extreme(function),
                                types={"T": allowed}, unserved={"T": unserved}, infer=lambda inputs, attrs: [(None, None), (None,)]))


MAXIMUM = _extremes("SparseSparseMaximum", np.maximum, types.REAL)
MINIMUM = _extremes("SparseSparseMinimum", np.minimum, types.NUMBER, "complex64 complex128")


@gradient("SparseAdd")
def _add_grad(op, _indices, dy, _shape):
    of_a, of_b = dispatch(ADD_GRADIENT, (dy, op.inputs[0], op.inputs[3], op.outputs[0]))
    return [None, of_a, None, None, of_b, None, None]


@gradient("SparseTensorDenseAdd")
def _add_dense_grad(op, dy):
    return [None, gather_nd(dy, op.inputs[0]), None, dy]


def add(a, b, threshold=0):
    """The sum of two tensors, of which at least one is sparse; it is sparse if both are.

    Args:
        threshold: sums of two values that are smaller than that are left out.

    Raises:
        TypeError: both are dense.
        InvalidArgumentError: the shapes differ.
    """
    if not isinstance(a, SparseTensor) and not isinstance(b, SparseTensor):
        raise TypeError("At least one input should be SparseTensor; do you mean to use tf.add()?")
    if isinstance(a, SparseTensor) and isinstance(b, SparseTensor):
        threshold = convert_to_tensor(threshold, a.values.dtype.real_dtype, name="threshold")
        indices, values, shape = dispatch(ADD, (*a._parts(), *b._parts(), threshold))
        a.shape.assert_is_compatible_with(b.shape)
        static = array.broadcast_static_shape(a.shape, b.shape)
        return SparseTensor(indices, values, static.as_list() if static.is_fully_defined() else shape)
    if isinstance(b, SparseTensor):
        a, b = b, a
    return dispatch(ADD_DENSE, (*a._parts(), b))


def _extreme(operation, sp_a, sp_b, name):
    with scope(name, operation.name) as name:
        indices, values = dispatch(operation, (*sp_a._parts(), *sp_b._parts()), None, name)
        return SparseTensor(indices, values, sp_a.dense_shape)


def maximum(sp_a, sp_b, name=None):
    """The larger ones of the values at each place that either has; what is missing is zero. There is no gradient."""
    return _extreme(MAXIMUM, sp_a, sp_b, name)


def minimum(sp_a, sp_b, name=None):
    """The smaller ones of the values at each place that either has; what is missing is zero. There is no gradient."""
    return _extreme(MINIMUM, sp_a, sp_b, name)


# -- sparse and dense, element by element ---------------------------------------------------------------------------------

def _of_dense(name, function):
    return op(name, "sp_indices: int64, sp_values: T, sp_shape: int64, dense: T -> output: T", kernel=kernels.of_dense(function),
              infer=lambda inputs, attrs: inputs[1]._dims, types={"T": types.NUMBER}, unserved={"T": "complex64 complex128"})


CWISE_ADD = _without_gradient(_of_dense("SparseDenseCwiseAdd", np.add))
CWISE_MUL = _of_dense("SparseDenseCwiseMul", np.multiply)
CWISE_DIV = _of_dense("SparseDenseCwiseDiv", np.divide)


def _dense_part(op):
    """The elements of the dense input at the places of the values, and these places in it."""
    indices, _, shape, dense = op.inputs
    sizes = cast(array.shape(dense), dtypes.int64)
    added = array.expand_dims(array.size(shape) - array.size(sizes), 0)
    places = indices // (shape // concat([ones(added, dtypes.int64), sizes], 0))
    places = slice_(places, concat([[0], added], 0), [-1, -1])
    return gather_nd(dense, places), places, sizes


def _product_grad(op, dy, of_values, of_dense):
    taken, places, sizes = _dense_part(op)
    return [None, of_values(dy, taken), None,
            add(zeros_like(op.inputs[3]), SparseTensor(places, of_dense(dy, op.inputs[1], taken), sizes))]


@gradient("SparseDenseCwiseMul")
def _mul_grad(op, dy):
    return _product_grad(op, dy, lambda dy, y: dy * y, lambda dy, x, y: dy * x)


@gradient("SparseDenseCwiseDiv")
def _div_grad(op, dy):
    return _product_grad(op, dy, lambda dy, y: dy / y, lambda dy, x, y: dy * (-x / square(y)))


def _operator(operation, name):
    """What Python's operator on a SparseTensor and a dense tensor does."""
    def operator(sparse, dense):
        with scope(None, name) as here:
            dense = convert_to_tensor(dense, sparse.dtype, name="y")
            return sparse.with_values(dispatch(operation, (*sparse._parts(), dense), None, here))
    return operator


product, quotient = _operator(CWISE_MUL, "mul"), _operator(CWISE_DIV, "truediv")


# -- counting -----------------------------------------------------------------------------------------------------------

def _count_dense(values, weights, minlength, maxlength, binary_output):
    if values.ndim not in (1, 2):
        raise invalid(f"Input must be a 1 or 2-dimensional tensor. Got: {text(values.shape)}")
    if weights.size and weights.shape != values.shape:
        raise invalid(f"Weights and values must have the same shape. Weight shape: {text(weights.shape)}; values shape: {text(values.shape)}")
    rows = np.repeat(np.arange(len(values)), values.shape[1]) if values.ndim == 2 else np.zeros(len(values), np.int64)
    places, counts, width = kernels.counted(rows, len(values), values.reshape(-1), weights.reshape(-1), minlength, maxlength, binary_output,
                                            weights.dtype)
    if values.ndim == 1:
        return places[:, 1:], counts, np.array([width], np.int64)
    return places, counts, np.array([len(values), width], np.int64)


def _count_sparse(indices, values, shape, weights, minlength, maxlength, binary_output):
    flat = len(shape) == 1
    rows = np.zeros(len(values), np.int64) if flat else indices[:, 0]
    places, counts, width = kernels.counted(rows, 1 if flat else int(shape[0]), values, weights, minlength, maxlength, binary_output,
                                            weights.dtype)
    return (places[:, 1:], counts, np.array([width], np.int64)) if flat else (places, counts, np.array([shape[0], width], np.int64))


_COUNTS = {"attrs": {"minlength": -1, "maxlength": -1, "binary_output": REQUIRED}, "types": {"T": types.INDEX, "output_type": types.COUNTED}}
_COUNTED = "output_indices: int64, output_values: output_type, output_dense_shape: int64"
COUNT_DENSE = op("DenseCountSparseOutput", f"values: T, weights: output_type -> {_COUNTED}", kernel=_count_dense, infer=lambda inputs, attrs: [
    (None, None if inputs[0]._dims is None else len(inputs[0]._dims)), (None,), (None if inputs[0]._dims is None else len(inputs[0]._dims),)],
    **_COUNTS)
COUNT_SPARSE = op("SparseCountSparseOutput", f"indices: int64, values: T, dense_shape: int64, weights: output_type -> {_COUNTED}",
                  kernel=_count_sparse, infer=lambda inputs, attrs: [
                      (None, None if inputs[2]._dims is None else inputs[2]._dims[0]), (None,), inputs[2]._dims], **_COUNTS)


def _weights(values, weights):
    """The values of sparse `weights`, which have the places of `values`; no weights if None."""
    if weights is None:
        return convert_to_tensor([], values.dtype)
    if not isinstance(weights, SparseTensor):
        raise ValueError(f"Argument `weights` must be a SparseTensor if `values` is a SparseTensor. Received weights={weights} of type: "
                         f"{type(weights).__name__}")
    checks = []
    if weights.dense_shape is not values.dense_shape:
        checks.append(assert_equal(weights.dense_shape, values.dense_shape, message="'weights' and 'values' must have the same dense shape."))
    if weights.indices is not values.indices:
        checks.append(assert_equal(weights.indices, values.indices, message="'weights' and 'values' must have the same indices."))
    with control_dependencies([check for check in checks if check is not None]):
        return identity(weights.values)


def bincount(values, weights=None, axis=0, minlength=None, maxlength=None, binary_output=False, name=None):
    """How often each number occurs, or the sum of its weights, as a SparseTensor.

    Args:
        values: a sparse, ragged or dense tensor of one or two axes.
        weights: as `values`.
        axis: None or 0 for one count of all, -1 for one a row.
        minlength, maxlength: limits of the last size of the result.
        binary_output: whether a number occurs at all.

    Raises:
        ValueError: weights for `binary_output`, or another axis.
        InvalidArgumentError: a negative number.
    """
    with scope(name, "count"):
        values = values if isinstance(values, SparseTensor) else convert_to_tensor(values, name="values")
        if weights is not None and not isinstance(weights, SparseTensor):
            weights = convert_to_tensor(weights, name="weights")
        if weights is not None and binary_output:
            raise ValueError("Arguments `binary_output` and `weights` are mutually exclusive. Please specify only one.")
        if axis not in (None, 0, -1):
            raise ValueError(f"Unsupported value for argument axis={axis}. Only 0 and -1 are currently supported.")
        attrs = {"minlength": -1 if minlength is None else minlength, "maxlength": -1 if maxlength is None else maxlength,
                 "binary_output": binary_output}
        if axis != -1:
            if isinstance(values, SparseTensor):
                weights, values = None if weights is None else _weights(values, weights), values.values
            else:
                weights, values = None if weights is None else reshape(weights, [-1]), reshape(values, [-1])
        if isinstance(values, SparseTensor):
            return SparseTensor(*dispatch(COUNT_SPARSE, (*values._parts(), _weights(values, weights)), attrs))
        if weights is None:
            weights = convert_to_tensor([], values.dtype)
        elif not isinstance(weights, Tensor):
            raise ValueError("Argument `weights` must be a tf.Tensor if `values` is a tf.Tensor. Received "
                             f"weights={weights} of type: {type(weights).__name__}")
        return SparseTensor(*dispatch(COUNT_DENSE, (values, weights), attrs))
