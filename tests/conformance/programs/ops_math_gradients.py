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


# %% complex-1
slopes(lambda x, y: tf.math.real(tf.complex(x, x*2.0)), M, W)
slopes(lambda x, y: tf.abs(tf.complex(x, x*2.0)), M, W)
slopes(lambda x, y: tf.math.imag(tf.complex(x, x)*tf.complex(x, y)), M, W)
slopes(lambda x, y: tf.math.real(tf.complex(x, x*2.0)), M, W)
slopes(lambda x, y: tf.abs(tf.complex(x, x*2.0)), M, W)
slopes(lambda x, y: tf.math.imag(tf.complex(x, x)*tf.complex(x, y)), M, W)
slopes(lambda x, y: tf.math.real(tf.exp(tf.complex(x, y))), M, W)
slopes(lambda x, y: tf.math.real(tf.sqrt(tf.complex(x, y))), M, W)

# %% complex-2
slopes(lambda x, y: tf.math.real(tf.math.log(tf.complex(x, y))), M, W)
slopes(lambda x, y: tf.math.real(tf.sin(tf.complex(x, y))/tf.complex(x, x)), M, W)
slopes(lambda x, y: tf.math.real(tf.complex(x, y)**2), M, W)
slopes(lambda x, y: tf.math.real(tf.tanh(tf.complex(x, y))), M, W)
slopes(lambda x, y: tf.math.angle(tf.complex(x, y)), M, W)

# %% reductions-1
slopes(lambda x, y: tf.reduce_sum(x), M, W)
slopes(lambda x, y: tf.reduce_sum(x*x, 1), M, W)
slopes(lambda x, y: tf.reduce_sum(x*x, [0], keepdims=True), M, W)
slopes(lambda x, y: tf.reduce_mean(x*x), M, W)
slopes(lambda x, y: tf.reduce_mean(x*x, axis=-1), M, W)
slopes(lambda x, y: tf.reduce_max(x, 1), M, W)
slopes(lambda x, y: tf.reduce_min(x), M, W)
slopes(lambda x, y: tf.reduce_max(tf.round(x), 0), M, W)

# %% reductions-2
slopes(lambda x, y: tf.reduce_prod(x, 1), M, W)
slopes(lambda x, y: tf.reduce_prod(x), M, W)
slopes(lambda x, y: tf.reduce_prod(x*C([0.0, 1.0, 1.0]), 1), M, W)
slopes(lambda x, y: tf.reduce_logsumexp(x, 1), M, W)
slopes(lambda x, y: tf.reduce_logsumexp(x), M, W)
slopes(lambda x, y: tf.math.reduce_std(x, 1), M, W)
slopes(lambda x, y: tf.math.reduce_variance(x), M, W)
slopes(lambda x, y: tf.math.reduce_euclidean_norm(x, 1), M, W)

# %% reductions-3
slopes(lambda x, y: tf.argmax(x, 1), M, W)
slopes(lambda x, y: tf.math.reduce_prod(x, [0, 1]), M, W, unknown=False)
slopes(lambda x, y: tf.reduce_prod(x, [0, 2]), K, L)
slopes(lambda x, y: tf.reduce_max(x, [0, 2]), K, L)
slopes(lambda x, y: tf.reduce_mean(x, [0, 2], keepdims=True), K, L)
slopes(lambda x, y: tf.math.reduce_sum(x, axis=tf.constant([1])), M, W)

# %% norms-1
slopes(lambda x, y: tf.clip_by_value(x, -1.0, 1.0), M, W)
slopes(lambda x, y: tf.clip_by_value(x, y-1.0, y), M, W)
slopes(lambda x, y: tf.norm(x), M, W)
slopes(lambda x, y: tf.norm(x, axis=1), M, W)
slopes(lambda x, y: tf.norm(x, 1), M, W)
slopes(lambda x, y: tf.norm(x, 3, axis=0), M, W)
slopes(lambda x, y: tf.norm(x, np.inf, axis=0), M, W, unknown=False)
slopes(lambda x, y: tf.linalg.normalize(x, axis=1)[0], M, W)

# %% norms-2
slopes(lambda x, y: tf.clip_by_norm(x, 1.0), M, W)
slopes(lambda x, y: tf.norm(x, 2, axis=[1, 2]), K, L, unknown=False)
slopes(lambda x, y: tf.norm(x, "fro", axis=[1, 2]), K, L)
slopes(lambda x, y: tf.norm(x, 1, axis=[1, 2]), K, L)
slopes(lambda x, y: tf.norm(x, np.inf, axis=[1, 2]), K, L)
slopes(lambda x, y: tf.norm(x-x), V, W)
slopes(lambda x, y: tf.norm([x-x, y]), V, W)
slopes(lambda x, y: tf.clip_by_global_norm([x, y], 1.0)[0][0], V, W)

# %% cumulative
slopes(lambda x, y: tf.cumsum(x, 1), M, W)
slopes(lambda x, y: tf.cumsum(x, 0, exclusive=True, reverse=True), M, W)
slopes(lambda x, y: tf.math.cumprod(x, 1), M, W)
slopes(lambda x, y: tf.math.cumprod(x, 1, exclusive=True, reverse=True), M, W)
slopes(lambda x, y: tf.math.cumulative_logsumexp(x, 1), M, W)
slopes(lambda x, y: tf.cumsum(x, -1), K, L)

# %% segments-1
slopes(lambda x, y: tf.math.segment_sum(x, [0, 0]), M, W)
slopes(lambda x, y: tf.math.segment_mean(x, [0, 1]), M, W)
slopes(lambda x, y: tf.math.segment_max(x, [0, 0, 1]), V, W)
slopes(lambda x, y: tf.math.segment_min(x, [0, 0, 1]), V, W)
slopes(lambda x, y: tf.math.unsorted_segment_sum(x, [1, 0, 1], 2), V, W)
slopes(lambda x, y: tf.math.unsorted_segment_sum(x, [1, -1, 1], 2), V, W)
slopes(lambda x, y: tf.math.unsorted_segment_max(x, [1, 0, 1], 2), V, W)
slopes(lambda x, y: tf.math.unsorted_segment_min(x, [1, 0, 1], 2), V, W)

# %% segments-2
slopes(lambda x, y: tf.math.unsorted_segment_prod(x, [1, 0, 1], 2), V, W)
slopes(lambda x, y: tf.math.unsorted_segment_mean(x, [1, 1], 2), M, W)
slopes(lambda x, y: tf.math.unsorted_segment_sqrt_n(x, [1, 0, 1], 3), V, W)
slopes(lambda x, y: tf.math.unsorted_segment_prod(x, [1, 0, 1], 2), V, W)
slopes(lambda x, y: tf.math.unsorted_segment_sum(x[:, None]*y, [1, 0, 1], 2), V, W)
slopes(lambda x, y: tf.math.segment_sum(x[:, None]*y, [0, 0, 1]), V, W)

# %% special-1
slopes(lambda x, y: tf.math.erf(x), M, W)
slopes(lambda x, y: tf.math.erfc(x), M, W)
slopes(lambda x, y: tf.math.ndtri(x), S, T)
slopes(lambda x, y: tf.math.lgamma(x), V, W)
slopes(lambda x, y: tf.math.digamma(x), V, W)
slopes(lambda x, y: tf.math.polygamma(1.0, x), V, W)
slopes(lambda x, y: tf.math.zeta(x+1.0, y), V, W)
slopes(lambda x, y: tf.math.betainc(2.0, 3.0, x), S, T)

# %% special-2
slopes(lambda x, y: tf.math.bessel_i0(x), V, W, second=False)
slopes(lambda x, y: tf.math.bessel_i0e(x), V, W, second=False)
slopes(lambda x, y: tf.math.lbeta(x), V, W)

# %% choices-1
slopes(lambda x, y: tf.abs(x)**y, M, W)
slopes(lambda x, y: tf.maximum(x, y), M, W)
slopes(lambda x, y: tf.minimum(x, y), M, W)
slopes(lambda x, y: tf.abs(x), M, W)
slopes(lambda x, y: tf.sign(x), M, W)
slopes(lambda x, y: tf.round(x), M, W)
slopes(lambda x, y: tf.floor(x), M, W)
slopes(lambda x, y: tf.math.ceil(x), M, W)

# %% choices-2
slopes(lambda x, y: tf.cast(x, tf.float64), M, W)
slopes(lambda x, y: tf.cast(tf.cast(x, tf.float64), tf.float32)*y, M, W)
slopes(lambda x, y: tf.cast(x, tf.int32), M, W)
slopes(lambda x, y: tf.where(x>0.0, x*y, x), M, W)
slopes(lambda x, y: tf.math.floormod(x, y), M, W)
slopes(lambda x, y: tf.where(x>0.5, tf.sqrt(x-0.3), 0.0), V, W)
slopes(lambda x, y: tf.where(x>0.5, tf.math.rsqrt(x-0.3), 0.0), V, W)
slopes(lambda x, y: tf.where(x>0.5, tf.math.log(x-0.3), 0.0), V, W)

# %% choices-3
slopes(lambda x, y: tf.where(x>0.5, tf.math.reciprocal(x-0.3), 0.0), V, W)
slopes(lambda x, y: tf.where(x>0.5, y/(x-0.3), 0.0), V, W)
slopes(lambda x, y: tf.where(x>0.5, (x-0.3)**0.5, 0.0), V, W)
slopes(lambda x, y: tf.where(x>0.5, tf.math.divide_no_nan(y, x-0.3), 0.0), V, W)
slopes(lambda x, y: tf.math.softsign(x), V, W, second=False)

# %% binary-1
slopes(lambda x, y: x+y, M, W)
slopes(lambda x, y: x-y, M, W)
slopes(lambda x, y: x*y, M, W)
slopes(lambda x, y: x/y, M, W)
slopes(lambda x, y: y-x, M, W)
slopes(lambda x, y: y/x, M, W)
slopes(lambda x, y: x%y, M, W)
slopes(lambda x, y: x//y, M, W)

# %% binary-2
slopes(lambda x, y: x**y, V, W)
slopes(lambda x, y: x*y+y/x, S, T)
slopes(lambda x, y: tf.math.squared_difference(x, y), M, W)
slopes(lambda x, y: tf.math.atan2(x, y), M, W)
slopes(lambda x, y: tf.math.divide_no_nan(x, y), M, W)
slopes(lambda x, y: tf.math.multiply_no_nan(x, y), M, W)
slopes(lambda x, y: tf.math.xlogy(x, y), V, W)
slopes(lambda x, y: tf.math.xlog1py(x, y), V, W)

# %% binary-3
slopes(lambda x, y: tf.math.polyval([1.0, 2.0, 3.0], x), M, W)
slopes(lambda x, y: tf.linspace(x[0], y[0], 4), V, W)
slopes(lambda x, y: tf.scalar_mul(x[0], y), V, W)
slopes(lambda x, y: tf.truncatediv(x, y), M, W)
slopes(lambda x, y: x==y, M, W)
slopes(lambda x, y: (x-0.3)**y, V, W)
slopes(lambda x, y: tf.tanh(x*y)*tf.sigmoid(x), V, W)
slopes(lambda x, y: tf.math.xdivy(x, y), V, W, second=False)

# %% unary-1
slopes(lambda x, y: x**2, V, W)
slopes(lambda x, y: 2.0**x, V, W)
slopes(lambda x, y: x**3, S, T)
slopes(lambda x, y: -x, M, W)
slopes(lambda x, y: tf.square(x), M, W)
slopes(lambda x, y: tf.sqrt(x), V, W)
slopes(lambda x, y: tf.math.rsqrt(x), V, W)
slopes(lambda x, y: tf.math.reciprocal(x), V, W)

# %% unary-2
slopes(lambda x, y: tf.exp(x), M, W)
slopes(lambda x, y: tf.math.log(x), V, W)
slopes(lambda x, y: tf.math.log1p(x), V, W)
slopes(lambda x, y: tf.sin(x), M, W)
slopes(lambda x, y: tf.cos(x), M, W)
slopes(lambda x, y: tf.tan(x), M, W)
slopes(lambda x, y: tf.asin(x), S, T)
slopes(lambda x, y: tf.acos(x), S, T)

# %% unary-3
slopes(lambda x, y: tf.atan(x), M, W)
slopes(lambda x, y: tf.sinh(x), M, W)
slopes(lambda x, y: tf.cosh(x), M, W)
slopes(lambda x, y: tf.tanh(x), M, W)
slopes(lambda x, y: tf.asinh(x), M, W)
slopes(lambda x, y: tf.acosh(x+3.0), M, W)
slopes(lambda x, y: tf.atanh(x), S, T)
slopes(lambda x, y: tf.sigmoid(x), M, W)

# %% unary-4
slopes(lambda x, y: tf.math.softplus(x), M, W)
slopes(lambda x, y: tf.math.log_sigmoid(x), M, W)
slopes(lambda x, y: tf.add_n([x, x*2.0]), M, W)
slopes(lambda x, y: x*1, M, W)
slopes(lambda x, y: 2*x-1, M, W)
slopes(lambda x, y: (x>0.0) & (x<1.0), M, W)
slopes(lambda x, y: (x-0.3)**2, V, W)
