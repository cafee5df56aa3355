"""`tf.compat.v1.sparse`: functions of sparse tensors with the arguments of TensorFlow 1."""

from __future__ import annotations

from runtime import sparse as _sparse
from runtime.compat import dimension_value as _dimension_value
from runtime.compat.faces.fallback import either, names_of
from runtime.core import dtypes as _dtypes
from runtime.core.context import context as _context
from runtime.core.convert import constant_value as _constant_value, convert_to_tensor as _convert_to_tensor
from runtime.core.deprecation import warn_deprecated as _warn_deprecated
from runtime.core.tensor import Tensor as _Tensor

from runtime.ops.placeholders import placeholder as _placeholder, placeholder_with_default as _placeholder_with_default
from runtime.ops.sparse.sparse import as_sparse as _as_sparse
from runtime.ops.sparse.sparse_shape import merged as _merged
from runtime.sparse_tensor import SparseTensor as _SparseTensor

_MODULE = "tensorflow.python.ops.sparse_ops"


def add(a, b, threshold=None, thresh=None):
    return _sparse.add(a, b, either("threshold", threshold, "thresh", thresh) or 0)


def concat(axis, sp_inputs, name=None, expand_nonconcat_dim=False, concat_dim=None, expand_nonconcat_dims=None):
    expand = expand_nonconcat_dim if expand_nonconcat_dims is None else expand_nonconcat_dims
    return _sparse.concat(either("axis", axis, "concat_dim", concat_dim), sp_inputs, expand, name)


def split(keyword_required=None, sp_input=None, num_split=None, axis=None, name=None, split_dim=None):
    if keyword_required is not None:
        raise ValueError("Keyword arguments are required for this function.")
    return _sparse.split(sp_input, num_split, axis if axis is None else either("axis", axis, "split_dim", split_dim), name)


def _reduced(function, sparse, sp_input, axis, keepdims, reduction_axes, keep_dims):
    keep = either("keepdims", keepdims, "keep_dims", keep_dims)
    return function(sp_input, either("axis", axis, "reduction_axes", reduction_axes), keep, sparse)


def reduce_sum(sp_input, axis=None, keepdims=None, reduction_axes=None, keep_dims=None):
    return _reduced(_sparse.reduce_sum, False, sp_input, axis, keepdims, reduction_axes, keep_dims)


def reduce_sum_sparse(sp_input, axis=None, keepdims=None, reduction_axes=None, keep_dims=None):
    """`reduce_sum` as a SparseTensor."""
    return _reduced(_sparse.reduce_sum, True, sp_input, axis, keepdims, reduction_axes, keep_dims)


def reduce_max(sp_input, axis=None, keepdims=None, reduction_axes=None, keep_dims=None):
    return _reduced(_sparse.reduce_max, False, sp_input, axis, keepdims, reduction_axes, keep_dims)


def reduce_max_sparse(sp_input, axis=None, keepdims=None, reduction_axes=None, keep_dims=None):
    """`reduce_max` as a SparseTensor."""
    return _reduced(_sparse.reduce_max, True, sp_input, axis, keepdims, reduction_axes, keep_dims)


matmul = _sparse.sparse_dense_matmul


def merge(sp_ids, sp_values, vocab_size, name=None, already_sorted=False):
    """Values at the places that rows and ids say. Raises TypeError or ValueError for arguments that do not fit."""
    _warn_deprecated("sparse_merge", _MODULE, "No similar op available at this time.")
    if isinstance(sp_ids, _SparseTensor):
        if not isinstance(vocab_size, (int, _Tensor)):
            raise TypeError(f"vocab_size has to be a Tensor or Python int. Found {type(vocab_size)}")
        sp_ids, vocab_size = [sp_ids], [vocab_size]
    elif not hasattr(vocab_size, "__iter__"):
        raise TypeError(f"vocab_size has to be a list of Tensors or Python ints. Found {type(vocab_size)}")
    if len(sp_ids) != len(vocab_size):
        raise ValueError("sp_ids and vocab_size have to have equal lengths.")
    return _merged([_as_sparse(one) for one in sp_ids], _as_sparse(sp_values), vocab_size, name, already_sorted)


def placeholder(dtype, shape=None, name=None):
    """A sparse tensor that is fed in sessions. Raises RuntimeError in eager execution."""
    if _context.graph is None:
        raise RuntimeError("`sparse_placeholder` is not compatible with eager execution.")

    def named(part):
        return None if name is None else f"{name}/{part}"
    if shape is None:
        rank = static = None
        sizes = _placeholder(_dtypes.int64, [None], named("shape"))
    else:
        if isinstance(shape, _Tensor):
            rank, static, given = shape.shape[0], _constant_value(shape), shape
        else:
            given = [_dimension_value(size) for size in shape]
            rank, static = len(given), [None if size in (None, -1) else size for size in given]
            given = _convert_to_tensor([-1 if size is None else size for size in given], _dtypes.int64, name=named("shape_default"))
        sizes = _placeholder_with_default(given, given.shape, named("shape"))
    values = _placeholder(dtype, [None], named("values"))
    result = _SparseTensor(_placeholder(_dtypes.int64, [None, rank], named("indices")), values, sizes)
    if static is not None:
        result.set_shape(static)
    return result


__getattr__ = names_of("tf.compat.v1.sparse", _sparse)
