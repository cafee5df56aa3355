"""Identity matrices, their multiples, and matrices of zeros: operators of sizes."""

from __future__ import annotations

import numpy as np

import runtime as tf
from runtime.core import errors
from runtime.linear_operators import hints
from runtime.linear_operators.base import LinearOperator, adjoint_if, as_argument
from runtime.linear_operators.simple import LinearOperatorDiag


def _size(value, name):
    """(the size as a tensor, its static value). Raises TypeError or ValueError for what is no size."""
    if isinstance(value, tf.Variable):
        raise TypeError(f"Argument {name} cannot be reference type. Found: {type(value)}.")
    tensor = tf.convert_to_tensor(value, name=name)
    if not tensor.dtype.is_integer:
        raise TypeError(f"Argument {name} must be integer type.  Found: {tensor!s}")
    known = tf.get_static_value(tensor)
    if known is not None:
        if np.ndim(known) != 0:
            raise ValueError(f"Argument {name} must be a 0-D Tensor.  Found: {known}")
        if known < 0:
            raise ValueError(f"Argument {name} must be non-negative.  Found: {known}")
    return tensor, known


def _batch(value):
    """(the batch shape as a tensor or None, as a static shape)."""
    if value is None:
        return None, tf.TensorShape([])
    if isinstance(value, tf.Variable):
        raise TypeError(f"Argument batch_shape cannot be reference type. Found: {type(value)}.")
    if isinstance(value, tf.TensorShape):
        value = value.as_list()
    tensor = tf.convert_to_tensor(value, tf.int32 if isinstance(value, (list, tuple)) and not len(value) else None, name="batch_shape_arg")
    if not tensor.dtype.is_integer:
        raise TypeError(f"Argument batch_shape must be integer type.  Found: {tensor!s}")
    known = tf.get_static_value(tensor)
    if known is None:
        return tensor, tf.TensorShape(None)
    if np.ndim(known) != 1:
        raise ValueError(f"Argument batch_shape must be a 1-D Tensor.  Found: {known}")
    if np.any(known < 0):
        raise ValueError(f"Argument batch_shape must be non-negative.  Found:{known}")
    return tensor, tf.TensorShape(known.tolist())


class _OfSizes(LinearOperator):
    """An operator whose batch shape and sizes are arguments."""

    def _diagonal(self, make):
        return make([*self.batch_shape.as_list(), min(self.shape[-2:])], dtype=self.dtype)

    def _with_batch(self, x):
        """`x`, repeated for each matrix of the batch."""
        if self._batch_shape is None:
            return x
        wanted = self.batch_shape.concatenate([1, 1])
        if wanted.is_fully_defined() and tf.broadcast_static_shape(x.shape, wanted) == x.shape:
            return x
        return x + tf.zeros(wanted.as_list(), dtype=self.dtype)

    def __getitem__(self, slices):
        batch = tf.shape(tf.ones(self._batch_shape)[slices])
        return type(self)(**dict(self.parameters, batch_shape=batch))


class LinearOperatorIdentity(_OfSizes):
    """The identity matrix."""

    _fields = ("num_rows", "batch_shape", "dtype", "assert_proper_shapes")
    _is_identity = True

    def __init__(self, num_rows, batch_shape=None, dtype=None, is_non_singular=True, is_self_adjoint=True, is_positive_definite=True,
                 is_square=True, assert_proper_shapes=False, name="LinearOperatorIdentity"):
        given = dict(num_rows=num_rows, batch_shape=batch_shape, dtype=dtype, is_non_singular=is_non_singular, is_self_adjoint=is_self_adjoint,
                     is_positive_definite=is_positive_definite, is_square=is_square, assert_proper_shapes=assert_proper_shapes, name=name)
        for hint, says in ((is_self_adjoint, "self adjoint"), (is_non_singular, "non-singular"), (is_positive_definite, "positive-definite"),
                           (is_square, "square")):
            if not hint:
                raise ValueError(f"An identity operator is always {says}.")
        with tf.name_scope(name):
            super().__init__(dtype or tf.float32, None, is_non_singular, is_self_adjoint, is_positive_definite, is_square, name, given)
            self._num_rows, self._rows = _size(num_rows, "num_rows")
            self._batch_shape, self._known_batch = _batch(batch_shape)

    def _arguments(self):
        return {**super()._arguments(), "num_rows": self._rows, "batch_shape": None if self._batch_shape is None else
                tuple(self._known_batch.as_list()), "dtype": self._dtype, "assert_proper_shapes": False}

    def _shape(self):
        return self._known_batch.concatenate([self._rows, self._rows])

    def _adjoint(self):
        return self

    _inverse = _adjoint

    def _cholesky(self):
        return LinearOperatorIdentity(self._num_rows, self.batch_shape, self.dtype)

    def _times(self, right):
        return right

    _solved = _times

    def _assert_non_singular(self):
        return tf.no_op()

    _assert_positive_definite = _assert_self_adjoint = _assert_non_singular

    def _matmul(self, x, adjoint=False, adjoint_arg=False):
        return self._with_batch(adjoint_if(x, adjoint_arg))

    def _solve(self, rhs, adjoint=False, adjoint_arg=False):
        return self._matmul(rhs, adjoint_arg=adjoint_arg)

    def _determinant(self):
        return self._batch_of(tf.ones)

    def _log_abs_determinant(self):
        return self._batch_of(tf.zeros)

    def _trace(self):
        return min(self.shape[-2:]) * self._batch_of(tf.ones)

    def _diag_part(self):
        return self._diagonal(tf.ones)

    _eigvals = _diag_part

    def add_to_tensor(self, mat, name="add_to_tensor"):
        with self._scope(name):
            mat = tf.convert_to_tensor(mat, name="mat")
            return tf.linalg.set_diag(mat, 1 + tf.linalg.diag_part(mat))

    def _cond(self):
        return self._batch_of(tf.ones)


class LinearOperatorScaledIdentity(_OfSizes):
    """A multiple of the identity matrix."""

    _fields = ("num_rows", "multiplier", "assert_proper_shapes")

    def __init__(self, num_rows, multiplier, is_non_singular=None, is_self_adjoint=None, is_positive_definite=None, is_square=True,
                 assert_proper_shapes=False, name="LinearOperatorScaledIdentity"):
        given = dict(num_rows=num_rows, multiplier=multiplier, is_non_singular=is_non_singular, is_self_adjoint=is_self_adjoint,
                     is_positive_definite=is_positive_definite, is_square=is_square, assert_proper_shapes=assert_proper_shapes, name=name)
        with tf.name_scope(name):
            self._multiplier = as_argument(multiplier, "multiplier")
            if not self._multiplier.dtype.is_complex:
                if is_self_adjoint is False:
                    raise ValueError("A real diagonal operator is always self adjoint.")
                is_self_adjoint = True
            if not is_square:
                raise ValueError("A ScaledIdentity operator is always square.")
            super().__init__(self._multiplier.dtype, None, is_non_singular, is_self_adjoint, is_positive_definite, is_square, name, given)
            self._num_rows, self._rows = _size(num_rows, "num_rows")

    multiplier = property(lambda self: self._multiplier)

    def _arguments(self):
        return {**super()._arguments(), "num_rows": self._rows, "assert_proper_shapes": False}

    def _shape(self):
        return self._multiplier.shape.concatenate([self._rows, self._rows])

    def _with(self, multiplier, **known):
        return LinearOperatorScaledIdentity(self._num_rows, multiplier, **{**self._hints(), **known})

    def _adjoint(self):
        return self._with(tf.math.conj(self._multiplier) if self.dtype.is_complex else self._multiplier)

    def _cholesky(self):
        return self._with(tf.sqrt(self._multiplier), is_non_singular=True, is_self_adjoint=True, is_positive_definite=True)

    def _inverse(self):
        return self._with(1.0 / self._multiplier, is_self_adjoint=True)

    def _diagonal_factor(self):
        return self._multiplier

    def _times(self, right):
        known = hints.of_commuting(self, right)
        if isinstance(right, LinearOperatorScaledIdentity):
            return self._with(self._multiplier * right.multiplier, **known)
        if isinstance(right, LinearOperatorDiag):
            return LinearOperatorDiag(right.diag * self._multiplier, **known)
        return super()._times(right)

    def _solved(self, right):
        known = hints.of_commuting(self, right)
        if isinstance(right, LinearOperatorScaledIdentity):
            return self._with(right.multiplier / self._multiplier, **known)
        if isinstance(right, LinearOperatorDiag):
            return LinearOperatorDiag(right.diag / self._multiplier, **known)
        return super()._solved(right)

    def _assert_non_singular(self):
        return tf.debugging.assert_positive(tf.abs(self._multiplier), message="LinearOperator was singular")

    def _assert_positive_definite(self):
        return tf.debugging.assert_positive(tf.math.real(tf.convert_to_tensor(self._multiplier)), message="LinearOperator was not positive definite.")

    def _assert_self_adjoint(self):
        imaginary = tf.math.imag(tf.convert_to_tensor(self._multiplier))
        return tf.debugging.assert_equal(tf.zeros_like(imaginary), imaginary, message="LinearOperator was not self-adjoint")

    def _factor(self, conjugate):
        factor = tf.convert_to_tensor(self._multiplier)[..., None, None]
        return tf.math.conj(factor) if conjugate else factor

    def _matmul(self, x, adjoint=False, adjoint_arg=False):
        return adjoint_if(x, adjoint_arg) * self._factor(adjoint)

    def _solve(self, rhs, adjoint=False, adjoint_arg=False):
        return adjoint_if(rhs, adjoint_arg) / self._factor(adjoint)

    def _determinant(self):
        return self._multiplier ** tf.cast(self._num_rows, self.dtype)

    def _log_abs_determinant(self):
        return tf.cast(self._num_rows, self.dtype.real_dtype) * tf.math.log(tf.abs(self._multiplier))

    def _trace(self):
        return self._multiplier * min(self.shape[-2:]) * self._batch_of(tf.ones)

    def _diag_part(self):
        return self._diagonal(tf.ones) * tf.convert_to_tensor(self._multiplier)[..., None]

    _eigvals = _diag_part

    def add_to_tensor(self, mat, name="add_to_tensor"):
        with self._scope(name):
            mat = tf.convert_to_tensor(mat, name="mat")
            return tf.linalg.set_diag(mat, tf.expand_dims(self._multiplier, -1) + tf.linalg.diag_part(mat))

    def _cond(self):
        return tf.where(tf.equal(self._multiplier, 0.0), tf.cast(np.nan, self.dtype), tf.cast(1.0, self.dtype))

    def __getitem__(self, slices):
        return type(self)(**dict(self.parameters, multiplier=self._multiplier[slices]))


class LinearOperatorZeros(_OfSizes):
    """A matrix of zeros."""

    _fields = ("num_rows", "num_columns", "batch_shape", "dtype", "assert_proper_shapes")
    _is_zero = True

    def __init__(self, num_rows, num_columns=None, batch_shape=None, dtype=None, is_non_singular=False, is_self_adjoint=True,
                 is_positive_definite=False, is_square=True, assert_proper_shapes=False, name="LinearOperatorZeros"):
        given = dict(num_rows=num_rows, num_columns=num_columns, batch_shape=batch_shape, dtype=dtype, is_non_singular=is_non_singular,
                     is_self_adjoint=is_self_adjoint, is_positive_definite=is_positive_definite, is_square=is_square,
                     assert_proper_shapes=assert_proper_shapes, name=name)
        with tf.name_scope(name):
            if not is_self_adjoint and is_square:
                raise ValueError("A zero operator is always self adjoint.")
            if is_non_singular:
                raise ValueError("A zero operator is always singular.")
            if is_positive_definite:
                raise ValueError("A zero operator is always not positive-definite.")
            super().__init__(dtype or tf.float32, None, is_non_singular, is_self_adjoint, is_positive_definite, is_square, name, given)
            self._num_rows, self._rows = _size(num_rows, "num_rows")
            self._num_columns, self._columns = _size(num_rows if num_columns is None else num_columns, "num_columns")
            if None not in (self._rows, self._columns) and is_square and self._rows != self._columns:
                raise ValueError(f"LinearOperatorZeros initialized as is_square=True, but got num_rows({self._rows}) != "
                                 f"num_columns({self._columns})")
            self._batch_shape, self._known_batch = _batch(batch_shape)

    def _arguments(self):
        return {**super()._arguments(), "num_rows": self._rows, "num_columns": self._columns, "batch_shape": None if self._batch_shape is None
                else tuple(self._known_batch.as_list()), "dtype": self._dtype, "assert_proper_shapes": False}

    def _shape(self):
        return self._known_batch.concatenate([self._rows, self._columns])

    def _assert_non_singular(self):
        raise errors.InvalidArgumentError(None, None, "Zero operators are always non-invertible.")

    def _assert_positive_definite(self):
        raise errors.InvalidArgumentError(None, None, "Zero operators are always non-positive definite.")

    def _assert_self_adjoint(self):
        return tf.no_op()

    def _matmul(self, x, adjoint=False, adjoint_arg=False):
        x = adjoint_if(x, adjoint_arg)
        rows = tf.shape(x)[-2] if self.is_square else self._num_columns if adjoint else self._num_rows
        shape = tf.concat([tf.shape(x)[:-2], [rows, tf.shape(x)[-1]]], axis=0)
        return self._with_batch(tf.zeros(shape, dtype=x.dtype))

    def _times(self, right):
        if not self.is_square or not right.is_square:
            raise ValueError("Matmul with non-square `LinearOperator`s or non-square `LinearOperatorZeros` not supported at this time.")
        return self

    def _determinant(self):
        return self._batch_of(tf.zeros)

    _trace = _determinant

    def _diag_part(self):
        return self._diagonal(tf.zeros)

    _eigvals = _diag_part

    def add_to_tensor(self, mat, name="add_to_tensor"):
        return self._with_batch(tf.convert_to_tensor(mat))
