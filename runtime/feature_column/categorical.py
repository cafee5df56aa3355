"""Columns of ids: of hashes, of words of a vocabulary, of numbers, of combinations."""

from __future__ import annotations

import collections

import numpy as np

from runtime.core import dtypes
from runtime.core.context import context, init_scope
from runtime.core.logger import get_logger
from runtime.core.tensor import Tensor
from runtime.data import TFRecordDataset
from runtime.feature_column.base import (CategoricalColumn, FeatureColumn, IdWeightPair, as_ids, check_key, check_text_or_integer, deprecated,
                                         to_sparse)
from runtime.gfile import GFile, exists
from runtime.lookup import KeyValueTensorInitializer, StaticHashTable, StaticVocabularyTable, TextFileIndex, TextFileInitializer
from runtime.ops import array
from runtime.ops.cast import cast
from runtime.ops.comparison import logical_or
from runtime.ops.creation import fill
from runtime.ops.io.examples import VarLenFeature
from runtime.ops.select import where
from runtime.ops.sparse.sparse_cross import cross_hashed
from runtime.ops.strings.string import as_string, to_hash_bucket_fast
from runtime.sparse_tensor import SparseTensor


class _OfOneKey(CategoricalColumn):
    """A column of the values under one key."""

    name = property(lambda self: self.key)
    parents = property(lambda self: [self.key])
    parse_example_spec = property(lambda self: {self.key: VarLenFeature(self._example_dtype)})
    _example_dtype = property(lambda self: self.dtype)

    def transform_feature(self, transformation_cache, state_manager):
        return self._ids(to_sparse(transformation_cache.get(self.key, state_manager)), state_manager)

    def _check_dtype(self, dtype):
        if self.dtype.is_integer != dtype.is_integer:
            raise ValueError(f"Column dtype and SparseTensors dtype must be compatible. key: {self.key}, column dtype: {self.dtype}, "
                             f"tensor dtype: {dtype}")


class HashedCategoricalColumn(_OfOneKey, collections.namedtuple("HashedCategoricalColumn", ("key", "hash_bucket_size", "dtype"))):
    """See `categorical_column_with_hash_bucket`."""

    num_buckets = property(lambda self: self.hash_bucket_size)

    def _ids(self, tensor, state_manager):
        check_text_or_integer(tensor.dtype, f"column_name: {self.key} input_tensor")
        self._check_dtype(tensor.dtype)
        values = tensor.values if self.dtype == dtypes.string else as_string(tensor.values)
        return tensor.with_values(to_hash_bucket_fast(values, self.hash_bucket_size, name="lookup"))


class _OfVocabulary(_OfOneKey):
    """A column of words, by their places in a vocabulary, which becomes a table."""

    def _ids(self, tensor, state_manager):
        self._check_dtype(tensor.dtype)
        check_text_or_integer(tensor.dtype, f"column_name: {self.key} input_tensor")
        dtype = dtypes.int64 if tensor.dtype.is_integer else self.dtype
        return self._table(dtype, state_manager).lookup(tensor.with_values(as_ids(tensor.values)) if tensor.dtype.is_integer else tensor)

    def _table(self, dtype, state_manager):
        name = f"{self.key}_lookup"
        if state_manager is not None and state_manager.has_resource(self, name):
            return state_manager.get_resource(self, name)
        with init_scope():
            words = self._words(dtype)
            table = (StaticVocabularyTable(words, self.num_oov_buckets, name=name) if self.num_oov_buckets
                     else StaticHashTable(words, self.default_value, name=name))
        if state_manager is not None:
            state_manager.add_resource(self, name, table)
        return table


def _numbered(words, dtype):
    return KeyValueTensorInitializer(np.array(words), np.arange(len(words), dtype=np.int64), dtype, dtypes.int64)


class VocabularyListCategoricalColumn(_OfVocabulary, collections.namedtuple("VocabularyListCategoricalColumn", (
        "key", "vocabulary_list", "dtype", "default_value", "num_oov_buckets"))):
    """See `categorical_column_with_vocabulary_list`."""

    num_buckets = property(lambda self: len(self.vocabulary_list) + self.num_oov_buckets)

    def _words(self, dtype):
        return _numbered(self.vocabulary_list, dtype)


class VocabularyFileCategoricalColumn(_OfVocabulary, collections.namedtuple("VocabularyFileCategoricalColumn", (
        "key", "vocabulary_file", "vocabulary_size", "num_oov_buckets", "dtype", "default_value", "file_format"))):
    """See `categorical_column_with_vocabulary_file`."""

    num_buckets = property(lambda self: self.vocabulary_size + self.num_oov_buckets)

    def __new__(cls, key, vocabulary_file, vocabulary_size, num_oov_buckets, dtype, default_value, file_format=None):
        return super().__new__(cls, key, vocabulary_file, vocabulary_size, num_oov_buckets, dtype, default_value, file_format)

    def _words(self, dtype):
        if self.file_format == "tfrecord_gzip":
            words = [record.numpy() for record in TFRecordDataset(self.vocabulary_file, "GZIP")]
            return _numbered([int(word) for word in words] if dtype.is_integer else words, dtype)
        return TextFileInitializer(self.vocabulary_file, dtype, TextFileIndex.WHOLE_LINE, dtypes.int64, TextFileIndex.LINE_NUMBER,
                                   vocab_size=self.vocabulary_size)


class IdentityCategoricalColumn(_OfOneKey, collections.namedtuple("IdentityCategoricalColumn", ("key", "number_buckets", "default_value"))):
    """See `categorical_column_with_identity`."""

    num_buckets = property(lambda self: self.number_buckets)
    _example_dtype = dtypes.int64

    def _ids(self, tensor, state_manager):
        if not tensor.dtype.is_integer:
            raise ValueError(f"Invalid input, not integer. key: {self.key} dtype: {tensor.dtype}")
        values = as_ids(tensor.values)
        if self.default_value is not None:
            outside = logical_or(values < 0, values >= self.num_buckets, name="out_of_range")
            values = where(outside, fill(array.shape(values), np.int64(self.default_value), name="default_values"), values)
        return tensor.with_values(values)


class WeightedCategoricalColumn(CategoricalColumn, collections.namedtuple("WeightedCategoricalColumn", (
        "categorical_column", "weight_feature_key", "dtype"))):
    """See `weighted_categorical_column`."""

    name = property(lambda self: f"{self.categorical_column.name}_weighted_by_{self.weight_feature_key}")
    parents = property(lambda self: [self.categorical_column, self.weight_feature_key])
    num_buckets = property(lambda self: self.categorical_column.num_buckets)

    @property
    def parse_example_spec(self):
        spec, key = self.categorical_column.parse_example_spec, self.weight_feature_key
        if key in spec:
            raise ValueError(f"Parse config {spec[key]} already exists for {key}.")
        return {**spec, key: VarLenFeature(self.dtype)}

    def transform_feature(self, transformation_cache, state_manager):
        weights = transformation_cache.get(self.weight_feature_key, state_manager)
        if self.dtype != weights.dtype:
            raise ValueError(f"Bad dtype, expected {self.dtype}, but got {weights.dtype}.")
        weights = to_sparse(weights, ignore_value=0)
        if not weights.dtype.is_floating:
            weights = weights.with_values(cast(weights.values, dtypes.float32))
        return to_sparse(transformation_cache.get(self.categorical_column, state_manager)), weights

    def get_sparse_tensors(self, transformation_cache, state_manager):
        return IdWeightPair(*transformation_cache.get(self, state_manager))


class CrossedColumn(CategoricalColumn, collections.namedtuple("CrossedColumn", ("keys", "hash_bucket_size", "hash_key"))):
    """See `crossed_column`."""

    num_buckets = property(lambda self: self.hash_bucket_size)
    parents = property(lambda self: list(self.keys))
    name = property(lambda self: "_X_".join(sorted(key if isinstance(key, str) else key.name for key in self._leaves())))

    def _leaves(self):
        return [leaf for key in self.keys for leaf in (key._leaves() if isinstance(key, CrossedColumn) else [key])]

    @property
    def parse_example_spec(self):
        spec = {}
        for key in self.keys:
            spec.update(key.parse_example_spec if isinstance(key, FeatureColumn) else {key: VarLenFeature(dtypes.string)})
        return spec

    def transform_feature(self, transformation_cache, state_manager):
        tensors = []
        for key in self._leaves():
            if isinstance(key, str):
                tensors.append(transformation_cache.get(key, state_manager))
                continue
            ids, weights = key.get_sparse_tensors(transformation_cache, state_manager)
            if weights is not None:
                raise ValueError("crossed_column does not support weight_tensor, but the given column populates weight_tensor. "
                                 f"Given column: {key.name}")
            tensors.append(ids)
        return cross_hashed(tensors, num_buckets=self.hash_bucket_size, hash_key=self.hash_key)


@deprecated()
def categorical_column_with_hash_bucket(key, hash_bucket_size, dtype=dtypes.string):
    """Ids by the hash of strings or integers. Raises ValueError for less than one bucket, or another dtype."""
    if hash_bucket_size is None:
        raise ValueError(f"hash_bucket_size must be set. key: {key}")
    if hash_bucket_size < 1:
        raise ValueError(f"hash_bucket_size must be at least 1. hash_bucket_size: {hash_bucket_size}, key: {key}")
    check_key(key)
    check_text_or_integer(dtype, f"column_name: {key}")
    return HashedCategoricalColumn(key, hash_bucket_size, dtype)


def _check_oov(key, num_oov_buckets, has_default):
    if num_oov_buckets:
        if has_default:
            raise ValueError(f"Can't specify both num_oov_buckets and default_value in {key}.")
        if num_oov_buckets < 0:
            raise ValueError(f"Invalid num_oov_buckets {num_oov_buckets} in {key}.")


def _of_file(key, vocabulary_file, vocabulary_size, dtype, default_value, num_oov_buckets, file_format):
    if not vocabulary_file:
        raise ValueError(f"Missing vocabulary_file in {key}.")
    if file_format is None and vocabulary_file.endswith("tfrecord.gz"):
        file_format = "tfrecord_gzip"
    if vocabulary_size is None:
        if not exists(vocabulary_file):
            raise ValueError(f"vocabulary_file in {key} does not exist.")
        if file_format == "tfrecord_gzip":
            vocabulary_size = TFRecordDataset(vocabulary_file, "GZIP").reduce(0, lambda count, _: count + 1)
            vocabulary_size = vocabulary_size.numpy() if context.graph is None else vocabulary_size
        else:
            with GFile(vocabulary_file, "rb") as file:
                vocabulary_size = sum(1 for _ in file)
        get_logger().info("vocabulary_size = %d in %s is inferred from the number of elements in the vocabulary_file %s.", vocabulary_size, key,
                          vocabulary_file)
    if not isinstance(vocabulary_size, Tensor) and vocabulary_size < 1:
        raise ValueError(f"Invalid vocabulary_size in {key}.")
    _check_oov(key, num_oov_buckets, default_value is not None)
    check_text_or_integer(dtype, f"column_name: {key}")
    check_key(key)
    return VocabularyFileCategoricalColumn(key, vocabulary_file, vocabulary_size, num_oov_buckets or 0, dtype,
                                           -1 if default_value is None else default_value, file_format)


@deprecated(name="categorical_column_with_vocabulary_file_v2")
def categorical_column_with_vocabulary_file(key, vocabulary_file, vocabulary_size=None, dtype=dtypes.string, default_value=None,
                                            num_oov_buckets=0, file_format=None):
    """Ids by the lines of a file, or the records of a compressed TFRecord file.

    Args:
        vocabulary_size: how many of the lines count; all by default.
        default_value: the id of what is not among them, -1 by default.
        num_oov_buckets: ids above the others for what is not among them, by hash.

    Raises:
        ValueError: there is no such file, or an argument is of another kind.
    """
    return _of_file(key, vocabulary_file, vocabulary_size, dtype, default_value, num_oov_buckets, file_format)


@deprecated(name="categorical_column_with_vocabulary_file")
def vocabulary_file_column(key, vocabulary_file, vocabulary_size=None, num_oov_buckets=0, default_value=None, dtype=dtypes.string):
    """`categorical_column_with_vocabulary_file` with the arguments of TensorFlow 1."""
    return _of_file(key, vocabulary_file, vocabulary_size, dtype, default_value, num_oov_buckets, None)


@deprecated()
def categorical_column_with_vocabulary_list(key, vocabulary_list, dtype=None, default_value=-1, num_oov_buckets=0):
    """Ids by the places in a list of strings or integers. Raises ValueError if it is empty, or has a word twice."""
    if vocabulary_list is None or len(vocabulary_list) < 1:
        raise ValueError(f"vocabulary_list {vocabulary_list} must be non-empty, column_name: {key}")
    if len(set(vocabulary_list)) != len(vocabulary_list):
        raise ValueError(f"Duplicate keys in vocabulary_list {vocabulary_list}, column_name: {key}")
    own = dtypes.as_dtype(np.array(vocabulary_list).dtype)
    _check_oov(key, num_oov_buckets, default_value != -1)
    check_text_or_integer(own, f"column_name: {key} vocabulary")
    if dtype is None:
        dtype = own
    elif dtype.is_integer != own.is_integer:
        raise ValueError(f"dtype {dtype} and vocabulary dtype {own} do not match, column_name: {key}")
    check_text_or_integer(dtype, f"column_name: {key}")
    check_key(key)
    return VocabularyListCategoricalColumn(key, tuple(vocabulary_list), dtype, default_value, num_oov_buckets)


@deprecated()
def categorical_column_with_identity(key, num_buckets, default_value=None):
    """Integers that are ids themselves. Raises ValueError if the default is none.

    Args:
        default_value: the id for those that are out of range.
    """
    if num_buckets < 1:
        raise ValueError(f"num_buckets {num_buckets} < 1, column_name {key}")
    if default_value is not None and (default_value < 0 or default_value >= num_buckets):
        raise ValueError(f"default_value {default_value} not in range [0, {num_buckets}), column_name {key}")
    check_key(key)
    return IdentityCategoricalColumn(key, num_buckets, default_value)


@deprecated()
def weighted_categorical_column(categorical_column, weight_feature_key, dtype=dtypes.float32):
    """The ids of a column, with weights under another key."""
    if dtype is None or not (dtype.is_integer or dtype.is_floating):
        raise ValueError(f"dtype {dtype} is not convertible to float.")
    return WeightedCategoricalColumn(categorical_column, weight_feature_key, dtype)


@deprecated(instead="Use `tf.keras.layers.experimental.preprocessing.HashedCrossing` instead for feature crossing when preprocessing data to "
                    "train a Keras model.")
def crossed_column(keys, hash_bucket_size, hash_key=None):
    """Ids by the hash of all combinations of several features.

    Args:
        keys: keys of strings, and categorical columns but hashed ones.

    Raises:
        ValueError: there are fewer than two, or one is of another kind.
    """
    if not hash_bucket_size or hash_bucket_size < 1:
        raise ValueError(f"hash_bucket_size must be > 1. hash_bucket_size: {hash_bucket_size}")
    if not keys or len(keys) < 2:
        raise ValueError(f"keys must be a list with length > 1. Given: {keys}")
    for key in keys:
        if not isinstance(key, (str, CategoricalColumn)):
            raise ValueError("Unsupported key type. All keys must be either string, or categorical column except HashedCategoricalColumn. "
                             f"Given: {key}")
        if isinstance(key, HashedCategoricalColumn):
            raise ValueError("categorical_column_with_hash_bucket is not supported for crossing. Hashing before crossing will increase "
                             f"probability of collision. Instead, use the feature name as a string. Given: {key}")
    return CrossedColumn(tuple(keys), hash_bucket_size, hash_key)
