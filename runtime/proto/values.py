"""Shapes and tensors as protocol buffers, both ways."""

from __future__ import annotations

import math

import numpy as np

from runtime.core import dtypes
from runtime.proto.graph import Dim, TensorProto, TensorShapeProto
from runtime.proto.wire import DecodeError

_LIMIT = 1 << 31  # bytes of one tensor; a protocol buffer cannot hold more
_FIELDS = {dtypes.float32: "float_val", dtypes.float64: "double_val", dtypes.int64: "int64_val", dtypes.bool_: "bool_val",
           dtypes.string: "string_val", dtypes.float16: "half_val", dtypes.bfloat16: "half_val", dtypes.uint32: "uint32_val",
           dtypes.uint64: "uint64_val", dtypes.complex64: "scomplex_val", dtypes.complex128: "dcomplex_val"}


def shape_proto(dims):
    if dims is None:
        return TensorShapeProto(unknown_rank=True)
    return TensorShapeProto(dim=[Dim(size=-1 if size is None else int(size)) for size in dims])


def dims_of(proto):
    """Static shape: a tuple with None for unknown sizes, or None. Raises DecodeError on sizes below -1."""
    if proto is None:
        return ()
    if proto.unknown_rank:
        return None
    sizes = [dim.size for dim in proto.dim]
    if len(sizes) > 254 or any(size < -1 for size in sizes):
        raise DecodeError(f"no shape: {sizes}")
    return tuple(None if size == -1 else size for size in sizes)


def dtype_of(number):
    """The DType of the enum value `number`. Raises DecodeError where there is none."""
    found = dtypes.BY_ENUM.get(number)
    if found is None:
        raise DecodeError(f"unknown element type {number}")
    return found


def tensor_proto(value, dtype):
    """The TensorProto of an array: strings one by one, all else as raw bytes."""
    value = np.asarray(value)
    proto = TensorProto(dtype=dtype.as_datatype_enum, tensor_shape=shape_proto(value.shape))
    if dtype is dtypes.string:
        proto.string_val.extend(value.reshape(-1).tolist())
    else:
        proto.tensor_content = np.ascontiguousarray(value).tobytes()
    return proto


def array_of(proto):
    """(array, DType) of a TensorProto. Raises DecodeError where contents and shape do not agree."""
    dtype, dims = dtype_of(proto.dtype), dims_of(proto.tensor_shape)
    if dims is None or None in dims:
        raise DecodeError("a constant has an unknown shape")
    if dtype.numpy_dtype is None:
        raise DecodeError(f"the runtime has no values of type {dtype.name}")
    size = math.prod(dims)
    if size * max(dtype.size, 1) > _LIMIT:
        raise DecodeError(f"a constant of shape {list(dims)} is too large")
    if proto.tensor_content:
        if dtype is dtypes.string or len(proto.tensor_content) != size * dtype.size:
            raise DecodeError(f"a constant of shape {list(dims)} and type {dtype.name} has {len(proto.tensor_content)} bytes")
        return np.frombuffer(proto.tensor_content, dtype.numpy_dtype).reshape(dims), dtype
    items = getattr(proto, _FIELDS.get(dtype, "int_val"))
    if dtype in (dtypes.float16, dtypes.bfloat16):
        flat = np.array(items, np.int64).astype(np.uint16).view(dtype.numpy_dtype)
    elif dtype.is_complex:
        flat = np.array(items, dtype.real_dtype.numpy_dtype)
        flat = flat[:len(flat) // 2 * 2].view(dtype.numpy_dtype)
    elif dtype is dtypes.string:
        flat = np.empty(len(items), object)
        flat[:] = items
    else:
        flat = np.array(items, np.uint64 if dtype is dtypes.uint64 else np.int64 if dtype.is_integer else None)
        flat = flat.astype(dtype.numpy_dtype)
    if len(flat) == size:
        return flat.reshape(dims), dtype
    if len(flat) > size:
        raise DecodeError(f"a constant of shape {list(dims)} has {len(flat)} values")
    if not len(flat):  # all zero, which the format leaves out
        flat = np.array([b""], object) if dtype is dtypes.string else np.zeros(1, dtype.numpy_dtype)
    result = np.full(size, flat[-1], flat.dtype)  # the last value stands for all that follow
    result[:len(flat)] = flat
    return result.reshape(dims), dtype
