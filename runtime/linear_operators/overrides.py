"""What `tf.matmul` and functions of `tf.linalg` do to operators."""

from __future__ import annotations

import runtime as tf
from runtime.core.composite import override
from runtime.linear_operators.base import LinearOperator


@override(tf.linalg.adjoint, LinearOperator, ["matrix"])
def _adjoint(matrix, name=None):
    return matrix.adjoint(name or "adjoint")


@override(tf.linalg.cholesky, LinearOperator, ["input"])
def _cholesky(input, name=None):
    return input.cholesky(name or "cholesky")


@override(tf.linalg.diag_part, LinearOperator, ["input"])
def _diag_part(input, name="diag_part", k=0, padding_value=0, align="RIGHT_LEFT"):
    return input.diag_part(name)


@override(tf.linalg.det, LinearOperator, ["input"])
def _det(input, name=None):
    return input.determinant(name or "det")


@override(tf.linalg.inv, LinearOperator, ["input"])
def _inv(input, adjoint=False, name=None):
    inverse = input.inverse(name or "inverse")
    return inverse.adjoint() if adjoint else inverse


@override(tf.linalg.logdet, LinearOperator, ["matrix"])
def _logdet(matrix, name=None):
    if matrix.is_positive_definite and matrix.is_self_adjoint:
        with tf.name_scope(name or "logdet"):
            return 2.0 * tf.reduce_sum(tf.math.log(tf.math.real(matrix.cholesky().diag_part())), axis=[-1])
    raise ValueError("Expected matrix to be self-adjoint positive definite.")


@override(tf.linalg.matmul, LinearOperator, ["a", "b"])
def _matmul(a, b, transpose_a=False, transpose_b=False, adjoint_a=False, adjoint_b=False, a_is_sparse=False, b_is_sparse=False,
            output_type=None, name=None, **unused):
    if transpose_a or transpose_b:
        raise ValueError("Transposing not supported at this time.")
    if a_is_sparse or b_is_sparse:
        raise ValueError("Sparse methods not supported at this time.")
    if not isinstance(a, LinearOperator):
        return tf.linalg.adjoint(b.matmul(a, adjoint=not adjoint_b, adjoint_arg=not adjoint_a, name=name or "matmul"))
    return a.matmul(b, adjoint=adjoint_a, adjoint_arg=adjoint_b, name=name or "matmul")


@override(tf.linalg.solve, LinearOperator, ["matrix", "rhs"])
def _solve(matrix, rhs, adjoint=False, name=None):
    if not isinstance(matrix, LinearOperator):
        raise ValueError("Passing in `matrix` as a Tensor and `rhs` as a LinearOperator is not supported.")
    return matrix.solve(rhs, adjoint=adjoint, name=name or "solve")


@override(tf.linalg.trace, LinearOperator, ["x"])
def _trace(x, name=None):
    return x.trace(name or "trace")
