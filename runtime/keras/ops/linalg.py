"""`keras.ops.linalg`: some of the functions of `keras.ops` under a longer name."""

from runtime.core.absent import absent_from
from runtime.keras.ops import (
    cholesky, cholesky_inverse, det, eig, eigh, inv, lstsq, matrix_rank, norm, pinv, qr, solve, solve_triangular, svd)

__getattr__ = absent_from("tf.keras.ops.linalg")
