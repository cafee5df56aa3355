import numpy as np
import tensorflow as tf

C = tf.constant
V, W = C([0.3, 0.7, 1.6]), C([0.4, 1.1, 0.2])
M = C([[0.5, -1.2, 2.0], [1.5, 0.25, -0.75]])
S, T = C(0.6), C(1.3)
Q, R = C([[2.0, 1.0], [0.5, 3.0]]), C([[1.0, 2.0], [3.0, 5.0]])
H, B = C([[2.0, 0.5], [0.5, 3.0]]), C([[1.0], [2.0]])
P = C([[1.0, 2.0], [3.0, 4.0], [5.0, 7.0]])
K, L = C([[[1.0, 2.0], [3.0, 5.0]], [[2.0, 1.0], [0.0, 1.0]]]), C([[1.0, 2.0], [3.0, 4.0]])


def tell(label, gradients):
    def text(g):
        if g is None:
            return "None"
        values = np.asarray(tf.convert_to_tensor(g)).ravel()
        return " ".join(f"{0.0 if abs(v) < 1e-5 else v:.4g}" for v in values)
    print(label, [text(g) for g in gradients])


def slopes(f, x, y, unknown=True, second=True):
    """Gradients eagerly, in a graph and with unknown sizes; then the second derivative for x."""
    def first(x, y):
        with tf.GradientTape() as tape:
            tape.watch([x, y])
            z = f(x, y)
        return tape.gradient(z, [x, y])

    tell("eager", first(x, y))
    tell("graph", tf.function(first, autograph=False)(x, y))
    if unknown:
        specs = [tf.TensorSpec([None] * len(t.shape)) for t in (x, y)]
        tell("unknown", tf.function(first, autograph=False, input_signature=specs)(x, y))
    if second:
        with tf.GradientTape() as tape:
            tape.watch(x)
            g = first(x, y)[0]
        tell("second", [None if g is None else tape.gradient(g, x)])


# %% products-1
slopes(lambda x, y: tf.matmul(x, y), Q, R)
slopes(lambda x, y: tf.matmul(x, y, transpose_a=True), Q, R)
slopes(lambda x, y: tf.matmul(x, y, transpose_b=True), Q, R)
slopes(lambda x, y: tf.matmul(x, y, transpose_a=True, transpose_b=True), Q, R)
slopes(lambda x, y: x@y@x, Q, R)
slopes(lambda x, y: tf.matmul(x, y), K, L)
slopes(lambda x, y: tf.matmul(x, x, transpose_b=True), K, L)
slopes(lambda x, y: tf.matmul(y, x, transpose_a=True), K, L)

# %% products-2
slopes(lambda x, y: tf.matmul(x, x, transpose_a=True, transpose_b=True), K, L)
slopes(lambda x, y: tf.linalg.matvec(x, y[0]), Q, R)
slopes(lambda x, y: tf.tensordot(x, y, 1), Q, R)
slopes(lambda x, y: tf.tensordot(x, y, [[0], [1]]), Q, R)
slopes(lambda x, y: tf.tensordot(x, y, 2), Q, R)
slopes(lambda x, y: tf.tensordot(x, y, 0), Q, R)
slopes(lambda x, y: tf.math.real(tf.matmul(tf.complex(x, y), tf.complex(y, x), adjoint_a=True)), Q, R)

# %% einsum-1
slopes(lambda x, y: tf.einsum("ij,jk->ik", x, y), Q, R, unknown=False)
slopes(lambda x, y: tf.einsum("ij,ij->", x, y), Q, R, unknown=False)
slopes(lambda x, y: tf.einsum("ii->i", x), Q, R, unknown=False)
slopes(lambda x, y: tf.einsum("ii", x), Q, R, unknown=False)
slopes(lambda x, y: tf.einsum("ij->j", x), Q, R, unknown=False)
slopes(lambda x, y: tf.einsum("ij,kj->ikj", x, y), Q, R, unknown=False)
slopes(lambda x, y: tf.einsum("...ij,jk->...ik", x, y), K, L, unknown=False)
slopes(lambda x, y: tf.einsum("bij,bjk->bik", x, x), K, L, unknown=False)

# %% einsum-2
slopes(lambda x, y: tf.einsum("...ij->...ji", x), K, L, unknown=False)
slopes(lambda x, y: tf.einsum("bij->ib", x), K, L, unknown=False)
slopes(lambda x, y: tf.einsum("b...->b", x), K, L, unknown=False)

# %% determinants-and-inverses-1
slopes(lambda x, y: tf.math.erfinv(x), S, T)
slopes(lambda x, y: tf.linalg.det(x), Q, R)
slopes(lambda x, y: tf.linalg.slogdet(x)[1], Q, R)
slopes(lambda x, y: tf.linalg.logdet(x), H, B)
slopes(lambda x, y: tf.linalg.inv(x), Q, R)
slopes(lambda x, y: tf.linalg.inv(x, adjoint=True), Q, R)
slopes(lambda x, y: tf.math.real(tf.linalg.inv(tf.complex(x, y))), Q, R)
slopes(lambda x, y: tf.linalg.inv(x), K, L)

# %% determinants-and-inverses-2
slopes(lambda x, y: tf.linalg.det(x), K, L)

# %% solve
slopes(lambda x, y: tf.linalg.solve(x, y), Q, R)
slopes(lambda x, y: tf.linalg.solve(x, y, adjoint=True), Q, R)
slopes(lambda x, y: tf.linalg.triangular_solve(x, y), Q, R)
slopes(lambda x, y: tf.linalg.triangular_solve(x, y, lower=False, adjoint=True), Q, R)
slopes(lambda x, y: tf.linalg.cholesky_solve(tf.linalg.cholesky(x), y), H, B)
slopes(lambda x, y: tf.linalg.solve(x, x+1.0), K, L)

# %% factorisations-1
slopes(lambda x, y: tf.math.expm1(x), M, W)
slopes(lambda x, y: tf.linalg.cholesky(x), H, B)
slopes(lambda x, y: tf.reduce_sum(tf.linalg.eigh(x)[0]**2), H, B)
slopes(lambda x, y: tf.linalg.eigvalsh(x), H, B)
slopes(lambda x, y: tf.linalg.svd(x, compute_uv=False), P, L)
slopes(lambda x, y: tf.linalg.expm(x*0.3), Q, R, unknown=False, second=False)
slopes(lambda x, y: tf.linalg.qr(x)[0]*y[0], P, L, unknown=False, second=False)
slopes(lambda x, y: tf.abs(tf.linalg.qr(x)[1]), P, L, unknown=False, second=False)

# %% factorisations-2
slopes(lambda x, y: tf.linalg.svd(x)[1]**2*y[0], P, L, unknown=False, second=False)
slopes(lambda x, y: tf.linalg.eigh(x)[1]**2*y, H, B, second=False)

# %% diagonals-1
slopes(lambda x, y: tf.linalg.trace(x*x), Q, R)
slopes(lambda x, y: tf.linalg.diag(x), Q, R)
slopes(lambda x, y: tf.linalg.diag_part(x*x), Q, R)
slopes(lambda x, y: tf.linalg.diag_part(x*x, k=1), Q, R)
slopes(lambda x, y: tf.linalg.set_diag(x, y[0]), Q, R)
slopes(lambda x, y: tf.linalg.band_part(x*x, 0, -1), Q, R)
slopes(lambda x, y: tf.linalg.tensor_diag(x), V, W)
slopes(lambda x, y: tf.linalg.tensor_diag_part(x*x), Q, R)

# %% diagonals-2
slopes(lambda x, y: tf.linalg.cross(x, tf.broadcast_to(y, [2, 3])), M, W)
slopes(lambda x, y: tf.linalg.adjoint(x), M, W)
slopes(lambda x, y: tf.linalg.diag_part(x), K, L)
slopes(lambda x, y: tf.linalg.trace(x), K, L)
slopes(lambda x, y: tf.linalg.band_part(x, 0, 0), K, L)
slopes(lambda x, y: tf.linalg.matrix_transpose(x)*y, K, L)
