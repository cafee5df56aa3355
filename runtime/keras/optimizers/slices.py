"""Arithmetic on gradients that may be `tf.IndexedSlices`, in which each of the slices of a row counts by itself, as in Keras.

The square of two slices of one row is the sum of two squares, where that of a dense gradient is the square of their sum.
"""

from __future__ import annotations

import runtime as tf


def each(function, gradient):
    """`function` of a gradient; of slices, of each of them. `function` must keep zeros."""
    if isinstance(gradient, tf.IndexedSlices):
        return tf.IndexedSlices(function(gradient.values), gradient.indices, gradient.dense_shape)
    return function(gradient)


def combine(function, gradient, other):
    """``function(gradient, other)``; slices take the rows of `other`, a tensor or Variable of the gradient's dense shape."""
    if isinstance(gradient, tf.IndexedSlices):
        return each(lambda values: function(values, tf.gather(other, gradient.indices)), gradient)
    return function(gradient, other)


def squared(gradient):
    return each(tf.square, gradient)


def add_to(variable, gradient, sign=1):
    """Add a gradient to `variable`, or subtract it: slices one after the other."""
    variable = getattr(variable, "value", variable) if not isinstance(variable, tf.Variable) else variable
    if isinstance(gradient, tf.IndexedSlices):
        (variable.scatter_add if sign > 0 else variable.scatter_sub)(gradient)
    else:
        (variable.assign_add if sign > 0 else variable.assign_sub)(gradient)


def subtract_from(variable, gradient):
    add_to(variable, gradient, -1)
