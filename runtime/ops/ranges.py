"""Numbers in equal steps: the op `Range`."""

from __future__ import annotations

import numpy as np

from runtime.core import dtypes, hooks
from runtime.core.context import context
from runtime.core.convert import convert_to_tensor
from runtime.core.dispatch import dispatch
from runtime.core.errors import invalid
from runtime.core.op_def import not_differentiable, op, static
from runtime.core.tensor import EagerTensor, Tensor
from runtime.core.tensor_shape import text
from runtime.ops.cast import cast
from runtime.ops.scope import scope
from runtime.ops.shapes import reading


def _number(value):
    """A number as C++ streams print it."""
    return str(value) if value.dtype.kind in "iu" else f"{value:g}"


def _range_length(start, limit, delta):
    """The number of steps, or the error text of TensorFlow's kernel."""
    if delta == 0:
        return "Requires delta != 0"
    if delta > 0 and start > limit:
        return f"Requires start <= limit when delta > 0: {_number(start)}/{_number(limit)}"
    if delta < 0 and start < limit:
        return f"Requires start >= limit when delta < 0: {_number(start)}/{_number(limit)}"
    if start.dtype.kind in "iu":
        start, limit, delta = int(start), int(limit), int(delta)
        return -((start - limit) // delta) if delta > 0 else -((limit - start) // -delta)
    return int(np.ceil(np.abs((limit - start) / delta)))


def _range(start, limit, delta):
    for name, value in (("start", start), ("limit", limit), ("delta", delta)):
        if np.size(value) != 1:
            raise invalid(f"{name} must be a scalar, not shape {text(np.shape(value))}")
    start, limit, delta = (np.reshape(value, ())[()] for value in (start, limit, delta))
    length = _range_length(start, limit, delta)
    if isinstance(length, str):
        raise invalid(length + (": 0" if delta == 0 else ""))
    return start + np.arange(length, dtype=start.dtype) * delta


@reading
def _range_infer(read, attrs):
    for index, name in enumerate(("start", "limit", "delta")):
        dims = read.dims(index)
        if dims:
            raise ValueError(f"Shape must be rank 0 but is rank {len(dims)}\n\t for '{name}'")
    values = [read.value(index) for index in range(3)]
    if any(value is None for value in values):
        return (None,)
    length = _range_length(*(value[()] for value in values))
    if isinstance(length, str):
        raise ValueError(length)
    return (length,)


RANGE = op("Range", "start: Tidx, limit: Tidx, delta: Tidx -> output: Tidx", kernel=_range, infer=_range_infer,
           types={"Tidx": "bfloat16 float16 float32 float64 int8 int16 int32 int64 uint16 uint32 uint64"},
           unserved={"Tidx": "int8 int16 uint16 uint32 uint64"})
static("Range", told=True)
not_differentiable("Range")
_WIDENING = (dtypes.int32, dtypes.int64, dtypes.float16, dtypes.bfloat16, dtypes.float32, dtypes.float64)


@hooks.range_tensor.provide
def _of_range(numbers, dtype, name):
    return range_(numbers.start, numbers.stop, numbers.step, dtype, name or "Range")


def range_(start, limit=None, delta=1, dtype=None, name="range"):
    """``start, start + delta, …`` below `limit` (above, if `delta` is negative); one argument alone is the limit.

    Raises:
        InvalidArgumentError, or ValueError while tracing: `delta` is 0 or leads away from `limit`.
    """
    if limit is None:
        start, limit = 0, start
    dtype = None if dtype is None else dtypes.as_dtype(dtype)
    if context.graph is None and type(start) is type(limit) is type(delta) is int and delta and dtype is None:
        if (limit - start) * delta >= 0 and max(abs(start), abs(limit), abs(delta)) <= dtypes.int32.max:
            return EagerTensor(np.arange(start, limit, delta, dtype=np.int32))
    with scope(name, "Range") as scoped:
        parts = [value if isinstance(value, Tensor) else convert_to_tensor(value, dtype, name=part)
                 for value, part in ((start, "start"), (limit, "limit"), (delta, "delta"))]
        if dtype is None:
            assert all(part.dtype in _WIDENING for part in parts)
            dtype = max((part.dtype for part in parts), key=_WIDENING.index)
        parts = [cast(part, dtype) for part in parts]
        return dispatch(RANGE, parts, None, scoped if context.graph is not None else None)
