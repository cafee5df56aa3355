"""`tf.linalg`."""

from runtime.ops.array import matrix_transpose
from runtime.ops.contraction import einsum, tensordot
from runtime.ops.decompositions import (cholesky, cholesky_solve, det, eig, eigh, eigvals, eigvalsh, expm, inv, logdet, lstsq,
                                        lu, matrix_rank, pinv, qr, slogdet, solve, svd, triangular_solve)
from runtime.ops.diagonals import band_part, diag, diag_part, eye, set_diag, tensor_diag, tensor_diag_part, trace
from runtime.ops.linalg import adjoint, cross, matmul, matvec
from runtime.ops.norms import global_norm, norm, normalize
