"""Sums of many tensors, clipping to limits, polynomials."""

from __future__ import annotations

import numpy as np

from runtime.core import dtypes, errors
from runtime.core.convert import convert_to_tensor
from runtime.core.deprecation import warn_deprecated
from runtime.core.dispatch import dispatch
from runtime.core.logger import get_logger
from runtime.core.op_def import TypeList, gradient, op
from runtime.core.tensor_shape import text
from runtime.core.indexed_slices import IndexedSlices
from runtime.ops import creation, infer, types
from runtime.ops.broadcast import unbroadcast
from runtime.ops.cast import cast, complex_, real
from runtime.ops.complex_parts import imag
from runtime.ops.identity import identity
from runtime.ops.kernels.expressions import expression
from runtime.ops.math import maximum, minimum
from runtime.ops.scope import scope
from runtime.ops.shapes import merge
from runtime.ops.select import where


def _add_all(*arrays):
    total = arrays[0]
    for index, other in enumerate(arrays[1:], 1):
        if other.shape != total.shape:
            raise errors.InvalidArgumentError(None, None, "Inputs to operation AddN of type AddN must have the same size and "
                                              f"shape.  Input 0: {text(total.shape)} != input {index}: {text(other.shape)}")
        total = total + other
    return total


def _merge_all(inputs, attrs):
    dims = inputs[0]._dims
    for other in inputs[1:]:
        dims = merge(dims, other._dims, "\n\tFrom merging shape 0 with other shapes.")
    return dims


_ADD_N = op("AddN", "inputs: N*T -> sum: T", kernel=_add_all, infer=_merge_all, commutative=True,
            types={"T": TypeList([*types.NUMBER.names, "variant"])}, grad=lambda op, dz: [dz] * len(op.inputs))


def add_n(inputs, name=None):
    """The sum of tensors of one shape and dtype. Raises ValueError if there are none."""
    inputs = [convert_to_tensor(value) for value in inputs]
    if not inputs:
        raise ValueError("Inputs must be an iterable of at least one Tensor/IndexedSlices with the same dtype and shape.")
    if len(inputs) == 1:
        return identity(inputs[0], name) if name else inputs[0]
    return dispatch(_ADD_N, inputs, None, name)


def _warn_of_accumulate_n():  # a frame between, as TensorFlow's warning names a line of the library
    warn_deprecated("accumulate_n", "tensorflow.python.ops.math_ops", "Use `tf.math.add_n` Instead")


def accumulate_n(inputs, shape=None, tensor_dtype=None, name=None):
    """`add_n` under its older name."""
    _warn_of_accumulate_n()
    return add_n(inputs, name)


_CLIP = expression(lambda t, low, high: NotImplemented if t.dtype.kind == "c" else np.maximum(np.minimum(t, high), low))


def _clip(t, low, high):
    if t.dtype.kind == "c":
        parts = (np.maximum(np.minimum(part(t), part(high)), part(low)) for part in (np.real, np.imag))
        return (next(parts) + 1j * next(parts)).astype(t.dtype)
    return _CLIP(t, low, high)


CLIP = op("ClipByValue", "t: T, clip_value_min: T, clip_value_max: T -> output: T", infer=infer.same,
           types={"T": types.NUMBER}, kernel=_clip, lower=_CLIP, unserved={"T": "uint32 uint64"})


@gradient("ClipByValue")
def _clip_grad(op, dy):
    """What is cut goes to the limit that cuts it, as in TensorFlow's `_clip_by_value_grad`."""
    t, low, high = op.inputs
    zeros = creation.zeros_like(dy)
    below, above = t < low, t > high
    return [where(below | above, zeros, dy), unbroadcast(where(below, dy, zeros), low),
            unbroadcast(where(above, dy, zeros), high)]


def clip(t, low, high, name=None):
    """The op `ClipByValue` itself."""
    return dispatch(CLIP, (t, low, high), None, name)


def clip_by_value(t, clip_value_min, clip_value_max, name=None):
    """`t` with values below and above the limits set to them."""
    if isinstance(t, IndexedSlices):
        return t._with(clip_by_value(t.values, clip_value_min, clip_value_max, name))
    with scope(name, "clip_by_value") as name:
        values = convert_to_tensor(t, name="t")
        low = minimum(values, clip_value_max)
        result = maximum(low, clip_value_min, name)
        for part in (low, result):  # the limits may not broadcast `t` to a larger shape
            if values._dims is not None and part._dims is not None:
                values.shape.assert_is_compatible_with(part.shape)
        return result


def polyval(coeffs, x, name=None):
    """The polynomial with `coeffs` (highest power first) at `x`, by Horner's scheme."""
    if not isinstance(coeffs, (list, tuple)):
        raise ValueError(f"Argument coeffs must be list type. Received type {type(coeffs)}.")
    with scope(name, "polyval") as name:
        x = convert_to_tensor(x, name="x")
        if not coeffs:
            return creation.zeros_like(x, name=name)
        coeffs = [convert_to_tensor(c, name=f"coeff_{i}") for i, c in enumerate(coeffs)]
        total = coeffs[0]
        for coefficient in coeffs[1:]:
            total = coefficient + total * x
        return total


def saturate_cast(value, dtype, name=None):
    """`cast` with values outside the range of `dtype` set to its limits.

    Raises:
        TypeError: from or to bool.
    """
    with scope(name, "saturate_cast") as name:
        value = convert_to_tensor(value, name="value")
        dtype = dtypes.as_dtype(dtype)
        if value.dtype.is_complex and dtype.is_complex:
            if dtype.real_dtype.max < value.dtype.real_dtype.max:
                value = complex_(*(clip(part, *_limits(part.dtype, dtype.real_dtype)) for part in (real(value), imag(value))))
            return cast(value, dtype, name)
        if value.dtype.is_complex:
            get_logger().warning("Casting complex to real discards imaginary part.")
            value = real(value)
        for each in (value.dtype, dtype):
            if each.is_bool:
                raise TypeError(f"Cannot find minimum value of {each} with type {each}.")
        low, high = _limits(value.dtype, dtype.real_dtype)
        value = clip(value, convert_to_tensor(low, value.dtype), convert_to_tensor(high, value.dtype), "clamp")
        return cast(value, dtype, name)


def _limits(source, target):
    """The range of `target` in the type `source`, nudged inwards where its ends are not representable.

    The upper end goes by way of a float, as in TensorFlow, where that of int64 comes out as the lowest number.
    """
    kind = source.numpy_dtype.type
    promoted = np.promote_types(kind, target.numpy_dtype).type
    low = kind(max(source.min, target.min))
    if promoted(low) < promoted(target.min):
        low = np.nextafter(low, kind(0))
    with np.errstate(invalid="ignore"):
        high = np.float64(min(float(source.max), float(target.max))).astype(kind)
    if promoted(high) > promoted(target.max):
        high = np.nextafter(high, kind(0))
    return low, high
