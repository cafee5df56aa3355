"""What `tf.compat.v1.feature_column` makes of columns: the input of a network, and a linear model."""

from __future__ import annotations

import re
from collections.abc import Iterator

from runtime.compat.graphs.variable_scope import get_variable, get_variable_scope, variable_scope
from runtime.core import dtypes
from runtime.core.context import context
from runtime.feature_column.base import CategoricalColumn, DenseColumn, FeatureColumn, FeatureTransformationCache, deprecated
from runtime.feature_column.dense import OldSharedEmbeddingColumn, SharedEmbeddingColumn
from runtime.nn import bias_add
from runtime.ops import array
from runtime.ops.sparse.embedding_sparse import safe_embedding_lookup_sparse
from runtime.ops.random.init_ops import Zeros
from runtime.ops.joining import concat
from runtime.ops.linalg.linalg import matmul
from runtime.ops.sparse.sparse_shape import reshape as sparse_reshape
from runtime.ops.sums import add_n


@deprecated(name="make_parse_example_spec_v2")
def make_parse_example_spec(feature_columns):
    """What `tf.io.parse_example` has to know for these columns. Raises ValueError for other values, or features that contradict."""
    result = {}
    for column in feature_columns:
        if not isinstance(column, FeatureColumn):
            raise ValueError(f"All feature_columns must be FeatureColumn instances. Given: {column}")
        spec = column.parse_example_spec
        for key, feature in spec.items():
            if key in result and feature != result[key]:
                raise ValueError(f"feature_columns contain different parse_spec for key {key}. Given {feature} and {result[key]}")
        result.update(spec)
    return result


def _columns(feature_columns):
    """The columns in the order of their names. Raises ValueError for other values, or two of one name."""
    if isinstance(feature_columns, FeatureColumn):
        feature_columns = [feature_columns]
    if isinstance(feature_columns, Iterator):
        feature_columns = list(feature_columns)
    if isinstance(feature_columns, dict):
        raise ValueError("Expected feature_columns to be iterable, found dict.")
    by_name = {}
    for column in feature_columns:
        if not isinstance(column, (DenseColumn, CategoricalColumn)):
            raise ValueError(f"Items of feature_columns must be a _FeatureColumn. Given (type {type(column)}): {column}.")
    if not feature_columns:
        raise ValueError("feature_columns must not be empty.")
    for column in feature_columns:
        if column.name in by_name:
            raise ValueError(f"Duplicate feature column name found for columns: {column} and {by_name[column.name]}. This usually means that "
                             "these columns refer to same base feature. Either one must be discarded or a duplicated but renamed item must be "
                             "inserted in features dict.")
        by_name[column.name] = column
    return [by_name[name] for name in sorted(by_name)]


class _Variables:
    """The Variables of columns, as `get_variable` makes them in the current scope; it keeps no tables."""

    def __init__(self, collections, trainable):
        self._collections, self._trainable = collections, trainable

    def get_variable(self, column, name):
        return get_variable(name, (column.categorical_column.num_buckets, column.dimension), dtypes.float32, column.initializer,
                            trainable=column.trainable and self._trainable, collections=self._collections)

    def has_resource(self, column, name):
        return False

    def add_resource(self, column, name, resource):
        """Nothing: each use makes its own."""

    @staticmethod
    def named(kind):
        return f"_{kind.__name__}"


def _scope_name(column):
    if isinstance(column, OldSharedEmbeddingColumn):
        return column.variable_scope_name
    return re.sub("[^A-Za-z0-9_.\\-]", "_", column.name)


def _check_shared(columns):
    if any(isinstance(column, SharedEmbeddingColumn) for column in columns):
        raise ValueError("SharedEmbeddingColumns are not supported in `linear_model` or `input_layer`. Please use `DenseFeatures` or "
                         "`LinearModel` instead.")


def _check_batches(tensors, columns):
    first = None
    for tensor, column in zip(tensors, columns):
        size = tensor.shape[0]
        if size is not None and first is None:
            first = size, column
        elif size is not None and size != first[0]:
            raise ValueError("Batch size (first dimension) of each feature must be same. Batch size of columns "
                             f"({first[1].name}, {column.name}): ({first[0]}, {size})")


def _collections(weight_collections):
    names = list(weight_collections or [])
    return names + [name for name in ("variables", "model_variables") if name not in names]


def _flat(column, cache, variables):
    tensor = column.get_dense_tensor(cache, variables)
    return array.reshape(tensor, [array.shape(tensor)[0], column.variable_shape.num_elements()])


def _made():
    """The Variables of the current scope."""
    return [] if context.graph is None else context.graph.get_collection("variables", get_variable_scope().name)


@deprecated("feature_column")
def input_layer(features, feature_columns, weight_collections=None, trainable=True, cols_to_vars=None, cols_to_output_tensors=None):
    """The dense columns side by side, in the order of their names.

    Args:
        features: key → tensor.
        cols_to_vars, cols_to_output_tensors: dicts to which the Variables and the tensor of each column are added.

    Raises:
        ValueError: a column is not dense, or a feature is missing.
    """
    columns = _columns(feature_columns)
    for column in columns:
        if not isinstance(column, DenseColumn):
            raise ValueError("Items of feature_columns must be a _DenseColumn. You can wrap a categorical column with an embedding_column or "
                             f"indicator_column. Given: {column}")
    _check_shared(columns)
    variables = _Variables(_collections(weight_collections), trainable)
    with variable_scope(None, default_name="input_layer"):
        cache, outputs = FeatureTransformationCache(features), []
        for column in columns:
            with variable_scope(None, default_name=_scope_name(column)):
                outputs.append(_flat(column, cache, variables))
                if cols_to_vars is not None:
                    cols_to_vars[column] = _made()
                if cols_to_output_tensors is not None:
                    cols_to_output_tensors[column] = outputs[-1]
        _check_batches(outputs, columns)
        return concat(outputs, 1)


@deprecated("feature_column")
def linear_model(features, feature_columns, units=1, sparse_combiner="sum", weight_collections=None, trainable=True, cols_to_vars=None):
    """The weighted sum of all columns, and a bias. The weights are zero at first.

    Args:
        sparse_combiner: how the weights of several ids are combined: "sum", "mean" or "sqrtn".
    """
    columns = _columns(feature_columns)
    _check_shared(columns)
    names = _collections(weight_collections)
    variables = _Variables(names, trainable)

    def weights(name, shape):
        return get_variable(name, shape, dtypes.float32, Zeros(), trainable=trainable, collections=names)

    with variable_scope(None, "linear_model"):
        cache, sums = FeatureTransformationCache(features), []
        for column in columns:
            with variable_scope(None, default_name=_scope_name(column)):
                if isinstance(column, CategoricalColumn):
                    sums.append(_sparse_sum(column, cache, variables, weights("weights", (column.num_buckets, units)), sparse_combiner))
                else:
                    table = weights("weights", [column.variable_shape.num_elements(), units])
                    sums.append(matmul(_flat(column, cache, variables), table, name="weighted_sum"))
                if cols_to_vars is not None:
                    cols_to_vars[column] = _made()
        _check_batches(sums, columns)
        bias = weights("bias_weights", [units])
        if cols_to_vars is not None:
            cols_to_vars["bias"] = [bias]
        return bias_add(add_n(sums, name="weighted_sum_no_bias"), bias, name="weighted_sum")


def _sparse_sum(column, cache, variables, table, combiner):
    ids, weights = column.get_sparse_tensors(cache, variables)
    ids = sparse_reshape(ids, [array.shape(ids)[0], -1])
    if weights is not None:
        weights = sparse_reshape(weights, [array.shape(weights)[0], -1])
    return safe_embedding_lookup_sparse(table, ids, weights, combiner=combiner, name="weighted_sum")
