"""`tf.linalg`."""

from runtime.ops.rearrange import matrix_transpose
from runtime.ops.contraction import einsum, tensordot
from runtime.ops.diagonals import band_part, diag, diag_part, eye, set_diag, tensor_diag, tensor_diag_part, trace
from runtime.ops.linalg.banded import banded_triangular_solve, tridiagonal_matmul, tridiagonal_solve
from runtime.ops.linalg.functions import eigh_tridiagonal, logm, lu_matrix_inverse, lu_reconstruct, lu_solve, sqrtm
from runtime.ops.linalg.factorisations import cholesky, eig, eigh, eigvals, eigvalsh, expm, logdet, lstsq, lu, matrix_rank, pinv, qr, svd
from runtime.ops.linalg.linalg import adjoint, cross, matmul, matvec
from runtime.ops.linalg.linear_systems import cholesky_solve, det, inv, slogdet, solve, triangular_solve
from runtime.ops.nn.normalisation import l2_normalize
from runtime.ops.norms import global_norm, norm, normalize

OPERATORS = dict.fromkeys((f"LinearOperator{kind}" for kind in (
    "", "Adjoint", "BlockDiag", "Circulant", "Circulant2D", "Circulant3D", "Composition", "Diag", "FullMatrix", "Householder", "Identity",
    "Inversion", "Kronecker", "LowRankUpdate", "LowerTriangular", "Permutation", "ScaledIdentity", "Toeplitz", "Tridiag", "Zeros")),
    "runtime.linear_operators")
