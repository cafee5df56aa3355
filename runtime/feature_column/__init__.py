"""`tf.feature_column`: how features become inputs of a model. Loaded when first used.

    base          what all columns have in common, and the features that they are computed from
    numeric       numbers, and the buckets that they fall into
    categorical   ids: of hashes, of words of a vocabulary, of numbers, of combinations
    dense         ids as vectors: indicators and embeddings
    sequence      the same for sequences
    layers        what `tf.compat.v1.feature_column` makes of columns: the input of a network, and a linear model
"""

from runtime.core.absent import absent_from
from runtime.feature_column.categorical import (categorical_column_with_hash_bucket, categorical_column_with_identity,
                                                categorical_column_with_vocabulary_file, categorical_column_with_vocabulary_list, crossed_column,
                                                weighted_categorical_column)
from runtime.feature_column.dense import embedding_column, indicator_column, shared_embeddings
from runtime.feature_column.layers import make_parse_example_spec
from runtime.feature_column.numeric import bucketized_column, numeric_column
from runtime.feature_column.sequence import (sequence_categorical_column_with_hash_bucket, sequence_categorical_column_with_identity,
                                             sequence_categorical_column_with_vocabulary_file,
                                             sequence_categorical_column_with_vocabulary_list, sequence_numeric_column)

__all__ = ["bucketized_column", "categorical_column_with_hash_bucket", "categorical_column_with_identity",
           "categorical_column_with_vocabulary_file", "categorical_column_with_vocabulary_list", "crossed_column", "embedding_column",
           "indicator_column", "make_parse_example_spec", "numeric_column", "sequence_categorical_column_with_hash_bucket",
           "sequence_categorical_column_with_identity", "sequence_categorical_column_with_vocabulary_file",
           "sequence_categorical_column_with_vocabulary_list", "sequence_numeric_column", "shared_embeddings", "weighted_categorical_column"]

__getattr__ = absent_from("tf.feature_column")
