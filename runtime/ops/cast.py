"""Changing dtypes: casts, and complex numbers from and to their parts."""

from __future__ import annotations

import numpy as np

from runtime.core import dtypes, errors
from runtime.core.context import context
from runtime.core.convert import convert_to_tensor
from runtime.core.dispatch import dispatch
from runtime.core.logger import get_logger
from runtime.core.op_def import REQUIRED, op, sizes, static
from runtime.core.tensor import EagerTensor, Tensor
from runtime.core.indexed_slices import IndexedSlices
from runtime.ops import infer, types
from runtime.ops.kernels.expressions import expression
from runtime.ops.scope import scope

# Floats outside a narrow type's range wrap, as with TensorFlow's kernel for few elements (for many it saturates).
_VIA = {dtypes.int8: np.int32, dtypes.uint8: np.int32, dtypes.int16: np.int32, dtypes.uint16: np.int32,
        dtypes.uint32: np.int64}


_QUARTERS = frozenset({dtypes.float8_e5m2, dtypes.float8_e4m3fn})
_NIBBLES = frozenset({dtypes.int4, dtypes.uint4})


def _has_cast(source, target):
    """Whether TensorFlow has a kernel that casts `source` to `target`."""
    if source in _NIBBLES or target in _NIBBLES:
        return {source, target} <= dtypes.INTEGER | _NIBBLES
    if target in _QUARTERS:
        return source in dtypes.FLOATING | _QUARTERS
    plain = dtypes.NUMERIC | {dtypes.bool_}
    return source in plain | _QUARTERS and target in plain


def _cast(x, DstT, Truncate):
    source = dtypes.FROM_NUMPY[x.dtype]
    if source is not DstT and not _has_cast(source, DstT):
        raise errors.UnimplementedError(None, None, f"Cast {source.kernel_name} to {DstT.kernel_name} is not supported")
    target = DstT.numpy_dtype
    if x.dtype in dtypes.WIDE:
        x = x.astype(dtypes.WIDE[x.dtype])
    if x.dtype.kind == "c" and target.kind != "c":
        x = x.real
    if x.dtype.kind == "f" and target.kind in "iu":
        with np.errstate(invalid="ignore"):
            if DstT is dtypes.uint64:
                return np.where(np.isfinite(x) & (x < 2.0**64), x.astype(target), np.uint64(2**63))
            x = x.astype(_VIA.get(DstT, target))
    return x.astype(target)


def _plain_cast(x, DstT, Truncate):
    """The casts that are NumPy's own."""
    target = DstT.numpy_dtype
    plain = x.dtype.kind in "biuf" and target is not None and target.kind in ("f" if x.dtype.kind == "f" else "biuf")
    return x.astype(target) if plain and target != x.dtype else NotImplemented


def _cast_grad(op, dy):
    source, target = op.inputs[0].dtype, op.outputs[0].dtype
    continuous = types.INEXACT
    return [cast(dy, source) if source in continuous and target in continuous else None]


CAST = op("Cast", "x: SrcT -> y: DstT", attrs={"DstT": REQUIRED, "Truncate": False}, kernel=_cast, infer=infer.same,
          grad=_cast_grad, lower=expression(_plain_cast), elementwise=True, reads_bits=True)
static("Cast", told=True)
sizes("Cast")(lambda operation, value_of, sizes_of: sizes_of(operation.inputs[0]))


def cast(x, dtype, name=None):
    """`x` with its elements converted to `dtype`; floats are cut towards zero, complex numbers lose the imaginary part.

    Raises:
        UnimplementedError: from or to strings.
    """
    dtype = dtypes.as_dtype(dtype)
    if getattr(x, "dtype", None) is dtype and (isinstance(x, Tensor) or hasattr(x, "__tf_tensor__")):
        return x._with(x.values) if isinstance(x, IndexedSlices) else x
    if isinstance(x, IndexedSlices):
        return x._with(cast(x.values, dtype, name))
    if not isinstance(x, Tensor) and hasattr(x, "with_values"):  # a SparseTensor
        return x.with_values(cast(x.values, dtype, name))
    if type(x) is EagerTensor and context.graph is None:
        _warn_complex(x.dtype, dtype)
        return dispatch(CAST, (x,), {"DstT": dtype}, name)
    with scope(name, "Cast") as name:
        x = convert_to_tensor(x, name="x")
        _warn_complex(x.dtype, dtype)
        return x if x.dtype is dtype else dispatch(CAST, (x,), {"DstT": dtype}, name)


def _warn_complex(source, target):
    if source.is_complex and target.is_floating:
        get_logger().warning(
            "You are casting an input of type %s to an incompatible dtype %s.  This will discard the imaginary part and "
            "may not be what you intended.", source.name, target.name)


# -- complex numbers ----------------------------------------------------------------------------------------------

def _joined(real_part, imaginary, Tout):
    result = np.empty(np.broadcast_shapes(np.shape(real_part), np.shape(imaginary)), Tout.numpy_dtype)
    result.real, result.imag = real_part, imaginary
    return result


_COMPLEX = op("Complex", "real: T, imag: T -> out: Tout", attrs={"Tout": dtypes.complex64}, infer=infer.broadcast,
              types={"T": types.SINGLE_DOUBLE, "Tout": types.COMPLEX}, kernel=_joined)
_REAL = op("Real", "input: T -> output: Tout", attrs={"Tout": dtypes.float32}, infer=infer.same,
           types={"T": types.COMPLEX, "Tout": types.SINGLE_DOUBLE}, kernel=lambda x, Tout: np.real(x).copy(),
           grad=lambda op, dz: [complex_(dz, dz * 0)])
_CONJ = op("Conj", "input: T -> output: T", kernel=np.conj, infer=infer.same, types={"T": "complex64 complex128 variant"},
           grad=lambda op, dz: [conj(dz)])


def complex_(real, imag, name=None):
    """The complex tensor of two real ones of one dtype.

    Raises:
        TypeError: the dtypes differ or are not float32 or float64.
    """
    real = convert_to_tensor(real, name="real")
    imag = convert_to_tensor(imag, name="imag")
    with scope(name, "Complex") as name:
        kinds = {(dtypes.float32, dtypes.float32): dtypes.complex64, (dtypes.float64, dtypes.float64): dtypes.complex128}
        wide = kinds.get((real.dtype, imag.dtype))
        if wide is None:
            raise TypeError("The `real` and `imag` components have incorrect types: "
                            f"{real.dtype.name} {imag.dtype.name}. They must be consistent, and one of "
                            f"{[dtypes.float32, dtypes.float64]}")
        return dispatch(_COMPLEX, (real, imag), {"Tout": wide}, name)


complex_.__name__ = "complex"


def part_of(op_def, default, of_real):
    """The public function of an op that takes a part of complex numbers; `of_real` says what other tensors have."""
    def function(input, name=None):
        with scope(name, default) as name:
            input = convert_to_tensor(input, name="input")
            if input.dtype.is_complex:
                return dispatch(op_def, (input,), {"Tout": input.dtype.real_dtype}, name)
            return of_real(input)
    return function


def _real_of_real(x):
    if not x.dtype.is_numeric:
        raise TypeError(f"input must be a numeric tensor, but got tensor with dtype {x.dtype}")
    return x


real = part_of(_REAL, "Real", _real_of_real)
real.__name__, real.__doc__ = "real", "The real part; real tensors are returned as they are."


def conj(x, name=None):
    """The complex conjugate. Real tensors are returned as they are."""
    if isinstance(x, Tensor) and not x.dtype.is_complex and x.dtype.is_numeric:
        return x
    with scope(name, "Conj") as name:
        x = convert_to_tensor(x, name="x")
        if x.dtype.is_complex:
            return dispatch(_CONJ, (x,), None, name)
        if x.dtype.is_numeric:
            return x
        raise TypeError(f"Expected numeric or variant tensor, got dtype {x.dtype!r}.")
