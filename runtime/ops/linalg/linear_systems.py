"""Determinants, inverses and linear systems of matrices, stacked along leading dimensions."""

from __future__ import annotations

import collections

import numpy as np

from runtime.core.dispatch import dispatch
from runtime.core.errors import invalid
from runtime.core.op_def import TypeList, gradient, op
from runtime.ops import infer, types
from runtime.ops.broadcast import unbroadcast
from runtime.ops.diagonals import band_part
from runtime.ops.linalg.linalg import matmul
from runtime.ops.scope import scope


def check_matrices(*matrices, square=True):
    """Raise InvalidArgumentError unless all have the same rank of at least 2 and the first is square."""
    for index, matrix in enumerate(matrices):
        if matrix.ndim != matrices[0].ndim:
            raise invalid("All input tensors must have the same rank.")
        if matrix.ndim < 2:
            raise invalid(f"Input tensor {index} must have rank >= 2, got {matrix.ndim}")
    if square and matrices[0].shape[-1] != matrices[0].shape[-2]:
        raise invalid("Input matrix must be square.")


def adjoint_array(matrix):
    return np.conj(np.swapaxes(matrix, -1, -2))


def _batch_of_square(inputs, attrs):
    shape = infer.square(inputs, attrs)
    return None if shape is None else shape[:-2]


# -- determinants and inverses ------------------------------------------------------------------------------------

def _det(input):
    check_matrices(input)
    return np.linalg.det(input).astype(input.dtype)


def _slogdet(input):
    check_matrices(input)
    return tuple(part.astype(input.dtype) for part in np.linalg.slogdet(input))


def _inverse(input, adjoint):
    check_matrices(input)
    wide = input.astype(np.float32) if input.dtype == np.float16 else input
    try:
        return np.linalg.inv(adjoint_array(wide) if adjoint else wide).astype(input.dtype)
    except np.linalg.LinAlgError:
        raise invalid("Input is not invertible.") from None


_MATRIX_DETERMINANT = TypeList("float16 float32 float64 complex64 complex128")
DET = op("MatrixDeterminant", "input: T -> output: T", kernel=_det, infer=_batch_of_square,
         types={"T": _MATRIX_DETERMINANT}, unserved={"T": "float16"})
LOG_DET = op("LogMatrixDeterminant", "input: T -> sign: T, log_abs_determinant: T", kernel=_slogdet,
             infer=lambda inputs, attrs: [_batch_of_square(inputs, attrs)] * 2, types={"T": _MATRIX_DETERMINANT}, unserved={"T": "float16"})
INVERSE = op("MatrixInverse", "input: T -> output: T", attrs={"adjoint": False}, kernel=_inverse, infer=infer.square,
             types={"T": types.MATRIX})


def _as_matrices(scalars):
    return scalars[..., None, None]


@gradient("MatrixDeterminant")
def _det_grad(op, dy):
    return [_as_matrices(dy * op.outputs[0]) * inv(op.inputs[0], adjoint=True)]


@gradient("LogMatrixDeterminant")
def _log_det_grad(op, _, dy):
    return [_as_matrices(dy) * inv(op.inputs[0], adjoint=True)]


@gradient("MatrixInverse")
def _inverse_grad(op, dy):
    inverse = op.outputs[0]
    if op.attrs["adjoint"]:
        return [-matmul(inverse, matmul(dy, inverse, adjoint_a=True), adjoint_b=False)]
    return [-matmul(inverse, matmul(dy, inverse, adjoint_b=True), adjoint_a=True)]


LogDeterminant = collections.namedtuple("LogMatrixDeterminant", "sign log_abs_determinant")


def det(input, name=None):
    """The determinant of each matrix."""
    return dispatch(DET, (input,), None, name)


def slogdet(input, name=None):
    """(sign, log of the absolute value) of the determinant of each matrix."""
    return LogDeterminant(*dispatch(LOG_DET, (input,), None, name))


def inv(input, adjoint=False, name=None):
    """The inverse of each matrix, or of its adjoint. Raises InvalidArgumentError if one has none."""
    return dispatch(INVERSE, (input,), {"adjoint": bool(adjoint)}, name)


# -- linear systems -----------------------------------------------------------------------------------------------

def _solve(matrix, rhs, adjoint):
    check_matrices(matrix, rhs)
    if matrix.shape[-1] != rhs.shape[-2]:
        raise invalid("Input matrix and rhs are incompatible.")
    try:
        return np.linalg.solve(adjoint_array(matrix) if adjoint else matrix, rhs)
    except np.linalg.LinAlgError:
        raise invalid("Input matrix is not invertible.") from None


def _triangular_solve(matrix, rhs, lower, adjoint):
    for index, value in enumerate((matrix, rhs)):
        if value.ndim < 2:
            raise invalid(f"In[{index}] ndims must be >= 2: {value.ndim}")
    if matrix.shape[-1] != matrix.shape[-2]:
        raise invalid("Input matrix must be square.")
    size = matrix.shape[-1]
    if size != rhs.shape[-2]:
        raise invalid("Input matrix and rhs are incompatible.")
    if adjoint:
        matrix, lower = adjoint_array(matrix), not lower
    batch = np.broadcast_shapes(matrix.shape[:-2], rhs.shape[:-2])
    result = np.array(np.broadcast_to(rhs, batch + rhs.shape[-2:]))
    for row in range(size) if lower else range(size - 1, -1, -1):
        known = slice(0, row) if lower else slice(row + 1, size)
        done = np.matmul(matrix[..., row:row + 1, known], result[..., known, :])[..., 0, :]
        result[..., row, :] = (result[..., row, :] - done) / matrix[..., row, row, None]
    return result


def _solve_infer(inputs, attrs):
    batch, rows, columns = infer.batch_and_matrix(inputs[0]._dims)
    other, rhs_rows, rhs_columns = infer.batch_and_matrix(inputs[1]._dims)
    size = infer.merged_size(infer.merged_size(rows, columns), rhs_rows)
    if batch is None or other is None:
        return None
    return infer.broadcast_dims(batch, other) + (size, rhs_columns)


def _least_squares(matrix, rhs, l2_regularizer, fast):
    check_matrices(matrix, rhs, square=False)
    columns = matrix.shape[-1]
    batch = matrix.shape[:-2]
    result = np.empty(batch + (columns, rhs.shape[-1]), matrix.dtype)
    for index in np.ndindex(*batch):
        result[index] = np.linalg.lstsq(matrix[index], rhs[index], rcond=None)[0]
    return result


def _least_squares_infer(inputs, attrs):
    batch, rows, columns = infer.batch_and_matrix(inputs[0]._dims)
    _, rhs_rows, rhs_columns = infer.batch_and_matrix(inputs[1]._dims)
    infer.merged_size(rows, rhs_rows)
    return None if batch is None else batch + (columns, rhs_columns)


SOLVE = op("MatrixSolve", "matrix: T, rhs: T -> output: T", attrs={"adjoint": False}, infer=_solve_infer,
           kernel=_solve,
           types={"T": types.MATRIX}, unserved={"T": "float16"})
TRIANGULAR_SOLVE = op("MatrixTriangularSolve", "matrix: T, rhs: T -> output: T", attrs={"lower": True, "adjoint": False},
                      kernel=_triangular_solve, infer=_solve_infer,
                      types={"T": TypeList("bfloat16 float64 float32 float16 complex64 complex128")}, unserved={"T": "bfloat16 float16"})
LEAST_SQUARES = op("MatrixSolveLs", "matrix: T, rhs: T, l2_regularizer: float64 -> output: T", attrs={"fast": True},
                   kernel=_least_squares, infer=_least_squares_infer, types={"T": types.MATRIX}, unserved={"T": "float16"})


@gradient("MatrixSolveLs")
def _least_squares_grad(op, dy):
    raise ValueError("Gradient not defined for fast=False")  # `lstsq` makes no such op for fast=True


@gradient("MatrixSolve")
def _solve_grad(op, dy):
    matrix, solution, is_adjoint = op.inputs[0], op.outputs[0], op.attrs["adjoint"]
    d_rhs = solve(matrix, dy, adjoint=not is_adjoint)
    d_matrix = -matmul(solution, d_rhs, adjoint_b=True) if is_adjoint else -matmul(d_rhs, solution, adjoint_b=True)
    return [d_matrix, d_rhs]


@gradient("MatrixTriangularSolve")
def _triangular_solve_grad(op, dy):
    (matrix, rhs), solution = op.inputs, op.outputs[0]
    is_adjoint, lower = op.attrs["adjoint"], op.attrs["lower"]
    d_rhs = triangular_solve(matrix, dy, lower, not is_adjoint)
    d_matrix = -matmul(solution, d_rhs, adjoint_b=True) if is_adjoint else -matmul(d_rhs, solution, adjoint_b=True)
    d_matrix = band_part(d_matrix, -1, 0) if lower else band_part(d_matrix, 0, -1)
    return [unbroadcast(d_matrix, matrix), unbroadcast(d_rhs, rhs)]


def solve(matrix, rhs, adjoint=False, name=None):
    """The X with ``matrix @ X == rhs`` (with the adjoint of `matrix` if `adjoint`).

    Raises:
        InvalidArgumentError: `matrix` is not invertible.
    """
    return dispatch(SOLVE, (matrix, rhs), {"adjoint": bool(adjoint)}, name)


def triangular_solve(matrix, rhs, lower=True, adjoint=False, name=None):
    """`solve` for a triangular `matrix`, of which only one half is read."""
    with scope(name, "triangular_solve"):
        return dispatch(TRIANGULAR_SOLVE, (matrix, rhs), {"lower": bool(lower), "adjoint": bool(adjoint)})


def cholesky_solve(chol, rhs, name=None):
    """`solve` for the matrix whose Cholesky factor is `chol`."""
    with scope(name, "cholesky_solve"):
        y = dispatch(TRIANGULAR_SOLVE, (chol, rhs), {"lower": True, "adjoint": False})
        return dispatch(TRIANGULAR_SOLVE, (chol, y), {"lower": True, "adjoint": True})
