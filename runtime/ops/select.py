"""Choosing by a condition: `where`."""

from __future__ import annotations

import numpy as np

from runtime.core import dtypes
from runtime.core.convert import convert_to_tensor
from runtime.core.dispatch import dispatch
from runtime.core.errors import invalid
from runtime.core.op_def import TypeList, gradient, op
from runtime.core.tensor_shape import text
from runtime.ops import creation, infer
from runtime.ops.broadcast import unbroadcast
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
            elementwise=True)
WHERE = op("Where", "input: T -> index: int64", kernel=lambda condition: np.argwhere(condition).astype(np.int64),
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


@gradient("SelectV2")
def _select_grad(op, dy):
    condition, x, y = op.inputs
    zero = creation.zeros([], dy.dtype)
    return [None, unbroadcast(where(condition, dy, zero), x), unbroadcast(where(condition, zero, dy), y)]
