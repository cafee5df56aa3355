"""The functions of `keras.ops` that make tensors, look at them, or run functions."""

from __future__ import annotations

import numpy as np

import runtime as tf
from runtime.core import nest
from runtime.keras.ops.making import result_type
from runtime.keras.symbolic import KerasTensor, as_tensor
from runtime.keras.variable import is_tensor, standardize_dtype  # `is_tensor` is one of the names, too


def convert_to_tensor(x, dtype=None, sparse=None):
    """A tensor; Python's floats become float32."""
    if dtype is None:
        return as_tensor(x)
    x = as_tensor(x)
    return x if x.dtype.name == standardize_dtype(dtype) else tf.cast(x, standardize_dtype(dtype))


def convert_to_numpy(x):
    return np.asarray(x)


def shape(x):
    """A tuple: ints where they are known; elsewhere None for KerasTensors and scalar tensors in graphs."""
    if isinstance(x, KerasTensor):
        return x.shape
    x = as_tensor(x)
    known = tuple(x.shape)
    if None not in known or not isinstance(x, tf.Tensor):
        return known
    sizes = tf.shape(x)
    return tuple(sizes[axis] if size is None else size for axis, size in enumerate(known))


def ndim(x):
    return len(x.shape)


def size(x):
    return tf.size(x)


def zeros(shape, dtype=None):
    return tf.zeros(shape, standardize_dtype(dtype))


def ones(shape, dtype=None):
    return tf.ones(shape, standardize_dtype(dtype))


def full(shape, fill_value, dtype=None):
    return tf.fill(shape, tf.cast(fill_value, standardize_dtype(dtype)))


def empty(shape, dtype=None):
    return zeros(shape, dtype)


def arange(start, stop=None, step=1, dtype=None):
    """Numbers from `start` up to `stop`, `step` apart; int32 for ints, as TensorFlow has it."""
    if stop is None:
        start, stop = 0, start
    if dtype is None:
        dtype = result_type(*(getattr(number, "dtype", type(number)) for number in (start, stop, step)))
    return tf.range(*(tf.cast(number, dtype) for number in (start, stop, step)))


def linspace(start, stop, num=50, endpoint=True, retstep=False, dtype=None, axis=0):
    """`num` numbers from `start` to `stop`, which belongs to them with `endpoint`."""
    if dtype is None:
        dtype = result_type(*(getattr(number, "dtype", type(number)) for number in (start, stop)), float)
    dtype = tf.as_dtype(standardize_dtype(dtype))
    start, stop = (tf.cast(number, dtype) for number in (start, stop))
    step = (stop - start) / ((num - 1 if endpoint else num) or 1)
    start, stop = tf.cast(start, step.dtype), tf.cast(stop, step.dtype)
    numbers = tf.linspace(start, stop if endpoint else stop - step, num, axis=axis)
    numbers = tf.cast(tf.floor(numbers) if dtype.is_integer else numbers, dtype)
    return (numbers, step) if retstep else numbers


def eye(N, M=None, k=0, dtype=None):  # noqa: N803 - Keras's names
    return tf.constant(np.eye(N, M, k), standardize_dtype(dtype))


identity = eye


def meshgrid(*x, indexing="xy"):
    return tf.meshgrid(*x, indexing=indexing)


def cond(pred, true_fn, false_fn):
    return tf.cond(tf.cast(pred, tf.bool), true_fn, false_fn)


def while_loop(cond, body, loop_vars, maximum_iterations=None):  # noqa: A002 - Keras's name
    """`body(*loop_vars)` while `cond(*loop_vars)`; the last loop variables, in the structure of the first."""
    nested = isinstance(loop_vars, (list, tuple))
    given = tuple(loop_vars) if nested else (loop_vars,)

    def wrapped(*values):
        result = body(*values)
        return tuple(result) if isinstance(result, (list, tuple)) else (result,)

    found = tf.while_loop(cond, wrapped, given, maximum_iterations=maximum_iterations)
    return type(loop_vars)(found) if nested else found[0]


def fori_loop(lower, upper, body_fun, init_val):
    """`body_fun(i, value)` for i from `lower` up to `upper`; the last value."""
    return tf.while_loop(lambda i, _: i < upper, lambda i, value: (i + 1, body_fun(i, value)), (tf.constant(lower), init_val))[1]


def scan(f, init, xs=None, length=None, reverse=False, unroll=1):
    """``carry, y = f(carry, x)`` along the first axis: (the last carry, the ys stacked)."""
    leaves = nest.flatten(xs) if xs is not None else []
    count = int(leaves[0].shape[0]) if leaves else length
    carry, found = init, []
    for i in reversed(range(count)) if reverse else range(count):
        carry, y = f(carry, nest.map_structure(lambda leaf: leaf[i], xs) if xs is not None else None)
        found.append(y)
    found = found[::-1] if reverse else found
    return carry, nest.map_structure(lambda *ys: tf.stack(ys), *found)


def map_(f, xs):
    """`f` of each slice along the first axis, stacked."""
    first = f(nest.map_structure(lambda leaf: leaf[0], xs))
    return tf.map_fn(f, xs, fn_output_signature=nest.map_structure(lambda leaf: leaf.dtype, first))


def vectorized_map(function, elements):
    return map_(function, elements)


def switch(index, branches, *operands):
    return tf.switch_case(as_tensor(index), [lambda branch=branch: branch(*operands) for branch in branches])


def scatter(indices, values, shape):
    return tf.scatter_nd(indices, values, shape)


def scatter_update(inputs, indices, updates):
    return tf.tensor_scatter_nd_update(inputs, indices, updates)


def slice_update(inputs, start_indices, updates):
    """`inputs` with `updates` written at `start_indices`."""
    places = tf.stack(tf.meshgrid(*(start + tf.range(extent) for start, extent in zip(start_indices, updates.shape)), indexing="ij"), -1)
    return tf.tensor_scatter_nd_update(inputs, places, updates)


def segment_sum(data, segment_ids, num_segments=None, sorted=False):
    count = tf.reduce_max(segment_ids) + 1 if num_segments is None else num_segments
    return tf.math.unsorted_segment_sum(data, segment_ids, count)


def custom_gradient(f):
    return tf.custom_gradient(f)
