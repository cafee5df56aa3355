"""Normalisation, moments, dropout, biases and embeddings of `tf.nn`."""

from __future__ import annotations

import numbers

import numpy as np

from runtime.core import dtypes, errors
from runtime.core.context import context
from runtime.core.convert import constant, convert_to_tensor
from runtime.core.dispatch import dispatch
from runtime.core.op_def import gradient, op
from runtime.core.tensor import Tensor
from runtime.ops import infer, types
from runtime.ops.array import reshape, shape, size as size_of, squeeze
from runtime.ops.identity import identity, stop_gradient
from runtime.ops.blocks import dynamic_partition, dynamic_stitch
from runtime.ops.cast import cast
from runtime.ops.comparison import greater_equal
from runtime.ops.creation import ones_like, range_
from runtime.ops.gather_scatter import gather
from runtime.ops.select import where
from runtime.ops.joining import concat
from runtime.ops.kernels.expressions import expression
from runtime.ops.math import maximum, multiply, rsqrt, square, squared_difference, subtract, truediv
from runtime.ops.norms import clip_by_norm
from runtime.ops.random.random import uniform
from runtime.ops.reduction import reduce_mean, reduce_sum
from runtime.ops.scope import scope
from runtime.ops.sums import add_n
from runtime.ops.random.stateless_random import stateless_uniform


def _bias_axis(value, data_format):
    return 1 if data_format == "NCHW" else np.ndim(value) - 1


def _bias_kernel(value, bias, data_format):
    if np.ndim(value) < 2:
        raise errors.InvalidArgumentError(None, None, f"Input tensor must be at least 2D: [{','.join(map(str, value.shape))}]")
    if np.ndim(bias) != 1:
        raise errors.InvalidArgumentError(None, None, f"Biases must be 1D: [{','.join(map(str, np.shape(bias)))}]")
    axis = _bias_axis(value, data_format)
    if len(bias) != value.shape[axis]:
        which = "channel" if data_format == "NCHW" else "last"
        raise errors.InvalidArgumentError(None, None, f"Must provide as many biases as the {which} dimension of the input "
                                          f"tensor: [{len(bias)}] vs. [{','.join(map(str, value.shape))}]")
    return value + (bias if axis == np.ndim(value) - 1 else bias.reshape((-1,) + (1,) * (value.ndim - 2)))


def _bias_infer(inputs, attrs):
    value = inputs[0]._dims
    infer.with_rank_at_least(value, 2)
    size = infer.with_rank(inputs[1]._dims, 1)[0]
    if value is None:
        return None
    axis = 1 if attrs["data_format"] == "NCHW" else len(value) - 1
    return value[:axis] + (infer.merged_size(value[axis], size),) + value[axis + 1:]


def _bias_grad_kernel(dy, data_format):
    axis = _bias_axis(dy, data_format)
    return np.sum(dy, axis=tuple(i for i in range(dy.ndim) if i != axis), dtype=dy.dtype)


def _bias_grad_infer(inputs, attrs):
    dims = inputs[0]._dims
    return (None,) if dims is None else (dims[1 if attrs["data_format"] == "NCHW" else -1],)


_FORMAT = {"data_format": "NHWC"}
BIAS_ADD = op("BiasAdd", "value: T, bias: T -> output: T", kernel=_bias_kernel, infer=_bias_infer, attrs=_FORMAT,
              types={"T": types.NUMBER}, elementwise=False,
              lower=expression(lambda value, bias, data_format: value + bias if data_format == "NHWC" else NotImplemented))
BIAS_ADD_GRAD = op("BiasAddGrad", "out_backprop: T -> output: T", kernel=_bias_grad_kernel, infer=_bias_grad_infer,
                   attrs=_FORMAT, types={"T": types.NUMBER})


@gradient("BiasAdd")
def _bias_add_grad(operation, dy):
    return [dy, dispatch(BIAS_ADD_GRAD, (dy,), {"data_format": operation.attrs["data_format"]})]


@gradient("BiasAddGrad")
def _bias_add_grad_grad(operation, ddy):
    dy = operation.inputs[0]
    if operation.attrs["data_format"] == "NCHW":
        ddy = reshape(ddy, concat([[-1], ones_like(shape(dy)[2:])], 0))
    return [multiply(ones_like(dy), ddy)]


def bias_add(value, bias, data_format=None, name=None):
    """`tf.nn.bias_add`: `bias` (1-D) added to the channels of `value`, which are last, or second if the format starts NC.

    Raises:
        ValueError: there is no such `data_format`.
    """
    with scope(name, "BiasAdd") as name:
        if data_format is not None:
            if data_format.startswith("NC"):
                data_format = "NCHW"
            elif data_format.startswith("N") and data_format.endswith("C"):
                data_format = "NHWC"
            else:
                raise ValueError(f"`data_format` must be of the form `N...C` or `NC...`. Received: data_format={data_format}")
        if context.graph is not None:
            value = convert_to_tensor(value, name="input")
            bias = convert_to_tensor(bias, value.dtype, name="bias")
        return dispatch(BIAS_ADD, (value, bias), {"data_format": data_format or "NHWC"}, name)


# -- moments and normalisation -----------------------------------------------------------------------------------------

def moments(x, axes, shift=None, keepdims=False, name=None):
    """`tf.nn.moments`: (mean, variance) over `axes`. 16-bit floats are added up in float32. `shift` is not used."""
    with scope(name, "moments"):
        x = convert_to_tensor(x, name="x")
        y = cast(x, dtypes.float32) if x.dtype is dtypes.float16 else x
        mean = reduce_mean(y, axes, keepdims=True, name="mean")
        variance = reduce_mean(squared_difference(y, stop_gradient(mean)), axes, keepdims=True, name="variance")
        if not keepdims:
            mean, variance = squeeze(mean, axes), squeeze(variance, axes)
        if x.dtype is dtypes.float16:
            return cast(mean, dtypes.float16), cast(variance, dtypes.float16)
        return mean, variance


def batch_normalization(x, mean, variance, offset, scale, variance_epsilon, name=None):
    """`tf.nn.batch_normalization`: scale * (x - mean) / sqrt(variance + epsilon) + offset; the last two may be None."""
    with scope(name, "batchnorm"):
        inverse = rsqrt(variance + variance_epsilon)
        if scale is not None:
            inverse = inverse * scale
        shift = offset - mean * inverse if offset is not None else -mean * inverse
        return x * cast(inverse, x.dtype) + cast(shift, x.dtype)


def l2_normalize(x, axis=None, epsilon=1e-12, name=None):
    """`tf.nn.l2_normalize`: `x` divided by its length along `axis`, which counts as at least sqrt(epsilon)."""
    with scope(name, "l2_normalize") as name:
        x = convert_to_tensor(x, name="x")
        length = reduce_sum(square(x), axis, keepdims=True)
        return multiply(x, rsqrt(maximum(length, epsilon)), name=name)


# -- dropout -----------------------------------------------------------------------------------------------------------

def _noise_shape(x, noise_shape):
    """The shape of the mask: that of `x`, with None in `noise_shape` standing for the size of `x`."""
    if noise_shape is None:
        return shape(x)
    if isinstance(noise_shape, (list, tuple)) and x._dims is not None and len(x._dims) == len(noise_shape):
        return [size if size is not None else own for size, own in zip(noise_shape, x._dims)]
    return noise_shape


def _dropout(x, rate, noise_shape, draw, name, default):
    with scope(name, default):
        if isinstance(rate, numbers.Real):
            if not 0 <= rate < 1:
                raise ValueError(f"`rate` must be a scalar tensor or a float in the range [0, 1). Received: rate={rate}")
        x = convert_to_tensor(x, name="x")
        if not x.dtype.is_floating:
            raise ValueError("`x.dtype` must be a floating point tensor as `x` will be scaled. Received: x_dtype="
                             f"{x.dtype}")
        if isinstance(rate, numbers.Real):
            if rate == 0:
                return x
            kept = multiply(x, convert_to_tensor(1 / (1 - rate), x.dtype))
        else:
            given, rate = rate, convert_to_tensor(rate)
            if rate.shape.rank != 0 and rate.shape.rank is not None:
                raise ValueError(f"`rate` must be a scalar or scalar tensor. Received: rate={given}")
            if rate.dtype is not x.dtype:
                if isinstance(given, Tensor):
                    raise ValueError(f"`x.dtype` must be compatible with `rate.dtype`. Received: x.dtype={x.dtype} and "
                                     f"rate.dtype={rate.dtype}")
                rate = cast(rate, x.dtype, name="rate")
            one = constant(1, x.dtype)
            kept = truediv(x, subtract(one, rate, name="sub"))
        mask = greater_equal(draw(_noise_shape(x, noise_shape), x.dtype), rate)
        return where(mask, kept, constant(0, x.dtype))


def dropout(x, rate, noise_shape=None, seed=None, name=None):
    """`tf.nn.dropout`: elements set to zero with probability `rate`, the others divided by 1 - rate.

    Raises:
        ValueError: `rate` is not in [0, 1), or `x` holds no floats.
    """
    return _dropout(x, rate, noise_shape, lambda dims, dtype: uniform(dims, dtype=dtype, seed=seed), name, "dropout")


def stateless_dropout(x, rate, seed, rng_alg=None, noise_shape=None, name=None):
    """`tf.nn.experimental.stateless_dropout`: as `dropout`, what is dropped follows from `seed` (two integers)."""
    def draw(dims, dtype):
        return stateless_uniform(dims, seed, dtype=dtype, alg=rng_alg or "auto_select")
    return _dropout(x, rate, noise_shape, draw, name, "stateless_dropout")


# -- embeddings --------------------------------------------------------------------------------------------------------

def embedding_lookup(params, ids, max_norm=None, name=None):
    """`tf.nn.embedding_lookup`: rows of `params`; their gradient is IndexedSlices.

    Args:
        params: a tensor or Variable, or a list of them: the parts of one table, one below the other.
        max_norm: rows longer than that are scaled down to it.

    Raises:
        ValueError: no `params`.
    """
    return partitioned_lookup(params, ids, "div", name, max_norm=max_norm)


def partitioned_lookup(params, ids, partition_strategy="mod", name=None, validate_indices=True, max_norm=None):
    """`tf.compat.v1.nn.embedding_lookup`: as `embedding_lookup`; with "mod" the ids are dealt to the tables in turn."""
    if params is None:
        raise ValueError("params must be specified")
    if isinstance(params, (list, tuple)):
        if not params:
            raise ValueError("Length of params is currently 0. Need at least one param.")
        if len(params) > 1:
            with scope(name, "embedding_lookup"):
                return _clipped(_split_lookup(params, convert_to_tensor(ids, name="ids"), partition_strategy), ids, max_norm)
        params = params[0]
    with scope(name, "embedding_lookup") as name:
        ids = convert_to_tensor(ids, name="ids")
        return _clipped(identity(gather(params, ids, name=name)), ids, max_norm)


def _clipped(rows, ids, max_norm):
    if max_norm is None:
        return rows
    return clip_by_norm(rows, max_norm, axes=list(range(len(convert_to_tensor(ids)._dims), len(rows._dims))))


def _split_lookup(tables, ids, strategy):
    """Rows of a table in parts. With "div", of n rows in p parts the first n % p have n // p + 1, the others n // p."""
    flat = reshape(ids, [-1])
    if strategy == "mod":
        part, inside = flat % len(tables), flat // len(tables)
    elif strategy == "div":
        total = add_n([cast(shape(table)[0], flat.dtype) for table in tables])
        size, extra = total // len(tables), total % len(tables)
        part = maximum(flat // (size + 1), (flat - extra) // size)
        inside = where(part < extra, flat % (size + 1), (flat - extra) % size)
    else:
        raise ValueError(f"Unrecognized partition strategy: {strategy}.Must be one of either `mod` or `div`.")
    part = cast(part, dtypes.int32)
    places = dynamic_partition(range_(size_of(flat)), part, len(tables))
    rows = [gather(table, at) for table, at in zip(tables, dynamic_partition(inside, part, len(tables)))]
    return reshape(dynamic_stitch(places, rows), concat([shape(ids), shape(tables[0])[1:]], 0))
