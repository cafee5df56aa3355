"""An operator and a product of low rank, added up."""

from __future__ import annotations

import runtime as tf
from runtime.core.logger import get_logger
from runtime.linear_operators.base import LinearOperator, as_argument, solve_dense
from runtime.linear_operators.identity import LinearOperatorIdentity
from runtime.linear_operators.simple import LinearOperatorDiag


class LinearOperatorLowRankUpdate(LinearOperator):
    """``base_operator + u @ diag(diag_update) @ v^H``: systems are solved by those of the base operator."""

    _fields = ("base_operator", "u", "diag_update", "v", "is_diag_update_positive")

    def __init__(self, base_operator, u, diag_update=None, v=None, is_diag_update_positive=None, is_non_singular=None, is_self_adjoint=None,
                 is_positive_definite=None, is_square=None, name="LinearOperatorLowRankUpdate"):
        given = dict(base_operator=base_operator, u=u, diag_update=diag_update, v=v, is_diag_update_positive=is_diag_update_positive,
                     is_non_singular=is_non_singular, is_self_adjoint=is_self_adjoint, is_positive_definite=is_positive_definite,
                     is_square=is_square, name=name)
        dtype = base_operator.dtype
        if diag_update is not None and is_diag_update_positive and dtype.is_complex:
            get_logger().warning("Note: setting is_diag_update_positive with a complex dtype means that diagonal is real and positive.")
        if diag_update is None:
            if is_diag_update_positive is False:
                raise ValueError("Default diagonal is the identity, which is positive.  However, user set 'is_diag_update_positive' to False.")
            is_diag_update_positive = True
        self._use_cholesky = base_operator.is_positive_definite and base_operator.is_self_adjoint and is_diag_update_positive and v is None
        if base_operator.is_self_adjoint and v is None and not dtype.is_complex:
            if is_self_adjoint is False:
                raise ValueError("A = L + UDU^H, with L self-adjoint and D real diagonal.  Since UDU^H is self-adjoint, this must be a "
                                 "self-adjoint operator.")
            is_self_adjoint = True
        if self._use_cholesky:
            if False in (is_positive_definite, is_self_adjoint, is_non_singular):
                raise ValueError("Arguments imply this is self-adjoint positive-definite operator.")
            is_positive_definite = is_self_adjoint = True
        with tf.name_scope(name):
            self._u = as_argument(u, "u")
            self._given_v = as_argument(v, "v")
            self._diag_update = as_argument(diag_update, "diag_update")
            self._base_operator = base_operator
            super().__init__(dtype, None, is_non_singular, is_self_adjoint, is_positive_definite, is_square, name, given)
            self._is_diag_update_positive = is_diag_update_positive
            self._diag_operator = LinearOperatorIdentity(self._u.shape[-1], dtype=dtype) if diag_update is None else \
                LinearOperatorDiag(self._diag_update, is_positive_definite=is_diag_update_positive)
            self._check_shapes()

    u = property(lambda self: self._u)
    v = property(lambda self: self._u if self._given_v is None else self._given_v)
    diag_update = property(lambda self: self._diag_update)
    is_diag_update_positive = property(lambda self: self._is_diag_update_positive)
    diag_operator = property(lambda self: self._diag_operator)
    base_operator = property(lambda self: self._base_operator)

    def _arguments(self):
        return {**super()._arguments(), "v": None if self._given_v is None else tf.convert_to_tensor(self._given_v)}

    def _check_shapes(self):
        shape = tf.broadcast_static_shape(self.u.shape, self.v.shape)
        batch = tf.broadcast_static_shape(self._base_operator.batch_shape, shape[:-2])
        self._base_operator.domain_dimension.assert_is_compatible_with(shape.dims[-2])
        if self._diag_update is not None:
            shape.dims[-1].assert_is_compatible_with(self._diag_update.shape.dims[-1])
            tf.broadcast_static_shape(batch, self._diag_update.shape[:-1])

    def _shape(self):
        batch = self._base_operator.batch_shape
        for other in (self._diag_operator.batch_shape, self.u.shape[:-2], self.v.shape[:-2]):
            batch = tf.broadcast_static_shape(batch, other)
        return batch.concatenate(self._base_operator.shape[-2:])

    def _matmul(self, x, adjoint=False, adjoint_arg=False):
        inner, outer = (self.u, self.v) if adjoint else (self.v, self.u)
        middle = self._diag_operator.matmul(tf.matmul(inner, x, adjoint_a=True, adjoint_b=adjoint_arg), adjoint=adjoint)
        return self._base_operator.matmul(x, adjoint=adjoint, adjoint_arg=adjoint_arg) + tf.matmul(outer, middle)

    def _capacitance(self, u, v):
        """The small matrix that decides whether the sum has an inverse."""
        inner = tf.matmul(v, self._base_operator.solve(u), adjoint_a=True)
        return self._diag_operator.inverse().add_to_tensor(inner)

    def _tensors(self):
        return tf.convert_to_tensor(self.u), tf.convert_to_tensor(self.v)

    def _determinant(self):
        if self.is_positive_definite:
            return tf.exp(self.log_abs_determinant())
        return tf.linalg.det(self._capacitance(*self._tensors())) * self._diag_operator.determinant() * self._base_operator.determinant()

    def _log_abs_determinant(self):
        small = self._capacitance(*self._tensors())
        if self._use_cholesky:
            log_small = 2 * tf.reduce_sum(tf.math.log(tf.linalg.diag_part(tf.linalg.cholesky(small))), axis=[-1])
        else:
            log_small = tf.math.log(tf.abs(tf.linalg.det(small)))
            log_small = tf.cast(log_small, self.dtype) if self.dtype.is_complex else log_small
        return log_small + self._diag_operator.log_abs_determinant() + self._base_operator.log_abs_determinant()

    def _diag_part(self):
        u, v = self._tensors()
        product = u * tf.math.conj(v)
        if self._diag_update is not None:
            product *= tf.expand_dims(self._diag_update, -2)
        return tf.reduce_sum(product, axis=-1) + self._base_operator.diag_part()

    def _solve(self, rhs, adjoint=False, adjoint_arg=False):
        base = self._base_operator
        if base.is_non_singular is False:
            raise ValueError("Solve not implemented unless this is a perturbation of a non-singular LinearOperator.")
        u, v = self._tensors()
        small = self._capacitance(u, v)
        outer, inner = (v, u) if adjoint else (u, v)
        solved = base.solve(rhs, adjoint=adjoint, adjoint_arg=adjoint_arg)
        part = tf.matmul(inner, solved, adjoint_a=True)
        if self._use_cholesky:
            part = tf.linalg.cholesky_solve(tf.linalg.cholesky(small), part)
        else:
            part = solve_dense(small, part, adjoint)
        return solved - base.solve(tf.matmul(outer, part), adjoint=adjoint)
