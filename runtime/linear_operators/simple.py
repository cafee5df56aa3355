"""Operators of one tensor: full, diagonal and triangular matrices."""

from __future__ import annotations

import runtime as tf
from runtime.linear_operators import hints
from runtime.linear_operators.base import LinearOperator, adjoint_if, as_argument

_ALLOWED = (tf.float16, tf.float32, tf.float64, tf.complex64, tf.complex128)


def check_rank(tensor, name, rank):
    """Raise ValueError if the rank of a tensor is known to be too small."""
    if tensor.shape.rank is not None and tensor.shape.rank < rank:
        raise ValueError(f"Argument {name} must have at least {rank} dimension{'s' if rank > 1 else ''}.  Found: {tensor!s}")


def assert_no_zeros(x, message):
    size = tf.abs(tf.convert_to_tensor(x))
    return tf.debugging.assert_less(tf.constant(0, size.dtype), size, message=message)


def assert_real(x, message):
    x = tf.convert_to_tensor(x)
    return tf.no_op() if x.dtype.is_floating else tf.debugging.assert_equal(tf.constant(0, x.dtype.real_dtype), tf.math.imag(x), message=message)


class LinearOperatorFullMatrix(LinearOperator):
    """A matrix of which nothing is known but the hints."""

    _fields = ("matrix",)

    def __init__(self, matrix, is_non_singular=None, is_self_adjoint=None, is_positive_definite=None, is_square=None,
                 name="LinearOperatorFullMatrix"):
        given = dict(matrix=matrix, is_non_singular=is_non_singular, is_self_adjoint=is_self_adjoint,
                     is_positive_definite=is_positive_definite, is_square=is_square, name=name)
        with tf.name_scope(name):
            self._matrix = as_argument(matrix, "matrix")
            if self._matrix.dtype not in _ALLOWED:
                raise TypeError(f"Argument `matrix` must have dtype in {list(_ALLOWED)}. Received: {self._matrix.dtype}.")
            if self._matrix.shape.rank is not None and self._matrix.shape.rank < 2:
                raise ValueError(f"Argument `matrix` must have at least 2 dimensions. Received: {self._matrix}.")
            super().__init__(self._matrix.dtype, None, is_non_singular, is_self_adjoint, is_positive_definite, is_square, name, given)

    matrix = property(lambda self: self._matrix)

    def _shape(self):
        return self._matrix.shape

    def _matmul(self, x, adjoint=False, adjoint_arg=False):
        return tf.matmul(self._matrix, x, adjoint_a=adjoint, adjoint_b=adjoint_arg)

    def _solve(self, rhs, adjoint=False, adjoint_arg=False):
        return self._dense_solve(rhs, adjoint, adjoint_arg)

    def _to_dense(self):
        return tf.convert_to_tensor(self._matrix)


class LinearOperatorDiag(LinearOperator):
    """A diagonal matrix, by its diagonal."""

    _fields = ("diag",)

    def __init__(self, diag, is_non_singular=None, is_self_adjoint=None, is_positive_definite=None, is_square=None, name="LinearOperatorDiag"):
        given = dict(diag=diag, is_non_singular=is_non_singular, is_self_adjoint=is_self_adjoint,
                     is_positive_definite=is_positive_definite, is_square=is_square, name=name)
        with tf.name_scope(name):
            self._diag = as_argument(diag, "diag")
            check_rank(self._diag, "diag", 1)
            if not self._diag.dtype.is_complex:
                if is_self_adjoint is False:
                    raise ValueError("A real diagonal operator is always self adjoint.")
                is_self_adjoint = True
            if is_square is False:
                raise ValueError("Only square diagonal operators currently supported.")
            super().__init__(self._diag.dtype, None, is_non_singular, is_self_adjoint, is_positive_definite, True, name, given)

    diag = property(lambda self: self._diag)

    def _shape(self):
        return self._diag.shape.concatenate(self._diag.shape[-1:])

    def _conjugated(self, wanted):
        return tf.math.conj(self._diag) if wanted else tf.convert_to_tensor(self._diag)

    def _with(self, diag):
        return LinearOperatorDiag(diag, **self._hints())

    def _adjoint(self):
        return self._with(self._conjugated(self.dtype.is_complex))

    def _inverse(self):
        return self._with(1.0 / self._diag)

    def _cholesky(self):
        return LinearOperatorDiag(tf.sqrt(self._diag), is_non_singular=True, is_self_adjoint=True, is_positive_definite=True, is_square=True)

    def _times(self, right):
        known = hints.of_commuting(self, right)
        factor = right._diagonal_factor()
        if factor is not None:
            return LinearOperatorDiag(self._diag * factor, **known)
        if isinstance(right, LinearOperatorLowerTriangular):
            return LinearOperatorLowerTriangular(self._diag[..., None] * right.to_dense(), **{**known, "is_positive_definite": None})
        return super()._times(right)

    def _solved(self, right):
        known = hints.of_commuting(self, right)
        factor = right._diagonal_factor()
        if factor is not None:
            return LinearOperatorDiag(factor / self._diag, **known)
        if isinstance(right, LinearOperatorLowerTriangular):
            return LinearOperatorLowerTriangular(right.to_dense() / self._diag[..., None], **{**known, "is_positive_definite": None})
        return super()._solved(right)

    def _diagonal_factor(self):
        return self._diag

    def _assert_non_singular(self):
        return assert_no_zeros(self._diag, "Singular operator:  Diagonal contained zero values.")

    def _assert_positive_definite(self):
        kind = ("Diagonal operator had diagonal entries with non-positive real part, " if self.dtype.is_complex else
                "Real diagonal operator had non-positive diagonal entries, ")
        return tf.debugging.assert_positive(tf.math.real(tf.convert_to_tensor(self._diag)), message=kind + "thus was not positive definite.")

    def _assert_self_adjoint(self):
        return assert_real(self._diag, "This diagonal operator contained non-zero imaginary values.   Thus it was not self-adjoint.")

    def _matmul(self, x, adjoint=False, adjoint_arg=False):
        return tf.expand_dims(self._conjugated(adjoint), -1) * adjoint_if(x, adjoint_arg)

    def _matvec(self, x, adjoint=False):
        return self._conjugated(adjoint) * x

    def _solve(self, rhs, adjoint=False, adjoint_arg=False):
        return adjoint_if(rhs, adjoint_arg) * tf.expand_dims(1.0 / self._conjugated(adjoint), -1)

    def _determinant(self):
        return tf.reduce_prod(self._diag, axis=[-1])

    def _log_abs_determinant(self):
        result = tf.reduce_sum(tf.math.log(tf.abs(self._diag)), axis=[-1])
        return tf.cast(result, self.dtype) if self.dtype.is_complex else result

    def _to_dense(self):
        return tf.linalg.diag(self._diag)

    def _diag_part(self):
        return self._diag

    def _add_to_tensor(self, x):
        return tf.linalg.set_diag(x, self._diag + tf.linalg.diag_part(x))

    def _eigvals(self):
        return tf.convert_to_tensor(self._diag)

    def _cond(self):
        size = tf.abs(self._diag)
        return tf.reduce_max(size, axis=-1) / tf.reduce_min(size, axis=-1)


class LinearOperatorLowerTriangular(LinearOperator):
    """A lower triangular matrix; what is above the diagonal does not count."""

    _fields = ("tril",)

    def __init__(self, tril, is_non_singular=None, is_self_adjoint=None, is_positive_definite=None, is_square=None,
                 name="LinearOperatorLowerTriangular"):
        given = dict(tril=tril, is_non_singular=is_non_singular, is_self_adjoint=is_self_adjoint,
                     is_positive_definite=is_positive_definite, is_square=is_square, name=name)
        if is_square is False:
            raise ValueError("Only square lower triangular operators supported at this time.")
        with tf.name_scope(name):
            self._tril = as_argument(tril, "tril")
            check_rank(self._tril, "tril", 2)
            super().__init__(self._tril.dtype, None, is_non_singular, is_self_adjoint, is_positive_definite, True, name, given)

    tril = property(lambda self: self._tril)

    def _shape(self):
        return self._tril.shape

    def _diagonal(self):
        return tf.linalg.diag_part(self._tril)

    def _assert_non_singular(self):
        return assert_no_zeros(self._diagonal(), "Singular operator:  Diagonal contained zero values.")

    def _matmul(self, x, adjoint=False, adjoint_arg=False):
        return tf.matmul(self._to_dense(), x, adjoint_a=adjoint, adjoint_b=adjoint_arg)

    def _times(self, right):
        if isinstance(right, LinearOperatorDiag):
            return LinearOperatorLowerTriangular(
                self.to_dense() * right.diag, is_non_singular=hints.non_singular(right, self),
                is_self_adjoint=hints.commuting_self_adjoint(right, self), is_positive_definite=None, is_square=True)
        return super()._times(right)

    def _determinant(self):
        return tf.reduce_prod(self._diagonal(), axis=[-1])

    def _log_abs_determinant(self):
        return tf.reduce_sum(tf.math.log(tf.abs(self._diagonal())), axis=[-1])

    def _solve(self, rhs, adjoint=False, adjoint_arg=False):
        return tf.linalg.triangular_solve(self._to_dense(), adjoint_if(rhs, adjoint_arg), lower=True, adjoint=adjoint)

    def _to_dense(self):
        return tf.linalg.band_part(self._tril, -1, 0)

    def _eigvals(self):
        return self._diagonal()
