"""Columns of numbers, and of the buckets that numbers fall into."""

from __future__ import annotations

import collections

from runtime.core import dtypes, nest
from runtime.core.convert import constant
from runtime.core.tensor_shape import TensorShape
from runtime.feature_column.base import CategoricalColumn, DenseColumn, IdWeightPair, check_key, check_shape, deprecated
from runtime.ops import array
from runtime.ops.cast import cast
from runtime.ops.creation import one_hot, range_
from runtime.ops.io.examples import FixedLenFeature
from runtime.ops.joining import stack
from runtime.ops.rearrange import tile
from runtime.ops.sort import searchsorted
from runtime.sparse_tensor import SparseTensor


class NumericColumn(DenseColumn, collections.namedtuple("NumericColumn", ("key", "shape", "default_value", "dtype", "normalizer_fn"))):
    """See `numeric_column`."""

    name = property(lambda self: self.key)
    parents = property(lambda self: [self.key])
    variable_shape = property(lambda self: TensorShape(self.shape))

    @property
    def parse_example_spec(self):
        return {self.key: FixedLenFeature(self.shape, self.dtype, self.default_value)}

    def transform_feature(self, transformation_cache, state_manager):
        tensor = transformation_cache.get(self.key, state_manager)
        if isinstance(tensor, SparseTensor):
            raise ValueError(f"The corresponding Tensor of numerical column must be a Tensor. SparseTensor is not supported. key: {self.key}")
        return cast(tensor if self.normalizer_fn is None else self.normalizer_fn(tensor), dtypes.float32)


class BucketizedColumn(DenseColumn, CategoricalColumn, collections.namedtuple("BucketizedColumn", ("source_column", "boundaries"))):
    """See `bucketized_column`."""

    name = property(lambda self: f"{self.source_column.name}_bucketized")
    parents = property(lambda self: [self.source_column])
    parse_example_spec = property(lambda self: self.source_column.parse_example_spec)
    variable_shape = property(lambda self: TensorShape((*self.source_column.shape, self._count)))
    num_buckets = property(lambda self: self._count * self.source_column.shape[0])
    _count = property(lambda self: len(self.boundaries) + 1)

    def transform_feature(self, transformation_cache, state_manager):
        source = transformation_cache.get(self.source_column, state_manager)
        flat = array.reshape(source, [-1])
        return array.reshape(searchsorted(constant(self.boundaries, source.dtype), flat, side="right"), array.shape(source))

    def get_dense_tensor(self, transformation_cache, state_manager):
        buckets = transformation_cache.get(self, state_manager)
        return one_hot(cast(buckets, dtypes.int64), self._count, on_value=1.0, off_value=0.0)

    def get_sparse_tensors(self, transformation_cache, state_manager):
        buckets = transformation_cache.get(self, state_manager)
        batch, width = array.shape(buckets)[0], self.source_column.shape[0]
        rows = array.reshape(tile(array.expand_dims(range_(0, batch), 1), [1, width]), [-1])
        columns = tile(range_(0, width), [batch])
        ids = array.reshape(buckets, [-1]) + self._count * columns
        indices = cast(array.transpose(stack([rows, columns])), dtypes.int64)
        return IdWeightPair(SparseTensor(indices, ids, cast(stack([batch, width]), dtypes.int64)), None)


def _tuple(value):
    return tuple(map(_tuple, value)) if nest.is_nested(value) else value


def _filled(shape, value):
    return tuple(_filled(shape[1:], value) for _ in range(shape[0])) if shape else value


def _fits(value, shape):
    if nest.is_nested(value) != bool(shape):
        return False
    return not shape or len(value) == shape[0] and all(_fits(item, shape[1:]) for item in value)


def _default(shape, value, dtype, key):
    """The default value as nested tuples of the shape. Raises ValueError or TypeError where it does not fit."""
    if value is None:
        return None
    if isinstance(value, int) or isinstance(value, float) and dtype.is_floating:
        return _filled(shape, value)
    if callable(getattr(value, "tolist", None)):
        value = value.tolist()
    if nest.is_nested(value):
        if not _fits(value, shape):
            raise ValueError("The shape of default_value must be equal to given shape. "
                             f"default_value: {value}, shape: {shape}, key: {key}")
        flat = nest.flatten(value)
        if all(isinstance(item, int) for item in flat) or dtype.is_floating and any(isinstance(item, float) for item in flat):
            return _tuple(value)
    raise TypeError(f"default_value must be compatible with dtype. default_value: {value}, dtype: {dtype}, key: {key}")


@deprecated()
def numeric_column(key, shape=(1,), default_value=None, dtype=dtypes.float32, normalizer_fn=None):
    """Numbers, as float32.

    Args:
        normalizer_fn: what is done to the tensor first.

    Raises:
        ValueError, TypeError: an argument is of another kind.
    """
    shape = check_shape(shape, key)
    if not (dtype.is_integer or dtype.is_floating):
        raise ValueError(f"dtype must be convertible to float. dtype: {dtype}, key: {key}")
    default_value = _default(shape, default_value, dtype, key)
    if normalizer_fn is not None and not callable(normalizer_fn):
        raise TypeError(f"normalizer_fn must be a callable. Given: {normalizer_fn}")
    check_key(key)
    return NumericColumn(key, shape, default_value, dtype, normalizer_fn)


@deprecated()
def bucketized_column(source_column, boundaries):
    """The bucket that a number falls into: the first boundary above it. Raises ValueError unless the boundaries rise."""
    if not isinstance(source_column, NumericColumn):
        raise ValueError(f"source_column must be a column generated with numeric_column(). Given: {source_column}")
    if len(source_column.shape) > 1:
        raise ValueError(f"source_column must be one-dimensional column. Given: {source_column}")
    if not boundaries:
        raise ValueError("boundaries must not be empty.")
    if not isinstance(boundaries, (list, tuple)) or any(low >= high for low, high in zip(boundaries, boundaries[1:])):
        raise ValueError("boundaries must be a sorted list.")
    return BucketizedColumn(source_column, tuple(boundaries))
