"""Functions of `keras.ops` that make, cut, join and reorder tensors."""

from __future__ import annotations

import numpy as np

import runtime as tf
from runtime.keras.ops.functions import moveaxis, split
from runtime.keras.ops.making import as_float, promoted
from runtime.keras.ops.operation import operation
from runtime.keras.symbolic import as_tensor
from runtime.keras.variable import standardize_dtype


@operation("Array", 1)
def array(x, dtype=None):
    x = as_tensor(x)
    return x if dtype is None else tf.cast(x, standardize_dtype(dtype))


@operation("EmptyLike", 1)
def empty_like(x, dtype=None):
    return tf.zeros_like(x, dtype)


@operation("Append", 2)
def append(x1, x2, axis=None):
    x1, x2 = promoted(x1, x2)
    if axis is None:
        x1, x2, axis = tf.reshape(x1, [-1]), tf.reshape(x2, [-1]), 0
    return tf.concat([x1, x2], axis)


def _at_least(x, rank):
    x = as_tensor(x)
    if x.shape.rank == 0:
        x = tf.reshape(x, [1])
    if rank > 1 and x.shape.rank == 1:
        x = tf.expand_dims(x, 0)
    return tf.expand_dims(x, -1) if rank > 2 and x.shape.rank == 2 else x


@operation("Vstack", 1)
def vstack(xs):
    return tf.concat(promoted(*(_at_least(x, 1) for x in xs)), 0)  # vectors end to end, as Keras has it with TensorFlow


@operation("Hstack", 1)
def hstack(xs):
    xs = promoted(*(_at_least(x, 1) for x in xs))
    return tf.concat(xs, 0 if xs[0].shape.rank == 1 else 1)


@operation("Dstack", 1)
def dstack(xs):
    return tf.concat(promoted(*(_at_least(x, 3) for x in xs)), 2)


def vsplit(x, indices_or_sections):
    """`split` along the first axis."""
    return split(x, indices_or_sections, axis=0)


def hsplit(x, indices_or_sections):
    """`split` along the second axis, or the only one."""
    return split(x, indices_or_sections, axis=0 if len(x.shape) == 1 else 1)


def dsplit(x, indices_or_sections):
    """`split` along the third axis."""
    return split(x, indices_or_sections, axis=2)


@operation("ArraySplit", 1)
def array_split(x, indices_or_sections, axis=0):
    x = as_tensor(x)
    if not isinstance(indices_or_sections, int):
        raise TypeError(f"Argument `indices_or_sections` must be of type `int`. Received: indices_or_sections={indices_or_sections}")
    each, longer = divmod(x.shape[axis], indices_or_sections)
    return tf.split(x, [each + 1] * longer + [each] * (indices_or_sections - longer), axis)


@operation("Fliplr", 1)
def fliplr(x):
    return tf.reverse(x, [1])


@operation("Flipud", 1)
def flipud(x):
    return tf.reverse(x, [0])


@operation("Rot90", 1)
def rot90(array, k=1, axes=(0, 1)):
    array = as_tensor(array)
    if len(axes) != 2 or axes[0] == axes[1]:
        raise ValueError(f"Invalid axes: {axes}. Axes must be a tuple of two different dimensions.")
    k %= 4
    if k == 0:
        return array
    turned = [axis % array.shape.rank for axis in axes]
    order = [axis for axis in range(array.shape.rank) if axis not in turned] + turned
    flat = tf.transpose(array, order)
    shape = tf.shape(flat) if k == 2 else tf.shape(tf.linalg.matrix_transpose(flat))
    found = tf.linalg.matrix_transpose(tf.reverse(flat, [len(order) - 1]))
    if k > 1:
        found = tf.reshape(found, shape)  # with k=2 no turn of a matrix that is not square, but what Keras gives
        for _ in range(k - 1):
            found = tf.linalg.matrix_transpose(tf.reverse(found, [len(order) - 1]))
    found = tf.reshape(found, shape)
    return tf.transpose(found, [order.index(axis) for axis in range(len(order))])


@operation("Diagonal", 1)
def diagonal(x, offset=0, axis1=0, axis2=1):
    x = moveaxis(as_tensor(x), (axis1, axis2), (-2, -1))
    return tf.linalg.diag_part(x, k=offset)


@operation("Trace", 1)
def trace(x, offset=0, axis1=0, axis2=1):
    found = diagonal(x, offset, axis1, axis2)
    if found.dtype.is_integer and found.dtype.size < 4 or found.dtype is tf.bool:
        found = tf.cast(found, tf.uint32 if found.dtype.is_unsigned else tf.int32)
    return tf.reduce_sum(found, -1)


@operation("Diag", 1)
def diag(x, k=0):
    x = as_tensor(x)
    if x.shape.rank not in (1, 2):
        raise ValueError(f"`x` must be 1d or 2d. Received: x.shape={x.shape}")
    return tf.linalg.diag(x, k=k) if x.shape.rank == 1 else tf.linalg.diag_part(x, k=k)


@operation("Diagflat", 1)
def diagflat(x, k=0):
    return tf.linalg.diag(tf.reshape(x, [-1]), k=k)


def tri(N, M=None, k=0, dtype=None):  # noqa: N803 - Keras's names
    """Ones at and below a diagonal."""
    return tf.constant(np.tri(N, M, k), standardize_dtype(dtype))


@operation("Vander", 1)
def vander(x, N=None, increasing=False):  # noqa: N803 - Keras's name
    x = as_tensor(x)
    powers = tf.range(x.shape[0] if N is None else N)
    powers = powers if increasing else tf.reverse(powers, [0])
    base = tf.expand_dims(as_float(x), -1)
    return tf.cast(tf.pow(base, tf.cast(powers, base.dtype)), x.dtype)


def logspace(start, stop, num=50, endpoint=True, base=10, dtype=None, axis=0):
    """Powers of `base` with exponents evenly apart."""
    exponents = np.linspace(start, stop, num, endpoint, axis=axis)
    return tf.constant(np.power(float(base), exponents), standardize_dtype(dtype))


def geomspace(start, stop, num=50, endpoint=True, dtype=None, axis=0):
    """Numbers each the same multiple of the one before."""
    return tf.constant(np.geomspace(start, stop, num, endpoint, axis=axis), standardize_dtype(dtype))


def _window(function):
    def window(x):
        return tf.numpy_function(lambda size: function(int(size)).astype("float32"), [tf.cast(x, tf.int32)], tf.float32)
    return window


bartlett, blackman, hamming, hanning = map(_window, (np.bartlett, np.blackman, np.hamming, np.hanning))


def kaiser(x, beta):
    """Kaiser's window of `x` samples."""
    return tf.constant(np.kaiser(int(x), float(beta)), tf.float32)


@operation("Nonzero", 1)
def nonzero(x):
    return tuple(tf.cast(places, tf.int32) for places in tf.unstack(tf.where(tf.cast(x, tf.bool)), axis=1))


@operation("UnravelIndex", 1)
def unravel_index(indices, shape):
    indices = as_tensor(indices)
    found, left = [], indices
    for size in reversed(shape):
        found.append(left % size)
        left = left // size
    return tuple(reversed(found))


@operation("Select", 2)
def select(condlist, choicelist, default=0):
    *choices, default = promoted(*choicelist, default)
    for condition, choice in reversed(list(zip(condlist, choices))):
        default = tf.where(condition, choice, default)
    return default


def searchsorted(sorted_sequence, values, side="left"):
    """Where each value would be inserted. Raises ValueError for a sequence of another rank than 1."""
    sorted_sequence = as_tensor(sorted_sequence)
    if sorted_sequence.shape.rank != 1:
        raise ValueError("`searchsorted` only supports 1-D sorted sequences. You can use `keras.ops.vectorized_map` to extend it to N-D "
                         f"sequences. Received: sorted_sequence.shape={sorted_sequence.shape}")
    values = tf.cast(as_tensor(values), sorted_sequence.dtype)
    return tf.reshape(tf.searchsorted(sorted_sequence, tf.reshape(values, [-1]), side), tf.shape(values))


@operation("Digitize", 1)
def digitize(x, bins):
    x = as_tensor(x)
    bins = tf.cast(bins, x.dtype) if x.dtype.is_floating else as_float(bins)
    return searchsorted(bins, tf.cast(x, bins.dtype), "right")


def isin(x1, x2, assume_unique=False, invert=False):
    """Whether each element is among those of `x2`."""
    x1, x2 = promoted(x1, x2)
    found = tf.reduce_any(tf.equal(tf.expand_dims(x1, -1), tf.reshape(x2, [-1])), -1)
    return tf.logical_not(found) if invert else found


@operation("View", 1)
def view(x, dtype=None):
    x = as_tensor(x)
    if dtype is None:
        return x
    dtype = tf.as_dtype(standardize_dtype(dtype))
    if dtype.size > x.dtype.size:
        ratio = dtype.size // x.dtype.size
        return tf.bitcast(tf.reshape(x, [*x.shape[:-1], x.shape[-1] // ratio, ratio]), dtype)
    found = tf.bitcast(x, dtype)
    return found if dtype.size == x.dtype.size else tf.reshape(found, [*x.shape[:-1], -1])


@operation("Kron", 2)
def kron(x1, x2):
    x1, x2 = promoted(x1, x2)
    rank = max(x1.shape.rank, x2.shape.rank)
    a, b = ([1] * (rank - x.shape.rank) + list(x.shape) for x in (x1, x2))
    product = tf.reshape(x1, [size for n in a for size in (n, 1)]) * tf.reshape(x2, [size for n in b for size in (1, n)])
    return tf.reshape(product, [m * n for m, n in zip(a, b)])


@operation("MultiHot", 1, "nn")
def multi_hot(inputs, num_classes=None, axis=-1, dtype=None):
    inputs = as_tensor(inputs)
    over = 1 if inputs.shape.rank > 1 else 0
    return tf.reduce_max(tf.one_hot(tf.cast(inputs, tf.int64), num_classes, axis=axis, dtype=standardize_dtype(dtype)), over)


def dtype(x):
    """The name of the dtype of a tensor."""
    return standardize_dtype(x.dtype)
