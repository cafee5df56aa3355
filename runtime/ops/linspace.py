"""`tf.linspace`."""

from __future__ import annotations

from runtime.core import dtypes
from runtime.core.convert import constant_value, convert_to_tensor
from runtime.ops import array, creation
from runtime.ops.cast import cast
from runtime.ops.joining import concat
from runtime.ops.math import maximum
from runtime.ops.rearrange import broadcast_to
from runtime.ops.scope import scope
from runtime.ops.slicing import slice_


def linspace(start, stop, num, name=None, axis=0):
    """`num` evenly spaced values from `start` to `stop`, along a new `axis`; integers give float64.

    Args:
        start, stop: tensors of one dtype, broadcast to a common shape.

    Raises:
        ValueError: in a graph, if the rank of the ends is not known.
    """
    with scope(name, "linspace"):
        start = convert_to_tensor(start, name="start")
        stop = convert_to_tensor(stop, start.dtype, name="stop")
        num = convert_to_tensor(num, name="num")
        if not num.dtype.is_integer:
            given = constant_value(num)
            raise TypeError("Argument `tensor` (name: num) must be of type integer. Received `tensor` = "
                            f"{num if given is None else given} of dtype: {num.dtype}")
        num = cast(num, dtypes.int32)
        shape = array.broadcast_dynamic_shape(array.shape(start), array.shape(stop))
        start, stop = (array.expand_dims(broadcast_to(end, shape), axis) for end in (start, stop))
        if start._dims is None:
            raise ValueError("linspace needs ends of known rank; give them a static shape with tf.ensure_shape")
        rank = len(start._dims)
        axis %= rank
        delta = (stop - start) / cast(maximum(num - 1, 1), start.dtype)
        start, stop = cast(start, delta.dtype), cast(stop, delta.dtype)
        inner = creation.range_(1, maximum(num - 1, 1))
        weights = array.reshape(cast(inner, delta.dtype), [-1 if a == axis else 1 for a in range(rank)])
        result = concat([start, start + delta * weights, stop], axis)
        known = constant_value(num)
        if None not in start._dims and known is not None:
            size = [int(known) if a == axis else length for a, length in enumerate(start._dims)]
        else:
            shape = array.shape(start)
            size = concat([shape[:axis], array.reshape(num, [1]), shape[axis + 1:]], 0)
        return slice_(result, [0] * rank, size)
