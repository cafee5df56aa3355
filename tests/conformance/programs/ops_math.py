import numpy as np
import tensorflow as tf
from tell import fails, show

C = tf.constant

# %% integer-overflow
print(C(2**31 - 1) + 1, C(-(2**31)) - 1, C(2**30) * 4, -C(-(2**31)), abs(C(-(2**31))), C(255, tf.uint8) + C(1, tf.uint8), C(127, tf.int8) + C(1, tf.int8))

# %% integer-division
print(C(7) // 2, C(-7) // 2, C(7) // -2, C(7) % 3, C(-7) % 3, C(7) % -3, C(-7) % -3)
print(C(7) / 2, C(-7) / 2, tf.divide(7, 2), tf.math.truediv(7, 2), tf.truncatediv(-7, 2), tf.truncatemod(-7, 2), tf.math.floordiv(-7, 2))

# %% true-division-dtypes
for dtype in (tf.int8, tf.int16, tf.int32, tf.int64, tf.uint8, tf.uint16, tf.float16, tf.float32, tf.float64):
    print(dtype.name, (C(3, dtype) / C(2, dtype)).dtype.name)

# %% float-division
print(C(1.0) / 0, C(-1.0) / 0, C(0.0) / 0, C(5.5) // 2.0, C(-5.5) // 2.0, C(5.5) % 2.0, C(-5.5) % 2.0, C(5.5) % -2.0, C(1.0) % 0.0, C(1.0) // 0.0)

# %% division-no-nan
print(tf.math.divide_no_nan(1.0, 0.0), tf.math.divide_no_nan([1.0, 2.0], [0.0, 4.0]), tf.math.multiply_no_nan(float("nan"), 0.0), tf.math.reciprocal_no_nan([0.0, 2.0]))

# %% nan-comparisons
n = C(float("nan"))
print(n == n, n != n, n < 1.0, n > 1.0, tf.maximum(n, 1.0), tf.minimum(1.0, n), tf.reduce_max([1.0, float("nan"), 2.0]), tf.reduce_min([float("nan"), 1.0]), tf.math.is_nan(n), tf.math.is_inf(n), tf.math.is_finite([1.0, float("inf")]))

# %% nan-in-reductions
x = C([1.0, float("nan"), 3.0])
print(tf.reduce_sum(x), tf.reduce_mean(x), tf.argmax(x), tf.argmin(x), tf.reduce_prod(x), tf.reduce_any(x > 0), tf.math.is_nan(x))

# %% casts
print(tf.cast(C([1.9, -1.9, 0.5]), tf.int32), tf.cast(C([0, 1, 2]), tf.bool), tf.cast(C([True, False]), tf.float32), tf.cast(C(300), tf.uint8), tf.cast(C(-1), tf.uint8), tf.cast(C(1.5), tf.float64), tf.cast(C(0.1, tf.float64), tf.float32), tf.cast(C(0.1), tf.float64))
print(tf.cast(C(1 + 2j), tf.complex64), tf.cast(C(2), tf.complex64), tf.cast(1, tf.float32), tf.cast([1, 2], "int64"), tf.saturate_cast(C([300.0, -5.0]), tf.uint8))

# %% cast-of-complex-warns
print(tf.cast(C(1 + 2j), tf.float32))

# %% cast-same-dtype-is-same
x = C([1.0])
print(tf.cast(x, tf.float32) is x, tf.identity(x) is x, tf.convert_to_tensor(x) is x)

# %% python-operands
print(C(1) + 1, 1 + C(1), C(1.5) * 2, 2 * C(1.5), C([1, 2]) + [10, 20], [1.0, 2.0] + C([1.0, 2.0]), C(2) ** 3, 2 ** C(3), C(1.0) - True if False else C(1.0), C(2) * np.int32(3))

# %% numpy-operands
print(C([1.0, 2.0]) + np.float32(1), C([1.0, 2.0]) * np.array([2, 2], np.float32), np.array([1.0, 2.0], np.float32) + C([1.0, 2.0]), type(np.array([1.0, 2.0], np.float32) * C([1.0, 2.0])).__name__)
fails(lambda: C(1.0) + np.float64(1))
fails(lambda: C([1, 2]) + np.array([1.5, 2.5]))
fails(lambda: np.float64(2) * C(1.0))

# %% bool-operators
t, f = C(True), C(False)
print(t & f, t | f, t ^ f, ~t, tf.logical_and(t, f), tf.logical_or(t, f), tf.math.logical_xor(t, t), tf.logical_not(f), t == True, t != f, C([True, False]) & True)

# %% bitwise
a, b = C([12, 5]), C([10, 3])
print(a & b, a | b, a ^ b, ~a, tf.bitwise.left_shift(a, 2), tf.bitwise.right_shift(a, 1), tf.bitwise.bitwise_and(a, b), tf.bitwise.invert(C(5, tf.uint8)))
fails(lambda: a << 1)

# %% comparison
print(C(1) < 2, C([1, 2, 3]) >= 2, tf.less(1, 2), tf.greater_equal([1, 5], [2, 2]), tf.equal([1, 2], [1, 3]), tf.not_equal("a", "b"), tf.math.less_equal(2.0, 2.0))

# %% string-equality
print(C("a") == "a", C(["a", "b"]) == C(["a", "c"]), C("a") != b"a")
fails(lambda: C("a") < "b")

# %% power
print(C(2) ** 10, C(2.0) ** 0.5, C(-8.0) ** (1 / 3), C(0.0) ** 0, C(0) ** 0, tf.pow([2, 3], [3, 2]), tf.pow(2.0, -1.0), C(2) ** 31, C(3, tf.int64) ** 39)

# %% unary
x = C([-1.5, 0.0, 2.5])
print(-x, abs(x), tf.sign(x), tf.square(x), tf.round(x), tf.floor(x), tf.math.ceil(x), tf.math.rint(x), tf.negative(3), tf.abs(-3), tf.sign(-5))

# %% rounding-half
print(tf.round([0.5, 1.5, 2.5, -0.5, -1.5]), tf.math.rint([0.5, 1.5]), tf.cast(tf.round(2.5), tf.int32), tf.round(C(3)))

# %% exponentials
x = C([0.0, 1.0, -2.0])
show(tf.exp(x), tf.math.expm1(x), tf.math.log(C([1.0, 2.718281828, 10.0])), tf.math.log1p(C([0.0, 1.0])), tf.math.log(C([0.0, -1.0])), tf.exp(C([100.0, -200.0])), tf.math.softplus(x), tf.math.log_sigmoid(x))

# %% trigonometry
x = C([0.0, 0.5, 1.0])
show(tf.sin(x), tf.cos(x), tf.tan(x), tf.asin(x), tf.acos(x), tf.atan(x), tf.sinh(x), tf.cosh(x), tf.tanh(x), tf.math.asinh(x), tf.math.acosh(x + 1), tf.math.atanh(x / 2), tf.math.atan2(x, C([1.0, 1.0, -1.0])))

# %% roots
show(tf.sqrt(C([4.0, 2.0, 0.0])), tf.math.rsqrt(C([4.0, 2.0])), tf.sqrt(C(-1.0)), tf.math.reciprocal(C([2.0, 0.0])), tf.math.cumulative_logsumexp(C([1.0, 2.0])))
fails(tf.sqrt, C(4))
fails(tf.exp, C(1))
fails(tf.sin, 1)

# %% special-functions
x = C([0.5, 1.5])
show(tf.math.erf(x), tf.math.erfc(x), tf.math.lgamma(x), tf.math.digamma(x), tf.math.xlogy(C([0.0, 2.0]), C([0.0, 3.0])), tf.math.xdivy(C([0.0, 2.0]), C([0.0, 4.0])), tf.math.zeta(C([2.0]), C([1.0])), tf.math.igamma(x, x), tf.math.betainc(C(1.0), C(2.0), C(0.5)), tf.math.bessel_i0(x), tf.math.erfinv(x / 2), tf.math.ndtri(x / 2))

# %% maximum-minimum-clip
print(tf.maximum([1, 5], 3), tf.minimum([1.0, 5.0], [3.0, 3.0]), tf.clip_by_value([-1.0, 0.5, 2.0], 0.0, 1.0), tf.clip_by_value([1, 5, 9], 2, 6), tf.clip_by_value([[1.0, 2.0]], [[0.0, 0.0]], [[0.5, 5.0]]))
show(tf.clip_by_norm([3.0, 4.0], 1.0), tf.clip_by_norm([0.3, 0.4], 1.0), *tf.clip_by_global_norm([C([3.0, 4.0]), C([12.0])], 6.5)[0])
print(tf.linalg.global_norm([C([3.0, 4.0]), C([12.0])]))

# %% add-n-and-accumulate
print(tf.add_n([C(1), C(2), C(3)]), tf.add_n([C([1.0]), tf.Variable([2.0])]), sum([C(1), C(2)]))
fails(tf.add_n, [])
fails(tf.add_n, [C([1]), C([1, 2])])
fails(tf.add_n, C(1))

# %% reduce-sum
x = C([[1, 2, 3], [4, 5, 6]])
print(tf.reduce_sum(x), tf.reduce_sum(x, 0), tf.reduce_sum(x, axis=1), tf.reduce_sum(x, [0, 1]), tf.reduce_sum(x, -1, keepdims=True), tf.reduce_sum(x, axis=[]), tf.reduce_sum([]), tf.reduce_sum([[]], 0), tf.reduce_sum(5), tf.reduce_sum([1.5, 2.5]))

# %% reduce-mean
print(tf.reduce_mean([1, 2]), tf.reduce_mean([1.0, 2.0]), tf.reduce_mean([[1.0, 2.0], [3.0, 4.0]], 0), tf.reduce_mean([]), tf.reduce_mean([[1, 2], [4, 5]], 1), tf.reduce_mean(C([1, 2], tf.uint8)), tf.reduce_mean([-1, -2]))

# %% reduce-extremes
x = C([[3, 1, 2], [6, 5, 4]])
print(tf.reduce_max(x), tf.reduce_min(x, 0), tf.reduce_max(x, 1, keepdims=True), tf.reduce_prod(x), tf.reduce_prod(x, 1), tf.reduce_max(C([], tf.float32)), tf.reduce_min(C([], tf.int32)), tf.reduce_prod(C([], tf.float32)))

# %% reduce-bools
x = C([[True, False], [True, True]])
print(tf.reduce_all(x), tf.reduce_any(x, 0), tf.reduce_all(x, 1), tf.reduce_all(C([], tf.bool)), tf.reduce_any(C([], tf.bool)), tf.math.count_nonzero([0, 1, 2, 0]), tf.math.count_nonzero([[1, 0], [1, 1]], 0, dtype=tf.int32))

# %% reduce-statistics
x = C([[1.0, 2.0], [3.0, 8.0]])
show(tf.math.reduce_std(x), tf.math.reduce_variance(x), tf.math.reduce_std(x, 0), tf.reduce_logsumexp(x), tf.reduce_logsumexp(x, 1), tf.norm(x), tf.norm(x, ord=1), tf.norm(x, axis=1), tf.norm(x, ord=np.inf), tf.math.reduce_euclidean_norm(x), *tf.nn.moments(x, [0]))
fails(tf.math.reduce_std, C([1, 2]))

# %% arg-extremes
x = C([[3, 9, 2], [6, 5, 6]])
print(tf.argmax(x), tf.argmax(x, 1), tf.argmin(x, axis=-1), tf.argmax([1, 3, 3]), tf.argmax(x, 1, output_type=tf.int32), tf.argmax([True, False]), tf.math.argmax([[[1.0, 2.0]]], axis=2))

# %% cumulative
x = C([1, 2, 3, 4])
print(tf.cumsum(x), tf.cumsum(x, exclusive=True), tf.cumsum(x, reverse=True), tf.cumsum(x, exclusive=True, reverse=True), tf.math.cumprod(x), tf.cumsum([[1, 2], [3, 4]], axis=1))

# %% matmul
a, b = C([[1, 2], [3, 4]]), C([[5, 6], [7, 8]])
print(tf.matmul(a, b), a @ b, tf.matmul(a, b, transpose_a=True), tf.matmul(a, b, transpose_b=True), tf.linalg.matvec(a, [1, 1]))
print(tf.matmul(tf.ones([2, 1, 3]), tf.ones([3, 2])).shape, (tf.ones([2, 2, 3]) @ tf.ones([2, 3, 4])).shape, tf.matmul(C([[1 + 1j]]), C([[2.0 + 0j]]), adjoint_b=True))

# %% tensordot-einsum
a, b = C([[1.0, 2.0], [3.0, 4.0]]), C([[5.0, 6.0], [7.0, 8.0]])
print(tf.tensordot(a, b, 1), tf.tensordot(a, b, 2), tf.tensordot(a, b, [[0], [1]]), tf.tensordot([1, 2], [3, 4], 1), tf.tensordot(2.0, 3.0, 0))
print(tf.einsum("ij,jk->ik", a, b), tf.einsum("ij->ji", a), tf.einsum("ii", a), tf.einsum("ij,ij->", a, b), tf.einsum("i,j->ij", C([1.0, 2.0]), C([3.0, 4.0])), tf.einsum("...ij,jk->...ik", tf.ones([2, 1, 2]), a))

# %% linear-algebra
m = C([[4.0, 2.0], [2.0, 3.0]])
show(tf.linalg.inv(m), tf.linalg.det(m), tf.linalg.cholesky(m), tf.linalg.solve(m, C([[2.0], [1.0]])), tf.linalg.trace(m), tf.linalg.diag_part(m), tf.linalg.eigvalsh(m), tf.linalg.svd(m, compute_uv=False), tf.linalg.matrix_rank(m), tf.linalg.logdet(m), tf.linalg.lstsq(m, C([[2.0], [1.0]])), tf.linalg.triangular_solve(C([[2.0, 0.0], [1.0, 1.0]]), C([[2.0], [3.0]])), tf.linalg.expm(m * 0), tf.linalg.cross(C([1.0, 0.0, 0.0]), C([0.0, 1.0, 0.0])))

# %% linear-algebra-builders
print(tf.eye(2), tf.eye(2, 3), tf.eye(2, batch_shape=[1]), tf.linalg.diag([1, 2]), tf.linalg.band_part(tf.ones([3, 3]), 0, 1), tf.linalg.set_diag(tf.zeros([2, 2]), [1.0, 2.0]), tf.linalg.diag([1, 2], k=1), tf.linalg.matrix_transpose([[1, 2]]), tf.linalg.tensor_diag([1.0, 2.0]), tf.linalg.adjoint(C([[1 + 1j]])), tf.linalg.normalize(C([3.0, 4.0]))[0].numpy().round(4))

# %% activations
x = C([-2.0, -0.5, 0.0, 1.5])
show(tf.nn.relu(x), tf.nn.relu6(x * 5), tf.nn.elu(x), tf.nn.selu(x), tf.nn.leaky_relu(x), tf.nn.leaky_relu(x, alpha=0.01), tf.nn.sigmoid(x), tf.nn.tanh(x), tf.nn.softplus(x), tf.nn.softsign(x), tf.nn.gelu(x), tf.nn.gelu(x, approximate=True), tf.nn.silu(x), tf.nn.crelu(x), tf.nn.relu(C([-1, 2])))

# %% softmaxes
x = C([[1.0, 2.0, 3.0], [0.0, 0.0, 0.0]])
show(tf.nn.softmax(x), tf.nn.softmax(x, axis=0), tf.nn.log_softmax(x), tf.nn.softmax([1000.0, 1000.0]), tf.nn.softmax([float("-inf"), 0.0]), tf.nn.l2_normalize([3.0, 4.0]), tf.nn.l2_loss([3.0, 4.0]))

# %% losses
labels, logits = C([[0.0, 1.0], [1.0, 0.0]]), C([[1.0, 2.0], [3.0, 1.0]])
show(tf.nn.softmax_cross_entropy_with_logits(labels, logits), tf.nn.sparse_softmax_cross_entropy_with_logits([1, 0], logits), tf.nn.sigmoid_cross_entropy_with_logits(labels, logits), tf.nn.weighted_cross_entropy_with_logits(labels, logits, 2.0))

# %% convolution
x = tf.reshape(tf.range(16.0), [1, 4, 4, 1])
k = tf.reshape(C([1.0, 0.0, 0.0, -1.0]), [2, 2, 1, 1])
for kwargs in (dict(strides=1, padding="VALID"), dict(strides=1, padding="SAME"), dict(strides=2, padding="SAME"), dict(strides=1, padding="VALID", dilations=2)):
    y = tf.nn.conv2d(x, k, **kwargs)
    print(y.shape, tf.reshape(y, [-1]).numpy().tolist())
print(tf.nn.conv1d(tf.reshape(tf.range(5.0), [1, 5, 1]), tf.ones([2, 1, 1]), 1, "VALID").numpy().ravel(), tf.nn.depthwise_conv2d(x, k, [1, 1, 1, 1], "VALID").shape, tf.nn.conv2d_transpose(x, k, [1, 5, 5, 1], 1, "VALID").shape)

# %% pooling
x = tf.reshape(tf.range(16.0), [1, 4, 4, 1])
print(tf.nn.max_pool2d(x, 2, 2, "VALID").numpy().ravel(), tf.nn.avg_pool2d(x, 2, 2, "VALID").numpy().ravel(), tf.nn.max_pool2d(x, 3, 2, "SAME").numpy().ravel(), tf.nn.avg_pool2d(x, 3, 2, "SAME").numpy().ravel(), tf.nn.max_pool(x, 2, 2, "VALID").shape)

# %% bias-and-batch-norm
x = C([[1.0, 2.0], [3.0, 4.0]])
show(tf.nn.bias_add(x, [10.0, 20.0]), tf.nn.batch_normalization(x, C([2.0, 3.0]), C([1.0, 1.0]), C([0.5, 0.5]), C([2.0, 2.0]), 0.0), tf.nn.embedding_lookup(x, [1, 0, 1]), tf.nn.zero_fraction([0.0, 1.0]))

# %% dropout-shape-and-scale
tf.random.set_seed(0)
y = tf.nn.dropout(tf.ones([1000]), 0.25)
print(sorted(set(np.round(y.numpy(), 4).tolist())), 650 < int(tf.math.count_nonzero(y)) < 850)
print(tf.nn.dropout(C([1.0, 2.0]), 0), tf.nn.dropout(C([1.0, 2.0]), 0.0))

# %% complex-numbers
z = tf.complex([1.0, 3.0], [2.0, -4.0])
print(z, tf.math.real(z), tf.math.imag(z), tf.math.conj(z), tf.abs(z), tf.math.angle(z).numpy().round(4), z * z, z + 1, z == z)

# %% broadcasting
print((tf.ones([2, 1]) + tf.ones([1, 3])).shape, (C([[1], [2]]) * C([10, 20])), tf.broadcast_static_shape(tf.TensorShape([2, 1]), tf.TensorShape([3])), tf.broadcast_dynamic_shape([2, 1], [3]), (tf.zeros([0, 2]) + tf.ones([2])).shape)

# %% segments
x = C([1, 2, 3, 4])
print(tf.math.segment_sum(x, [0, 0, 1, 3]), tf.math.segment_mean(C([1.0, 2.0, 3.0]), [0, 0, 1]), tf.math.segment_max(x, [0, 0, 0, 1]), tf.math.unsorted_segment_sum(x, [1, 0, 1, 0], 3), tf.math.unsorted_segment_max(x, [0, 0, 2, 2], 3), tf.math.unsorted_segment_mean(C([1.0, 3.0]), [1, 1], 2))
fails(tf.math.segment_sum, x, [1, 0, 1, 1])

# %% bincount-histogram-confusion
print(tf.math.bincount([1, 1, 2, 5]), tf.math.bincount([0, 1], minlength=4), tf.math.bincount([0, 1, 1], weights=[1.0, 2.0, 3.0]), tf.histogram_fixed_width([0.0, 0.5, 1.0, 2.0], [0.0, 2.0], nbins=4), tf.math.confusion_matrix([0, 1, 1], [0, 0, 1]))

# %% polyval-and-friends
print(tf.math.polyval([C(1.0), C(2.0), C(3.0)], 2.0), tf.math.squared_difference([1, 5], [3, 3]), tf.math.in_top_k([0], [[0.1, 0.9]], 1), tf.math.floormod(-7, 3), tf.math.scalar_mul(2.0, C([1.0, 2.0])), tf.math.nextafter(C(1.0), C(2.0)).numpy() > 1, tf.math.invert_permutation([2, 0, 1]), tf.math.is_non_decreasing([1, 1, 2]), tf.math.is_strictly_increasing([1, 1]))

# %% half-precision-arithmetic
# needs: numpy>=2.3 (how half-precision numbers print)
a = C([0.1, 2.5, 1000.0], tf.float16)
print(a + a, a * a, a / 3, tf.reduce_sum(a), C(70000.0, tf.float16) if False else C(65504.0, tf.float16) * 2)

# %% int64-and-uint64
print(C(2**62, tf.int64) * 2, C(2**63 - 1) if False else C(2**40), C(2**63, tf.uint64), tf.cast(C(-1, tf.int64), tf.uint64), C(5, tf.int64) // 2)

# %% promotion-of-lists
print(C([1, 2.5]), C([True, False]), tf.stack([1, 2.5]), C([[1, 2], [3.0, 4.0]]), C([1, 2**40]))
fails(C, [1, True])
fails(C, [1.5, True])

# %% numpy-input-dtypes
for value in (np.array([1, 2]), np.array([1.5]), np.array([True]), np.array(["a"]), np.float16(1), np.int8(3), np.array([1 + 1j]), np.array([], np.float32), np.array([b"x", "y"], object)):
    print(C(value))

# %% constant-with-shape
print(C(7, shape=[2, 2]), C([1, 2, 3, 4], shape=[2, 2]), C(1.0, tf.float64, [3]), C([[1, 2]], shape=[2]))

# %% graph-and-eager-agree
@tf.function
def f(x):
    return x // 2, x % 2, x / 2, -x, x ** 2, tf.cast(x, tf.float32) / 4
print(f(C(-7)))
print(f(C(2**31 - 1)))

# %% integer-overflow-in-a-graph
@tf.function
def f(x):
    return x + 1, x * 2, x - (-(2**31))
print(f(C(2**31 - 1)))

# %% constants-are-folded-like-kernels
@tf.function
def f():
    return C(2**31 - 1) + 1, C(1.0) / 0.0, C(-7) // 2, C(7) % -3
print(f())

# %% sets-and-top-k
print(tf.math.top_k([1, 5, 3, 5], 3), tf.nn.top_k([[1.0, 2.0], [4.0, 3.0]], 1), tf.math.top_k([3, 1, 2], 2, sorted=False).values.shape)

# %% dtype-limits-and-infinities
fails(C, 1e39)
fails(C, [1e39])
print(C(1e-46), C(np.float32(np.inf)), tf.cast(C(1e300, tf.float64), tf.float32), C(float("inf")) - C(float("inf")), tf.float32.max, C(3.4e38) * 10)

# %% inf-and-nan-to-int
print(tf.cast(C(1e10), tf.int64), tf.cast(C([2.9, -2.9]), tf.int8), tf.cast(C(255.0), tf.uint8))
