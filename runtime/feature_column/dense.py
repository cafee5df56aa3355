"""Columns of ids as vectors: indicators and embeddings."""

from __future__ import annotations

import collections
import math

from runtime.compat.graphs.current import get_default_graph
from runtime.compat.graphs.variable_scope import get_variable
from runtime.compat.training.initial_values import init_from_checkpoint
from runtime.core import dtypes
from runtime.core.context import context
from runtime.core.scopes import name_scope
from runtime.core.tensor_shape import TensorShape
from runtime.feature_column.base import CategoricalColumn, DenseColumn, SequenceDenseColumn, TensorSequenceLengthPair, deprecated
from runtime.feature_column.categorical import WeightedCategoricalColumn
from runtime.feature_column.sequence import SequenceCategoricalColumn, sequence_length
from runtime.ops.creation import one_hot
from runtime.ops.sparse.embedding_sparse import embedding_lookup_sparse, safe_embedding_lookup_sparse
from runtime.ops.gather_scatter import scatter_nd
from runtime.ops.random.init_ops import TruncatedNormalV1
from runtime.ops.reduction import reduce_sum
from runtime.ops.sparse.sparse import to_dense
from runtime.ops.sparse.sparse_shape import merged, slice as sparse_slice


_TABLE_FIELDS = ("categorical_column", "dimension", "combiner", "initializer", "ckpt_to_load_from", "tensor_name_in_ckpt", "max_norm", "trainable",
                 "use_safe_embedding_lookup")


class _OfIds(DenseColumn, SequenceDenseColumn):
    """A column that makes vectors of the ids of another one, which is one of sequences or not."""

    _kind = None
    parents = property(lambda self: [self.categorical_column])
    parse_example_spec = property(lambda self: self.categorical_column.parse_example_spec)

    def get_dense_tensor(self, transformation_cache, state_manager):
        column = self.categorical_column
        if isinstance(column, SequenceCategoricalColumn):
            raise ValueError(
                f"In {self._kind}: {self.name}. categorical_column must not be of type {state_manager.named(SequenceCategoricalColumn)}. "
                "Suggested fix A: If you wish to use DenseFeatures, use a non-sequence categorical_column_with_*. Suggested fix B: If you wish "
                f"to create sequence input, use SequenceFeatures instead of DenseFeatures. Given (type {type(column)}): {column}")
        return self._dense(transformation_cache, state_manager)

    def get_sequence_dense_tensor(self, transformation_cache, state_manager):
        """The vectors of the steps, and the lengths of the sequences."""
        column = self.categorical_column
        if not isinstance(column, SequenceCategoricalColumn):
            raise ValueError(f"In {self._kind}: {self.name}. categorical_column must be of type SequenceCategoricalColumn to use "
                             "SequenceFeatures. Suggested fix: Use one of sequence_categorical_column_with_*. "
                             f"Given (type {type(column)}): {column}")
        dense = self._dense(transformation_cache, state_manager)
        ids = column.get_sparse_tensors(transformation_cache, state_manager).id_tensor
        return TensorSequenceLengthPair(dense, sequence_length(ids))


class IndicatorColumn(_OfIds, collections.namedtuple("IndicatorColumn", "categorical_column")):
    """See `indicator_column`."""

    _kind = "indicator_column"
    name = property(lambda self: f"{self.categorical_column.name}_indicator")
    variable_shape = property(lambda self: TensorShape([1, self.categorical_column.num_buckets]))

    def transform_feature(self, transformation_cache, state_manager):
        ids, weights = self.categorical_column.get_sparse_tensors(transformation_cache, state_manager)
        size = self.variable_shape[-1]
        if weights is not None:
            counts = merged([ids], weights, [int(size)])
            counts = sparse_slice(counts, [0, 0], counts.dense_shape)
            return scatter_nd(counts.indices, counts.values, counts.dense_shape)
        return reduce_sum(one_hot(to_dense(ids, default_value=-1), size, on_value=1.0, off_value=0.0), axis=[-2])

    def _dense(self, transformation_cache, state_manager):
        return transformation_cache.get(self, state_manager)


class _Embedded(_OfIds):
    def transform_feature(self, transformation_cache, state_manager):
        return transformation_cache.get(self.categorical_column, state_manager)

    def _looked_up(self, table, ids, weights):
        rank = ids.dense_shape.shape[0]
        look_up = safe_embedding_lookup_sparse
        if not self.use_safe_embedding_lookup and rank is not None and rank <= 2:
            look_up = embedding_lookup_sparse
        return look_up(table, ids, weights, combiner=self.combiner, name=f"{self.name}_weights", max_norm=self.max_norm)


class EmbeddingColumn(_Embedded, collections.namedtuple("EmbeddingColumn", _TABLE_FIELDS)):
    """See `embedding_column`."""

    _kind = "embedding_column"
    name = property(lambda self: f"{self.categorical_column.name}_embedding")
    variable_shape = property(lambda self: TensorShape([self.dimension]))

    def create_state(self, state_manager):
        state_manager.create_variable(self, name="embedding_weights", shape=(self.categorical_column.num_buckets, self.dimension),
                                      dtype=dtypes.float32, trainable=self.trainable, use_resource=True, initializer=self.initializer)

    def _dense(self, transformation_cache, state_manager):
        ids, weights = self.categorical_column.get_sparse_tensors(transformation_cache, state_manager)
        table = state_manager.get_variable(self, name="embedding_weights")
        if self.ckpt_to_load_from is not None:
            init_from_checkpoint(self.ckpt_to_load_from, {self.tensor_name_in_ckpt: table})
        return self._looked_up(table, ids, weights)


class OldSharedEmbeddingColumn(_Embedded, collections.namedtuple("_SharedEmbeddingColumn", (
        *_TABLE_FIELDS, "shared_embedding_collection_name"))):
    """What `tf.compat.v1.feature_column.shared_embedding_columns` makes."""

    _kind = "embedding_column"
    name = property(lambda self: f"{self.categorical_column.name}_shared_embedding")
    variable_shape = property(lambda self: TensorShape([self.dimension]))
    variable_scope_name = property(lambda self: self.shared_embedding_collection_name)

    def _dense(self, transformation_cache, state_manager):
        with name_scope(self.name):
            ids, weights = self.categorical_column.get_sparse_tensors(transformation_cache, state_manager)
            found = get_default_graph().get_collection_ref(self.shared_embedding_collection_name)
            if not found:
                table = state_manager.get_variable(self, name="embedding_weights")
                get_default_graph().add_to_collection(self.shared_embedding_collection_name, table)
                if self.ckpt_to_load_from is not None:
                    init_from_checkpoint(self.ckpt_to_load_from, {self.tensor_name_in_ckpt: table})
            return self._looked_up(found[0] if found else table, ids, weights)


class SharedEmbeddingColumnCreator:
    """The table that several columns share, one for each graph."""

    def __init__(self, dimension, initializer, ckpt_to_load_from, tensor_name_in_ckpt, num_buckets, trainable, name):
        self.dimension = dimension
        self._initializer, self._trainable, self._shape, self._name = initializer, trainable, (num_buckets, dimension), name
        self._file, self._tensor = ckpt_to_load_from, tensor_name_in_ckpt
        self._tables = {}

    @property
    def embedding_weights(self):
        graph = get_default_graph()
        if graph not in self._tables:
            table = get_variable(self._name, self._shape, dtypes.float32, self._initializer, trainable=self._trainable)
            if self._file is not None:
                init_from_checkpoint(self._file, {self._tensor: table})
            self._tables[graph] = table
        return self._tables[graph]


class SharedEmbeddingColumn(_Embedded, collections.namedtuple("SharedEmbeddingColumn", (
        "categorical_column", "shared_embedding_column_creator", "combiner", "max_norm", "use_safe_embedding_lookup"))):
    """See `shared_embeddings`."""

    _kind = "embedding_column"
    name = property(lambda self: f"{self.categorical_column.name}_shared_embedding")
    variable_shape = property(lambda self: TensorShape([self.shared_embedding_column_creator.dimension]))

    def _dense(self, transformation_cache, state_manager):
        with name_scope(self.name):
            ids, weights = self.categorical_column.get_sparse_tensors(transformation_cache, state_manager)
            return self._looked_up(self.shared_embedding_column_creator.embedding_weights, ids, weights)


@deprecated()
def indicator_column(categorical_column):
    """For each id of another column how often it is there, or the sum of its weights. Raises ValueError if that column is none of ids."""
    if not isinstance(categorical_column, CategoricalColumn):
        raise ValueError(f"Unsupported input type. Input must be a CategoricalColumn. Given: {categorical_column}")
    return IndicatorColumn(categorical_column)


def _initializer(dimension, initializer, file, tensor, of=""):
    """The initializer of a table. Raises ValueError for arguments that do not fit."""
    if dimension is None or dimension < 1:
        raise ValueError(f"Invalid dimension {dimension}.")
    if (file is None) != (tensor is None):
        raise ValueError("Must specify both `ckpt_to_load_from` and `tensor_name_in_ckpt` or none of them.")
    if initializer is not None and not callable(initializer):
        raise ValueError(f"initializer must be callable if specified.{of}")
    return initializer or TruncatedNormalV1(mean=0.0, stddev=1 / math.sqrt(dimension))


@deprecated()
def embedding_column(categorical_column, dimension, combiner="mean", initializer=None, ckpt_to_load_from=None, tensor_name_in_ckpt=None,
                     max_norm=None, trainable=True, use_safe_embedding_lookup=True):
    """The rows of a table at the ids of another column, combined.

    Args:
        combiner: "mean", "sqrtn" or "sum".
        initializer: of the table; a truncated normal by default.
        ckpt_to_load_from, tensor_name_in_ckpt: a checkpoint to take it from instead.

    Raises:
        ValueError: an argument is of another kind.
    """
    initializer = _initializer(dimension, initializer, ckpt_to_load_from, tensor_name_in_ckpt,
                               f" Embedding of column_name: {getattr(categorical_column, 'name', '')}")
    return EmbeddingColumn(categorical_column, dimension, combiner, initializer, ckpt_to_load_from, tensor_name_in_ckpt, max_norm, trainable,
                           use_safe_embedding_lookup)


def _shared(columns, dimension, initializer, file, tensor, name):
    """(initializer, number of buckets, name of the table). Raises ValueError for columns that cannot share one."""
    if context.graph is None:
        raise RuntimeError("shared_embedding_columns are not supported when eager execution is enabled.")
    initializer = _initializer(dimension, initializer, file, tensor)
    ordered = sorted(columns, key=lambda column: column.name)
    first, buckets = ordered[0], ordered[0].num_buckets
    if not isinstance(first, CategoricalColumn):
        raise ValueError(f"All categorical_columns must be subclasses of CategoricalColumn. Given: {first}, of type: {type(first)}")
    first = _without_weights(first)
    for column in map(_without_weights, ordered[1:]):
        if not isinstance(column, type(first)):
            raise ValueError("To use shared_embedding_column, all categorical_columns must have the same type, or be weighted_categorical_column "
                             f"or sequence column of the same type. Given column: {first} of type: {type(first)} does not match given column: "
                             f"{column} of type: {type(column)}")
        if buckets != column.num_buckets:
            raise ValueError("To use shared_embedding_column, all categorical_columns must have the same number of buckets. Given column: "
                             f"{first} with buckets: {buckets} does  not match column: {column} with buckets: {column.num_buckets}")
    return initializer, buckets, name or "_".join(column.name for column in ordered) + "_shared_embedding"


def _without_weights(column):
    while isinstance(column, (WeightedCategoricalColumn, SequenceCategoricalColumn)):
        column = column.categorical_column
    return column


@deprecated(name="shared_embedding_columns_v2")
def shared_embeddings(categorical_columns, dimension, combiner="mean", initializer=None, shared_embedding_collection_name=None,
                      ckpt_to_load_from=None, tensor_name_in_ckpt=None, max_norm=None, trainable=True, use_safe_embedding_lookup=True):
    """Embedding columns with one table for all, in graphs.

    Raises:
        RuntimeError: execution is eager.
        ValueError: the columns differ in their kind or size.
    """
    initializer, buckets, name = _shared(categorical_columns, dimension, initializer, ckpt_to_load_from, tensor_name_in_ckpt,
                                         shared_embedding_collection_name)
    creator = SharedEmbeddingColumnCreator(dimension, initializer, ckpt_to_load_from, tensor_name_in_ckpt, buckets, trainable, name)
    return [SharedEmbeddingColumn(column, creator, combiner, max_norm, use_safe_embedding_lookup) for column in categorical_columns]


@deprecated()
def shared_embedding_columns(categorical_columns, dimension, combiner="mean", initializer=None, shared_embedding_collection_name=None,
                             ckpt_to_load_from=None, tensor_name_in_ckpt=None, max_norm=None, trainable=True, use_safe_embedding_lookup=True):
    """`shared_embeddings` of TensorFlow 1, which `input_layer` takes."""
    initializer, _, name = _shared(categorical_columns, dimension, initializer, ckpt_to_load_from, tensor_name_in_ckpt,
                                   shared_embedding_collection_name)
    return [OldSharedEmbeddingColumn(column, dimension, combiner, initializer, ckpt_to_load_from, tensor_name_in_ckpt, max_norm, trainable,
                                     use_safe_embedding_lookup, name) for column in categorical_columns]
