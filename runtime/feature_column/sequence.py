"""Columns of sequences."""

from __future__ import annotations

import collections

from runtime.core import dtypes
from runtime.core.scopes import name_scope
from runtime.core.tensor_shape import TensorShape
from runtime.feature_column import categorical
from runtime.feature_column.base import CategoricalColumn, IdWeightPair, SequenceDenseColumn, TensorSequenceLengthPair, check_shape, deprecated
from runtime.ops import array
from runtime.ops.cast import cast
from runtime.ops.creation import ones_like, zeros
from runtime.ops.io.examples import VarLenFeature
from runtime.ops.joining import concat, stack
from runtime.ops.math import ceil
from runtime.ops.reduction import reduce_prod
from runtime.ops.segment import segment_max
from runtime.ops.sparse.sparse import to_dense
from runtime.ops.sparse.sparse_shape import reshape as sparse_reshape


def sequence_length(tensor, num_elements=1):
    """How many steps the sequences of a SparseTensor have, int64."""
    with name_scope("sequence_length") as scope:
        rows, columns = tensor.indices[:, 0], tensor.indices[:, 1]
        lengths = cast(ceil(segment_max(columns + ones_like(columns), rows) / num_elements), dtypes.int64)
        missing = array.shape(tensor)[:1] - array.shape(lengths)[:1]
        return concat([lengths, zeros(missing, lengths.dtype)], 0, name=scope)


class SequenceCategoricalColumn(CategoricalColumn, collections.namedtuple("SequenceCategoricalColumn", "categorical_column")):
    """The ids of another column, by steps."""

    name = property(lambda self: self.categorical_column.name)
    parents = property(lambda self: [self.categorical_column])
    parse_example_spec = property(lambda self: self.categorical_column.parse_example_spec)
    num_buckets = property(lambda self: self.categorical_column.num_buckets)

    def transform_feature(self, transformation_cache, state_manager):
        return self.categorical_column.transform_feature(transformation_cache, state_manager)

    def get_sparse_tensors(self, transformation_cache, state_manager):
        ids, weights = self.categorical_column.get_sparse_tensors(transformation_cache, state_manager)
        shape = array.shape(ids)
        wanted = stack([shape[0], shape[1], reduce_prod(shape[2:])])
        return IdWeightPair(sparse_reshape(ids, wanted), None if weights is None else sparse_reshape(weights, wanted))


class SequenceNumericColumn(SequenceDenseColumn, collections.namedtuple("SequenceNumericColumn", (
        "key", "shape", "default_value", "dtype", "normalizer_fn"))):
    """See `sequence_numeric_column`."""

    name = property(lambda self: self.key)
    parents = property(lambda self: [self.key])
    parse_example_spec = property(lambda self: {self.key: VarLenFeature(self.dtype)})
    variable_shape = property(lambda self: TensorShape(self.shape))

    def transform_feature(self, transformation_cache, state_manager):
        tensor = transformation_cache.get(self.key, state_manager)
        return tensor if self.normalizer_fn is None else self.normalizer_fn(tensor)

    def get_sequence_dense_tensor(self, transformation_cache, state_manager):
        """The numbers of the steps, and the lengths of the sequences."""
        sparse = transformation_cache.get(self, state_manager)
        dense = to_dense(sparse, default_value=self.default_value)
        dense = array.reshape(dense, concat([array.shape(dense)[:1], [-1], self.variable_shape.as_list()], 0))
        size = self.variable_shape.num_elements() if sparse.shape.rank == 2 else 1
        return TensorSequenceLengthPair(dense, sequence_length(sparse, size))


_MODULE = "sequence_feature_column"


@deprecated(_MODULE)
def sequence_categorical_column_with_identity(key, num_buckets, default_value=None):
    """`categorical_column_with_identity` of sequences."""
    return SequenceCategoricalColumn(categorical.categorical_column_with_identity(key, num_buckets, default_value))


@deprecated(_MODULE)
def sequence_categorical_column_with_hash_bucket(key, hash_bucket_size, dtype=dtypes.string):
    """`categorical_column_with_hash_bucket` of sequences."""
    return SequenceCategoricalColumn(categorical.categorical_column_with_hash_bucket(key, hash_bucket_size, dtype))


@deprecated(_MODULE)
def sequence_categorical_column_with_vocabulary_file(key, vocabulary_file, vocabulary_size=None, num_oov_buckets=0, default_value=None,
                                                     dtype=dtypes.string):
    """`categorical_column_with_vocabulary_file` of sequences."""
    return SequenceCategoricalColumn(categorical.vocabulary_file_column(key, vocabulary_file, vocabulary_size, num_oov_buckets, default_value,
                                                                        dtype))


@deprecated(_MODULE)
def sequence_categorical_column_with_vocabulary_list(key, vocabulary_list, dtype=None, default_value=-1, num_oov_buckets=0):
    """`categorical_column_with_vocabulary_list` of sequences."""
    return SequenceCategoricalColumn(categorical.categorical_column_with_vocabulary_list(key, vocabulary_list, dtype, default_value,
                                                                                         num_oov_buckets))


@deprecated(_MODULE)
def sequence_numeric_column(key, shape=(1,), default_value=0.0, dtype=dtypes.float32, normalizer_fn=None):
    """Numbers of sequences, in sparse features. Raises ValueError or TypeError for an argument of another kind."""
    shape = check_shape(shape, key)
    if not (dtype.is_integer or dtype.is_floating):
        raise ValueError(f"dtype must be convertible to float. dtype: {dtype}, key: {key}")
    if normalizer_fn is not None and not callable(normalizer_fn):
        raise TypeError(f"normalizer_fn must be a callable. Given: {normalizer_fn}")
    return SequenceNumericColumn(key, shape, default_value, dtype, normalizer_fn)
