import numpy as np
import tensorflow as tf
from tell import headline, show

C = tf.constant
NAN, INF = float("nan"), float("inf")


def both(*cases):
    """What each function gives, or how it fails, eagerly and in a graph."""
    for case in cases:
        case.__name__ = "f"  # TensorFlow words the errors of "<lambda>" otherwise
        for run in (case, tf.function(case, autograph=False)):
            try:
                result = run()
            except Exception as error:  # the class is what is asked for
                print(f"{type(error).__name__}: {headline(str(error))}")
            else:
                show(*tf.nest.flatten(result))


# %% matmul-1
both(
    lambda: tf.matmul([[1, 2]], [[1], [2]]),
    lambda: tf.matmul([1, 2], [[1], [2]]),
    lambda: tf.matmul([[1.0, 2.0]], [[1.0, 2.0]]),
    lambda: tf.matmul([[1.0, 2.0]], [[1.0, 2.0]], transpose_b=True),
    lambda: tf.matmul([[1.0, 2.0]], [[1.0, 2.0]], transpose_a=True, adjoint_a=True),
    lambda: tf.matmul(tf.ones([2, 1, 3]), tf.ones([2, 2])),
    lambda: tf.matmul(tf.ones([2, 1, 3]), tf.ones([3, 2])),
    lambda: tf.matmul(tf.ones([2, 1, 3]), tf.ones([3, 3, 2])),
    lambda: tf.matmul(tf.ones([2, 1, 3]), tf.ones([4])),
    lambda: tf.matmul(C([[True]]), C([[True]])),
    lambda: tf.matmul(C([[1]], tf.int8), C([[1]], tf.int8)),
    lambda: tf.matmul(C([[1]], tf.int8), C([[1]], tf.int8), output_type=tf.int32),
)

# %% matmul-2
both(
    lambda: tf.matmul(C([[1.0]]), C([[1]])),
    lambda: tf.matmul([[1.0]], [[1]]),
    lambda: tf.matmul(C([[1+1j]]), C([[2+1j]]), adjoint_a=True),
    lambda: tf.linalg.matmul(tf.reshape(tf.cast(tf.range(12), tf.float32), [3, 4])/7.0, tf.reshape(tf.cast(tf.range(12), tf.float32), [4, 3])/3.0),
)

# %% matvec-and-tensordot
both(
    lambda: tf.linalg.matvec([[1.0, 2.0], [3.0, 4.0]], [1.0, 2.0]),
    lambda: tf.linalg.matvec([[1.0, 2.0], [3.0, 4.0]], [1.0, 2.0], transpose_a=True),
    lambda: tf.linalg.matvec([[1.0, 2.0], [3.0, 4.0]], [1.0, 2.0, 3.0]),
    lambda: tf.tensordot([[1.0, 2.0], [3.0, 4.0]], [[1.0, 2.0], [3.0, 4.0]], 1),
    lambda: tf.tensordot([[1.0, 2.0], [3.0, 4.0]], [[1.0, 2.0], [3.0, 4.0]], 2),
    lambda: tf.tensordot([[1.0, 2.0], [3.0, 4.0]], [[1.0, 2.0], [3.0, 4.0]], [[0], [1]]),
    lambda: tf.tensordot([[1.0, 2.0], [3.0, 4.0]], [[1.0, 2.0], [3.0, 4.0]], [0, 1]),
    lambda: tf.tensordot([[1.0, 2.0], [3.0, 4.0]], [[1.0, 2.0], [3.0, 4.0]], -1),
    lambda: tf.tensordot([[1.0, 2.0], [3.0, 4.0]], [[1.0, 2.0], [3.0, 4.0]], [[0], [1, 0]]),
    lambda: tf.tensordot([[1.0, 2.0], [3.0, 4.0]], [1.0, 2.0], [[5], [0]]),
    lambda: tf.tensordot([1.0, 2.0, 3.0], [1.0, 2.0], 1),
)

# %% einsum-1
both(
    lambda: tf.einsum("ij,jk->ik", [[1.0, 2.0]], [[1.0], [2.0]]),
    lambda: tf.einsum("ij,jk->ik", [[1, 2]], [[1], [2]]),
    lambda: tf.einsum("ij,jk->ik", tf.ones([2, 3]), tf.ones([2, 3])),
    lambda: tf.einsum("ij->", [[1.0, 2.0]]),
    lambda: tf.einsum("ii->i", [[1.0, 2.0], [3.0, 4.0]]),
    lambda: tf.einsum("ij", [[1.0, 2.0], [3.0, 4.0]]),
    lambda: tf.einsum("ba", [[1.0, 2.0], [3.0, 4.0]]),
    lambda: tf.einsum("...i,...i->...", [[1.0, 2.0], [3.0, 4.0]], [1.0, 2.0]),
    lambda: tf.einsum("ij,jk,kl->il", [[1.0, 2.0]], [[1.0], [2.0]], [[3.0]]),
    lambda: tf.einsum("ij,jk->il", [[1.0, 2.0]], [[1.0], [2.0]]),
    lambda: tf.einsum("ij,jk->ik", [[1.0, 2.0]]),
    lambda: tf.einsum("ij->ij", [1.0, 2.0]),
)

# %% einsum-2
both(
    lambda: tf.einsum("i j -> j i", [[1.0, 2.0]]),
    lambda: tf.einsum("ij", [[1.0, 2.0]], foo=1),
    lambda: tf.einsum("ij,jk->ik", C([[1.0, 2.0]]), C([[1.0], [2.0]])),
    lambda: tf.einsum("ij->", C([[1.0, 2.0]])),
    lambda: tf.einsum("ii->i", C([[1.0, 2.0], [3.0, 4.0]])),
    lambda: tf.einsum("ij", C([[1.0, 2.0], [3.0, 4.0]])),
    lambda: tf.einsum("ba", C([[1.0, 2.0], [3.0, 4.0]])),
    lambda: tf.einsum("...i,...i->...", C([[1.0, 2.0], [3.0, 4.0]]), C([1.0, 2.0])),
    lambda: tf.einsum("ij,jk,kl->il", C([[1.0, 2.0]]), C([[1.0], [2.0]]), C([[3.0]])),
    lambda: tf.einsum("ij,jk->il", C([[1.0, 2.0]]), C([[1.0], [2.0]])),
    lambda: tf.einsum("ij,jk->ik", C([[1.0, 2.0]])),
    lambda: tf.einsum("i j -> j i", C([[1.0, 2.0]])),
)

# %% einsum-3
both(
    lambda: tf.einsum("i3->i", C([[1.0, 2.0]])),
    lambda: tf.einsum("ij,ij->ij", C([[1, 2]]), C([[3, 4]])),
    lambda: tf.einsum("bij,bjk->bik", tf.ones([2, 1, 3]), tf.ones([2, 3, 2])),
    lambda: tf.einsum("i,j->ij", C([1.0, 2.0]), C([3.0, 4.0])),
    lambda: tf.einsum("ij,j->i", C([[1.0, 2.0]]), C([3, 4])),
)

# %% determinants-and-inverses
both(
    lambda: tf.math.erfinv([-1.0, 0.0, 0.5, 2.0]),
    lambda: tf.linalg.det([[1.0, 2.0], [3.0, 4.0]]),
    lambda: tf.linalg.det([1.0, 2.0]),
    lambda: tf.linalg.det([[1, 2], [3, 4]]),
    lambda: tf.linalg.slogdet([[1.0, 2.0], [3.0, 4.0]]),
    lambda: tf.linalg.logdet([[2.0, 1.0], [1.0, 2.0]]),
    lambda: tf.linalg.inv([[1.0, 2.0], [2.0, 4.0]]),
    lambda: tf.linalg.inv([[1.0, 2.0]]),
    lambda: tf.linalg.inv([[1+1j, 0], [0, 2]], adjoint=True),
    lambda: tf.math.erfcinv(0.5),
    lambda: tf.math.erfinv(C([0.1, 0.5, -0.3])),
)

# %% solve
both(
    lambda: tf.linalg.solve([[1.0, 2.0], [3.0, 4.0]], [[1.0], [2.0]]),
    lambda: tf.linalg.solve([[1.0, 2.0], [3.0, 4.0]], [1.0, 2.0]),
    lambda: tf.linalg.solve([[1.0, 2.0], [2.0, 4.0]], [[1.0], [2.0]]),
    lambda: tf.linalg.solve([[1.0, 2.0], [3.0, 4.0]], [[1.0], [2.0], [3.0]]),
    lambda: tf.linalg.solve([[1.0, 2.0], [3.0, 4.0]], [[1.0], [2.0]], adjoint=True),
    lambda: tf.linalg.triangular_solve([[1.0, 2.0], [3.0, 4.0]], [[1.0], [2.0]]),
    lambda: tf.linalg.triangular_solve([[1.0, 2.0], [3.0, 4.0]], [[1.0], [2.0]], lower=False),
    lambda: tf.linalg.triangular_solve([[1.0, 2.0], [3.0, 4.0]], [[1.0], [2.0]], adjoint=True),
    lambda: tf.linalg.triangular_solve([[0.0, 2.0], [3.0, 4.0]], [[1.0], [2.0]]),
    lambda: tf.linalg.cholesky_solve([[2.0, 0.0], [1.0, 1.0]], [[1.0], [2.0]]),
    lambda: tf.linalg.lstsq([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]], [[1.0], [2.0], [3.0]], l2_regularizer=0.5),
    lambda: tf.linalg.lstsq([[1.0, 2.0, 3.0], [3.0, 4.0, 5.0]], [[1.0], [2.0]]),
)

# %% factorisations
both(
    lambda: tf.linalg.cholesky([[4.0, 2.0], [2.0, 3.0]]),
    lambda: tf.linalg.cholesky([[1.0, 2.0]]),
    lambda: tf.linalg.svd([1.0, 2.0]),
    lambda: tf.linalg.eigvalsh([[2.0, 1.0], [1.0, 3.0]]),
    lambda: tf.linalg.eigvals([[2.0, 1.0], [1.0, 3.0]]),
    lambda: tf.linalg.expm([[0.0, 1.0], [-1.0, 0.0]]),
    lambda: tf.linalg.lu([[1.0, 2.0], [3.0, 4.0]]),
    lambda: tf.linalg.matrix_rank([[1.0, 2.0], [2.0, 4.0]]),
    lambda: tf.linalg.eigvals(C([[2.0, 1.0], [1.0, 3.0]])),
)

# %% diagonals-1
both(
    lambda: tf.linalg.trace([[1.0, 2.0], [3.0, 4.0]]),
    lambda: tf.linalg.trace([1.0, 2.0]),
    lambda: tf.linalg.diag([1, 2]),
    lambda: tf.linalg.diag([1, 2], k=1),
    lambda: tf.linalg.diag([1, 2], k=-1, padding_value=9),
    lambda: tf.linalg.diag([[1, 2, 3], [4, 5, 0]], k=(-1, 0)),
    lambda: tf.linalg.diag([1, 2], num_rows=3),
    lambda: tf.linalg.diag([1, 2], num_rows=3, num_cols=4),
    lambda: tf.linalg.diag(5),
    lambda: tf.linalg.diag_part([[1, 2], [3, 4]]),
    lambda: tf.linalg.diag_part([[1, 2], [3, 4]], k=1),
    lambda: tf.linalg.diag_part([[1, 2, 3], [4, 5, 6], [7, 8, 9]], k=(-1, 1)),
)

# %% diagonals-2
both(
    lambda: tf.linalg.diag_part([[1, 2, 3], [4, 5, 6], [7, 8, 9]], k=(-1, 1), align="LEFT_RIGHT", padding_value=7),
    lambda: tf.linalg.diag_part([1, 2]),
    lambda: tf.linalg.diag_part([[1, 2], [3, 4]], k=5),
    lambda: tf.linalg.set_diag([[1, 2], [3, 4]], [7, 8]),
    lambda: tf.linalg.set_diag([[1, 2], [3, 4]], [7], k=1),
    lambda: tf.linalg.set_diag([[1, 2], [3, 4]], [7, 8, 9]),
    lambda: tf.linalg.tensor_diag([1, 2]),
    lambda: tf.linalg.tensor_diag([[1, 2], [3, 4]]),
    lambda: tf.linalg.tensor_diag_part([[1, 2], [3, 4]]),
    lambda: tf.linalg.tensor_diag_part([1, 2]),
)

# %% bands-and-identity-1
both(
    lambda: tf.linalg.band_part([[1, 2, 3], [4, 5, 6], [7, 8, 9]], 0, -1),
    lambda: tf.linalg.band_part([[1, 2, 3], [4, 5, 6], [7, 8, 9]], 1, 0),
    lambda: tf.linalg.band_part([[1, 2, 3], [4, 5, 6], [7, 8, 9]], 5, 0),
    lambda: tf.linalg.band_part([1, 2], 0, 0),
    lambda: tf.eye(2),
    lambda: tf.eye(2, 3, dtype=tf.int32),
    lambda: tf.eye(2, batch_shape=[2]),
    lambda: tf.eye(2.5),
    lambda: tf.eye(2, dtype=tf.bool),
    lambda: tf.eye(2, dtype=tf.string),
    lambda: tf.eye(C(2)),
    lambda: tf.eye(C(2), 3),
)

# %% bands-and-identity-2
both(
    lambda: tf.eye(2, batch_shape=C([2])),
)

# %% transpose-and-cross
both(
    lambda: tf.linalg.matrix_transpose([[1, 2], [3, 4]]),
    lambda: tf.linalg.adjoint([[1+1j, 2]]),
    lambda: tf.linalg.cross([1.0, 0.0, 0.0], [0.0, 1.0, 0.0]),
    lambda: tf.linalg.cross([1, 0], [0, 1]),
)

# %% tensordot-keeps-the-sizes-it-knows
@tf.function(input_signature=[tf.TensorSpec([None, 3]), tf.TensorSpec([3, None, 2])])
def f(a, b):
    print(tf.tensordot(a, b, 1).shape, tf.tensordot(a, a, [[0], [0]]).shape, tf.tensordot(a, b, [[-1], [0]]).shape)
    return tf.tensordot(a, b, 1)
print(f(tf.ones([1, 3]), tf.ones([3, 2, 2])))

# %% tensordot-of-unknown-rank
import tensorflow as tf
from tell import show
unknown = tf.TensorSpec(None)
for axes in (1, [[1], [0]], [[-1, 0], [0, 1]], [0, 1]):
    f = tf.function(lambda a, b: tf.tensordot(a, b, axes), input_signature=[unknown, unknown])
    show(f(tf.reshape(tf.range(6.0), [2, 3]), tf.reshape(tf.range(6.0), [3, 2])))
    print(f.get_concrete_function().output_shapes)
