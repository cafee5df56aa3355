"""Fourier transforms of the last one, two or three dimensions."""

from __future__ import annotations

import numpy as np

from runtime.core import dtypes
from runtime.core.convert import constant_shape, constant_value, convert_to_tensor
from runtime.core.dispatch import dispatch
from runtime.core.errors import invalid
from runtime.core.op_def import gradient, op
from runtime.core.tensor_shape import text
from runtime.ops import array, infer, types
from runtime.ops.cast import cast, conj, real
from runtime.ops.creation import ones, zeros, zeros_like
from runtime.ops.creation import range_
from runtime.ops.gather_scatter import gather
from runtime.ops.joining import concat, stack, unstack
from runtime.ops.linalg.linalg import matmul
from runtime.ops.math import exp, floormod, maximum, reciprocal
from runtime.ops.rearrange import pad, roll, tile
from runtime.ops.reduction import reduce_prod
from runtime.ops.scope import named, scope
from runtime.ops.select import where

_COMPLEX_OF = {dtypes.float32: dtypes.complex64, dtypes.float64: dtypes.complex128}
_REAL_OF = {value: key for key, value in _COMPLEX_OF.items()}


def _axes(x, rank):
    if x.ndim < rank:
        raise invalid(f"Input must have rank of at least {rank} but got: {text(x.shape)}")
    return tuple(range(x.ndim - rank, x.ndim))


def _complex_kernel(function, rank):
    def run(input):
        axes = _axes(input, rank)
        return function(input, axes=axes).astype(input.dtype, copy=False) if input.size else input
    return run


def _lengths(x, fft_length, rank, last):
    """The sizes to transform, once they have been checked; `last` gives what the last one needs of the input."""
    if fft_length.shape != (rank,):
        raise invalid(f"fft_length must have shape [{rank}]")
    sizes = fft_length.tolist()
    for at, size in enumerate(sizes):
        if size < 0:
            raise invalid(f"fft_length[{at}] must >= 0, but got: {size}")
        axis, needed = x.ndim - rank + at, last(size) if at == rank - 1 else size
        if x.shape[axis] != 0 and x.shape[axis] < needed:
            raise invalid(f"Input dimension {axis} must have length of at least {needed} but got: {x.shape[axis]}")
    return sizes


def _check_types(direction, given, wanted):
    """Raise InvalidArgumentError for real numbers of one precision and complex ones of another."""
    given = dtypes.as_dtype(given)
    if {**_COMPLEX_OF, **_REAL_OF}[given] is not wanted:
        raise invalid(f"Wrong types for {direction} real FFT: in={given.as_datatype_enum} out={wanted.as_datatype_enum}")


def _real_kernel(rank):
    def run(input, fft_length, Tcomplex):
        _check_types("forward", input.dtype, Tcomplex)
        axes = _axes(input, rank)
        sizes = _lengths(input, fft_length, rank, lambda size: size)
        shape = (*input.shape[:-rank], *sizes[:-1], sizes[-1] // 2 + 1 if sizes[-1] else 0)
        if not input.size or 0 in shape:
            return np.zeros(shape if input.size else (*input.shape[:-rank], *shape[-rank:]), Tcomplex.as_numpy_dtype)
        return np.fft.rfftn(input, sizes, axes).astype(Tcomplex.as_numpy_dtype, copy=False)
    return run


def _inverse_real_kernel(rank):
    def run(input, fft_length, Treal):
        _check_types("backward", input.dtype, Treal)
        axes = _axes(input, rank)
        sizes = _lengths(input, fft_length, rank, lambda size: size // 2 + 1)
        shape = (*input.shape[:-rank], *sizes)
        if not input.size or 0 in shape:
            return np.zeros(shape, Treal.as_numpy_dtype)
        used = input[(..., *map(slice, (*sizes[:-1], sizes[-1] // 2 + 1)))]
        return np.fft.irfftn(used, sizes, axes).astype(Treal.as_numpy_dtype, copy=False)
    return run


def _infer_same(rank):
    return lambda inputs, attrs: infer.with_rank_at_least(inputs[0]._dims, rank)


def _infer_length(rank, last):
    def run(inputs, attrs):
        dims = infer.with_rank_at_least(inputs[0]._dims, rank)
        vector = infer.with_rank(inputs[1]._dims, 1)
        if vector[0] is not None and vector[0] != rank:
            raise ValueError(f"Dimension must be {rank} but is {vector[0]}")
        if dims is None:
            return None
        known = constant_value(inputs[1])
        sizes = (None,) * rank if known is None else known.tolist()
        return (*dims[:-rank], *sizes[:-1], None if sizes[-1] is None else last(sizes[-1]))
    return run


_RANKS = {"": 1, "2D": 2, "3D": 3}
_OPS = {}
for _suffix, _rank in _RANKS.items():
    for _name, _function in (("FFT", np.fft.fftn), ("IFFT", np.fft.ifftn)):
        _OPS[_name, _rank] = op(_name + _suffix, "input: Tcomplex -> output: Tcomplex", kernel=_complex_kernel(_function, _rank),
                                infer=_infer_same(_rank), types={"Tcomplex": types.COMPLEX})
    _OPS["RFFT", _rank] = op(
        f"RFFT{_suffix}", "input: Treal, fft_length: int32 -> output: Tcomplex", kernel=_real_kernel(_rank),
        attrs={"Tcomplex": dtypes.complex64},
        infer=_infer_length(_rank, lambda size: size // 2 + 1 if size else 0), types={"Treal": types.SINGLE_DOUBLE,
                                                                                      "Tcomplex": types.COMPLEX})
    _OPS["IRFFT", _rank] = op(
        f"IRFFT{_suffix}", "input: Tcomplex, fft_length: int32 -> output: Treal", kernel=_inverse_real_kernel(_rank),
        attrs={"Treal": dtypes.float32}, infer=_infer_length(_rank, lambda size: size),
        types={"Treal": types.SINGLE_DOUBLE, "Tcomplex": types.COMPLEX})


def _complex_function(kind, rank):
    def transform(input, name=None):  # noqa: A002
        return dispatch(_OPS[kind, rank], (input,), None, name)
    inverse = kind.startswith("I")
    return named(transform, kind.lower() + f"{rank}d" * (rank > 1),
                 f"The {'inverse ' * inverse}Fourier transform of the last {rank} dimension{'s' * (rank > 1)} of a complex tensor.")


def _padded(x, rank, fft_length, inverse):
    """`x` with zeros where it is shorter than what is transformed."""
    sizes = constant_shape(fft_length)
    if x._dims is not None and 0 in x._dims:
        return x
    if x._dims is not None and sizes is not None and None not in sizes and None not in x._dims[-len(sizes):]:
        if inverse:
            sizes = (*sizes[:-1], sizes[-1] // 2 + 1)
        paddings = [[0, max(size - known, 0)] for size, known in zip(sizes, x._dims[-len(sizes):])]
        return pad(x, [[0, 0]] * max(len(x._dims) - len(sizes), 0) + paddings) if any(after for _, after in paddings) else x
    shape = array.shape(x)
    outer = zeros([maximum(0, array.rank(x) - rank)], fft_length.dtype)
    if inverse:
        fft_length = concat([fft_length[:-1], fft_length[-1:] // 2 + 1], 0)
    after = concat([outer, maximum(0, fft_length - shape[-rank:])], 0)
    return pad(x, stack([zeros_like(after), after], axis=1))


def _default_length(x, rank, inverse):
    dims = None if x._dims is None else list(x._dims[-rank:])
    if dims is None or None in dims:
        sizes = array.shape(x)[-rank:]
        if not inverse:
            return sizes
        sizes = unstack(sizes, rank)
        sizes[-1] = maximum(0, 2 * (sizes[-1] - 1))
        return stack(sizes)
    if inverse:
        dims[-1] = max(0, 2 * (dims[-1] - 1))
    return convert_to_tensor(dims, dtypes.int32)


def _real_function(kind, rank):
    inverse = kind == "IRFFT"
    default_name = kind.lower() + f"{rank}d" * (rank > 1)

    def transform(input_tensor, fft_length=None, name=None):
        with scope(name, default_name) as name:
            x = convert_to_tensor(input_tensor, dtype_hint=dtypes.complex64 if inverse else dtypes.float32)
            if inverse:
                x.shape.with_rank_at_least(rank)
            result = (_REAL_OF if inverse else _COMPLEX_OF).get(x.dtype)
            if result is None:
                wanted = "tf.complex64 or tf.complex128" if inverse else "tf.float32 or tf.float64"
                raise ValueError(f"{kind} requires {wanted} inputs, got: {x!s}")
            x.shape.with_rank_at_least(rank)
            fft_length = _default_length(x, rank, inverse) if fft_length is None else convert_to_tensor(fft_length, dtypes.int32)
            if fft_length._dims == ():
                raise TypeError("'numpy.int32' object is not iterable")
            x = _padded(x, rank, fft_length, inverse)
            known = constant_value(fft_length)
            return dispatch(_OPS[kind, rank], (x, fft_length if known is None else known), {"Treal" if inverse else "Tcomplex": result},
                            name)
    return named(transform, default_name,
                 f"The {'inverse ' * inverse}Fourier transform {'to' if inverse else 'of'} a real tensor, of its last {rank} "
                 f"dimension{'s' * (rank > 1)}, cut or filled with zeros to `fft_length`.")


fft, fft2d, fft3d = (_complex_function("FFT", rank) for rank in (1, 2, 3))
ifft, ifft2d, ifft3d = (_complex_function("IFFT", rank) for rank in (1, 2, 3))
rfft, rfft2d, rfft3d = (_real_function("RFFT", rank) for rank in (1, 2, 3))
irfft, irfft2d, irfft3d = (_real_function("IRFFT", rank) for rank in (1, 2, 3))


# -- gradients -----------------------------------------------------------------------------------------------------

def _size(dy, rank):
    return reduce_prod(array.shape(dy)[-rank:])


def _complex_gradients(suffix, rank, forward, inverse):
    @gradient(f"FFT{suffix}")
    def _fft_grad(_, dy):
        return [inverse(dy) * cast(_size(dy, rank), dy.dtype)]

    @gradient(f"IFFT{suffix}")
    def _ifft_grad(_, dy):
        return [forward(dy) * cast(1.0 / cast(_size(dy, rank), _REAL_OF[dy.dtype]), dy.dtype)]


for _suffix, _rank, _forward, _inverse in (("", 1, fft, ifft), ("2D", 2, fft2d, ifft2d), ("3D", 3, fft3d, ifft3d)):
    _complex_gradients(_suffix, _rank, _forward, _inverse)


def _alternating(length, dtype):
    return cast(1 - 2 * (range_(length) % 2), dtype)


def _roots(length, dtype):
    """exp(-2πi·n·m / length) as a matrix."""
    numbers = tile(array.expand_dims(range_(length), 0), stack([length, 1]))
    return exp(convert_to_tensor(-2j * np.pi, dtype) * cast(numbers * array.transpose(numbers, [1, 0]), dtype) / cast(length, dtype))


def _outside_terms(dy, sizes, rank, is_even):
    """What the first and the last column add, of which the half that a real transform gives has no mirrored twin."""
    first, last = dy[..., 0:1], dy[..., -1:]
    if rank == 1:
        return first + is_even * last * _alternating(sizes[-1], dy.dtype)
    roots = _roots(sizes[-2], dy.dtype)
    ahead = concat([ones([array.rank(first) - 2], dtypes.int32), array.shape(roots)], 0)
    roots = tile(array.reshape(roots, ahead), concat([array.shape(first)[:-2], [1, 1]], 0))
    wide = tile(matmul(roots, conj(last)), concat([ones([array.rank(dy) - 1], dtypes.int32), [sizes[-1]]], 0))
    return matmul(roots, conj(first)) + is_even * (wide * _alternating(sizes[-1], dy.dtype))


def _real_gradients(suffix, rank, forward, inverse):
    @gradient(f"RFFT{suffix}")
    def _rfft_grad(operation, dy):
        x, fft_length = operation.inputs
        sizes = array.shape(x)
        is_even = cast(1 - (fft_length[-1] % 2), dy.dtype)
        outside = _outside_terms(dy, sizes, rank, is_even)
        count = cast(_size(x, rank), _REAL_OF[dy.dtype])
        return [0.5 * (inverse(dy, fft_length) * count + real(outside)), None]

    @gradient(f"IRFFT{suffix}")
    def _irfft_grad(operation, dy):
        x, fft_length = operation.inputs
        is_odd = floormod(fft_length[-1], 2)
        inner = 2.0 * ones(stack([array.shape(x)[-1] - 2 + is_odd]), dy.dtype)
        mask = concat([ones([1], dy.dtype), inner, ones(stack([1 - is_odd]), dy.dtype)], 0)
        scale = reciprocal(cast(_size(dy, rank), dy.dtype))
        return [forward(dy, fft_length) * cast(scale * mask, _COMPLEX_OF[dy.dtype]), None]


_real_gradients("", 1, rfft, irfft)
_real_gradients("2D", 2, rfft2d, irfft2d)


# -- any dimensions, for which TensorFlow has no kernel on a CPU ----------------------------------------------------

def _unserved(kind, types_of, signature, attrs=None):
    return op(f"{kind}ND", signature, kernel=None, attrs=attrs, types=types_of, unserved={name: kinds.names for name,
                                                                                          kinds in types_of.items()},
              infer=lambda inputs, attrs: None)


_BOTH = {"Treal": types.SINGLE_DOUBLE, "Tcomplex": types.COMPLEX}
_ND = {"FFT": _unserved("FFT", {"Tcomplex": types.COMPLEX}, "input: Tcomplex, fft_length: int32, axes: int32 -> output: Tcomplex"),
       "IFFT": _unserved("IFFT", {"Tcomplex": types.COMPLEX}, "input: Tcomplex, fft_length: int32, axes: int32 -> output: Tcomplex"),
       "RFFT": _unserved("RFFT", _BOTH, "input: Treal, fft_length: int32, axes: int32 -> output: Tcomplex", {"Tcomplex": dtypes.complex64}),
       "IRFFT": _unserved("IRFFT", _BOTH, "input: Tcomplex, fft_length: int32, axes: int32 -> output: Treal", {"Treal": dtypes.float32})}


def _any_function(kind):
    def transform(input_tensor, fft_length=None, axes=None, norm=None, name=None):
        is_real = kind == "RFFT"
        x = convert_to_tensor(input_tensor, dtype_hint=dtypes.float32 if is_real else dtypes.complex64)
        allowed = _COMPLEX_OF if is_real else _REAL_OF
        if kind != "FFT" and kind != "IFFT" and x.dtype not in allowed:
            wanted = "tf.float32 or tf.float64" if is_real else "tf.complex64 or tf.complex128"
            raise ValueError(f"{kind} requires {wanted} inputs, got: {x!s}")
        axes = range(len(x._dims)) if axes is None else axes
        sizes = array.shape(x) if fft_length is None else fft_length
        attrs = {"RFFT": lambda: {"Tcomplex": _COMPLEX_OF[x.dtype]}, "IRFFT": lambda: {"Treal": _REAL_OF[x.dtype]}}.get(kind, dict)()
        return dispatch(_ND[kind], (x, sizes, convert_to_tensor(list(axes), dtypes.int32)), attrs, name)
    return named(transform, f"{kind.lower()}nd", "Refused, as TensorFlow refuses it on a CPU: NotFoundError.")


fftnd, ifftnd, rfftnd, irfftnd = map(_any_function, ("FFT", "IFFT", "RFFT", "IRFFT"))


# -- order of the frequencies --------------------------------------------------------------------------------------

def _shifted(x, axes, sign, name, default):
    with scope(name, default) as name:
        x = convert_to_tensor(x)
        if axes is None:
            axes = tuple(range(len(x._dims)))
            by = sign(array.shape(x) // 2)
        elif isinstance(axes, int):
            by = sign(array.shape(x)[axes] // 2)
        else:
            axes = convert_to_tensor(axes)
            axes = where(axes < 0, axes + array.rank(x), axes)
            by = sign(gather(array.shape(x), axes) // 2)
        return roll(x, by, axes, name)


def fftshift(x, axes=None, name=None):
    """`x` with the frequency zero in the middle of these axes, or of all."""
    return _shifted(x, axes, lambda by: by, name, "fftshift")


def ifftshift(x, axes=None, name=None):
    """The reverse of `fftshift`."""
    return _shifted(x, axes, lambda by: -by, name, "ifftshift")
