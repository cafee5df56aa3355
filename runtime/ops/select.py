"""Choosing by a condition: `where`."""

from __future__ import annotations

import numpy as np

from runtime.core import dtypes, errors
from runtime.core.convert import convert_to_tensor
from runtime.core.dispatch import dispatch
from runtime.core.errors import invalid
from runtime.core.op_def import TypeList, gradient, op
from runtime.core.tensor_shape import text
from runtime.ops import creation, infer
from runtime.ops.broadcast import unbroadcast
from runtime.ops.kernels.expressions import expression
from runtime.ops.scope import scope


def _select(condition, t, e):
    try:
        return np.where(condition, t, e)
    except ValueError:
        raise invalid(f"condition {text(np.shape(condition))}, then {text(np.shape(t))}, and else {text(np.shape(e))} must "
                       "be broadcastable") from None


def _select_infer(inputs, attrs):
    branches = infer.broadcast_dims(inputs[1]._dims, inputs[2]._dims)
    return infer.broadcast_dims(inputs[0]._dims, branches)


SELECT = op("SelectV2", "condition: bool, t: T, e: T -> output: T", kernel=_select, infer=_select_infer,
            lower=expression(np.where), elementwise=True)


def _select_rows(condition, t, e):
    dims, condition_dims = np.shape(t), np.shape(condition)
    if dims != np.shape(e):
        raise invalid(f"'then' and 'else' must have the same size.  but received: {text(dims)} vs. {text(np.shape(e))}")
    if len(condition_dims) == 1 < len(dims):
        if condition_dims[0] != dims[0]:
            raise invalid(f"Number of batches of 'then' must match size of 'cond', but saw: {dims[0]} vs. {condition_dims[0]}")
        condition = condition.reshape(-1, *[1] * (len(dims) - 1))
    elif condition_dims and condition_dims != dims:
        raise invalid("Inputs to operation Select of type Select must have the same size and shape.  Input 0: "
                       f"{text(condition_dims)} != input 1: {text(dims)}")
    return np.where(condition, t, e)


def _rows_infer(inputs, attrs):
    condition, dims = inputs[0]._dims, inputs[2]._dims if inputs[1]._dims is None else inputs[1]._dims
    if condition and dims and len(condition) == 1 and None not in (condition[0], dims[0]) and condition[0] != dims[0]:
        raise ValueError(f"Dimensions must be equal, but are {condition[0]} and {dims[0]}")
    return dims


SELECT_ROWS = op("Select", "condition: bool, t: T, e: T -> output: T", kernel=_select_rows, infer=_rows_infer)
def _where(condition):
    if condition.dtype == np.float16:
        raise errors.UnimplementedError(None, None, "No WhereOp available for float16/half type on CPU; dying in CPU WhereOp to avoid "
                                        "silently creating costly copies from device.")
    if not 1 <= condition.ndim <= 8:
        raise invalid(f"WhereOp : Unhandled input dimensions: {condition.ndim}")
    return np.argwhere(condition).astype(np.int64)


WHERE = op("Where", "input: T -> index: int64", kernel=_where,
           infer=lambda inputs, attrs: (None, None if inputs[0]._dims is None else len(inputs[0]._dims)),
           types={"T": TypeList("float32 float64 int32 uint8 int16 int8 complex64 int64 qint8 quint8 qint32 bfloat16 "
                                "qint16 quint16 uint16 complex128 float16 uint32 uint64 bool")})


def where(condition, x=None, y=None, name=None):
    """`x` where `condition` holds, else `y`; with `condition` alone the indices of its true elements, int64 ``[n, rank]``.

    Raises:
        ValueError: only one of `x` and `y` is given.
    """
    if x is None and y is None:
        with scope(name, "Where") as name:
            condition = convert_to_tensor(condition, dtype_hint=dtypes.bool_, name="condition")
            return dispatch(WHERE, (condition,), None, name)
    if x is None or y is None:
        raise ValueError("x and y must both be non-None or both be None.")
    return dispatch(SELECT, (condition, x, y), None, name)


def where_rows(condition, x=None, y=None, name=None):
    """`tf.compat.v1.where`: as `where`, but nothing is broadcast; a vector chooses among the rows of `x` and `y`."""
    if x is None or y is None:
        return where(condition, x, y, name)
    return dispatch(SELECT_ROWS, (condition, x, y), None, name)


@gradient("Select")
def _select_rows_grad(op, dy):
    condition, x, _ = op.inputs
    zeros = creation.zeros_like(x)
    return [None, where_rows(condition, dy, zeros), where_rows(condition, zeros, dy)]


@gradient("SelectV2")
def _select_grad(op, dy):
    condition, x, y = op.inputs
    zero = creation.zeros([], dy.dtype)
    return [None, unbroadcast(where(condition, dy, zero), x), unbroadcast(where(condition, zero, dy), y)]
