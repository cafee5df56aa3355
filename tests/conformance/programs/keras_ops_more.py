import numpy as np
import tensorflow as tf
from tensorflow.keras import ops
from tests.conformance.support.tell import fails, near, show

RANDOM = np.random.RandomState(5)
X = np.round(RANDOM.randn(3, 4), 3).astype("float32")
V = np.round(RANDOM.randn(6), 3).astype("float32")
N = RANDOM.randint(-3, 4, (3, 4)).astype("int32")
B = RANDOM.rand(3, 4) > 0.5
HOLES = np.where(RANDOM.rand(3, 4) > 0.7, np.nan, X).astype("float32")
SYMMETRIC = (X @ X.T + 3 * np.eye(3)).astype("float32")


def told(value):
    """Dtypes, shapes and values of what a function gave."""
    for part in value if isinstance(value, (tuple, list)) else [value]:
        show(part) if hasattr(part, "shape") else print(part)


def each(names, *arguments):
    """What the functions give for each of the arguments, and the shape and dtype for KerasTensors of their shapes."""
    for name in names.split():
        function = getattr(ops, name)
        for args in arguments:
            args = args if isinstance(args, tuple) else (args,)
            print(name, end=" ")
            told(function(*args))
        symbolic = function(*(tf.keras.KerasTensor((None, *arg.shape[1:]), str(arg.dtype)) if isinstance(arg, np.ndarray) else arg for arg in args))
        print(*((part.shape, part.dtype) for part in (symbolic if isinstance(symbolic, (tuple, list)) else [symbolic])))

# %% elementwise
each("arcsinh arctanh exp2 log2 log10 cbrt deg2rad rad2deg fabs", X / 4, N)
each("erfc erfinv sinc", X / 4)
each("arccosh", X ** 2 + 1, N ** 2 + 1)

# %% elementwise-of-all-dtypes
each("trunc isposinf isneginf signbit conj conjugate real imag angle isreal", np.array([[0.0, -0.0, 1.5, -2.5, np.inf, -np.inf]], "float32"), N)
told([ops.angle(tf.constant([1 + 1j, -1j], tf.complex64)), ops.real(tf.constant([1 + 2j])), ops.imag(tf.constant([1 + 2j])), ops.conj(tf.constant([1 + 2j])), ops.isreal(tf.constant([1 + 2j, 1.0]))])

# %% bits
each("bitwise_and bitwise_or bitwise_xor left_shift right_shift bitwise_left_shift bitwise_right_shift", (np.abs(N), np.full((3, 4), 2, "int32")))
each("bitwise_not bitwise_invert", N)
told([ops.bitwise_and(tf.constant([1, 2], tf.int8), tf.constant([3, 3], tf.uint8)), ops.bitwise_or(5, 2)])

# %% two-tensors
each("hypot logaddexp divide_no_nan fmax fmin fmod heaviside logical_xor", (X, HOLES), (N, X), (N, N))
each("gcd lcm", (N, np.abs(N) + 2))
each("nextafter", (X, X + 1))
told([ops.logaddexp(tf.constant([np.inf, -np.inf, 1.0]), tf.constant([np.inf, -np.inf, np.inf])), ops.divide_no_nan(1, 0), ops.logical_xor(True, B)])

# %% close
told([ops.isclose(X, X + 1e-9), ops.isclose([1.0, np.nan, np.inf], [1.0, np.nan, np.inf]), ops.isclose([1.0, np.nan], [1.1, np.nan], 0.2, equal_nan=True),
      ops.allclose(X, X), ops.allclose(X, X + 1), ops.isclose(N, N)])

# %% nan-to-num
told([ops.nan_to_num([np.nan, np.inf, -np.inf, 1.0]), ops.nan_to_num([np.nan, np.inf, -np.inf], 1.0, 2.0, 3.0), ops.nan_to_num(N)])
told([ops.saturate_cast(np.array([300.0, -5.0, 7.5]), "uint8"), ops.saturate_cast(N, "uint8")])

# %% activations
each("celu hard_tanh hard_silu hard_swish sparse_plus sparse_sigmoid squareplus hard_shrink soft_shrink sparsemax", 2 * X)
told([ops.threshold(X, 0.1, 7.0), ops.glu(X), ops.celu(X, 0.5), ops.hard_shrink(X, 1.0), ops.soft_shrink(X, 0.1), ops.squareplus(X, 1), ops.sparsemax(X, 0)])
fails(ops.glu, X[:, :3])
near(ops.tanh_shrink(X))
x = tf.constant(2 * X)
with tf.GradientTape(persistent=True) as tape:
    tape.watch(x)
    ys = [getattr(ops, name)(x) for name in "celu hard_tanh hard_silu tanh_shrink sparse_plus squareplus hard_shrink soft_shrink sparsemax".split()]
near(*(tape.gradient(y, x) for y in ys))

# %% keras-activations
from tensorflow.keras import activations

for name in "celu glu hard_shrink hard_tanh soft_shrink sparse_plus sparse_sigmoid sparsemax squareplus hard_silu mish log_sigmoid".split():
    print(name, end=" ")
    show(activations.get(name)(tf.constant(2 * X)))
show(activations.threshold(X, 0.1, 7.0), tf.keras.layers.Dense(2, activation="celu", kernel_initializer="ones")(X))

# %% joining
told([ops.append(X, X), ops.append(X, X, 1), ops.append(V, [1.0]), ops.append(N, X, 0)])
told([ops.vstack([V, V]), ops.vstack([X, X]), ops.hstack([V, V]), ops.hstack([X, N]), ops.dstack([V, V]), ops.dstack([X, X])])
told([*ops.vsplit(X, 3), *ops.hsplit(X, 2), *ops.hsplit(V, [2]), *ops.dsplit(np.ones((1, 2, 4)), 2), *ops.array_split(V, 4)])
fails(ops.array_split, X, [1, 3], 1)
told([ops.array([1, 2]), ops.array([1.5], "int32"), ops.array(X)])
print(ops.empty_like(X).shape, ops.empty_like(N).dtype.name, ops.dtype(N), ops.dtype(tf.keras.Variable(1.0)))

# %% reordering
told([ops.fliplr(X), ops.flipud(X), ops.rot90(X), ops.rot90(X, 2), ops.rot90(X, 3), ops.rot90(X, -1, (1, 0)), ops.rot90(X, 4)])
fails(ops.rot90, X, 1, (0, 0))
told([ops.diagonal(X), ops.diagonal(X, 1), ops.diagonal(np.arange(12).reshape(2, 2, 3), -1, 1, 2), ops.trace(X), ops.trace(N, 1), ops.trace(np.ones((2, 2), "int8"))])
told([ops.diag([1, 2]), ops.diag(X), ops.diag(X, -1), ops.diag([1.0], 1), ops.diagflat([[1, 2]], 1)])
fails(ops.diag, np.ones((1, 1, 1)))
each("fliplr flipud trace diagonal", X)

# %% making
told([ops.tri(2), ops.tri(2, 3, -1, "int32"), ops.vander(np.array([1, 2, 3])), ops.vander(np.array([1.0, 2.0]), 3, True), ops.logspace(0, 2, 3), ops.logspace(0.0, 1.0, 3, False, 2.0), ops.geomspace(1, 8, 4)])
near(ops.bartlett(4), ops.blackman(4), ops.hamming(4), ops.hanning(4), ops.kaiser(4, 2.0))
told([ops.kron(np.array([1, 2]), np.array([1, 10])), ops.kron(X[:1, :2], np.eye(2, dtype="float32")), ops.multi_hot(np.array([0, 2]), 4), ops.multi_hot(np.array([[0, 2], [1, 1]]), 3)])
told([ops.view(tf.constant([1.0, -2.0]), "int32"), ops.view(tf.constant([1, 2], tf.int32), "uint8")])

# %% finding
told([*ops.nonzero(N), *ops.unravel_index([5, 7], (3, 4)), ops.select([X > 0, X > -1], [X, X * 2], 9.0), ops.searchsorted([1.0, 2.0, 3.0], [[2.0, 2.5]]),
      ops.searchsorted([1, 2, 3], [2, 5], "right"), ops.digitize(X, [-1.0, 0.0, 1.0]), ops.isin(N, [1, 2]), ops.isin(N, [1], invert=True)])
fails(ops.searchsorted, X, [1.0])

# %% reductions
each("amax amin ptp", X, N, (X, 0), (X, (0, 1), True))
each("nansum nanprod nanmax nanmin nanmean nanvar nanstd", HOLES, (HOLES, 0), (HOLES, 1, True), N)
told([ops.nanmax([np.nan, np.nan]), ops.nanmean([np.nan]), ops.nansum([np.nan]), ops.nanargmax(HOLES), ops.nanargmin(HOLES, 1), ops.nanargmax([np.nan, np.nan])])
told([ops.cumprod(X, 0), ops.cumprod([1, 2, 3]), ops.nancumsum(HOLES, 1), ops.nancumprod(HOLES, 0), ops.nancumsum(HOLES)])

# %% averages
told([ops.average(X), ops.average(X, 0), ops.average(X, 1, np.arange(4.0, dtype="float32")), ops.average(X, weights=np.abs(X)), ops.average(N)])

# %% medians
told([ops.median(X), ops.median(X, 0), ops.median(X, 1, True), ops.median(N), ops.median(HOLES, 1), ops.nanmedian(HOLES, 1), ops.nanmedian(HOLES), ops.median(V[:3])])
each("median", X, (X, 1))

# %% quantiles
for method in ("linear", "lower", "higher", "midpoint", "nearest"):
    told([ops.quantile(X, 0.3, 1, method), ops.quantile(X, [0.1, 0.5, 0.9], method=method), ops.nanquantile(HOLES, 0.4, 0, method, True)])
told([ops.quantile(V, 0.0), ops.quantile(V, 1.0), ops.quantile(HOLES, 0.5, 1), ops.percentile(X, 30.0, 1), ops.percentile(V, [10, 50]), ops.nanpercentile(HOLES, 25, 1)])

# %% counts
told([ops.bincount([0, 1, 1, 3]), ops.bincount([0, 1, 1], [0.5, 1.0, 2.0]), ops.bincount([0, 1], minlength=4), ops.bincount(np.array([[0, 1], [2, 2]]))])
told([*ops.histogram(V, 3), *ops.histogram(V, 2, (-1.0, 1.0)), *ops.histogram(np.array([1.0, 2, 2, 5]))])
fails(ops.histogram, X)
told([ops.segment_max(V, np.array([0, 0, 1, 1, 2, 2])), ops.segment_min(V, np.array([0, 0, 1, 1, 2, 2]), 4), ops.segment_prod(V, np.array([0, 0, 1, 1, 2, 2]))])

# %% differences
told([ops.diff(V), ops.diff(X, 2), ops.diff(X, axis=0), ops.diff(B), ops.trapezoid(V), ops.trapezoid(X, axis=0), ops.trapezoid([1.0, 2.0, 3.0], [0.0, 1.0, 3.0]), ops.trapezoid(X, dx=0.5)])
near(ops.corrcoef(X))

# %% matrices
near(ops.cholesky(SYMMETRIC), ops.cholesky(SYMMETRIC, True), ops.cholesky_inverse(ops.cholesky(SYMMETRIC)), ops.det(SYMMETRIC), ops.inv(SYMMETRIC), ops.logdet(SYMMETRIC))
near(ops.eigh(SYMMETRIC)[0], ops.svd(X)[1], ops.svd(X, compute_uv=False), *ops.slogdet(SYMMETRIC), ops.pinv(X), ops.matrix_rank(X))
near(ops.solve(SYMMETRIC, X[:, :2]), ops.solve(SYMMETRIC, X[:, 0]), ops.solve_triangular(SYMMETRIC, X[:, 0]), ops.solve_triangular(SYMMETRIC, X, True), ops.lstsq(X.T, V[:4]))
q, r = ops.qr(X.T)
near(ops.matmul(q, r), ops.abs(r))
u, s, v = ops.svd(X, full_matrices=False)
near(ops.matmul(u * s, v))
print([part.shape for part in ops.svd(tf.keras.KerasTensor((3, 4)))], [part.shape for part in ops.qr(tf.keras.KerasTensor((3, 4)))])
fails(ops.qr, X, "bogus")

# %% products
told([ops.inner(V, V), ops.inner(X, X), ops.inner(2.0, 3.0), ops.vdot(X, X), ops.cross([1.0, 2, 3], [4.0, 5, 6]), ops.cross([1, 2], [3, 4]), ops.cross([1.0, 2.0], [1.0, 2.0, 3.0])])
for mode in ("valid", "same", "full"):
    told(ops.correlate(V, V[:3], mode))
near(ops.cdist(X, X[:2]))

# %% normalisations
near(ops.rms_normalization(X), ops.rms_normalization(X, np.arange(4.0), epsilon=0.1), ops.layer_normalization(X), ops.layer_normalization(X, np.ones(4), np.ones(4), epsilon=0.1))
near(ops.batch_normalization(X, X[0], X[0] ** 2, -1), ops.batch_normalization(X, X[:, 0], X[:, 0] ** 2, 0, X[:, 1], X[:, 2], 0.1))

# %% attention
q, k, v = (np.round(RANDOM.randn(1, n, 2, 3), 2).astype("float32") for n in (2, 4, 4))
near(ops.dot_product_attention(q, k, v), ops.dot_product_attention(q, k, v, mask=np.array([[[[True, False, True, True]]]])), ops.dot_product_attention(k, k, v, is_causal=True, scale=0.5))
fails(ops.dot_product_attention, X, X, X)
told([ops.space_to_depth(np.arange(16.0).reshape(1, 4, 4, 1), 2), ops.depth_to_space(np.arange(16.0).reshape(1, 2, 2, 4), 2), ops.psnr(X, X + 0.1, 2.0)])

# %% ctc
labels, logits = np.array([[1, 2], [1, 0]]), RANDOM.randn(2, 4, 3).astype("float32")
show(ops.ctc_loss(labels, logits, np.array([2, 1]), np.array([4, 3])), ops.ctc_loss(labels, logits, np.array([2, 1]), np.array([4, 4]), mask_index=0))

# %% dtypes-together
from tensorflow.keras.backend import result_type

for pair in (("int8", "uint8"), ("int32", "int64"), ("uint32", "int32"), ("bool", "int8"), ("bool", "bool"), ("int32", "float16"), ("float16", "float32"), ("int64", "float32"),
             ("float16", "bfloat16"), (int, "int8"), (float, "int8"), (float, "float16"), (int, float), (int, int), (bool, int), ("uint8", "uint16"), ("uint64", "int8"), ("float64", float)):
    print(pair, result_type(*pair))
fails(result_type)
fails(result_type, "bogus")
told([ops.add(tf.constant([1], tf.int8), tf.constant([1], tf.uint8)), ops.multiply(tf.constant([1], tf.int32), 2.5), ops.add(tf.constant([1.0], tf.float16), 1.5), ops.add(True, 1), ops.maximum(1, 2.5)])

# %% namespaces
told([ops.nn.softplus(X[0]), ops.nn.softmax(X[0]), ops.numpy.log2([8.0]), ops.linalg.det(SYMMETRIC[:2, :2])])
print(ops.numpy.median is ops.median)

# %% dtypes-of-small-numbers
VALUES = {name: np.array([[1, 0, 3], [2, 1, 0]]).astype(name) for name in ("bool", "uint8", "int8", "int16", "int32", "int64", "float16", "float64")}
for name in "sum prod max min amax amin nansum nanprod nanmax nanmin cumsum cumprod nancumsum square absolute isnan sort cbrt deg2rad mean var".split():
    print(name, *(f"{getattr(ops, name)(value).dtype.name} {np.asarray(getattr(ops, name)(value)).ravel()[-1]:.5g}" for value in VALUES.values()))
for name in "inner vdot matmul tensordot dot power fmod mod arctan2 heaviside hypot add".split():
    for first, second in (("uint8", "int8"), ("int8", "int8"), ("uint8", "bool"), ("int64", "int32"), ("float16", "float64"), ("float16", "int32")):
        a, b = VALUES[first], VALUES[second].T + (name in ("fmod", "mod"))
        a, b = (a[:2, :2], b[:2, :2]) if name not in ("matmul", "dot") else (a, b)
        found = getattr(ops, name)(*((a, b, 1) if name == "tensordot" else (a, b)))
        print(name, first, second, found.dtype.name, np.round(np.asarray(found, "float64").ravel()[:3], 2))
told([ops.sign(VALUES["uint8"]), ops.round(VALUES["int64"] * 7, -1)])
told([ops.vander(VALUES["uint8"][0]), ops.arange(np.int64(3)), ops.arange(3.0), ops.linspace(0, 5, 3, dtype="int32"), ops.linspace(np.float64(0), 1, 3)])
told([ops.nanvar([1.0, np.inf]), ops.nancumsum([1.0, np.nan, -np.inf]), ops.heaviside([np.nan, 0.0], [2.0, 3.0]), ops.matmul([1.0, 2.0], [[1.0, 2.0], [3.0, 4.0]])])
