"""Functions of matrices: square roots, logarithms; what is left of LU and of matrices with three diagonals."""

from __future__ import annotations

import numpy as np

from runtime.core import dtypes
from runtime.core.convert import convert_to_tensor
from runtime.core.dispatch import dispatch
from runtime.core.errors import invalid
from runtime.core.op_def import TypeList, gradient, op
from runtime.ops import creation, infer, types
from runtime.ops.array import reshape, shape
from runtime.ops.control_flow.check import assert_equal
from runtime.ops.diagonals import band_part, diag, eye, set_diag
from runtime.ops.gather_scatter import gather
from runtime.ops.linalg.factorisations import eigh, eigvalsh
from runtime.ops.linalg.linalg import matmul
from runtime.ops.linalg.linear_systems import check_matrices, solve, triangular_solve
from runtime.ops.rearrange import matrix_transpose
from runtime.ops.scope import scope
from runtime.ops.sort import argsort


def _of_eigenvalues(matrix, function):
    """The function of each matrix by its eigenvalues; None for a matrix that has too few eigenvectors."""
    if np.allclose(matrix, np.conj(np.swapaxes(matrix, -1, -2)), rtol=0, atol=0):
        values, vectors = np.linalg.eigh(matrix)
        inverse = np.conj(np.swapaxes(vectors, -1, -2))
    else:
        values, vectors = np.linalg.eig(matrix)
        if np.any(np.linalg.cond(vectors) > 1e7):
            return None
        inverse = np.linalg.inv(vectors)
    return (vectors * function(values.astype(complex))[..., None, :]) @ inverse


def _iterated_root(matrix):
    """By the iteration of Denman and Beavers."""
    root, inverse = matrix, np.broadcast_to(np.eye(matrix.shape[-1]), matrix.shape)
    for _ in range(60):
        root, inverse, before = (root + np.linalg.inv(inverse)) / 2, (inverse + np.linalg.inv(root)) / 2, root
        if np.allclose(root, before, rtol=1e-14, atol=0):
            break
    return root


def _sqrtm(input):
    check_matrices(input)
    wide = input.astype(np.result_type(input.dtype, np.float64))
    if not wide.size:
        return input
    result = _of_eigenvalues(wide, np.sqrt)
    if result is None:
        result = _iterated_root(wide)
    return (result if np.iscomplexobj(input) else np.real(result)).astype(input.dtype)


SQRTM = op("MatrixSquareRoot", "input: T -> output: T", kernel=_sqrtm, infer=infer.square, types={"T": types.MATRIX}, unserved={"T": "float16"})


@gradient("MatrixSquareRoot")
def _sqrtm_grad(op, dy):
    """The root's slope solves an equation of Sylvester, here with matrices as vectors."""
    root = op.outputs[0]
    size = shape(root)[-1]
    unit = eye(size, dtype=root.dtype)
    transposed = matrix_transpose(root)
    sums = _kron(transposed, unit) + _kron(unit, root)
    vector = reshape(matrix_transpose(dy), [*_batch(root), size * size, 1])
    found = solve(sums, vector, adjoint=True)
    return [matrix_transpose(reshape(found, shape(dy)))]


def _batch(matrix):
    return [*matrix._dims[:-2]]


def _kron(a, b):
    product = a[..., :, None, :, None] * b[..., None, :, None, :]
    size = shape(product)[-4] * shape(product)[-3]
    return reshape(product, [*product._dims[:-4], size, size])


def _logm(input):
    check_matrices(input)
    wide = input.astype(np.complex128)
    if not wide.size:
        return input
    result = _of_eigenvalues(wide, np.log)
    if result is None:
        raise invalid("the runtime takes logarithms of matrices that have as many eigenvectors as columns")
    return result.astype(input.dtype)


LOGM = op("MatrixLogarithm", "input: T -> output: T", kernel=_logm, infer=infer.square, types={"T": TypeList("complex64 complex128")})


def sqrtm(input, name=None):
    """The square root of each matrix: the product of the result with itself is `input`."""
    return dispatch(SQRTM, (input,), None, name)


def logm(input, name=None):
    """The logarithm of each matrix of complex numbers."""
    return dispatch(LOGM, (input,), None, name)


# -- LU ------------------------------------------------------------------------------------------------------------------

def _check_factors(lower_upper, perm, validate_args):
    if lower_upper.shape.rank is not None and lower_upper.shape.rank < 2:
        raise ValueError("Input `lower_upper` must have at least 2 dimensions.")
    if None not in (lower_upper.shape.rank, perm.shape.rank) and lower_upper.shape.rank != perm.shape.rank + 1:
        raise ValueError("`rank(lower_upper)` must equal `rank(perm) + 1`")
    if lower_upper.shape[:-2].is_fully_defined():
        if lower_upper.shape[-2] != lower_upper.shape[-1]:
            raise ValueError("`lower_upper` must be square.")
    elif validate_args:
        assert_equal(shape(lower_upper)[-2], shape(lower_upper)[-1], message="`lower_upper` must be square.")


def _factors(lower_upper, perm):
    return convert_to_tensor(lower_upper, dtype_hint=dtypes.float32, name="lower_upper"), \
        convert_to_tensor(perm, dtype_hint=dtypes.int32, name="perm")


def _lower(lower_upper):
    return set_diag(band_part(lower_upper, -1, 0), creation.ones(shape(lower_upper)[:-1], lower_upper.dtype))


def lu_reconstruct(lower_upper, perm, validate_args=False, name=None):
    """The matrix of which `tf.linalg.lu` gave these factors. Raises ValueError if the shapes do not fit."""
    with scope(name, "lu_reconstruct"):
        lower_upper, perm = _factors(lower_upper, perm)
        _check_factors(lower_upper, perm, validate_args)
        product = matmul(_lower(lower_upper), band_part(lower_upper, 0, -1))
        result = gather(product, argsort(perm), axis=-2, batch_dims=perm.shape.rank - 1)
        result.set_shape(lower_upper.shape)
        return result


def lu_solve(lower_upper, perm, rhs, validate_args=False, name=None):
    """Solve systems of equations with matrices given by their LU factors. Raises ValueError if the shapes do not fit."""
    with scope(name, "lu_solve"):
        lower_upper, perm = _factors(lower_upper, perm)
        rhs = convert_to_tensor(rhs, dtype_hint=lower_upper.dtype, name="rhs")
        _check_factors(lower_upper, perm, validate_args)
        if rhs.shape.rank is not None and rhs.shape.rank < 2:
            raise ValueError("Input `rhs` must have at least 2 dimensions.")
        if None not in (lower_upper.shape[-1], rhs.shape[-2]) and lower_upper.shape[-1] != rhs.shape[-2]:
            raise ValueError("`lower_upper.shape[-1]` must equal `rhs.shape[-1]`.")
        if perm.shape.rank > 1 or rhs.shape.rank > 2:
            dims = _common_batch(rhs, perm)
            rhs = _broadcast(rhs, [*dims, *rhs._dims[-2:]])
            perm = _broadcast(perm, [*dims, perm._dims[-1]])
        permuted = gather(rhs, perm, axis=-2, batch_dims=perm.shape.rank - 1)
        return triangular_solve(lower_upper, triangular_solve(_lower(lower_upper), permuted), lower=False)


def _common_batch(rhs, perm):
    """The batch that both have in common."""
    return infer.broadcast_dims(rhs._dims[:-2], perm._dims[:-1])


def _broadcast(tensor, dims):
    return tensor if list(tensor._dims) == dims else tensor + creation.zeros(dims, tensor.dtype)


def lu_matrix_inverse(lower_upper, perm, validate_args=False, name=None):
    """The inverse of the matrix of which `tf.linalg.lu` gave these factors."""
    with scope(name, "lu_matrix_inverse"):
        lower_upper, perm = _factors(lower_upper, perm)
        _check_factors(lower_upper, perm, validate_args)
        dims = shape(lower_upper)
        return lu_solve(lower_upper, perm, eye(dims[-1], batch_shape=dims[:-2], dtype=lower_upper.dtype))


# -- eigenvalues of three diagonals -----------------------------------------------------------------------------------------

def eigh_tridiagonal(alpha, beta, eigvals_only=True, select="a", select_range=None, tol=None, name=None):
    """The eigenvalues, and eigenvectors if wanted, of hermitian matrices with three diagonals.

    Args:
        alpha, beta: the diagonal, and the one above it.
        select: "a" for all, "i" for those with the numbers from the first to the last of `select_range`, "v" for those between them.

    Raises:
        ValueError: there is no such selection.
        InvalidArgumentError: its range is empty.
    """
    with scope(name, "eigh_tridiagonal"):
        alpha = convert_to_tensor(alpha, name="alpha")
        beta = convert_to_tensor(beta, dtype=alpha.dtype, name="beta")
        if select not in ("a", "i", "v"):
            raise ValueError("'select must have a value in {'a', 'i', 'v'}.")
        if select != "a" and select_range[0] > select_range[1]:
            raise invalid(f"Got empty {'index range' if select == 'i' else 'interval'} in select_range.")
        matrix = diag(alpha) + diag(beta, k=1) + matrix_transpose(diag(beta, k=1), conjugate=True)
        if eigvals_only:
            return _selected(eigvalsh(matrix), None, select, select_range)
        return _selected(*eigh(matrix), select, select_range)


def _selected(values, vectors, select, select_range):
    if select == "i":
        first, last = select_range
        values = values[..., first:last + 1]
        vectors = None if vectors is None else vectors[..., first:last + 1]
    elif select == "v":
        chosen = np.nonzero((values._numpy() > select_range[0]) & (values._numpy() <= select_range[1]))[-1]
        values = gather(values, chosen, axis=-1)
        vectors = None if vectors is None else gather(vectors, chosen, axis=-1)
    return values if vectors is None else (values, vectors)
