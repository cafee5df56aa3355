"""Norms, and scaling to them."""

from __future__ import annotations

import numpy as np

from runtime.core.convert import convert_to_tensor
from runtime.core.dispatch import dispatch
from runtime.core.op_def import op
from runtime.core.tensor import Tensor
from runtime.core.indexed_slices import IndexedSlices
from runtime.ops import array, creation, infer, joining, types
from runtime.ops.cast import cast, conj
from runtime.ops.comparison import greater
from runtime.ops.linalg.factorisations import svd
from runtime.ops.identity import identity
from runtime.ops.select import where
from runtime.ops.math import abs_, maximum, minimum, multiply, pow_, sqrt
from runtime.ops.reduction import reduce_max, reduce_sum
from runtime.ops.scope import scope

L2_LOSS = op("L2Loss", "t: T -> output: T", kernel=lambda t: np.sum(t * t, dtype=t.dtype) / t.dtype.type(2),
             infer=infer.scalar, types={"T": types.HALF_FIRST}, grad=lambda op, dy: [multiply(op.inputs[0], dy)])

_VECTOR = ("euclidean", 1, 2, np.inf)
_MATRIX = ("euclidean", "fro", 1, 2, np.inf)


def _check_axes(axis, ord):
    is_matrix = isinstance(axis, (list, tuple)) and len(axis) == 2
    if is_matrix:
        axis = tuple(axis)
        if axis[0] == axis[1]:
            raise ValueError(f"'axis' must be None, an integer, or a tuple of 2 unique integers, got {axis}")
        if ord not in _MATRIX:
            raise ValueError(f"'ord' must be a supported matrix norm in {list(_MATRIX)}, got {ord}")
        return True
    if isinstance(axis, (list, tuple)) and len(axis) != 1:
        raise ValueError(f"'axis' must be None, an integer, or a tuple of 2 unique integers, got {axis}")
    if not (type(ord) in (int, float) and ord > 0 or ord in _VECTOR):
        raise ValueError(f"'ord' must be a supported vector norm, got {ord}")
    return False


def norm(tensor, ord="euclidean", axis=None, keepdims=None, name=None):
    """The norm of vectors (one axis, or all elements if None) or of matrices (two axes).

    Args:
        ord: ``"euclidean"``, 1, 2, `np.inf` or any positive number for vectors; ``"fro"``, 1, 2, `np.inf` for matrices.

    Raises:
        ValueError: `axis` or `ord` is none of these.
    """
    is_matrix = _check_axes(axis, ord)
    with scope(name, "norm"):
        tensor = convert_to_tensor(tensor)
        axes = list(axis) if isinstance(axis, (list, tuple)) else axis
        if ord == "euclidean" or ord == "fro" or ord == 2 and not is_matrix:
            if is_matrix or axis is None:
                kept = axes
            else:
                kept = axes if isinstance(axes, list) else [axes]
            result = sqrt(reduce_sum(tensor * conj(tensor), kept, True))
        elif ord == 2:
            rank = len(tensor._dims)
            first, second = (axis_ % rank for axis_ in axes)
            order = [a for a in range(rank) if a not in (first, second)] + [first, second]
            values = reduce_max(abs_(svd(array.transpose(tensor, order), compute_uv=False)), -1, True)
            result = array.transpose(array.expand_dims(values, -1), np.argsort(order).astype(np.int32))
        else:
            result = abs_(tensor)
            if ord == 1:
                sums = axes if not is_matrix else axes[0]
                result = reduce_sum(result, sums, True)
                if is_matrix:
                    result = reduce_max(result, axes[-1], True)
            elif ord == np.inf:
                if is_matrix:
                    result = reduce_sum(result, axes[1], True)
                result = reduce_max(result, axes if not is_matrix else axes[0], True)
            else:
                result = pow_(reduce_sum(pow_(result, ord), axes, True), 1.0 / ord)
        return result if keepdims else array.squeeze(result, axes)


norm.__name__ = "norm_v2"


def normalize(tensor, ord="euclidean", axis=None, name=None):
    """(`tensor` divided by its norm, the norm with the reduced axes kept)."""
    with scope(name, "normalize"):
        tensor = convert_to_tensor(tensor)
        length = cast(norm(tensor, ord, axis, True), tensor.dtype)
        return tensor / length, length


# -- clipping to a norm -------------------------------------------------------------------------------------------

def clip_by_norm(t, clip_norm, axes=None, name=None):
    """`t` scaled down so that its euclidean norm over `axes` is at most `clip_norm`."""
    if isinstance(t, IndexedSlices):
        return t._with(clip_by_norm(t.values, clip_norm, axes, name))
    with scope(name, "clip_by_norm") as name:
        values = convert_to_tensor(t, name="t")
        squares = reduce_sum(values * values, axes, True)
        positive = greater(squares, 0)
        root = sqrt(where(positive, squares, creation.ones_like(squares)))  # no infinite gradient at 0
        length = where(positive, root, squares)
        scaled = values * clip_norm
        values.shape.assert_is_compatible_with(scaled.shape)
        return identity(scaled / maximum(length, clip_norm), name=name)


def global_norm(t_list, name=None):
    """The root of the sum of the squared norms of all tensors in the list; None counts as nothing.

    Raises:
        TypeError: `t_list` is no sequence.
    """
    _check_list(t_list)
    with scope(name, "global_norm"):
        halves = [l2_loss(value) for value in map(_dense, t_list) if value is not None]
        if not halves:
            return convert_to_tensor(0.0)
        total = reduce_sum(joining.stack(halves))
        return sqrt(total * convert_to_tensor(2.0, total.dtype), name="global_norm")


def _dense(value):
    """The values of IndexedSlices; tensors as they are."""
    if value is None or isinstance(value, Tensor):
        return value
    return value.values if hasattr(value, "values") and hasattr(value, "indices") else convert_to_tensor(value)


def _check_list(t_list):
    if isinstance(t_list, Tensor) or not hasattr(t_list, "__getitem__"):
        raise TypeError(f"`t_list` should be a sequence of tensors. Received {type(t_list)}.")


def clip_by_global_norm(t_list, clip_norm, use_norm=None, name=None):
    """(the tensors scaled down together so that their global norm is at most `clip_norm`, the global norm before).

    All are NaN if the global norm is infinite or NaN.

    Raises:
        TypeError: `t_list` is no sequence.
    """
    _check_list(t_list)
    t_list = list(t_list)
    if use_norm is None:
        use_norm = global_norm(t_list, name)
    with scope(name, "clip_by_global_norm") as name:
        factor = clip_norm * minimum(1.0 / use_norm, convert_to_tensor(1.0, use_norm.dtype) / clip_norm)
        factor = factor + (use_norm - use_norm)  # 0, or NaN if the norm is not finite
        return [None if value is None else _scaled(value, factor, f"{name}_{index}" if name else None)
                for index, value in enumerate(t_list)], use_norm


def _scaled(value, factor, name):
    values = _dense(value)
    scaled = identity(values * cast(factor, values.dtype), name=name)
    return scaled if values is value or isinstance(value, Tensor) or not hasattr(value, "indices") else \
        type(value)(scaled, value.indices, value.dense_shape)


def l2_loss(t, name=None):
    """`tf.nn.l2_loss`: half the sum of squares."""
    return dispatch(L2_LOSS, (t,), None, name)
