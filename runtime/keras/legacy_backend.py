"""The functions of `keras.backend` from before Keras 3, which `tf.keras.backend` still serves."""

from __future__ import annotations

import builtins
import itertools
import math

import numpy as np

import runtime as tf
from runtime.core.context import init_scope

_FLOATX, _EPSILON = "float32", 1e-7




def _one(target):
    return lambda x: target(x)


def _two(target):
    return lambda x, y: target(x, y)


def _reduction(target):
    return lambda x, axis=None, keepdims=False: target(x, axis, keepdims)


def _of_floats(target):
    return lambda x, axis=None, keepdims=False: target(tf.cast(x, _FLOATX) if x.dtype == tf.bool else x, axis=axis, keepdims=keepdims)


def _of_truths(target):
    return lambda x, axis=None, keepdims=False: target(tf.cast(x, tf.bool), axis, keepdims)


abs, cos, exp, log, round, sign, sin, square, tanh, sigmoid, shape, transpose = map(_one, (
    tf.abs, tf.cos, tf.exp, tf.math.log, tf.round, tf.sign, tf.sin, tf.square, tf.tanh, tf.sigmoid, tf.shape, tf.transpose))
softplus, softsign = _one(tf.math.softplus), _one(tf.math.softsign)
equal, greater, greater_equal, less, less_equal, maximum, minimum, not_equal = map(_two, (
    tf.equal, tf.greater, tf.greater_equal, tf.less, tf.less_equal, tf.maximum, tf.minimum, tf.not_equal))
max, min, prod, sum = map(_reduction, (tf.reduce_max, tf.reduce_min, tf.reduce_prod, tf.reduce_sum))
mean, std, var = map(_of_floats, (tf.reduce_mean, tf.math.reduce_std, tf.math.reduce_variance))
all, any = map(_of_truths, (tf.reduce_all, tf.reduce_any))


def argmax(x, axis=-1):
    return tf.argmax(x, axis)


def argmin(x, axis=-1):
    return tf.argmin(x, axis)


def arange(start, stop=None, step=1, dtype="int32"):
    """Numbers from `start` on; below `start` if it is all that is given, and none if that is negative."""
    if stop is None and start < 0:
        start = 0
    numbers = tf.range(start, limit=stop, delta=step, name="arange")
    return numbers if dtype == "int32" else tf.cast(numbers, dtype)


def cast(x, dtype):
    return tf.cast(x, dtype)


def cast_to_floatx(x):
    """As float32: a tensor of a tensor, an array of anything else."""
    return tf.cast(x, _FLOATX) if isinstance(x, (tf.Tensor, tf.Variable, tf.SparseTensor)) else np.asarray(x, _FLOATX)


def clip(x, min_value, max_value):
    if isinstance(min_value, (int, float)) and isinstance(max_value, (int, float)):
        max_value = builtins.max(min_value, max_value)
    return tf.clip_by_value(x, -np.inf if min_value is None else min_value, np.inf if max_value is None else max_value)


def is_sparse(tensor):
    return isinstance(tensor, tf.SparseTensor)


def to_dense(tensor):
    return tf.sparse.to_dense(tensor) if is_sparse(tensor) else tensor


def concatenate(tensors, axis=-1):
    if axis < 0:
        rank = ndim(tensors[0])
        axis = axis % rank if rank else 0
    return tf.concat([to_dense(tensor) for tensor in tensors], axis)


def constant(value, dtype=None, shape=None, name=None):
    return tf.constant(value, dtype=dtype or _FLOATX, shape=shape, name=name or "Const")


def count_params(x):
    """How many elements there are."""
    return math.prod(x.shape.as_list())


def cumsum(x, axis=0):
    return tf.cumsum(x, axis=axis)


def cumprod(x, axis=0):
    return tf.math.cumprod(x, axis=axis)


def ndim(x):
    return x.shape.rank


def dtype(x):
    """The name of the dtype."""
    return x.dtype if isinstance(x.dtype, str) else x.dtype.name


def int_shape(x):
    """The static shape as a tuple, None if not even the rank is known."""
    try:
        return x.shape if isinstance(x.shape, tuple) else tuple(x.shape.as_list())
    except ValueError:
        return None


def dot(x, y):
    """The product of matrices; of more dimensions, along the last of `x` and the second to last of `y`."""
    if ndim(x) is None or ndim(x) <= 2 and ndim(y) <= 2:
        return tf.sparse.sparse_dense_matmul(x, y) if is_sparse(x) else tf.matmul(x, y)
    x_sizes, y_sizes = (tuple(known if known is not None else size for known, size in zip(value.shape, tf.unstack(tf.shape(value))))
                        for value in (x, y))
    order = list(range(ndim(y)))
    order = [order.pop(-2), *order]
    product = tf.matmul(tf.reshape(x, [-1, x_sizes[-1]]), tf.reshape(tf.transpose(y, perm=order), [y_sizes[-2], -1]))
    return tf.reshape(product, x_sizes[:-1] + y_sizes[:-2] + y_sizes[-1:])


def batch_flatten(x):
    return tf.reshape(x, tf.stack([-1, tf.reduce_prod(tf.shape(x)[1:])]))


def bias_add(x, bias, data_format=None):
    """Adds a bias of one dimension, or of all but the first of `x`. Raises ValueError for another rank."""
    if data_format not in (None, "channels_first", "channels_last"):
        raise ValueError(f"Unknown data_format: {data_format}")
    rank = len(bias.shape)
    if rank not in (1, ndim(x) - 1):
        raise ValueError(f"Unexpected bias dimensions {rank}. Expected it to be 1 or {ndim(x) - 1} dimensions")
    if rank == 1:
        return tf.nn.bias_add(x, bias, data_format="NCHW" if data_format == "channels_first" else "NHWC")
    sizes = tuple(bias.shape)
    return x + tf.reshape(bias, (1, sizes[-1], *sizes[:-1]) if data_format == "channels_first" else (1, *sizes))


def _within(output):
    epsilon = tf.convert_to_tensor(_EPSILON, output.dtype)
    return tf.clip_by_value(output, epsilon, 1.0 - epsilon)


def binary_crossentropy(target, output, from_logits=False):
    target, output = tf.convert_to_tensor(target), tf.convert_to_tensor(output)
    if from_logits:
        return tf.nn.sigmoid_cross_entropy_with_logits(labels=target, logits=output)
    output = _within(output)
    return -(target * tf.math.log(output + _EPSILON) + (1 - target) * tf.math.log(1 - output + _EPSILON))


def categorical_crossentropy(target, output, from_logits=False, axis=-1):
    target, output = tf.convert_to_tensor(target), tf.convert_to_tensor(output)
    target.shape.assert_is_compatible_with(output.shape)
    if from_logits:
        return tf.nn.softmax_cross_entropy_with_logits(labels=target, logits=output, axis=axis)
    output = _within(output / tf.reduce_sum(output, axis, True))
    return -tf.reduce_sum(target * tf.math.log(output), axis)


def sparse_categorical_crossentropy(target, output, from_logits=False, axis=-1, ignore_class=None):
    if ignore_class is not None or axis not in (-1, tf.convert_to_tensor(output).shape.rank - 1):
        raise NotImplementedError("tf.keras.backend.sparse_categorical_crossentropy: the runtime takes no `ignore_class`, and classes in the last axis")
    target, output = tf.cast(tf.convert_to_tensor(target), tf.int64), tf.convert_to_tensor(output)
    if not from_logits:
        output = tf.math.log(_within(output))
    sizes = tf.shape(output)
    flat = target.shape.rank != output.shape.rank - 1
    if flat:
        target, output, rank = tf.reshape(target, [-1]), tf.reshape(output, [-1, sizes[-1]]), output.shape.rank
    losses = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=target, logits=output)
    return tf.reshape(losses, sizes[:-1]) if flat and rank >= 3 else losses


def _seed(seed):
    return np.random.randint(10000000.0) if seed is None else seed


def dropout(x, level, noise_shape=None, seed=None):
    return tf.nn.dropout(x, rate=level, noise_shape=noise_shape, seed=_seed(seed))


def random_normal(shape, mean=0.0, stddev=1.0, dtype=None, seed=None):
    return tf.random.normal(shape, mean, stddev, dtype or _FLOATX, _seed(seed))


def random_uniform(shape, minval=0.0, maxval=1.0, dtype=None, seed=None):
    return tf.random.uniform(shape, minval, maxval, dtype or _FLOATX, _seed(seed))


def truncated_normal(shape, mean=0.0, stddev=1.0, dtype=None, seed=None):
    return tf.random.truncated_normal(shape, mean, stddev, dtype or _FLOATX, _seed(seed))


def random_bernoulli(shape, p=0.0, dtype=None, seed=None):
    dtype = dtype or _FLOATX
    return tf.where(tf.random.uniform(shape, dtype=dtype, seed=_seed(seed)) <= p, tf.ones(shape, dtype), tf.zeros(shape, dtype))


def elu(x, alpha=1.0):
    found = tf.nn.elu(x)
    return found if alpha == 1 else tf.where(x > 0, found, alpha * found)


def hard_sigmoid(x):
    return tf.clip_by_value(x * tf.convert_to_tensor(0.2, x.dtype) + tf.convert_to_tensor(0.5, x.dtype), 0.0, 1.0)


def relu(x, alpha=0.0, max_value=None, threshold=0.0):
    """The rectifier, with a slope `alpha` below the threshold and an upper bound."""
    if alpha != 0.0:
        if max_value is None and threshold == 0:
            return tf.nn.leaky_relu(x, alpha=alpha)
        below = tf.nn.relu(-x + threshold) if threshold != 0 else tf.nn.relu(-x)
    if threshold != 0:
        x = x * tf.cast(tf.greater(x, threshold), x.dtype)
    else:
        x = tf.nn.relu6(x) if max_value == 6 else tf.nn.relu(x)
    if max_value is not None and (max_value != 6 or threshold != 0):
        x = tf.clip_by_value(x, tf.convert_to_tensor(0, x.dtype), tf.convert_to_tensor(max_value, x.dtype))
    return x - tf.convert_to_tensor(alpha, x.dtype) * below if alpha != 0.0 else x


def softmax(x, axis=-1):
    if x.shape.rank <= 1:
        raise ValueError(f"Cannot apply softmax to a tensor that is 1D. Received input: {x}")
    if isinstance(axis, int):
        return tf.nn.softmax(x, axis=axis)
    numerator = tf.exp(x - tf.reduce_max(x, axis=axis, keepdims=True))
    return numerator / tf.reduce_sum(numerator, axis=axis, keepdims=True)


def sqrt(x):
    """The root, of zero where `x` is negative."""
    return tf.sqrt(tf.maximum(x, tf.convert_to_tensor(0.0, x.dtype)))


def pow(x, a):
    return tf.pow(x, a)


def l2_normalize(x, axis=None):
    return tf.math.l2_normalize(x, axis=axis)


def expand_dims(x, axis=-1):
    return tf.expand_dims(x, axis)


def squeeze(x, axis):
    return tf.squeeze(x, [axis])


def flatten(x):
    return tf.reshape(x, [-1])


def gather(reference, indices):
    return tf.gather(reference, indices)


def one_hot(indices, num_classes):
    return tf.one_hot(indices, depth=num_classes, axis=-1)


def permute_dimensions(x, pattern):
    return tf.transpose(x, perm=pattern)


def reshape(x, shape):
    return tf.reshape(x, shape)


def repeat(x, n):
    """Each row `n` times, along a new second dimension. Raises ValueError for what is no matrix."""
    if ndim(x) != 2:
        raise ValueError(f"Expected input `x` to have rank 2. Received: rank(x)={ndim(x)}")
    return tf.tile(tf.expand_dims(x, 1), tf.stack([1, n, 1]))


def repeat_elements(x, rep, axis):
    return tf.repeat(x, rep, axis)


def reverse(x, axes):
    return tf.reverse(x, [axes] if isinstance(axes, int) else axes)


def stack(x, axis=0):
    return tf.stack(x, axis=axis)


def tile(x, n):
    return tf.tile(x, [n] if isinstance(n, int) else n)


def stop_gradient(variables):
    return map(tf.stop_gradient, variables) if isinstance(variables, (list, tuple)) else tf.stop_gradient(variables)


def switch(condition, then_expression, else_expression):
    """One of two values, or of two functions' results; elementwise for a condition that is no scalar."""
    condition = condition if condition.dtype == tf.bool else tf.cast(condition, tf.bool)
    if not ndim(condition):
        return tf.cond(condition, *(one if callable(one) else lambda one=one: one for one in (then_expression, else_expression)))
    then_expression, else_expression = (one() if callable(one) else one for one in (then_expression, else_expression))
    missing = ndim(then_expression) - ndim(condition)
    if missing < 0:
        raise ValueError("Rank of `condition` should be less than or equal to rank of `then_expression` and `else_expression`. "
                         f"ndim(condition)={ndim(condition)}, ndim(then_expression)={ndim(then_expression)}")
    if ndim(condition) > 1:
        condition = tf.reshape(condition, tf.concat([tf.shape(condition), [1] * missing], 0))
    return tf.where(condition, then_expression, else_expression)


def temporal_padding(x, padding=(1, 1)):
    return tf.pad(x, [[0, 0], [padding[0], padding[1]], [0, 0]])


def name_scope(name):
    return tf.name_scope(name)


# -- Variables ---------------------------------------------------------------------------------------------------------

def variable(value, dtype=None, name=None, constraint=None):
    return tf.Variable(value, dtype=tf.as_dtype(dtype or _FLOATX), name=name, constraint=constraint)


def _filled(fill):
    def function(shape, dtype=None, name=None):
        with init_scope():
            value = fill(shape, tf.as_dtype(dtype or _FLOATX), name=name)
            return variable(value, dtype, name) if builtins.all(value.shape.as_list()) else value
    return function


zeros, ones = _filled(tf.zeros), _filled(tf.ones)


def zeros_like(x, dtype=None, name=None):
    return tf.zeros_like(x, dtype=dtype, name=name)


def ones_like(x, dtype=None, name=None):
    return tf.ones_like(x, dtype=dtype, name=name)


def eye(size, dtype=None, name=None):
    return variable(tf.eye(size, dtype=tf.as_dtype(dtype or _FLOATX)), dtype, name)


def get_value(x):
    """The value as an array; what is no tensor as it is."""
    if not tf.is_tensor(x):
        return x
    if tf.executing_eagerly():
        return x.numpy()
    with init_scope():
        return x.numpy()


def eval(x):
    return get_value(to_dense(x))


def set_value(x, value):
    x.assign(np.asarray(value, dtype=dtype(x)))


def batch_get_value(tensors):
    return [tensor.numpy() for tensor in tensors]


def batch_set_value(tuples):
    for x, value in tuples:
        set_value(x, value)


def update(x, new_x):
    return x.assign(new_x)


def update_add(x, increment):
    return x.assign_add(increment)


def update_sub(x, decrement):
    return x.assign_sub(decrement)


def moving_average_update(x, value, momentum):
    """Moves a Variable towards a value."""
    return x.assign_sub((x - tf.cast(value, x.dtype)) * (1 - tf.cast(momentum, x.dtype)))


def batch_dot(x, y, axes=None):
    """Products of the entries of two batches, along one axis of each.

    Raises:
        ValueError: axes that are not there, or do not fit.
    """
    ranks = x_rank, y_rank = ndim(x), ndim(y)
    if builtins.min(ranks) < 2:
        raise ValueError(f"Cannot do batch_dot on inputs with rank < 2. Received inputs with tf.shapes {x.shape} and {y.shape}.")
    if None not in (x.shape[0], y.shape[0]) and x.shape[0] != y.shape[0]:
        raise ValueError(f"Cannot do batch_dot on inputs with different batch sizes. Received inputs with tf.shapes {x.shape} and {y.shape}.")
    if axes is None:
        axes = [x_rank - 1, y_rank - 1 if y_rank == 2 else y_rank - 2]
    axes = [axes, axes] if isinstance(axes, int) else axes
    if builtins.any(isinstance(axis, (list, tuple)) for axis in axes):
        raise ValueError(f"Multiple target dimensions are not supported. Expected: None, int, (int, int), Provided: {axes}")
    axes = [axis + rank if axis < 0 else axis for axis, rank in zip(axes, ranks)]
    if 0 in axes:
        raise ValueError("Cannot perform batch_dot over axis 0. If your inputs are not batched, add a dummy batch dimension to your inputs using "
                         "K.expand_dims(x, 0)")
    sizes = x.shape[axes[0]], y.shape[axes[1]]
    if None not in sizes and sizes[0] != sizes[1]:
        raise ValueError(f"Cannot do batch_dot on inputs with tf.shapes {x.shape} and {y.shape} with axes={axes}. x.shape[{axes[0]}] != "
                         f"y.shape[{axes[1]}] ({sizes[0]} != {sizes[1]}).")
    letters = iter("cdefghijklmnop")
    x_names = ["b", *itertools.islice(letters, x_rank - 1)]
    y_names = ["b", *itertools.islice(letters, y_rank - 1)]
    x_names[axes[0]] = y_names[axes[1]] = "a"
    kept = [name for name in x_names + y_names[1:] if name != "a"]
    found = tf.einsum(f"{''.join(x_names)},{''.join(y_names)}->{''.join(kept)}", x, y)
    return tf.expand_dims(found, 1) if x_rank == y_rank == 2 else found
