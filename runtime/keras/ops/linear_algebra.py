"""Functions of `keras.ops` on matrices and vectors."""

from __future__ import annotations

import runtime as tf
from runtime.keras.ops.making import as_float, binary, by_floats, promoted, unary
from runtime.keras.ops.operation import operation
from runtime.keras.symbolic import as_tensor

det = unary("Det", tf.linalg.det, "linalg")
inv = unary("Inv", tf.linalg.inv, "linalg")
logdet = unary("Logdet", tf.linalg.logdet, "math")


def _of_matrix(x):
    x = as_float(x)
    if x.shape.rank < 2:
        raise ValueError(f"Expected input to have rank >= 2. Received input with shape {tuple(x.shape)}.")
    return x


@operation("Cholesky", 1, "linalg")
def cholesky(x, upper=False):
    found = tf.linalg.cholesky(_of_matrix(x))
    return tf.linalg.matrix_transpose(found) if upper else found


@operation("CholeskyInverse", 1, "linalg")
def cholesky_inverse(x, upper=False):
    x = _of_matrix(x)
    lower = tf.linalg.matrix_transpose(x) if upper else x
    return tf.linalg.cholesky_solve(lower, tf.eye(x.shape[-1], dtype=x.dtype))


@operation("Eigh", 1, "linalg")
def eigh(x):
    return tuple(tf.linalg.eigh(_of_matrix(x)))


@operation("Eig", 1, "linalg")
def eig(x):
    return tuple(tf.linalg.eig(_of_matrix(x)))


@operation("Qr", 1, "linalg")
def qr(x, mode="reduced"):
    if mode not in ("reduced", "complete"):
        raise ValueError(f"`mode` argument value not supported. Expected one of {{'reduced', 'complete'}}. Received: mode={mode}")
    return tuple(tf.linalg.qr(_of_matrix(x), full_matrices=mode == "complete"))


@operation("SVD", 1, "linalg")
def svd(x, full_matrices=True, compute_uv=True):
    if not compute_uv:
        return tf.linalg.svd(_of_matrix(x), full_matrices, compute_uv=False)
    s, u, v = tf.linalg.svd(_of_matrix(x), full_matrices)
    return u, s, tf.linalg.adjoint(v)


@operation("Solve", 2, "linalg")
def solve(a, b):
    a, b = map(as_float, promoted(a, b))
    if b.shape.rank == a.shape.rank - 1:
        return tf.linalg.solve(a, tf.expand_dims(b, -1))[..., 0]
    return tf.linalg.solve(a, b)


@operation("SolveTriangular", 2, "linalg")
def solve_triangular(a, b, lower=False):
    a, b = map(as_float, promoted(a, b))
    if b.shape.rank == a.shape.rank - 1:
        return tf.linalg.triangular_solve(a, tf.expand_dims(b, -1), lower=lower)[..., 0]
    return tf.linalg.triangular_solve(a, b, lower=lower)


@operation("Slogdet", 1)
def slogdet(x):
    return tuple(tf.linalg.slogdet(as_float(x)))


@operation("Pinv", 1, "linalg")
def pinv(x, rcond=None):
    return tf.linalg.pinv(_of_matrix(x), rcond)


@operation("MatrixRank", 1, "linalg")
def matrix_rank(x, tol=None):
    return tf.linalg.matrix_rank(_of_matrix(x), tol)


@operation("Lstsq", 2, "linalg")
def lstsq(a, b, rcond=None):
    a, b = map(as_float, promoted(a, b))
    column = b.shape.rank == 1
    b = tf.expand_dims(b, -1) if column else b
    u, s, vt = svd(a, full_matrices=False)
    rcond = a.dtype.as_numpy_dtype(2) ** -23 * max(a.shape) if rcond is None else rcond
    kept = tf.logical_and(s >= rcond * s[0], s > 0)
    inverse = tf.where(kept, 1 / tf.where(kept, s, tf.ones_like(s)), tf.zeros_like(s))
    found = tf.matmul(vt, inverse[:, tf.newaxis] * tf.matmul(u, b, adjoint_a=True), adjoint_a=True)
    return found[:, 0] if column else found


def _inner(a, b):
    if not a.shape.rank or not b.shape.rank:
        return a * b
    return tf.tensordot(a, b, [[-1], [-1]])


inner = binary("Inner", by_floats(_inner))
vdot = binary("Vdot", by_floats(lambda a, b: tf.tensordot(tf.reshape(a, [-1]), tf.reshape(b, [-1]), 1)))


@operation("Cross", 2)
def cross(x1, x2, axisa=-1, axisb=-1, axisc=-1, axis=None):
    x1, x2 = promoted(x1, x2)
    axisa, axisb, axisc = (axis,) * 3 if axis is not None else (axisa, axisb, axisc)
    first, second = ([part for part in tf.unstack(x, axis=at)] for x, at in ((x1, axisa), (x2, axisb)))
    if len(first) not in (2, 3) or len(second) not in (2, 3):
        raise ValueError(f"`x1`'s dim on `axis={axisa}` must be either 2 or 3, but received: {len(first)}"
                         if len(first) not in (2, 3) else
                         f"`x2`'s dim on `axis={axisb}` must be either 2 or 3, but received: {len(second)}")
    if len(first) == len(second) == 2:
        return first[0] * second[1] - first[1] * second[0]
    (a, b, c), (d, e, f) = (parts if len(parts) == 3 else [*parts, tf.zeros_like(parts[0])] for parts in (first, second))
    return tf.stack([b * f - c * e, c * d - a * f, a * e - b * d], axisc)


@operation("Correlate", 2)
def correlate(x1, x2, mode="valid"):
    x1, x2 = map(as_float, promoted(x1, x2))
    if x1.shape.rank != 1 or x2.shape.rank != 1:
        raise ValueError("`x1` and `x2` must be 1-dimensional. Received: "
                         f"x1.shape={x1.shape}, x2.shape={x2.shape}")
    m, n = x1.shape[0], x2.shape[0]
    padding = {"full": (n - 1, n - 1), "same": (n // 2, (n - 1) // 2), "valid": (0, 0)}[mode]
    padded = tf.pad(x1, [padding])
    windows = tf.gather(padded, tf.range(m + sum(padding) - n + 1)[:, tf.newaxis] + tf.range(n))
    return tf.linalg.matvec(windows, x2)


def cdist(x, y):
    """The distance of each row of `x` from each of `y`."""
    x, y = map(as_float, promoted(x, y))
    return tf.sqrt(tf.reduce_sum(tf.square(tf.expand_dims(x, -2) - tf.expand_dims(y, -3)), -1))


def rms_normalization(x, scale=None, axis=-1, epsilon=None):
    """`x` over the root of its mean square, times `scale`."""
    x = as_tensor(x)
    wide = tf.cast(x, tf.float32) if x.dtype.size < 4 else x
    found = wide * tf.math.rsqrt(tf.reduce_mean(tf.square(wide), axis, keepdims=True) + (1e-7 if epsilon is None else epsilon))
    return tf.cast(found if scale is None else found * tf.cast(scale, found.dtype), x.dtype)


def layer_normalization(x, gamma=None, beta=None, axis=-1, epsilon=None):
    """`x` without its mean, over its deviation, times `gamma`, plus `beta`."""
    x = as_tensor(x)
    wide = tf.cast(x, tf.float32) if x.dtype.size < 4 else x
    axes = [a % wide.shape.rank for a in ([axis] if isinstance(axis, int) else axis)]
    mean, variance = tf.nn.moments(wide, axes, keepdims=True)
    shape = [wide.shape[a] if a in axes else 1 for a in range(wide.shape.rank)]
    beta, gamma = (None if part is None else tf.reshape(tf.cast(part, wide.dtype), shape) for part in (beta, gamma))
    return tf.cast(tf.nn.batch_normalization(wide, mean, variance, beta, gamma, 1e-7 if epsilon is None else epsilon), x.dtype)


def batch_normalization(x, mean, variance, axis, offset=None, scale=None, epsilon=1e-3):
    """`x` without `mean`, over the root of `variance`, both along `axis`."""
    x = as_tensor(x)
    shape = [1] * x.shape.rank
    shape[axis] = -1
    mean, variance, offset, scale = (None if part is None else tf.reshape(part, shape) for part in (mean, variance, offset, scale))
    return tf.nn.batch_normalization(x, mean, variance, offset, scale, epsilon)


def dot_product_attention(query, key, value, bias=None, mask=None, scale=None, is_causal=False, flash_attention=None,
                          attn_logits_soft_cap=None):
    """Attention of queries (batch, T, heads, size) over keys and values (batch, S, heads, size)."""
    if flash_attention:
        raise ValueError("Flash attention is not supported in tensorflow backend.")
    query, key, value = promoted(query, key, value)
    if query.shape.rank != 4:
        raise ValueError("`dot_product_attention` only supports 4D inputs. Received: "
                         f"query.shape={query.shape}, key.shape={key.shape}, value.shape={value.shape}.")
    dtype = query.dtype if query.dtype.size >= 4 else tf.float32
    scale = 1.0 / tf.sqrt(tf.cast(tf.shape(key)[-1], dtype)) if scale is None else scale
    scores = tf.cast(tf.einsum("btnh,bsnh->bnts", query, key), dtype) * tf.cast(scale, dtype)
    if bias is not None:
        scores = scores + tf.cast(bias, dtype)
    if is_causal:
        steps, places = tf.shape(scores)[2], tf.shape(scores)[3]
        causal = tf.range(places) <= tf.range(steps)[:, tf.newaxis]
        mask = causal if mask is None else tf.logical_and(mask, causal)
    if mask is not None:
        scores = tf.where(mask, scores, tf.cast(-0.7 * 3.38953e38, dtype))
    return tf.einsum("bnts,bsnh->btnh", tf.cast(tf.nn.softmax(scores), key.dtype), value)


@operation("SpaceToDepth", 1, "nn")
def space_to_depth(x, block_size, data_format="channels_last"):
    return tf.nn.space_to_depth(x, block_size)


@operation("DepthToSpace", 1, "nn")
def depth_to_space(x, block_size, data_format="channels_last"):
    return tf.nn.depth_to_space(x, block_size)


@operation("PSNR", 2, "nn")
def psnr(x1, x2, max_val):
    x1, x2 = map(as_float, promoted(x1, x2))
    return 20 * tf.math.log(tf.cast(max_val, x1.dtype)) / tf.math.log(tf.cast(10.0, x1.dtype)) - 10 * tf.math.log(
        tf.reduce_mean(tf.square(x1 - x2))) / tf.math.log(tf.cast(10.0, x1.dtype))
