"""Passing tensors on with the same bits: identity, stop_gradient, ensure_shape, bitcast."""

from __future__ import annotations

import numpy as np

from runtime.core import dtypes, errors, nest
from runtime.core.composite import CompositeTensor
from runtime.core.context import context
from runtime.core.convert import convert_to_tensor
from runtime.core.dispatch import dispatch
from runtime.core.errors import invalid
from runtime.core.op_def import REQUIRED, TypeList, gradient, not_differentiable, op, static
from runtime.core.tensor import SymbolicTensor, Tensor
from runtime.core.tensor_shape import as_dims, is_compatible, text
from runtime.ops import infer, shapes
from runtime.ops.attributes import one_of_types
from runtime.ops.scope import scope


NO_OP = op("NoOp", "->", kernel=lambda: None, role="nothing")
IDENTITY = op("Identity", "input: T -> output: T", kernel=lambda x: x, infer=infer.same, role="identity")
static("Identity")
IDENTITY_N = op("IdentityN", "input: [T] -> output: [T]", kernel=lambda *values: values,
                infer=lambda inputs, attrs: [tensor._dims for tensor in inputs])
STOP_GRADIENT = op("StopGradient", "input: T -> output: T", kernel=lambda x: x, infer=infer.same)
not_differentiable("StopGradient")
PREVENT_GRADIENT = op("PreventGradient", "input: T -> output: T", kernel=lambda x, message: x, infer=infer.same,
                      attrs={"message": ""})


def identity(input, name=None):
    """A tensor with the content of `input`; of a Variable, its value now."""
    if type(input) is SymbolicTensor and input.handle_data is not None:
        result = dispatch(IDENTITY, (input,), None, name)
        result.handle_data = input.handle_data
        return result
    if isinstance(input, CompositeTensor):
        return nest.map_structure(lambda part: identity(part, name), input, expand_composites=True)
    if not isinstance(input, Tensor) and context.graph is None:
        input = convert_to_tensor(input)
    return dispatch(IDENTITY, (input,), None, name)


def identity_n(input, name=None):
    """A list of tensors with the contents of `input`, all of which are there before any of them is."""
    if context.graph is None and not len(input):
        raise errors.InvalidArgumentError(None, None, "Length for attr 'T' of 0 must be at least minimum 1")
    return dispatch(IDENTITY_N, list(input), None, name)


def stop_gradient(input, name=None):
    """`input`, taken as a constant by gradients."""
    tapes, context.tapes = context.tapes, ()  # what is made of it alone is not recorded
    try:
        return dispatch(STOP_GRADIENT, (input,), None, name)
    finally:
        context.tapes = tapes


def prevent_gradient(input, message="", name=None):
    """`input`; asking for a gradient through it raises LookupError."""
    return dispatch(PREVENT_GRADIENT, (input,), {"message": message}, name)


@gradient("Identity", "IdentityN", takes_none=True)
def _identity_grad(op, *dys):
    return list(dys)


@gradient("PreventGradient")
def _prevent_gradient_grad(op, dy):
    raise LookupError(f"Gradient explicitly disabled. Reason: {op.get_attr('message')!r}")


def _ensure_shape(x, shape, _input):
    if not is_compatible(np.shape(x), shape):
        raise invalid(f"Shape of tensor {_input} {text(np.shape(x))} is not compatible with expected shape {text(shape)}.")
    return x


def _ensure_infer(inputs, attrs):
    dims, wanted = inputs[0]._dims, attrs["shape"]
    if dims is not None and len(dims) != (-1 if wanted is None else len(wanted)):
        raise ValueError(f"Shape must be rank {-1 if wanted is None else len(wanted)} but is rank {len(dims)}")
    return shapes.merge(wanted, dims)


ENSURE_SHAPE = op("EnsureShape", "input: T -> output: T", kernel=_ensure_shape, infer=_ensure_infer,
                  attrs={"shape": REQUIRED, "_input": "input"})


def ensure_shape(x, shape, name=None):
    """`x`, checked to be of `shape` when it runs, and known to be from here on.

    Raises:
        InvalidArgumentError, or ValueError while tracing: it is not.
    """
    if context.graph is None:
        return dispatch(ENSURE_SHAPE, (x,), {"shape": as_dims(shape)}, name)
    with scope(name, "EnsureShape") as name:
        x = convert_to_tensor(x, name="input")
        return dispatch(ENSURE_SHAPE, (x,), {"shape": as_dims(shape), "_input": x.op.name}, name)


@gradient("EnsureShape")
def _ensure_shape_grad(op, dy):
    return [dy]


_BITS = TypeList("bfloat16 float16 float32 float64 int64 int32 uint8 uint16 uint32 uint64 int8 int16 complex64 complex128 "
                 "qint8 quint8 qint16 quint16 qint32")


def _bitcast(x, type):
    x = np.asarray(x)
    old, new = x.itemsize, type.size
    if old < new:
        if not x.ndim:
            raise invalid(f"Cannot bitcast from {dtypes.FROM_NUMPY[x.dtype].as_datatype_enum} to {type.as_datatype_enum}")
        if x.shape[-1] * old != new:
            raise invalid(f"Cannot bitcast from {new // old} to {x.shape[-1]}")
        return np.ascontiguousarray(x).view(type.numpy_dtype)[..., 0]
    if old > new:
        return np.ascontiguousarray(x)[..., None].view(type.numpy_dtype)
    return x.view(type.numpy_dtype)


def _bitcast_infer(inputs, attrs):
    dims = inputs[0]._dims
    old, new = inputs[0].dtype.size, attrs["type"].size
    if dims is None or old == new:
        return dims
    if old > new:
        return dims + (old // new,)
    if not dims or dims[-1] not in (None, new // old):
        raise ValueError(f"Cannot bitcast from {new // old} to {'?' if not dims else dims[-1]} due to shape. "
                         f"{'?' if not dims else dims[-1]} does not match {new // old}")
    return dims[:-1]


BITCAST = op("Bitcast", "input: T -> output: type", kernel=_bitcast, reads_bits=True, infer=_bitcast_infer, attrs={"type": REQUIRED},
             types={"T": _BITS, "type": "bfloat16 float16 float32 float64 int64 int32 uint8 uint16 uint32 uint64 int8 int16 complex64 complex128 qint8 quint8 qint16 quint16 qint32"})


def bitcast(input, type, name=None):
    """The bytes of `input` read as `type`; an innermost axis is added or taken up where the sizes differ."""
    if type is None:
        raise TypeError("Expected DataType for argument 'type' not None.")
    type = dtypes.as_dtype(type)
    one_of_types("Bitcast", "type", type, _BITS)
    return dispatch(BITCAST, (input,), {"type": type}, name)
