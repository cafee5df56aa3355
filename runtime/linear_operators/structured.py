"""Operators whose matrices follow from vectors: reflections, permutations, matrices of few diagonals or of equal ones."""

from __future__ import annotations

import numpy as np

import runtime as tf
from runtime.core import errors
from runtime.linear_operators.base import LinearOperator, adjoint_if, as_argument
from runtime.linear_operators.simple import assert_real, check_rank


class LinearOperatorHouseholder(LinearOperator):
    """The reflection of vectors along an axis."""

    _fields = ("reflection_axis",)

    def __init__(self, reflection_axis, is_non_singular=None, is_self_adjoint=None, is_positive_definite=None, is_square=None,
                 name="LinearOperatorHouseholder"):
        given = dict(reflection_axis=reflection_axis, is_non_singular=is_non_singular, is_self_adjoint=is_self_adjoint,
                     is_positive_definite=is_positive_definite, is_square=is_square, name=name)
        with tf.name_scope(name):
            self._reflection_axis = as_argument(reflection_axis, "reflection_axis")
            check_rank(self._reflection_axis, "reflection_axis", 1)
            if is_self_adjoint is False:
                raise ValueError("A Householder operator is always self adjoint.")
            if is_positive_definite is True:
                raise ValueError("A Householder operator is always non-positive definite.")
            if is_square is False:
                raise ValueError("A Householder operator is always square.")
            super().__init__(self._reflection_axis.dtype, None, is_non_singular, True, False, True, name, given)

    reflection_axis = property(lambda self: self._reflection_axis)

    def _shape(self):
        shape = self._reflection_axis.shape
        return shape.concatenate(shape[-1:])

    def _assert_non_singular(self):
        return tf.no_op()

    _assert_self_adjoint = _assert_non_singular

    def _assert_positive_definite(self):
        raise errors.InvalidArgumentError(None, None, "Householder operators are always non-positive definite.")

    def _adjoint(self):
        return self

    _inverse = _adjoint

    def _column(self):
        return tf.math.l2_normalize(tf.convert_to_tensor(self._reflection_axis), axis=-1)[..., None]

    def _matmul(self, x, adjoint=False, adjoint_arg=False):
        x, column = adjoint_if(x, adjoint_arg), self._column()
        return x - 2 * column * tf.matmul(column, x, adjoint_a=True)

    def _solve(self, rhs, adjoint=False, adjoint_arg=False):
        return self._matmul(rhs, adjoint, adjoint_arg)

    def _trace(self):
        return tf.cast(self.shape[-1] - 2, self.dtype) * self._batch_of(tf.ones)

    def _determinant(self):
        return -self._batch_of(tf.ones)

    def _log_abs_determinant(self):
        return self._batch_of(tf.zeros)

    def _to_dense(self):
        column = self._column()
        matrix = -2 * tf.matmul(column, column, adjoint_b=True)
        return tf.linalg.set_diag(matrix, 1.0 + tf.linalg.diag_part(matrix))

    def _diag_part(self):
        axis = self._column()[..., 0]
        return 1.0 - 2 * axis * tf.math.conj(axis)

    def _eigvals(self):
        shape = self._reflection_axis.shape.as_list()
        return tf.concat([-tf.ones([*shape[:-1], 1], self.dtype), tf.ones([*shape[:-1], shape[-1] - 1], self.dtype)], axis=-1)

    def _cond(self):
        return self._batch_of(tf.ones)


class LinearOperatorPermutation(LinearOperator):
    """The matrix that puts elements into another order."""

    _fields = ("perm", "dtype")

    def __init__(self, perm, dtype=tf.float32, is_non_singular=None, is_self_adjoint=None, is_positive_definite=None, is_square=None,
                 name="LinearOperatorPermutation"):
        given = dict(perm=perm, dtype=dtype, is_non_singular=is_non_singular, is_self_adjoint=is_self_adjoint,
                     is_positive_definite=is_positive_definite, is_square=is_square, name=name)
        with tf.name_scope(name):
            self._perm = as_argument(perm, "perm")
            self._check(self._perm)
            for hint, value, says in (("is_non_singular", is_non_singular, "non-singular"), ("is_square", is_square, "square")):
                if value is False:
                    raise ValueError(f"A Permutation operator is always {says}. Expected argument `{hint}` to be True. Received: {value}.")
            super().__init__(dtype, None, is_non_singular, is_self_adjoint, is_positive_definite, True, name, given)

    perm = property(lambda self: self._perm)

    @staticmethod
    def _check(perm):
        if perm.shape.rank is not None and perm.shape.rank < 1:
            raise ValueError(f"Argument `perm` must have at least 1 dimension. Received: {perm}.")
        if not perm.dtype.is_integer:
            raise TypeError(f"Argument `perm` must be integer dtype. Received: {perm}.")
        known = tf.get_static_value(perm)
        if known is not None and np.any(np.sort(known, axis=-1) != np.arange(known.shape[-1])):
            raise ValueError(f"Argument `perm` must be a vector of unique integers from 0 to {known.shape[-1] - 1}.")

    def _shape(self):
        return self._perm.shape.concatenate(self._perm.shape[-1:])

    def _assert_non_singular(self):
        return tf.no_op()

    def _matmul(self, x, adjoint=False, adjoint_arg=False):
        perm = tf.convert_to_tensor(self._perm)
        if adjoint and not self.is_self_adjoint:
            perm = tf.argsort(perm, axis=-1)
        x = adjoint_if(x, adjoint_arg)
        rows = tf.broadcast_static_shape(x.shape[:-1], perm.shape).as_list()
        x, perm = tf.broadcast_to(x, [*rows, x.shape[-1]]), tf.broadcast_to(perm, rows)
        return tf.gather(x, perm, axis=-2, batch_dims=len(rows) - 1)

    def _solve(self, rhs, adjoint=False, adjoint_arg=False):
        return self._matmul(rhs, adjoint=not adjoint, adjoint_arg=adjoint_arg)

    def _log_abs_determinant(self):
        return self._batch_of(tf.zeros)

    def _to_dense(self):
        perm = tf.convert_to_tensor(self._perm)
        return tf.cast(tf.equal(tf.range(tf.shape(perm, out_type=perm.dtype)[-1]), perm[..., None]), self.dtype)

    def _diag_part(self):
        perm = tf.convert_to_tensor(self._perm)
        return tf.cast(tf.equal(tf.range(tf.shape(perm, out_type=perm.dtype)[-1]), perm), self.dtype)

    def _cond(self):
        return self._batch_of(tf.ones)


class LinearOperatorTridiag(LinearOperator):
    """A matrix with three diagonals; for their format see `tf.linalg.tridiagonal_matmul`."""

    _fields = ("diagonals", "diagonals_format")

    def __init__(self, diagonals, diagonals_format="compact", is_non_singular=None, is_self_adjoint=None, is_positive_definite=None,
                 is_square=None, name="LinearOperatorTridiag"):
        given = dict(diagonals=diagonals, diagonals_format=diagonals_format, is_non_singular=is_non_singular, is_self_adjoint=is_self_adjoint,
                     is_positive_definite=is_positive_definite, is_square=is_square, name=name)
        with tf.name_scope(name):
            if diagonals_format not in ("compact", "matrix", "sequence"):
                raise ValueError(f"Argument `diagonals_format` must be one of compact, matrix, or sequence. Received : {diagonals_format}.")
            if diagonals_format == "sequence":
                self._diagonals = [as_argument(one, f"diag_{at}") for at, one in enumerate(diagonals)]
            else:
                self._diagonals = as_argument(diagonals, "diagonals")
            self._diagonals_format = diagonals_format
            dtype = (self._diagonals[0] if diagonals_format == "sequence" else self._diagonals).dtype
            super().__init__(dtype, None, is_non_singular, is_self_adjoint, is_positive_definite, is_square, name, given)

    diagonals_format = property(lambda self: self._diagonals_format)

    @property
    def diagonals(self):
        return list(self._diagonals) if self._diagonals_format == "sequence" else self._diagonals

    def _compact(self):
        """The diagonals as rows of one tensor."""
        if self._diagonals_format == "compact":
            return tf.convert_to_tensor(self._diagonals)
        if self._diagonals_format == "matrix":
            return tf.linalg.diag_part(self._diagonals, k=(-1, 1), padding_value=0.0, align="LEFT_RIGHT")
        shape = self._diagonals[0].shape
        for one in self._diagonals[1:]:
            shape = tf.broadcast_static_shape(shape, one.shape)
        return tf.stack([tf.broadcast_to(one, shape) for one in self._diagonals], axis=-2)

    def _shape(self):
        if self._diagonals_format == "matrix":
            return self._diagonals.shape
        if self._diagonals_format == "compact":
            shape = self._diagonals.shape
            return shape[:-2].concatenate([shape[-1], shape[-1]])
        batch = tf.broadcast_static_shape(self._diagonals[0].shape[:-1], self._diagonals[1].shape[:-1])
        batch = tf.broadcast_static_shape(batch, self._diagonals[2].shape[:-1])
        size = self._diagonals[1].shape[-1]
        return batch.concatenate([size, size])

    def _assert_self_adjoint(self):
        if self._diagonals_format == "matrix":
            return super()._assert_self_adjoint()
        upper, main, lower = tf.unstack(self._compact(), axis=-2)
        return tf.group([assert_real(main, "This tridiagonal operator contained non-zero imaginary values on the diagonal."),
                         tf.debugging.assert_equal(tf.math.conj(lower[..., 1:]), upper[..., :-1],
                                                   message="This tridiagonal operator has non-conjugate subdiagonal and superdiagonal.")])

    def _flipped(self):
        """The diagonals of the adjoint."""
        upper, main, lower = tf.unstack(tf.math.conj(self._compact()), axis=-2)
        return tf.stack([tf.roll(lower, -1, axis=-1), main, tf.roll(upper, 1, axis=-1)], axis=-2)

    def _matmul(self, x, adjoint=False, adjoint_arg=False):
        diagonals, x = self._flipped() if adjoint else self._compact(), adjoint_if(x, adjoint_arg)
        return tf.linalg.tridiagonal_matmul(diagonals, x)

    def _solve(self, rhs, adjoint=False, adjoint_arg=False):
        diagonals, rhs = self._flipped() if adjoint else self._compact(), adjoint_if(rhs, adjoint_arg)
        batch = tf.broadcast_static_shape(diagonals.shape[:-2], rhs.shape[:-2])
        return tf.linalg.tridiagonal_solve(tf.broadcast_to(diagonals, [*batch, *diagonals.shape[-2:]]),
                                           tf.broadcast_to(rhs, [*batch, *rhs.shape[-2:]]))

    def _diag_part(self):
        return self._compact()[..., 1, :]

    def _to_dense(self):
        if self._diagonals_format == "matrix":
            return tf.convert_to_tensor(self._diagonals)
        return tf.linalg.diag(self._compact(), k=(-1, 1), padding_value=0.0, align="LEFT_RIGHT")


class LinearOperatorToeplitz(LinearOperator):
    """A matrix with the same number all along each diagonal, by its first column and its first row."""

    _fields = ("col", "row")

    def __init__(self, col, row, is_non_singular=None, is_self_adjoint=None, is_positive_definite=None, is_square=None,
                 name="LinearOperatorToeplitz"):
        given = dict(col=col, row=row, is_non_singular=is_non_singular, is_self_adjoint=is_self_adjoint,
                     is_positive_definite=is_positive_definite, is_square=is_square, name=name)
        with tf.name_scope(name):
            self._row, self._col = as_argument(row, "row"), as_argument(col, "col")
            for name_of, vector in (("row", self._row), ("col", self._col)):
                if vector.shape.rank is not None and vector.shape.rank < 1:
                    raise ValueError(f"Argument {name_of} must have at least 1 dimension.  Found: {vector}")
            if None not in (self._row.shape[-1], self._col.shape[-1]) and self._row.shape[-1] != self._col.shape[-1]:
                raise ValueError("Expected square matrix, got row and col with mismatched dimensions.")
            if is_square is False:
                raise ValueError("Only square Toeplitz operators currently supported.")
            super().__init__(self._row.dtype, None, is_non_singular, is_self_adjoint, is_positive_definite, True, name, given)

    col = property(lambda self: self._col)
    row = property(lambda self: self._row)

    def _shape(self):
        shape = tf.broadcast_static_shape(self._row.shape, self._col.shape)
        return shape.concatenate(shape[-1:])

    def _assert_self_adjoint(self):
        return tf.debugging.assert_equal(self._row, self._col, message="row and col are not the same, and so this operator is not self-adjoint.")

    def _matmul(self, x, adjoint=False, adjoint_arg=False):
        return tf.matmul(self._to_dense(), x, adjoint_a=adjoint, adjoint_b=adjoint_arg)

    def _trace(self):
        return tf.cast(self.shape[-1], self.dtype) * tf.convert_to_tensor(self._col)[..., 0]

    def _diag_part(self):
        return tf.convert_to_tensor(self._col)[..., 0:1] * tf.ones([self.shape[-1]], self.dtype)

    def _to_dense(self):
        shape = tf.broadcast_dynamic_shape(tf.shape(self._row), tf.shape(self._col))
        row, col = tf.broadcast_to(self._row, shape), tf.broadcast_to(self._col, shape)
        size = tf.shape(row)[-1]
        elements = tf.concat([tf.reverse(col, axis=[-1]), row[..., 1:]], axis=-1)
        places = tf.range(0, size) + tf.range(size - 1, -1, -1)[..., None]
        return tf.gather(elements, places % (2 * size - 1), axis=-1)
