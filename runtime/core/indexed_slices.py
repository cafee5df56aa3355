"""`IndexedSlices`: some rows of a tensor, as the gradients of gathers are; rows that are not listed are zero."""

from __future__ import annotations

import warnings

import numpy as np

from runtime.core import hooks
from runtime.core.context import context
from runtime.core.convert import constant_shape, constant_value
from runtime.core.tensor_shape import TensorShape

_LARGE = 100_000_000  # elements from which TensorFlow warns


class IndexedSlices:
    """``dense[indices[i], …] += values[i, …]`` (`tf.IndexedSlices`).

    Attributes:
        values: tensor of shape ``[n, …]``.
        indices: integer tensor of shape ``[n]``; an index may stand there more than once.
        dense_shape: 1-D integer tensor, or None if not known.
    """

    def __init__(self, values, indices, dense_shape=None):
        self._values = values
        self._indices = indices
        self._dense_shape = dense_shape

    values = property(lambda self: self._values)
    indices = property(lambda self: self._indices)
    dense_shape = property(lambda self: self._dense_shape)
    dtype = property(lambda self: self._values.dtype)
    name = property(lambda self: self._values.name)
    op = property(lambda self: self._values.op)
    graph = property(lambda self: self._values.graph)
    device = property(lambda self: self._values.device)

    @property
    def shape(self):
        """The shape of the dense tensor."""
        return TensorShape(None if self._dense_shape is None else constant_shape(self._dense_shape))

    def get_shape(self):
        return self.shape

    def consumers(self):
        return self._values.consumers()

    def __neg__(self):
        return self._with(-self._values)

    def _with(self, values):
        """The same rows with other values."""
        return IndexedSlices(values, self._indices, self._dense_shape)

    def __tf_tensor__(self, dtype=None, name=None):
        """The dense tensor.

        Raises:
            ValueError: another dtype is asked for, or the dense shape is not known.
        """
        if dtype is not None and dtype is not self.dtype:
            raise ValueError(f"Incompatible tensor conversion requested to `dtype` {dtype.name} for IndexedSlices ({self}) "
                             f"with dtype {self.dtype.name}")
        if self._dense_shape is None:
            raise ValueError("Tensor conversion requested for IndexedSlices for argument `value` without dense_shape: "
                             f"{self}")
        if context.graph is not None:
            self._warn_if_large()
        return hooks.summed_rows(self._values, self._indices, self._dense_shape[0], name=name)

    def _warn_if_large(self):
        known = constant_value(self._dense_shape)
        if known is not None and np.prod(known, dtype=np.int64) >= _LARGE:
            warnings.warn(f"Converting sparse IndexedSlices to a dense Tensor with {np.prod(known, dtype=np.int64)} elements. This "
                          "may consume a large amount of memory.", stacklevel=2)

    # -- as a composite: nest.flatten(…, expand_composites=True) and function outputs open it -----------------------
    def __tf_tracing_type__(self, tracing_context):
        return self._type_spec

    @property
    def _type_spec(self):
        return hooks.slices_spec(self)

    def _components(self):
        known = (self._values, self._indices, self._dense_shape)
        return [part for part in known if part is not None]

    def _from_components(self, parts):
        return IndexedSlices(*parts)

    def __str__(self):
        shape = "" if self._dense_shape is None else f", dense_shape={self._dense_shape!s}"
        return f"IndexedSlices(indices={self._indices!s}, values={self._values!s}{shape})"

    def __repr__(self):
        return f"<tensorflow.python.framework.indexed_slices.IndexedSlices object at {id(self):#x}>"
