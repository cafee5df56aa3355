"""`SparseTensor`: the elements of a tensor that are not zero, with their places; and its spec."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from runtime.core import dtypes, errors, hooks
from runtime.core.composite import CompositeTensor, open_to_overrides, override
from runtime.core.convert import constant_shape, convert_to_tensor
from runtime.core.tensor_shape import TensorShape, as_dims, merge
from runtime.function.composite_spec import CompositeSpec
from runtime.function.tensor_spec import TensorSpec
from runtime.ops import math, special
from runtime.ops.cast import cast
from runtime.ops.comparison import equal
from runtime.ops.gather_scatter import boolean_mask
from runtime.ops.reduction import reduce_prod


class SparseTensorValue(NamedTuple):
    """A sparse tensor as arrays, as sessions take and give it."""

    indices: np.ndarray
    values: np.ndarray
    dense_shape: np.ndarray


class SparseTensor(CompositeTensor):
    """``dense[indices[i]] = values[i]`` (`tf.SparseTensor`).

    Args:
        indices: int64 ``[n, rank]``; most ops want them in the order of the elements.
        values: any dtype, ``[n]``.
        dense_shape: int64 ``[rank]``.

    Raises:
        ValueError: the shapes do not fit each other.
    """

    acts_as_tensor = True
    _spec_dims = None

    def __init__(self, indices, values, dense_shape):
        self._indices = convert_to_tensor(indices, dtypes.int64, name="indices")
        self._values = convert_to_tensor(values, name="values")
        self._dense_shape = convert_to_tensor(dense_shape, dtypes.int64, name="dense_shape")
        places, numbers = self._indices.shape.with_rank(2), self._values.shape.with_rank(1)
        sizes = self._dense_shape.shape.with_rank(1)
        _agree(places[0], numbers[0])
        _agree(places[1], sizes[0])

    indices = property(lambda self: self._indices)
    values = property(lambda self: self._values)
    dense_shape = property(lambda self: self._dense_shape)
    dtype = property(lambda self: self._values.dtype)
    op = property(lambda self: self._values.op)
    graph = property(lambda self: self._indices.graph)

    @property
    def shape(self):
        """The static shape of the dense tensor, from the value of `dense_shape` or from the spec."""
        return TensorShape(merge(constant_shape(self._dense_shape), self._spec_dims))

    def get_shape(self):
        return self.shape

    def set_shape(self, shape):
        """Say what is known of the shape besides. Raises ValueError if it contradicts."""
        self._spec_dims = self.shape.merge_with(shape)._dims

    def _parts(self):
        return self._indices, self._values, self._dense_shape

    @classmethod
    def from_value(cls, sparse_tensor_value):
        return cls(sparse_tensor_value.indices, sparse_tensor_value.values, sparse_tensor_value.dense_shape)

    def with_values(self, new_values):
        """The same places with other values."""
        return SparseTensor(self._indices, new_values, self._dense_shape)

    def __mul__(self, other):
        return hooks.sparse_product(self, other)

    def __truediv__(self, other):
        return hooks.sparse_quotient(self, other)

    def with_mapped_values(self, function):
        return self.with_values(function(self._values))

    def _size(self, dtype, name):
        """What `tf.size` gives: the number of elements of the dense tensor."""
        return reduce_prod(cast(self._dense_shape, dtype), 0, name=name)

    # -- in sessions -------------------------------------------------------------------------------------------------
    _session_parts = _parts

    def _session_value(self, arrays):
        return SparseTensorValue(*arrays)

    @staticmethod
    def _session_arrays(value):
        return tuple(value)

    def eval(self, feed_dict=None, session=None):
        """The value in `session`, by default the default one."""
        return hooks.evaluated(self, feed_dict, session)

    # -- as a composite ----------------------------------------------------------------------------------------------
    @property
    def _type_spec(self):
        return SparseTensorSpec(self.shape, self.dtype)

    def __repr__(self):
        return f"SparseTensor(indices={self._indices!s}, values={self._values!s}, dense_shape={self._dense_shape!s})"

    __str__ = __repr__


def _agree(first, second):
    if None not in (first, second) and first != second:
        raise ValueError(f"Dimensions {first} and {second} are not compatible")


def _map_values(function):
    """Let a function of one tensor compute the values of a SparseTensor."""
    @override(open_to_overrides(function), SparseTensor, ["x"])
    def handler(x, *args, **kwargs):
        return x.with_values(function(x.values, *args, **kwargs))


for _function in (math.abs_, math.asin, math.asinh, math.atan, math.atanh, math.negative, math.sign, math.sin, math.sqrt, math.square,
                  math.tan, math.tanh, special.erf, special.bessel_i0e, special.bessel_i1e):
    _map_values(_function)


class SparseTensorSpec(CompositeSpec):
    """The type of a `SparseTensor`: its dense shape and its dtype (`tf.SparseTensorSpec`)."""

    value_type = SparseTensor

    def __init__(self, shape=None, dtype=dtypes.float32):
        self._dims = as_dims(shape)
        self.dtype = dtypes.as_dtype(dtype)

    @property
    def shape(self):
        return TensorShape(self._dims)

    @property
    def rank(self):
        return self.shape.rank

    @classmethod
    def from_value(cls, value):
        return value._type_spec

    def _serialize(self):
        return self.shape, self.dtype

    @property
    def parts(self):
        rank = self.rank
        return [TensorSpec((None, rank), dtypes.int64), TensorSpec((None,), self.dtype), TensorSpec((rank,), dtypes.int64)]

    def to_components(self, value):
        return [value.indices, value.values, value.dense_shape] if isinstance(value, SparseTensor) else [value]

    def from_components(self, tensors):
        made = SparseTensor(*tensors)
        made._spec_dims = self._dims
        return made

    # -- as rows of others, in datasets --------------------------------------------------------------------------------
    layout = property(lambda self: SPARSE)

    def batched(self, size):
        """The type of `size` values as one, with a first axis more."""
        return SparseTensorSpec(None if self._dims is None else (size, *self._dims), self.dtype)

    def unbatched(self):
        """The type of one row of the values."""
        return SparseTensorSpec(None if self._dims is None else self._dims[1:], self.dtype)


    def count(self, value):
        return cast(value.dense_shape[0], dtypes.int32)

    def row(self, value, index):
        here = equal(value.indices[:, 0], cast(index, dtypes.int64))
        return SparseTensor(boolean_mask(value.indices[:, 1:], here), boolean_mask(value.values, here), value.dense_shape[1:])


class _SparseLayout:
    """How the arrays of a sparse tensor are cut into rows, and stacked: the first axis of the indices says which row it is."""

    def of_rows(self):
        return self

    of_stacked = of_rows

    def count(self, arrays):
        return int(arrays[2][0])

    def rows(self, arrays):
        indices, values, shape = arrays
        for row in range(int(shape[0])):
            here = indices[:, 0] == row
            yield indices[here, 1:], values[here], shape[1:]

    def stacked(self, items):
        if len({len(shape) for *_, shape in items}) > 1:
            raise errors.invalid("Inconsistent rank across sparse tensors in one batch")
        numbers = np.repeat(np.arange(len(items)), [len(values) for _, values, _ in items])
        indices = np.concatenate([indices for indices, *_ in items])
        shape = np.max([shape for *_, shape in items], axis=0)
        return (np.concatenate([numbers[:, None], indices], axis=1).astype(np.int64), np.concatenate([values for _, values, _ in items]),
                np.concatenate([[len(items)], shape]).astype(np.int64))


SPARSE = _SparseLayout()
