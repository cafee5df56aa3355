"""Systems and products of matrices with few diagonals."""

from __future__ import annotations

import numpy as np

from runtime.core.convert import convert_to_tensor
from runtime.core.dispatch import dispatch
from runtime.core.errors import invalid
from runtime.core.op_def import TypeList, gradient, op
from runtime.ops import creation, infer, types
from runtime.ops.array import expand_dims, squeeze
from runtime.ops.broadcast import unbroadcast
from runtime.ops.cast import conj
from runtime.ops.diagonals import diag_part
from runtime.ops.joining import concat, stack
from runtime.ops.linalg.linalg import matmul
from runtime.ops.math import negative
from runtime.ops.rearrange import matrix_transpose, pad
from runtime.ops.reduction import reduce_sum

_SOLVED = TypeList("float64 float32 complex64 complex128")
_RHS = lambda inputs, attrs: inputs[-1]._dims  # noqa: E731 - the result has the shape of the right-hand side


# -- three diagonals: products ----------------------------------------------------------------------------------------

def _shifted(x, by):
    """Rows moved up (1) or down (-1), with a row of zeros at the end that is left."""
    result = np.zeros_like(x)
    if by > 0:
        result[..., :-1, :] = x[..., 1:, :]
    else:
        result[..., 1:, :] = x[..., :-1, :]
    return result


def _tridiagonal_matmul(superdiag, maindiag, subdiag, rhs):
    for name, diagonal in (("superdiagonal", superdiag), ("main diagonal", maindiag), ("subdiagonal", subdiag)):
        if diagonal.ndim != rhs.ndim:
            raise invalid("All input tensors must have the same rank.")
        if diagonal.shape[-2:] != (1, rhs.shape[-2]):
            raise invalid(f"Invalid {name} shape.")
    upper, main, lower = (diagonal[..., 0, :, None] for diagonal in (superdiag, maindiag, subdiag))
    return upper * _shifted(rhs, 1) + main * rhs + lower * _shifted(rhs, -1)


TRIDIAGONAL_MATMUL = op("TridiagonalMatMul", "superdiag: T, maindiag: T, subdiag: T, rhs: T -> output: T", kernel=_tridiagonal_matmul,
                        infer=_RHS, types={"T": _SOLVED})


def _up(x):
    return concat([x[..., 1:, :], creation.zeros_like(x[..., :1, :])], axis=-2)


def _down(x):
    return concat([creation.zeros_like(x[..., :1, :]), x[..., :-1, :]], axis=-2)


@gradient("TridiagonalMatMul")
def _tridiagonal_matmul_grad(op, dy):
    upper, main, lower = (matrix_transpose(diagonal, conjugate=True) for diagonal in op.inputs[:3])
    rhs = conj(op.inputs[3])
    of_diagonals = [expand_dims(reduce_sum(part * dy, axis=-1), -2) for part in (_up(rhs), rhs, _down(rhs))]
    return [*of_diagonals, _down(upper * dy) + main * dy + _up(lower * dy)]


def _three_of(diagonals):
    """The three diagonals of full matrices, one below the other."""
    first, second = diagonals.shape[-1], diagonals.shape[-2]
    if first and second and first != second:
        raise ValueError(f"Expected last two dimensions of diagonals to be same, got {first} and {second}")
    return diag_part(diagonals, k=(-1, 1), padding_value=0.0, align="LEFT_RIGHT")


def tridiagonal_matmul(diagonals, rhs, diagonals_format="compact", name=None):
    """The product of matrices with three diagonals and `rhs`.

    Args:
        diagonals_format: "compact" (superdiagonal, diagonal and subdiagonal as rows), "sequence" of these, or "matrix".

    Raises:
        ValueError: there is no such format.
    """
    if diagonals_format == "matrix":
        diagonals = _three_of(diagonals)
    if diagonals_format in ("compact", "matrix"):
        parts = [diagonals[..., row, :] for row in range(3)]
    elif diagonals_format == "sequence":
        parts = diagonals
    else:
        raise ValueError(f"Unrecognized diagonals_format: {diagonals_format}")
    upper, main, lower = (expand_dims(part, -2) for part in parts)
    return dispatch(TRIDIAGONAL_MATMUL, (upper, main, lower, rhs), None, name)


# -- three diagonals: systems -----------------------------------------------------------------------------------------

def _full(diagonals):
    """The matrices with these three diagonals."""
    size = diagonals.shape[-1]
    matrix = np.zeros((*diagonals.shape[:-2], size, size), diagonals.dtype)
    rows = np.arange(size)
    matrix[..., rows, rows] = diagonals[..., 1, :]
    matrix[..., rows[:-1], rows[1:]] = diagonals[..., 0, :-1]
    matrix[..., rows[1:], rows[:-1]] = diagonals[..., 2, 1:]
    return matrix


def _tridiagonal_solve(diagonals, rhs, partial_pivoting, perturb_singular):
    if diagonals.ndim != rhs.ndim:
        raise invalid("All input tensors must have the same rank.")
    if diagonals.shape[-2] != 3:
        raise invalid(f"Expected diagonals to have 3 rows, got {diagonals.shape[-2]}")
    if diagonals.shape[-1] != rhs.shape[-2]:
        raise invalid(f"The length of diagonals must be equal to number of rows in rhs, got {diagonals.shape[-1]} and {rhs.shape[-2]}")
    if not rhs.size:
        return rhs
    try:
        return np.linalg.solve(_full(diagonals), rhs).astype(rhs.dtype)
    except np.linalg.LinAlgError:
        return np.full_like(rhs, np.nan)


TRIDIAGONAL_SOLVE = op("TridiagonalSolve", "diagonals: T, rhs: T -> output: T", kernel=_tridiagonal_solve, infer=_RHS, types={"T": _SOLVED},
                       attrs={"partial_pivoting": True, "perturb_singular": False})


@gradient("TridiagonalSolve")
def _tridiagonal_solve_grad(op, dy):
    diagonals, x = op.inputs[0], op.outputs[0]
    zeros = creation.zeros_like(diagonals[..., 1, :1])
    flipped = stack([concat([diagonals[..., 2, 1:], zeros], -1), diagonals[..., 1, :], concat([zeros, diagonals[..., 0, :-1]], -1)], axis=-2)
    of_rhs = dispatch(TRIDIAGONAL_SOLVE, (flipped, dy), 
                      {name: op.get_attr(name) for name in ("partial_pivoting", "perturb_singular")})
    products = [reduce_sum(of_rhs * part, axis=-1) for part in (_up(x), x, _down(x))]
    return [negative(stack(products, axis=-2)), of_rhs]


def _padded(diagonal, name, size, padding):
    """A diagonal beside the main one, with a zero where that is longer."""
    length = diagonal.shape[-1]
    if not length or length == size:
        return diagonal
    if length == size - 1:
        return pad(diagonal, [[0, 0]] * (len(diagonal.shape) - 1) + [padding])
    raise ValueError(f"Expected {name} to be have length {size} or {size - 1}, got {length}.")


def tridiagonal_solve(diagonals, rhs, diagonals_format="compact", transpose_rhs=False, conjugate_rhs=False, name=None, partial_pivoting=True,
                      perturb_singular=False):
    """Solve systems of equations whose matrices have three diagonals; for the format see `tridiagonal_matmul`.

    Raises:
        ValueError: the shapes do not fit, or there is no such format.
    """
    if perturb_singular and not partial_pivoting:
        raise ValueError("partial_pivoting must be True if perturb_singular is.")
    rhs = convert_to_tensor(rhs)
    if diagonals_format == "sequence":
        diagonals = _from_sequence(diagonals)
    elif diagonals_format == "matrix":
        diagonals = _three_of(convert_to_tensor(diagonals))
    elif diagonals_format != "compact":
        raise ValueError(f"Unrecognized diagonals_format: {diagonals_format}")
    diagonals = convert_to_tensor(diagonals)
    attrs = {"partial_pivoting": partial_pivoting, "perturb_singular": perturb_singular}
    is_vector = _check_ranks(diagonals, rhs)
    if is_vector:
        rhs = expand_dims(conj(rhs) if conjugate_rhs else rhs, -1)
    elif transpose_rhs:
        rhs = matrix_transpose(rhs, conjugate=conjugate_rhs)
    elif conjugate_rhs:
        rhs = conj(rhs)
    if diagonals.shape[-1] and rhs.shape[-2] and diagonals.shape[-1] != rhs.shape[-2]:
        raise ValueError("Expected number of left-hand sided and right-hand sides to be equal, got "
                         f"{diagonals.shape[-1]} and {rhs.shape[-2]}")
    result = dispatch(TRIDIAGONAL_SOLVE, (diagonals, rhs), attrs, name)
    return squeeze(result, -1) if is_vector else result


def _from_sequence(diagonals):
    if not isinstance(diagonals, (tuple, list)) or len(diagonals) != 3:
        raise ValueError("Expected diagonals to be a sequence of length 3.")
    upper, main, lower = map(convert_to_tensor, diagonals)
    if not all(part.shape[:-1].is_compatible_with(main.shape[:-1]) for part in (lower, upper)):
        raise ValueError("Tensors representing the three diagonals must have the same shape,except for the last dimension, got "
                         f"{lower.shape}, {main.shape}, {upper.shape}")
    size = main.shape[-1]
    return stack([_padded(upper, "superdiagonal", size, [0, 1]), main, _padded(lower, "subdiagonal", size, [1, 0])], axis=-2)


def _check_ranks(diagonals, rhs):
    """Whether the right-hand side is a vector. Raises ValueError if the ranks do not fit."""
    rank, other = diagonals.shape.rank, rhs.shape.rank
    if rank is not None:
        if rank < 2:
            raise ValueError(f"Expected diagonals to have rank at least 2, got {rank}")
        if other and other not in (rank, rank - 1):
            raise ValueError(f"Expected the rank of rhs to be {rank - 1} or {rank}, got {other}")
        if other and not diagonals.shape[:-2].is_compatible_with(rhs.shape[:rank - 2]):
            raise ValueError(f"Batch shapes {diagonals.shape[:-2]} and {rhs.shape[:rank - 2]} are incompatible")
    if diagonals.shape[-2] and diagonals.shape[-2] != 3:
        raise ValueError(f"Expected 3 diagonals got {diagonals.shape[-2]}")
    return bool(rank and other and other == rank - 1)


# -- triangles of few bands -------------------------------------------------------------------------------------------

def _banded_triangular_solve(matrix, rhs, lower, adjoint):
    bands, size = matrix.shape[-2:]
    if bands > size:
        raise invalid(f"The number of bands {bands} must be at most the number of columns {size}")
    if rhs.shape[-2] != size:
        raise invalid(f"In[0] mismatch In[1] shape: {size} vs. {rhs.shape[-2]}: [{','.join(map(str, matrix.shape))}] "
                      f"[{','.join(map(str, rhs.shape))}] {int(lower)} {int(adjoint)}")
    wide = np.zeros((*matrix.shape[:-2], size, size), matrix.dtype)
    columns = np.arange(size)
    for band in range(bands):  # the main diagonal first if lower, last if not
        if lower:
            wide[..., columns[band:], columns[:size - band]] = matrix[..., band, band:]
        else:
            above = bands - 1 - band
            wide[..., columns[:size - above], columns[above:]] = matrix[..., band, :size - above]
    if adjoint:
        wide = np.conj(np.swapaxes(wide, -1, -2))
    try:
        return np.linalg.solve(wide, rhs).astype(rhs.dtype)
    except np.linalg.LinAlgError:
        raise invalid("Input matrix is not invertible.") from None


def _banded_infer(inputs, attrs):
    matrix, rhs = inputs[0]._dims, inputs[1]._dims
    if matrix is None or rhs is None:
        return None
    return (*infer.broadcast_dims(matrix[:-2], rhs[:-2]), *rhs[-2:])


BANDED_TRIANGULAR_SOLVE = op("BandedTriangularSolve", "matrix: T, rhs: T -> output: T", kernel=_banded_triangular_solve, infer=_banded_infer,
                             attrs={"lower": True, "adjoint": False}, types={"T": types.MATRIX}, unserved={"T": "float16"})


@gradient("BandedTriangularSolve")
def _banded_triangular_solve_grad(op, dy):
    matrix, rhs = op.inputs
    lower, adjoint = op.get_attr("lower"), op.get_attr("adjoint")
    bands = matrix._dims[-2]
    of_rhs = banded_triangular_solve(matrix, dy, lower=lower, adjoint=not adjoint)
    left, right = (op.outputs[0], of_rhs) if adjoint else (of_rhs, op.outputs[0])
    dense = negative(matmul(left, right, adjoint_b=True))
    of_matrix = diag_part(dense, k=(1 - bands, 0) if lower else (0, bands - 1), align="LEFT_RIGHT")
    return [unbroadcast(of_matrix, matrix), unbroadcast(of_rhs, rhs)]


def banded_triangular_solve(bands, rhs, lower=True, adjoint=False, name=None):
    """Solve systems of equations with triangular matrices that are given by their diagonals, as rows of `bands`."""
    return dispatch(BANDED_TRIANGULAR_SOLVE, (bands, rhs), {"lower": lower, "adjoint": adjoint}, name)

