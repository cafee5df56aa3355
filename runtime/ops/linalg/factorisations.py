"""Factorisations of matrices, and what is computed from them; stacked along leading dimensions."""

from __future__ import annotations

import collections

import numpy as np

from runtime.core import dtypes, errors
from runtime.core.convert import convert_to_tensor
from runtime.core.dispatch import dispatch
from runtime.core.op_def import TypeList, gradient, op
from runtime.ops import array, creation, infer, types
from runtime.ops.cast import cast, conj, real
from runtime.ops.diagonals import band_part, diag, diag_part, eye, set_diag
from runtime.ops.select import where
from runtime.ops.joining import concat
from runtime.ops.linalg.linalg import adjoint, matmul
from runtime.ops.linalg.linear_systems import LEAST_SQUARES, adjoint_array, check_matrices, cholesky_solve, solve, triangular_solve
from runtime.ops.math import log, reciprocal, square
from runtime.ops.reduction import reduce_max, reduce_sum
from runtime.ops.scope import scope


# -- the ops ------------------------------------------------------------------------------------------------------

def _cholesky(input):
    check_matrices(input)
    result = np.empty_like(input)
    for index in np.ndindex(*input.shape[:-2]):
        try:
            result[index] = np.linalg.cholesky(input[index])
        except np.linalg.LinAlgError:  # not positive definite: TensorFlow gives NaN
            result[index] = np.tril(np.full(input.shape[-2:], np.nan, input.dtype))
    return result


def _qr(input, full_matrices):
    check_matrices(input, square=False)
    wide = input.astype(np.float32) if input.dtype == np.float16 else input
    return tuple(factor.astype(input.dtype) for factor in np.linalg.qr(wide, "complete" if full_matrices else "reduced"))


def _svd(input, compute_uv, full_matrices):
    check_matrices(input, square=False)
    if not compute_uv:
        empty = np.zeros((0,), input.dtype)
        return np.linalg.svd(input, compute_uv=False).astype(input.dtype), empty, empty
    u, s, vh = np.linalg.svd(input, full_matrices=full_matrices)
    return s.astype(input.dtype), u, adjoint_array(vh)


def _eigh(input, compute_v):
    check_matrices(input)
    if not compute_v:
        return np.linalg.eigvalsh(input).astype(input.dtype), np.zeros((0,), input.dtype)
    values, vectors = np.linalg.eigh(input)
    return values.astype(input.dtype), vectors


def _eig(input, compute_v, Tout):
    check_matrices(input)
    target = Tout.numpy_dtype
    if not compute_v:
        return np.linalg.eigvals(input).astype(target), np.zeros((0,), target)
    values, vectors = np.linalg.eig(input)
    return values.astype(target), vectors.astype(target)


def _lu(input, output_idx_type):
    check_matrices(input)
    size = input.shape[-1]
    factors = input.copy()
    order = np.empty(input.shape[:-1], output_idx_type.numpy_dtype)
    for index in np.ndindex(*input.shape[:-2]):
        matrix, rows = factors[index], np.arange(size)
        for column in range(size):
            pivot = column + int(np.argmax(np.abs(matrix[column:, column])))
            if matrix[pivot, column] == 0:
                raise errors.InvalidArgumentError(None, None, "Input is not invertible.")
            if pivot != column:
                matrix[[column, pivot]] = matrix[[pivot, column]]
                rows[[column, pivot]] = rows[[pivot, column]]
            matrix[column + 1:, column] /= matrix[column, column]
            matrix[column + 1:, column + 1:] -= np.outer(matrix[column + 1:, column], matrix[column, column + 1:])
        order[index] = rows
    return factors, order


def _expm(input):
    """By scaling and squaring with a Padé approximant of order 13 (Higham 2005)."""
    check_matrices(input)
    matrix = input.astype(np.result_type(input.dtype, np.float64))
    norm = np.max(np.sum(np.abs(matrix), -2), initial=0.0)
    squarings = max(0, int(np.ceil(np.log2(norm / 5.4)))) if norm > 0 else 0
    matrix = matrix / 2.0 ** squarings
    unit = np.broadcast_to(np.eye(matrix.shape[-1]), matrix.shape)
    b = (64764752532480000., 32382376266240000., 7771770303897600., 1187353796428800., 129060195264000., 10559470521600.,
         670442572800., 33522128640., 1323241920., 40840800., 960960., 16380., 182., 1.)
    a2 = matrix @ matrix
    a4 = a2 @ a2
    a6 = a4 @ a2
    u = matrix @ (a6 @ (b[13] * a6 + b[11] * a4 + b[9] * a2) + b[7] * a6 + b[5] * a4 + b[3] * a2 + b[1] * unit)
    v = a6 @ (b[12] * a6 + b[10] * a4 + b[8] * a2) + b[6] * a6 + b[4] * a4 + b[2] * a2 + b[0] * unit
    result = np.linalg.solve(v - u, v + u)
    for _ in range(squarings):
        result = result @ result
    return result.astype(input.dtype)


def _factor_shapes(dims, full):
    batch, rows, columns = infer.batch_and_matrix(dims)
    if batch is None:
        return None
    least = None if rows is None or columns is None else min(rows, columns)
    return batch, rows, columns, least, (rows if full else least), (columns if full else least)


def _qr_infer(inputs, attrs):
    parts = _factor_shapes(inputs[0]._dims, attrs["full_matrices"])
    if parts is None:
        return [None, None]
    batch, rows, columns, _, inner, _ = parts
    return [batch + (rows, inner), batch + (inner, columns)]


def _svd_infer(inputs, attrs):
    parts = _factor_shapes(inputs[0]._dims, attrs["full_matrices"])
    if parts is None:
        return [None, None, None]
    batch, rows, columns, least, left, right = parts
    if not attrs["compute_uv"]:
        return [batch + (least,), (0,), (0,)]
    return [batch + (least,), batch + (rows, left), batch + (columns, right)]


def _eig_infer(inputs, attrs):
    shape = infer.square(inputs, attrs)
    if shape is None:
        return [None, None]
    return [shape[:-1], shape if attrs["compute_v"] else (0,)]


CHOLESKY = op("Cholesky", "input: T -> output: T", kernel=_cholesky, infer=infer.square, types={"T": types.MATRIX}, unserved={"T": "float16"})
QR = op("Qr", "input: T -> q: T, r: T", attrs={"full_matrices": False}, kernel=_qr, infer=_qr_infer,
        types={"T": types.MATRIX})
SVD = op("Svd", "input: T -> s: T, u: T, v: T", attrs={"compute_uv": True, "full_matrices": False},
         kernel=_svd, infer=_svd_infer, types={"T": types.MATRIX}, unserved={"T": "float16"})
EIGH = op("SelfAdjointEigV2", "input: T -> e: T, v: T", attrs={"compute_v": True}, infer=_eig_infer,
          kernel=_eigh, types={"T": types.MATRIX}, unserved={"T": "float16"})
EIG = op("Eig", "input: T -> e: Tout, v: Tout", attrs={"compute_v": True, "Tout": dtypes.complex64}, kernel=_eig,
         infer=_eig_infer, types={"T": TypeList("float32 float64 complex64 complex128"), "Tout": types.COMPLEX})
LU = op("Lu", "input: T -> lu: T, p: output_idx_type", attrs={"output_idx_type": dtypes.int32}, kernel=_lu,
        infer=lambda inputs, attrs: _lu_shapes(infer.square(inputs, attrs)), types={"T": types.MATRIX, "output_idx_type": types.INDEX}, unserved={"T": "float16"})
EXPM = op("MatrixExponential", "input: T -> output: T", kernel=_expm, infer=infer.square, types={"T": types.MATRIX}, unserved={"T": "float16"})


def _lu_shapes(shape):
    return [None, None] if shape is None else [shape, shape[:-1]]


@gradient("Cholesky")
def _cholesky_grad(op, dy):
    factor = op.outputs[0]
    inverse = triangular_solve(factor, eye(array.shape(factor)[-1], dtype=factor.dtype)
                               if factor._dims[-1] is None else eye(factor._dims[-1], dtype=factor.dtype))
    middle = matmul(factor, dy, adjoint_a=True)
    middle = band_part(set_diag(middle, 0.5 * diag_part(middle)), -1, 0)
    result = matmul(matmul(inverse, middle, adjoint_a=True), inverse)
    return [0.5 * (result + adjoint(result))]


@gradient("Qr")
def _qr_grad(op, dq, dr):
    """Roberts and Roberts, "QR and LQ decomposition matrix backpropagation algorithms" (2020), as TensorFlow."""
    q, r = op.outputs
    if r._dims is None or None in r._dims[-2:]:
        raise NotImplementedError(f"QrGrad not implemented with dynamic shapes. Received r.shape: {r.shape}")
    rows, columns = r._dims[-2:]
    if rows > columns and q._dims[-2] == q._dims[-1]:
        raise NotImplementedError("QrGrad not implemented when nrows > ncols and full_matrices is true. Received "
                                  f"r.shape={r.shape} with nrows={rows}and ncols={columns}.")
    if rows >= columns:
        return [_square_qr_grad(q, r, dq, dr)]
    rest, dr_rest = op.inputs[0][..., rows:], dr[..., rows:]
    first = _square_qr_grad(q, r[..., :rows], dq + matmul(rest, dr_rest, adjoint_b=True), dr[..., :rows])
    return [concat([first, matmul(q, dr_rest)], -1)]


def _square_qr_grad(q, r, dq, dr):
    qdq, rdr = matmul(q, dq, adjoint_a=True), matmul(r, dr, adjoint_b=True)
    tril = band_part(qdq - adjoint(qdq) + rdr - adjoint(rdr), -1, 0)

    def over_r(x):  # x @ inv(r)^H
        return adjoint(triangular_solve(r, adjoint(x), lower=False, adjoint=False))

    result = matmul(q, dr + over_r(tril)) + over_r(dq - matmul(q, qdq))
    if q.dtype.is_complex:  # what follows of a diagonal of `r` that stays real
        own = diag_part(rdr - adjoint(qdq))
        turned = set_diag(creation.zeros_like(tril), own - cast(real(own), q.dtype))
        result = result + over_r(matmul(q, adjoint(turned)))
    return result


def _safe_reciprocal(x):
    """1 / x, and 0 for 0."""
    return x * reciprocal(x * x + 1e-20)


def _differences(values):
    """1 / (values[j] - values[i]), zero on the diagonal and where two are equal."""
    return set_diag(_safe_reciprocal(values[..., None, :] - values[..., :, None]), creation.zeros_like(values))


@gradient("SelfAdjointEigV2")
def _eigh_grad(op, de, dv):
    e, v = op.outputs
    if not op.attrs["compute_v"]:
        v = eigh(op.inputs[0])[1]
        inner = diag(de)
    else:
        inner = diag(de) + _differences(e) * matmul(v, dv, adjoint_a=True)
    result = matmul(v, matmul(inner, v, adjoint_b=True))
    result = band_part(result + adjoint(result), -1, 0)
    return [set_diag(result, 0.5 * diag_part(result))]


@gradient("Eig")
def _eig_grad(op, de, dv):
    """After Boeddeker et al., "On the computation of complex-valued gradients", equation 4.77; distinct eigenvalues."""
    if not op.attrs["compute_v"]:
        left = adjoint(eig(op.inputs[0])[1])
        inner = diag(de)
    else:
        e, v = op.outputs
        left = adjoint(v)
        moved = matmul(left, dv)
        along = diag(cast(real(diag_part(moved)), moved.dtype))
        inner = diag(de) + conj(_differences(e)) * (moved - matmul(matmul(left, v), along))
    return [cast(solve(left, matmul(inner, left)), op.inputs[0].dtype)]


@gradient("Svd")
def _svd_grad(op, ds, du, dv):
    a, s = op.inputs[0], op.outputs[0]
    if not op.attrs["compute_uv"]:
        _, u, v = dispatch(SVD, (a,), {"compute_uv": True, "full_matrices": False})
        return [matmul(u, matmul(diag(ds), v, adjoint_b=True))]
    if op.attrs["full_matrices"] and (a._dims is None or a._dims[-1] != a._dims[-2]):
        raise NotImplementedError("SVD gradient has not been implemented for input with unequal sizes and full_matrices")
    u, v = op.outputs[1], op.outputs[2]
    squares = _differences(square(s))
    s_row, s_column = s[..., None, :], s[..., :, None]

    def rotation(vectors, gradient_):
        inner = matmul(vectors, gradient_, adjoint_a=True)
        return squares * (inner - adjoint(inner))

    middle = diag(ds) + rotation(u, du) * s_row + s_column * rotation(v, dv)
    result = matmul(u, matmul(middle, v, adjoint_b=True))
    safe = _safe_reciprocal(s)[..., None, :]
    outside_u = du - matmul(u, matmul(u, du, adjoint_a=True))
    outside_v = dv - matmul(v, matmul(v, dv, adjoint_a=True))
    result = result + matmul(outside_u * safe, v, adjoint_b=True) + matmul(u * safe, outside_v, adjoint_b=True)
    return [result]


@gradient("MatrixExponential")
def _expm_grad(op, dy):
    a = adjoint(op.inputs[0])
    size = a._dims[-1]
    block = concat([concat([a, dy], -1), concat([creation.zeros_like(a), a], -1)], -2)
    return [expm(block)[..., :size, size:]]


def cholesky(input, name=None):
    """The lower triangular L with ``L @ adjoint(L)`` equal to each Hermitian positive definite matrix, else NaN."""
    return dispatch(CHOLESKY, (input,), None, name)


QrFactors = collections.namedtuple("Qr", "q r")
LuFactors = collections.namedtuple("Lu", "lu p")


def qr(input, full_matrices=False, name=None):
    """(q, r): `q` with orthonormal columns, `r` upper triangular, ``q @ r == input``."""
    return QrFactors(*dispatch(QR, (input,), {"full_matrices": bool(full_matrices)}, name))


def svd(tensor, full_matrices=False, compute_uv=True, name=None):
    """(s, u, v) with ``u @ diag(s) @ adjoint(v) == tensor``, or `s` alone. The signs of the vectors are not fixed."""
    s, u, v = dispatch(SVD, (tensor,), {"compute_uv": bool(compute_uv), "full_matrices": bool(full_matrices)}, name)
    return (s, u, v) if compute_uv else s


def eigh(tensor, name=None):
    """(eigenvalues, rising; eigenvectors as columns) of Hermitian matrices. The signs of the vectors are not fixed."""
    return tuple(dispatch(EIGH, (tensor,), {"compute_v": True}, name))


def eigvalsh(tensor, name=None):
    """The eigenvalues of Hermitian matrices, rising."""
    return dispatch(EIGH, (tensor,), {"compute_v": False}, name)[0]


def _complex_of(dtype):
    return dtypes.complex64 if dtype in (dtypes.float32, dtypes.complex64) else dtypes.complex128


def eig(tensor, name=None):
    """(eigenvalues, eigenvectors as columns) of square matrices, both complex."""
    return tuple(dispatch(EIG, (tensor,), {"compute_v": True, "Tout": _complex_of(tensor.dtype)}, name))


def eigvals(tensor, name=None):
    """The eigenvalues of square matrices, complex."""
    return dispatch(EIG, (tensor,), {"compute_v": False, "Tout": _complex_of(tensor.dtype)}, name)[0]


def lu(input, output_idx_type=dtypes.int32, name=None):
    """(lu, p): both triangular factors in one matrix, and the order of its rows."""
    return LuFactors(*dispatch(LU, (input,), {"output_idx_type": dtypes.as_dtype(output_idx_type)}, name))


def expm(input, name=None):
    """The matrix exponential. Raises ValueError for integers."""
    input = convert_to_tensor(input, name="input")
    if input.dtype not in types.MATRIX:
        raise ValueError(f"tf.linalg.expm does not support matrices of type {input.dtype}")
    return dispatch(EXPM, (input,), None, name)


def pinv(a, rcond=None, validate_args=False, name=None):
    """The Moore-Penrose inverse of each matrix; singular values below ``rcond * max`` count as zero."""
    with scope(name or "pinv", "pinv"):
        a = convert_to_tensor(a, name="a")
        if rcond is None:
            size = max(int(d) for d in a._dims[-2:])
            rcond = 10.0 * size * np.finfo(a.dtype.real_dtype.numpy_dtype).eps
        rcond = convert_to_tensor(rcond, a.dtype, name="rcond")
        s, u, v = svd(a)
        cutoff = rcond * reduce_max(s, -1)
        s = where(s > array.expand_dims(cutoff, -1), s, np.inf)
        return matmul(v / array.expand_dims(s, -2), u, adjoint_b=True)


def matrix_rank(a, tol=None, validate_args=False, name=None):
    """How many singular values of each matrix exceed `tol`."""
    with scope(name or "matrix_rank", "matrix_rank"):
        a = convert_to_tensor(a, name="a")
        s = svd(a, compute_uv=False)
        if tol is None:
            size = float(max(int(d) for d in a._dims[-2:]))
            tol = float(np.finfo(a.dtype.real_dtype.numpy_dtype).eps) * size * reduce_max(s, -1, True)
        return reduce_sum(cast(s > tol, dtypes.int32), -1)


# -- by way of a factorisation ------------------------------------------------------------------------------------

def logdet(matrix, name=None):
    """The log of the determinant of each Hermitian positive definite matrix."""
    with scope(name, "logdet"):
        factor = cholesky(matrix)
        return 2.0 * reduce_sum(log(real(diag_part(factor))), [-1])


def lstsq(matrix, rhs, l2_regularizer=0.0, fast=True, name=None):
    """The X that minimises ``norm(matrix @ X - rhs)**2 + l2_regularizer * norm(X)**2``.

    Args:
        fast: by a Cholesky factorisation of the normal equations; else by a complete orthogonal one, which leaves the
            regulariser out, as TensorFlow's does.
    """
    with scope(name, "matrix_solve_ls"):
        matrix, rhs = convert_to_tensor(matrix, name="matrix"), convert_to_tensor(rhs, name="rhs")
        if not fast:
            return dispatch(LEAST_SQUARES, (matrix, rhs, convert_to_tensor(l2_regularizer, dtypes.float64)),
                            {"fast": False})
        rows, columns = matrix._dims[-2:] if matrix._dims is not None else (None, None)
        if rows is None or columns is None:
            raise ValueError("lstsq needs a matrix whose last two sizes are known; give it a static shape with "
                             "tf.ensure_shape")

        def gram(first_adjoint):
            product = matmul(matrix, matrix, adjoint_a=first_adjoint, adjoint_b=not first_adjoint)
            if l2_regularizer != 0:
                size = columns if first_adjoint else rows
                product = product + convert_to_tensor(l2_regularizer, matrix.dtype) * eye(size, dtype=matrix.dtype)
            return cholesky(product)

        if rows >= columns:
            return cholesky_solve(gram(True), matmul(matrix, rhs, adjoint_a=True))
        return matmul(matrix, cholesky_solve(gram(False), rhs), adjoint_a=True)
