"""`tf.compat.v1.feature_column`."""

import runtime.feature_column as _newer
from runtime.compat.faces.fallback import names_of
from runtime.feature_column.categorical import vocabulary_file_column as categorical_column_with_vocabulary_file  # noqa: F401
from runtime.feature_column.dense import shared_embedding_columns  # noqa: F401
from runtime.feature_column.layers import input_layer, linear_model  # noqa: F401

__getattr__ = names_of("tf.compat.v1.feature_column", _newer)
