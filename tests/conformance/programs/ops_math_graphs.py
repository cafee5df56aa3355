import numpy as np
import tensorflow as tf

X, I, B = (tf.TensorSpec([2, 3], dtype, "x") for dtype in (tf.float32, tf.int32, tf.bool))
Z, L, S = tf.TensorSpec([2, 3], tf.complex64, "x"), tf.TensorSpec([2, 3], tf.int64, "x"), tf.TensorSpec([], tf.string, "x")
U, P, Q = tf.TensorSpec(None, name="x"), tf.TensorSpec([None, 3], name="x"), tf.TensorSpec([3, 3], name="x")
V, J, N = tf.TensorSpec([3], name="x"), tf.TensorSpec([3], tf.int32, "x"), tf.TensorSpec([], name="unused")


def nodes(spec, *functions):
    """The nodes of each function's graph: name, op, inputs and static shape."""
    for function in functions:
        graph = tf.function(function, autograph=False).get_concrete_function(spec).graph
        for op in graph.get_operations():
            if op.type not in ("Placeholder", "Identity") or op.name.startswith("clip"):
                inputs = ", ".join(t.name.removesuffix(":0") for t in op.inputs)
                print(f"{op.name} = {op.type}({inputs})", *[t.shape for t in op.outputs])


# %% operators-x
nodes(
    X,
    lambda x: x+1,
    lambda x: 1-x,
    lambda x: x**2,
    lambda x: -x,
    lambda x: abs(x),
    lambda x: x==1,
    lambda x: x!=x,
    lambda x: x<1,
    lambda x: 1<x,
)

# %% operators-i
nodes(
    I,
    lambda x: x/2,
    lambda x: x//2,
    lambda x: x%2,
    lambda x: x&1,
    lambda x: x|1,
    lambda x: x^1,
    lambda x: ~x,
)

# %% operators-z
nodes(
    Z,
    lambda x: abs(x),
)

# %% operators-b
nodes(
    B,
    lambda x: ~x,
    lambda x: x&True,
    lambda x: x|x,
    lambda x: x^x,
)

# %% linear-algebra-x
nodes(
    X,
    lambda x: x@tf.ones([3, 2]),
    lambda x: tf.ones([3, 2]).__rmatmul__(x),
    lambda x: tf.linalg.global_norm([x, x]),
    lambda x: tf.linalg.normalize(x)[0],
    lambda x: tf.matmul(x, x, transpose_b=True),
    lambda x: tf.matmul(x, x, adjoint_a=True),
    lambda x: tf.matmul(x[None], x[None], transpose_a=True),
    lambda x: tf.linalg.matvec(x, tf.ones([3])),
    lambda x: tf.tensordot(x, x, [[0], [0]]),
    lambda x: tf.tensordot(x, x, 0),
    lambda x: tf.einsum("ij,kj->ik", x, x),
    lambda x: tf.einsum("ij->ji", x),
    lambda x: tf.einsum("...ij->...ji", x),
    lambda x: tf.einsum("ij,jk", x, tf.ones([3, 2])),
)

# %% elementwise-x-1
nodes(
    X,
    lambda x: tf.add(x, 1),
    lambda x: tf.subtract(x, 1),
    lambda x: tf.multiply(x, 1),
    lambda x: tf.divide(x, 2),
    lambda x: tf.divide(x, 2, name="d"),
    lambda x: tf.math.divide_no_nan(x, 2),
    lambda x: tf.math.multiply_no_nan(x, 2.0),
    lambda x: tf.math.xdivy(x, 2.0),
    lambda x: tf.math.xlogy(x, 2.0),
    lambda x: tf.math.xlog1py(x, 2.0),
    lambda x: tf.pow(x, 2),
    lambda x: tf.abs(x),
    lambda x: tf.sign(x),
    lambda x: tf.square(x),
)

# %% elementwise-x-2
nodes(
    X,
    lambda x: tf.sqrt(x),
    lambda x: tf.math.rsqrt(x),
    lambda x: tf.math.reciprocal(x),
    lambda x: tf.math.reciprocal_no_nan(x),
    lambda x: tf.negative(x),
    lambda x: tf.exp(x),
    lambda x: tf.math.log(x),
    lambda x: tf.math.log1p(x),
    lambda x: tf.math.expm1(x),
    lambda x: tf.math.log_sigmoid(x),
    lambda x: tf.sigmoid(x),
    lambda x: tf.math.softplus(x),
    lambda x: tf.math.erf(x),
    lambda x: tf.math.erfc(x),
)

# %% elementwise-x-3
nodes(
    X,
    lambda x: tf.math.erfinv(x),
    lambda x: tf.math.erfcinv(x),
    lambda x: tf.math.ndtri(x),
    lambda x: tf.math.lgamma(x),
    lambda x: tf.math.digamma(x),
    lambda x: tf.math.lbeta(x),
    lambda x: tf.math.igamma(x, x),
    lambda x: tf.math.bessel_i0(x),
    lambda x: tf.math.bessel_i0e(x),
    lambda x: tf.round(x),
    lambda x: tf.math.rint(x),
    lambda x: tf.floor(x),
    lambda x: tf.math.ceil(x),
    lambda x: tf.math.is_nan(x),
)

# %% elementwise-x-4
nodes(
    X,
    lambda x: tf.math.is_inf(x),
    lambda x: tf.math.is_finite(x),
    lambda x: tf.math.atan2(x, x),
    lambda x: tf.maximum(x, 0),
    lambda x: tf.minimum(x, 0),
    lambda x: tf.math.squared_difference(x, 1),
    lambda x: tf.math.nextafter(x, 1),
    lambda x: tf.cast(x, tf.int32),
    lambda x: tf.cast(x, tf.float32),
    lambda x: tf.dtypes.saturate_cast(x, tf.uint8),
    lambda x: tf.dtypes.complex(x, x),
    lambda x: tf.math.real(x),
    lambda x: tf.math.conj(x),
    lambda x: tf.equal(x, 1),
)

# %% elementwise-x-5
nodes(
    X,
    lambda x: tf.not_equal(x, 1),
    lambda x: tf.less(x, 1),
    lambda x: tf.less_equal(x, 1),
    lambda x: tf.greater(x, 1),
    lambda x: tf.greater_equal(x, 1),
    lambda x: tf.math.polyval([1.0, 2.0, 3.0], x),
    lambda x: tf.math.top_k(x),
    lambda x: tf.scalar_mul(2.0, x),
    lambda x: tf.math.scalar_mul(2.0, x, name="s"),
    lambda x: tf.realdiv(x, x),
    lambda x: tf.math.softmax(x),
    lambda x: tf.math.softsign(x),
    lambda x: tf.math.invert_permutation([0, 1]),
    lambda x: tf.math.betainc(x, x, x),
)

# %% elementwise-x-6
nodes(
    X,
    lambda x: tf.math.polygamma(x, x),
    lambda x: tf.math.zeta(x, x),
    lambda x: tf.math.cosh(x),
    lambda x: tf.acosh(x),
    lambda x: tf.bitcast(x, tf.int32),
)

# %% operators-s
nodes(
    S,
    lambda x: x+"a",
)

# %% elementwise-s
nodes(
    S,
    lambda x: tf.add(x, "a"),
)

# %% elementwise-i-1
nodes(
    I,
    lambda x: tf.divide(x, 2),
    lambda x: tf.math.truediv(x, 2),
    lambda x: tf.truediv(x, 2),
    lambda x: tf.math.floordiv(x, 2),
    lambda x: tf.math.floormod(x, 2),
    lambda x: tf.math.mod(x, 2),
    lambda x: tf.truncatediv(x, 2),
    lambda x: tf.truncatemod(x, 2),
    lambda x: tf.round(x),
    lambda x: tf.dtypes.saturate_cast(x, tf.uint8),
    lambda x: tf.bitwise.bitwise_and(x, 1),
    lambda x: tf.bitwise.bitwise_or(x, 1),
    lambda x: tf.bitwise.bitwise_xor(x, 1),
    lambda x: tf.bitwise.invert(x),
)

# %% elementwise-i-2
nodes(
    I,
    lambda x: tf.bitwise.left_shift(x, 1),
    lambda x: tf.bitwise.right_shift(x, 1),
)

# %% elementwise-z
nodes(
    Z,
    lambda x: tf.abs(x),
    lambda x: tf.sign(x),
    lambda x: tf.math.real(x),
    lambda x: tf.math.imag(x),
    lambda x: tf.math.conj(x),
    lambda x: tf.math.angle(x),
)

# %% reductions-x-1
nodes(
    X,
    lambda x: tf.clip_by_value(x, 0, 1),
    lambda x: tf.clip_by_value(x, [0.0], 1),
    lambda x: tf.add_n([x, x]),
    lambda x: tf.add_n([x]),
    lambda x: tf.math.accumulate_n([x, x]),
    lambda x: tf.reduce_sum(x),
    lambda x: tf.reduce_sum(x, 1),
    lambda x: tf.reduce_sum(x, [0, 1], keepdims=True),
    lambda x: tf.reduce_sum(x, axis=-1, name="foo"),
    lambda x: tf.reduce_max(x, 1),
    lambda x: tf.reduce_min(x),
    lambda x: tf.reduce_prod(x),
    lambda x: tf.math.reduce_euclidean_norm(x),
    lambda x: tf.math.reduce_variance(x),
)

# %% reductions-x-2
nodes(
    X,
    lambda x: tf.math.reduce_std(x, 1),
    lambda x: tf.reduce_logsumexp(x, 1, keepdims=True),
    lambda x: tf.math.count_nonzero(x),
    lambda x: tf.math.count_nonzero(x, axis=1),
    lambda x: tf.argmax(x),
    lambda x: tf.argmin(x, 1),
    lambda x: tf.cumsum(x),
    lambda x: tf.cumsum(x, 1, exclusive=True, reverse=True),
    lambda x: tf.math.cumprod(x),
    lambda x: tf.math.cumulative_logsumexp(x),
    lambda x: tf.norm(x),
    lambda x: tf.norm(x, 1),
    lambda x: tf.norm(x, axis=1),
    lambda x: tf.norm(x, np.inf, axis=0, keepdims=True),
)

# %% reductions-x-3
nodes(
    X,
    lambda x: tf.norm(x, 3),
    lambda x: tf.norm(x, "fro", axis=[0, 1]),
    lambda x: tf.math.segment_sum(x, [0, 1]),
    lambda x: tf.math.segment_mean(x, [0, 1]),
    lambda x: tf.math.segment_max(x, [0, 1]),
    lambda x: tf.math.segment_min(x, [0, 1]),
    lambda x: tf.math.segment_prod(x, [0, 1]),
    lambda x: tf.math.unsorted_segment_sum(x, [0, 1], 2),
    lambda x: tf.math.unsorted_segment_max(x, [0, 1], 2),
    lambda x: tf.histogram_fixed_width(x, [0.0, 1.0], nbins=5),
    lambda x: tf.math.l2_normalize(x, 1),
    lambda x: tf.clip_by_global_norm([x, x], 1.0)[0][0],
)

# %% elementwise-b
nodes(
    B,
    lambda x: tf.logical_and(x, True),
    lambda x: tf.logical_or(x, True),
    lambda x: tf.logical_not(x),
    lambda x: tf.math.logical_xor(x, True),
)

# %% reductions-u
nodes(
    U,
    lambda x: tf.reduce_sum(x),
)

# %% reductions-i
nodes(
    I,
    lambda x: tf.reduce_mean(x),
    lambda x: tf.reduce_sum(x, axis=tf.constant([0])),
)

# %% reductions-b
nodes(
    B,
    lambda x: tf.reduce_all(x),
    lambda x: tf.reduce_any(x, 1),
)

# %% reductions-z
nodes(
    Z,
    lambda x: tf.math.reduce_std(x, 1),
)

# %% linear-algebra-z
nodes(
    Z,
    lambda x: tf.matmul(x, x, adjoint_a=True),
)

# %% linear-algebra-u
nodes(
    U,
    lambda x: tf.matmul(x, x),
)

# %% linear-algebra-q-1
nodes(
    Q,
    lambda x: tf.linalg.det(x),
    lambda x: tf.linalg.logdet(x),
    lambda x: tf.linalg.slogdet(x),
    lambda x: tf.linalg.inv(x),
    lambda x: tf.linalg.solve(x, x),
    lambda x: tf.linalg.lstsq(x, x),
    lambda x: tf.linalg.triangular_solve(x, x),
    lambda x: tf.linalg.cholesky(x),
    lambda x: tf.linalg.cholesky_solve(x, x),
    lambda x: tf.linalg.qr(x),
    lambda x: tf.linalg.svd(x),
    lambda x: tf.linalg.eigh(x),
    lambda x: tf.linalg.eigvalsh(x),
    lambda x: tf.linalg.eig(x),
)

# %% linear-algebra-q-2
nodes(
    Q,
    lambda x: tf.linalg.trace(x),
    lambda x: tf.linalg.diag(x),
    lambda x: tf.linalg.diag_part(x),
    lambda x: tf.linalg.set_diag(x, x[0]),
    lambda x: tf.linalg.tensor_diag_part(x),
    lambda x: tf.linalg.band_part(x, 0, -1),
    lambda x: tf.linalg.matrix_transpose(x),
    lambda x: tf.linalg.adjoint(x),
    lambda x: tf.linalg.cross(x, x),
    lambda x: tf.linalg.lu(x),
    lambda x: tf.linalg.pinv(x),
)

# %% linear-algebra-v
nodes(
    V,
    lambda x: tf.linalg.diag(x, k=1),
    lambda x: tf.linalg.tensor_diag(x),
)

# %% linear-algebra-n
nodes(
    N,
    lambda x: tf.eye(3),
    lambda x: tf.eye(2, 3),
    lambda x: tf.eye(2, batch_shape=[2]),
    lambda x: tf.linalg.eye(2, name="e"),
)

# %% reductions-j
nodes(
    J,
    lambda x: tf.math.bincount(x),
    lambda x: tf.math.bincount(x, minlength=3, maxlength=5),
    lambda x: tf.math.bincount(x, weights=[1.0, 2.0, 3.0]),
)

# %% elementwise-p
nodes(
    P,
    lambda x: x+tf.ones([2, 3]),
)

# %% reductions-p
nodes(
    P,
    lambda x: tf.reduce_sum(x, 0),
)

# %% linear-algebra-p
nodes(
    P,
    lambda x: tf.matmul(x, x, transpose_b=True),
)
