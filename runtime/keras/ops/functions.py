"""The functions of `keras.ops` that take tensors: thin names over TensorFlow's, which KerasTensors may be given to as well."""

from __future__ import annotations

import runtime as tf
from runtime.core.composite import CompositeTensor
from runtime.keras import activations, losses, random
from runtime.keras.ops.making import as_float, binary, by_floats, greatest, least, not_bool, promoted, reduction, unary, wide
from runtime.keras.ops.operation import operation
from runtime.keras.symbolic import as_tensor
from runtime.keras.variable import standardize_dtype


def _logical(function):
    return lambda *values: function(*(tf.cast(value, tf.bool) for value in values))


def _divide(a, b):
    return tf.truediv(as_float(a), as_float(b))


def _by_int32(function):
    """The function, of unsigned numbers by way of int32."""
    def call(x, *rest):
        if not x.dtype.is_unsigned:
            return function(x, *rest)
        return tf.cast(function(tf.cast(x, tf.int32), *(tf.cast(value, tf.int32) for value in rest)), x.dtype)
    return call


def _rows_weighted(weights, rows):
    """Sums of `rows` by sparse weights: their gradients touch those rows alone that have a weight."""
    weights, _ = tf.sparse.fill_empty_rows(weights, tf.zeros([], weights.dtype))
    result = tf.nn.embedding_lookup_sparse(rows, tf.SparseTensor(weights.indices, weights.indices[:, 1], weights.dense_shape), weights, combiner="sum")
    result.set_shape([weights.shape[0], rows.shape[1]])
    return result


def product(x1, x2):
    """The matrix product, of which one factor may be sparse."""
    if isinstance(x1, CompositeTensor) and isinstance(x1, tf.SparseTensor):
        return _rows_weighted(x1, as_tensor(x2))
    if isinstance(x2, CompositeTensor) and isinstance(x2, tf.SparseTensor):
        return tf.transpose(tf.sparse.sparse_dense_matmul(x2, as_tensor(x1), adjoint_a=True, adjoint_b=True))
    return tf.matmul(x1, x2)


def _product(a, b):
    if a.shape.rank == 1 or b.shape.rank == 1:
        return tf.tensordot(a, b, [[-1], [-1 if b.shape.rank == 1 else -2]])
    return tf.matmul(a, b)


add = binary("Add", tf.add)
subtract = binary("Subtract", tf.subtract)
multiply = binary("Multiply", tf.multiply)
divide = binary("Divide", _divide)
true_divide = binary("TrueDivide", _divide)
floor_divide = binary("FloorDivide", tf.math.floordiv)


@operation("Mod", 2)
def mod(x1, x2):
    x1, x2 = promoted(as_tensor(x1), as_tensor(x2))  # a number of Python counts as its tensor here
    return tf.math.floormod(not_bool(x1), not_bool(x2))


@operation("Matmul", 2)
def matmul(x1, x2):
    if isinstance(x1, CompositeTensor) or isinstance(x2, CompositeTensor):
        return product(x1, x2)
    x1, x2 = as_tensor(x1), as_tensor(x2)
    if x1.dtype is tf.int8 and x2.dtype is tf.int8 and x1.shape.rank != 1 and x2.shape.rank != 1:
        return tf.matmul(tf.cast(x1, tf.int32), tf.cast(x2, tf.int32))  # of these numbers alone the result is wider
    return by_floats(_product)(*promoted(x1, x2))


power = binary("Power", _by_int32(tf.pow))
maximum = binary("Maximum", tf.maximum)
minimum = binary("Minimum", tf.minimum)
equal = binary("Equal", tf.equal)
not_equal = binary("NotEqual", tf.not_equal)
greater = binary("Greater", tf.greater)
greater_equal = binary("GreaterEqual", tf.greater_equal)
less = binary("Less", tf.less)
less_equal = binary("LessEqual", tf.less_equal)
logical_and = binary("LogicalAnd", _logical(tf.logical_and))
logical_or = binary("LogicalOr", _logical(tf.logical_or))
arctan2 = binary("Arctan2", lambda a, b: tf.atan2(as_float(a), as_float(b)))
outer = binary("Outer", lambda a, b: tf.reshape(a, [-1, 1]) * tf.reshape(b, [1, -1]))

exp = unary("Exp", tf.exp)
log = unary("Log", tf.math.log)
log1p = unary("Log1p", tf.math.log1p)
expm1 = unary("Expm1", tf.math.expm1)
sqrt = unary("Sqrt", tf.sqrt)
sin = unary("Sin", tf.sin)
cos = unary("Cos", tf.cos)
tan = unary("Tan", tf.tan)
tanh = unary("Tanh", tf.tanh)
arctan = unary("Arctan", tf.atan)
arcsin = unary("Arcsin", tf.asin)
arccos = unary("Arccos", tf.acos)
sinh = unary("Sinh", tf.sinh)
cosh = unary("Cosh", tf.cosh)
floor = unary("Floor", tf.floor)
ceil = unary("Ceil", tf.math.ceil)
reciprocal = unary("Reciprocal", tf.math.reciprocal)

absolute = unary("Absolute", lambda x: x if x.dtype is tf.bool or x.dtype.is_unsigned else tf.abs(x), floats=False)
negative = unary("Negative", tf.negative, floats=False)
sign = unary("Sign", _by_int32(tf.sign), floats=False)
square = unary("Square", lambda x: tf.square(not_bool(x)), floats=False)
isnan = unary("Isnan", tf.math.is_nan)
isfinite = unary("Isfinite", tf.math.is_finite)
isinf = unary("Isinf", tf.math.is_inf)
logical_not = unary("LogicalNot", _logical(tf.logical_not), floats=False)
ravel = unary("Ravel", lambda x: tf.reshape(x, [-1]), floats=False)
copy = unary("Copy", tf.identity, floats=False)

relu = unary("Relu", tf.nn.relu, "nn", floats=False)
relu6 = unary("Relu6", tf.nn.relu6, "nn", floats=False)
sigmoid = unary("Sigmoid", tf.nn.sigmoid, "nn", floats=False)
softplus = unary("Softplus", tf.nn.softplus, "nn", floats=False)
softsign = unary("Softsign", tf.nn.softsign, "nn", floats=False)
silu = unary("Silu", tf.nn.silu, "nn", floats=False)
selu = unary("Selu", tf.nn.selu, "nn", floats=False)
log_sigmoid = unary("LogSigmoid", tf.math.log_sigmoid, "nn", floats=False)
hard_sigmoid = unary("HardSigmoid", activations.hard_sigmoid, "nn", floats=False)

rsqrt = unary("Rsqrt", tf.math.rsqrt, "math")
erf = unary("Erf", tf.math.erf, "math")

abs_ = absolute
swish = silu


sum_ = reduction("Sum", lambda x, *rest: tf.reduce_sum(wide(x), *rest))
mean = reduction("Mean", tf.reduce_mean, floats=True)
max_ = reduction("Max", greatest)
min_ = reduction("Min", least)
prod = reduction("Prod", lambda x, *rest: tf.reduce_prod(wide(x), *rest))
std = reduction("Std", tf.math.reduce_std, floats=True)
var = reduction("Var", tf.math.reduce_variance, floats=True)
any_ = reduction("Any", lambda x, *rest: tf.reduce_any(tf.cast(x, tf.bool), *rest))
all_ = reduction("All", lambda x, *rest: tf.reduce_all(tf.cast(x, tf.bool), *rest))
logsumexp = reduction("Logsumexp", tf.reduce_logsumexp, floats=True)


@operation("GetItem", 2)
def get_item(x, key):
    return x[tuple(key) if isinstance(key, list) else key]


@operation("Softmax", 1, "nn")
def softmax(x, axis=-1):
    return tf.nn.softmax(x, axis=axis)


@operation("LogSoftmax", 1, "nn")
def log_softmax(x, axis=-1):
    return tf.nn.log_softmax(x, axis=axis)


@operation("LeakyRelu", 1, "nn")
def leaky_relu(x, negative_slope=0.2):
    return tf.nn.leaky_relu(x, negative_slope)


@operation("Elu", 1, "nn")
def elu(x, alpha=1.0):
    return activations.elu(x, alpha)


@operation("Gelu", 1, "nn")
def gelu(x, approximate=True):
    return tf.nn.gelu(x, approximate)


@operation("OneHot", 1, "nn")
def one_hot(x, num_classes, axis=-1, dtype=None):
    return tf.one_hot(tf.cast(x, tf.int64), num_classes, axis=axis, dtype=standardize_dtype(dtype))


@operation("Cast", 1, "core")
def cast(x, dtype):
    return tf.cast(x, standardize_dtype(dtype))


@operation("StopGradient", 1, "core")
def stop_gradient(variable):
    return tf.stop_gradient(variable)


@operation("Clip", 1)
def clip(x, x_min, x_max):
    x = as_tensor(x)
    return tf.clip_by_value(x, tf.cast(x_min, x.dtype), tf.cast(x_max, x.dtype))


@operation("Round", 1)
def round_(x, decimals=0):
    x = as_tensor(x)
    if not decimals:
        return tf.round(x)
    if x.dtype.is_integer and decimals > 0:
        return x
    factor = 10.0 ** decimals
    return tf.cast(tf.round(as_float(x) * factor) / factor, x.dtype)


@operation("Reshape", 1)
def reshape(x, newshape):
    return tf.reshape(x, newshape)


@operation("Transpose", 1)
def transpose(x, axes=None):
    return tf.transpose(x, axes)


@operation("Swapaxes", 1)
def swapaxes(x, axis1, axis2):
    order = list(range(as_tensor(x).shape.rank))
    order[axis1], order[axis2] = order[axis2], order[axis1]
    return tf.transpose(x, order)


@operation("Moveaxis", 1)
def moveaxis(x, source, destination):
    rank = as_tensor(x).shape.rank
    source, destination = ([axes % rank] if isinstance(axes, int) else [axis % rank for axis in axes] for axes in (source, destination))
    order = [axis for axis in range(rank) if axis not in source]
    for place, axis in sorted(zip(destination, source)):
        order.insert(place, axis)
    return tf.transpose(x, order)


@operation("ExpandDims", 1)
def expand_dims(x, axis):
    return tf.expand_dims(x, axis)


@operation("Squeeze", 1)
def squeeze(x, axis=None):
    return tf.squeeze(x, axis)


@operation("Concatenate", 1)
def concatenate(xs, axis=0):
    return tf.concat(list(promoted(*xs)), axis)


@operation("Stack", 1)
def stack(x, axis=0):
    return tf.stack(list(promoted(*x)), axis)


@operation("Unstack", 1, "core")
def unstack(x, num=None, axis=0):
    return tf.unstack(x, num, axis)


@operation("Split", 1)
def split(x, indices_or_sections, axis=0):
    if isinstance(indices_or_sections, int):
        return tf.split(x, indices_or_sections, axis)
    ends = [*indices_or_sections, as_tensor(x).shape[axis]]
    return tf.split(x, [end - start for start, end in zip([0, *ends], ends)], axis)


@operation("Tile", 1)
def tile(x, repeats):
    return tf.tile(x, [repeats] if isinstance(repeats, int) else repeats)


@operation("Repeat", 1)
def repeat(x, repeats, axis=None):
    return tf.repeat(x, repeats, axis)


@operation("BroadcastTo", 1)
def broadcast_to(x, shape):
    return tf.broadcast_to(x, shape)


@operation("Where", 3)
def where(condition, x1=None, x2=None):
    condition = tf.cast(condition, tf.bool)
    return tf.where(condition) if x1 is None and x2 is None else tf.where(condition, *promoted(x1, x2))


@operation("Argmax", 1)
def argmax(x, axis=None, keepdims=False):
    return _arg(tf.argmax, x, axis, keepdims)


@operation("Argmin", 1)
def argmin(x, axis=None, keepdims=False):
    return _arg(tf.argmin, x, axis, keepdims)


def _arg(function, x, axis, keepdims):
    x = as_tensor(x)
    found = function(tf.reshape(x, [-1]) if axis is None else x, axis=axis or 0, output_type=tf.int32)
    return tf.expand_dims(found, axis) if keepdims and axis is not None else found


@operation("Argsort", 1)
def argsort(x, axis=-1):
    return tf.argsort(not_bool(x), axis, stable=True)


@operation("Sort", 1)
def sort(x, axis=-1):
    x = as_tensor(x)
    return tf.cast(tf.sort(not_bool(x), axis), x.dtype)


@operation("Cumsum", 1)
def cumsum(x, axis=None, dtype=None):
    x = not_bool(x if dtype is None else tf.cast(x, dtype))
    return tf.cumsum(tf.reshape(x, [-1]) if axis is None else x, axis or 0)


@operation("Take", 2)
def take(x, indices, axis=None):
    return tf.gather(tf.reshape(x, [-1]) if axis is None else x, tf.cast(indices, tf.int32), axis=axis or 0)


@operation("TakeAlongAxis", 2)
def take_along_axis(x, indices, axis=None):
    if axis is None:
        return tf.gather(tf.reshape(x, [-1]), tf.reshape(indices, [-1]))
    x, indices = as_tensor(x), tf.cast(indices, tf.int32)
    axis %= x.shape.rank
    return tf.gather(x, indices, axis=axis, batch_dims=axis) if axis == x.shape.rank - 1 else swapaxes(
        take_along_axis(swapaxes(x, axis, -1), swapaxes(indices, axis, -1), -1), axis, -1)


@operation("Pad", 1)
def pad(x, pad_width, mode="constant", constant_values=None):
    rank = as_tensor(x).shape.rank
    pairs = [(pad_width, pad_width)] * rank if isinstance(pad_width, int) else [
        tuple(pad_width)] * rank if isinstance(pad_width[0], int) else list(pad_width) * (rank if len(pad_width) == 1 else 1)
    return tf.pad(x, pairs, mode.upper(), constant_values or 0)


@operation("Flip", 1)
def flip(x, axis=None):
    rank = as_tensor(x).shape.rank
    return tf.reverse(x, list(range(rank)) if axis is None else [axis] if isinstance(axis, int) else list(axis))


@operation("Roll", 1)
def roll(x, shift, axis=None):
    if axis is None:
        return tf.reshape(tf.roll(tf.reshape(x, [-1]), shift, 0), tf.shape(x))
    return tf.roll(x, shift, axis)


@operation("Tril", 1)
def tril(x, k=0):
    return _band(x, lambda row, column: column - row <= k)


@operation("Triu", 1)
def triu(x, k=0):
    return _band(x, lambda row, column: column - row >= k)


def _band(x, kept):
    x = as_tensor(x)
    row, column = tf.range(tf.shape(x)[-2])[:, tf.newaxis], tf.range(tf.shape(x)[-1])
    return tf.where(kept(row, column), x, tf.zeros_like(x))


def _dot(a, b):
    if not a.shape.rank or not b.shape.rank:
        return a * b
    return tf.tensordot(a, b, [[-1], [-1 if b.shape.rank == 1 else -2]])


@operation("Dot", 2)
def dot(x1, x2):
    return by_floats(_dot)(*promoted(x1, x2))


@operation("Tensordot", 2)
def tensordot(x1, x2, axes=2):
    return by_floats(lambda a, b: tf.tensordot(a, b, axes))(*promoted(x1, x2))


def einsum(subscripts, *operands):
    """Sum of products by letters, as `tf.einsum`."""
    return _einsum(*operands, subscripts=subscripts)


@operation("Einsum", 0)
def _einsum(*operands, subscripts):
    return tf.einsum(subscripts, *operands)


@operation("Norm", 1, "math")
def norm(x, ord=None, axis=None, keepdims=False):
    return tf.norm(as_float(x), "euclidean" if ord in (None, "fro") else ord, axis, keepdims)


@operation("Normalize", 1, "nn")
def normalize(x, axis=-1, order=2, epsilon=None):
    x = as_float(x)
    epsilon = 1e-7 if epsilon is None else epsilon
    if order == 2:
        return tf.nn.l2_normalize(x, axis, epsilon * epsilon)
    return x / tf.maximum(tf.norm(x, order, axis, keepdims=True), epsilon)


@operation("TopK", 1, "math")
def top_k(x, k, sorted=True):
    return tuple(tf.math.top_k(x, k, sorted))


@operation("InTopK", 2, "math")
def in_top_k(targets, predictions, k):
    return tf.math.in_top_k(targets, predictions, k)


@operation("ZerosLike", 1)
def zeros_like(x, dtype=None):
    return tf.zeros_like(x, dtype)


@operation("OnesLike", 1)
def ones_like(x, dtype=None):
    return tf.ones_like(x, dtype)


@operation("FullLike", 1)
def full_like(x, fill_value, dtype=None):
    return tf.ones_like(x, dtype) * tf.cast(fill_value, dtype or x.dtype)


@operation("Moments", 1, "nn")
def moments(x, axes, keepdims=False):
    return tf.nn.moments(x, axes, keepdims=keepdims)


@operation("Slice", 1, "core")
def slice_(inputs, start_indices, shape):
    return tf.slice(inputs, start_indices, shape)


@operation("BinaryCrossentropy", 2, "nn")
def binary_crossentropy(target, output, from_logits=False):
    return losses.elementwise_binary_crossentropy(target, output, from_logits)


@operation("CategoricalCrossentropy", 2, "nn")
def categorical_crossentropy(target, output, from_logits=False, axis=-1):
    return losses.categorical_crossentropy(target, output, from_logits, axis=axis)


@operation("SparseCategoricalCrossentropy", 2, "nn")
def sparse_categorical_crossentropy(target, output, from_logits=False, axis=-1):
    return losses.sparse_categorical_crossentropy(target, output, from_logits, axis=axis)


def average_pool(inputs, pool_size, strides=None, padding="valid", data_format=None):
    """Mean of windows, channels last."""
    return tf.nn.avg_pool(inputs, pool_size, strides or pool_size, padding.upper())


def max_pool(inputs, pool_size, strides=None, padding="valid", data_format=None):
    """Greatest value of windows, channels last."""
    return tf.nn.max_pool(inputs, pool_size, strides or pool_size, padding.upper())


def conv(inputs, kernel, strides=1, padding="valid", data_format=None, dilation_rate=1):
    """Convolution, channels last."""
    return tf.nn.convolution(inputs, kernel, strides, padding.upper(), dilations=dilation_rate)



def dropout(inputs, rate, noise_shape=None, seed=None):
    return random.dropout(inputs, rate, noise_shape, seed)


def count_nonzero(x, axis=None):
    return tf.math.count_nonzero(x, axis, dtype=tf.int32)
