"""Circulant operators: diagonal after a Fourier transform, and given by that diagonal, their spectrum."""

from __future__ import annotations

import numpy as np

import runtime as tf
from runtime.linear_operators import hints
from runtime.linear_operators.base import LinearOperator, adjoint_if, as_argument
from runtime.linear_operators.simple import assert_no_zeros, assert_real


def _as_complex(x):
    x = tf.convert_to_tensor(x)
    return tf.cast(x, tf.complex128 if x.dtype in (tf.float64, tf.complex128) else tf.complex64)


class _Circulant(LinearOperator):
    """What circulant operators of one, two and three axes have in common."""

    _fields = ("spectrum", "input_output_dtype")
    _depth = 1

    def __init__(self, spectrum, input_output_dtype=tf.complex64, is_non_singular=None, is_self_adjoint=None, is_positive_definite=None,
                 is_square=True, name=None):
        name = name or type(self).__name__
        given = dict(spectrum=spectrum, input_output_dtype=input_output_dtype, is_non_singular=is_non_singular,
                     is_self_adjoint=is_self_adjoint, is_positive_definite=is_positive_definite, is_square=is_square, name=name)
        with tf.name_scope(name):
            self._spectrum = as_argument(spectrum, "spectrum")
            self._input_output_dtype = tf.as_dtype(input_output_dtype)
            if self._spectrum.shape.rank is not None and self._spectrum.shape.rank < self._depth:
                raise ValueError(f"Argument `spectrum` must have at least {self._depth} dimensions. Received: {self._spectrum}.")
            if not self._spectrum.dtype.is_complex:
                if is_self_adjoint is False:
                    raise ValueError("A real spectrum always corresponds to a self-adjoint operator. Expected argument `is_self_adjoint` to be "
                                     "True when `spectrum.dtype.is_complex` = True. Received: False.")
                is_self_adjoint = True
            if is_square is False:
                raise ValueError("A [[nested] block] circulant operator is always square. Expected argument `is_square` to be True. "
                                 f"Received: {is_square}.")
            super().__init__(input_output_dtype, None, is_non_singular, is_self_adjoint, is_positive_definite, True, name, given)

    spectrum = property(lambda self: self._spectrum)
    block_depth = property(lambda self: self._depth)

    @property
    def block_shape(self):
        return self._spectrum.shape[-self._depth:]

    def block_shape_tensor(self):
        return tf.shape(self._spectrum)[-self._depth:]

    def _shape(self):
        size = int(np.prod(self.block_shape.as_list())) if self.block_shape.is_fully_defined() else None
        return self._spectrum.shape[:-self._depth].concatenate([size, size])

    def _flat(self):
        """The spectrum with one axis."""
        return tf.reshape(self._spectrum, [*self.batch_shape.as_list(), self.shape[-1]])

    def _with(self, spectrum, known, **more):
        return type(self)(spectrum, **known, **more)

    def _adjoint(self):
        spectrum = tf.convert_to_tensor(self._spectrum)
        return self._with(tf.math.conj(spectrum) if spectrum.dtype.is_complex else spectrum, self._hints())

    def _inverse(self):
        return self._with(1.0 / self._spectrum, self._hints(), input_output_dtype=self.dtype)

    def _times(self, right):
        if type(self) is not type(right):
            return super()._times(right)
        return self._with(self._spectrum * right.spectrum, hints.of_commuting(self, right))

    def _solved(self, right):
        if type(self) is not type(right):
            return super()._solved(right)
        return self._with(right.spectrum / self._spectrum, hints.of_commuting(self, right))

    def _transform(self, sign):
        """The matrix of the Fourier transform of vectors that are blocks, or of its inverse."""
        matrix = np.ones((1, 1))
        for size in self.block_shape.as_list():
            roots = np.exp(sign * 2j * np.pi * np.outer(np.arange(size), np.arange(size)) / size)
            matrix = np.kron(matrix, roots / (size if sign > 0 else 1))
        return tf.constant(matrix.astype(_as_complex(self._spectrum).dtype.as_numpy_dtype))

    def _filtered(self, x, spectrum):
        """`x` transformed, multiplied by the spectrum and transformed back."""
        x = tf.cast(x, spectrum.dtype)
        return tf.cast(tf.matmul(self._transform(1), spectrum[..., None] * tf.matmul(self._transform(-1), x)), self.dtype)

    def _matmul(self, x, adjoint=False, adjoint_arg=False):
        spectrum = _as_complex(self._flat())
        return self._filtered(adjoint_if(x, adjoint_arg), tf.math.conj(spectrum) if adjoint else spectrum)

    def _solve(self, rhs, adjoint=False, adjoint_arg=False):
        spectrum = _as_complex(self._flat())
        return self._filtered(adjoint_if(rhs, adjoint_arg), 1.0 / (tf.math.conj(spectrum) if adjoint else spectrum))

    def convolution_kernel(self, name="convolution_kernel"):
        """The first column: the inverse transform of the spectrum."""
        with self._scope(name):
            kernel = tf.linalg.matvec(self._transform(1), _as_complex(self._flat()))
            return tf.cast(tf.reshape(kernel, self._spectrum.shape.as_list()), self.dtype)

    def assert_hermitian_spectrum(self, name="assert_hermitian_spectrum"):
        """Raise InvalidArgumentError if the matrix is not real."""
        with self._scope(name):
            imaginary = tf.math.imag(self.convolution_kernel())
            limit = np.finfo(self.dtype.real_dtype.as_numpy_dtype).eps * self.shape[-1]
            return tf.debugging.assert_less(tf.abs(imaginary), tf.constant(limit, imaginary.dtype), message="Spectrum was not Hermitian")

    def _assert_non_singular(self):
        return assert_no_zeros(self._spectrum, "Singular operator:  Spectrum contained zero values.")

    def _assert_positive_definite(self):
        return tf.debugging.assert_positive(tf.math.real(tf.convert_to_tensor(self._spectrum)),
                                            message="Not positive definite:  Real part of spectrum was not all positive.")

    def _assert_self_adjoint(self):
        return assert_real(self._spectrum, "Not self-adjoint:  The spectrum contained non-zero imaginary part.")

    def _cond(self):
        size = tf.abs(self._flat())
        return tf.reduce_max(size, axis=-1) / tf.reduce_min(size, axis=-1)

    def _eigvals(self):
        return self._flat()

    def _determinant(self):
        return tf.cast(tf.reduce_prod(self._flat(), axis=[-1]), self.dtype)

    def _log_abs_determinant(self):
        return tf.cast(tf.reduce_sum(tf.math.log(tf.abs(self._flat())), axis=[-1]), self.dtype)

    def _trace(self):
        flat = self._flat()
        real = tf.reduce_sum(tf.math.real(flat), axis=-1)
        if not self.dtype.is_complex:
            return tf.cast(real, self.dtype)
        imaginary = tf.zeros_like(real) if self.is_self_adjoint else tf.reduce_sum(tf.math.imag(flat), axis=-1)
        return tf.cast(tf.complex(real, imaginary), self.dtype)

    def _diag_part(self):
        return (self.trace() / tf.cast(self.shape[-1], self.dtype))[..., None] * tf.ones(self.shape[:-1], dtype=self.dtype)


class LinearOperatorCirculant(_Circulant):
    """A circulant matrix."""


class LinearOperatorCirculant2D(_Circulant):
    """A matrix of circulant blocks, which are themselves in the order of a circulant matrix."""

    _depth = 2


class LinearOperatorCirculant3D(_Circulant):
    """The same with blocks of blocks."""

    _depth = 3
