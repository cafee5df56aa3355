"""What all feature columns have in common, and the features that they are computed from."""

from __future__ import annotations

import collections
import functools

from runtime.core import dtypes, nest
from runtime.core.convert import convert_to_tensor
from runtime.core.deprecation import warn_deprecated
from runtime.core.scopes import name_scope
from runtime.ops import array
from runtime.ops.cast import cast
from runtime.ops.control_flow.check import assert_positive
from runtime.ops.comparison import equal, not_equal
from runtime.ops.control_flow.control_flow import cond, control_dependencies
from runtime.ops.gather_scatter import gather_nd, where
from runtime.ops.sparse.sparse_shape import reshape as sparse_reshape
from runtime.sparse_tensor import SparseTensor

_INSTEAD = ("Use Keras preprocessing layers instead, either directly or via the `tf.keras.utils.FeatureSpace` utility. Each of "
            "`tf.feature_column.*` has a functional equivalent in `tf.keras.layers` for feature preprocessing when training a Keras model.")

IdWeightPair = collections.namedtuple("IdWeightPair", ("id_tensor", "weight_tensor"))
TensorSequenceLengthPair = collections.namedtuple("TensorSequenceLengthPair", ("dense_tensor", "sequence_length"))


def deprecated(module="feature_column_v2", instead=_INSTEAD, name=None):
    """Decorator: the first call of the function warns that it is deprecated."""
    def decorate(function):
        @functools.wraps(function)
        def warned(*args, **kwargs):
            warn_deprecated(name or function.__name__, f"tensorflow.python.feature_column.{module}", instead)
            return function(*args, **kwargs)
        return warned
    return decorate


class FeatureColumn:
    """A column: `name`, what it needs of examples, and how it is computed.

    Attributes:
        parse_example_spec: key → feature, for `tf.io.parse_example`.
        parents: the keys and columns that it is computed from.
    """

    parents = ()

    def __lt__(self, other):
        return str(self) < str(other)

    def __gt__(self, other):
        return str(self) > str(other)

    def transform_feature(self, transformation_cache, state_manager):
        """What becomes of the features, before it is made dense."""
        raise NotImplementedError

    def create_state(self, state_manager):
        """Make the Variables that the column needs."""


class DenseColumn(FeatureColumn):
    """A column that becomes a dense tensor, of `variable_shape` for each example."""

    def get_dense_tensor(self, transformation_cache, state_manager):
        return transformation_cache.get(self, state_manager)


class CategoricalColumn(FeatureColumn):
    """A column that becomes ids below `num_buckets`, in a SparseTensor, with weights or without."""

    IdWeightPair = IdWeightPair

    def get_sparse_tensors(self, transformation_cache, state_manager):
        return IdWeightPair(transformation_cache.get(self, state_manager), None)


class SequenceDenseColumn(FeatureColumn):
    """A column of sequences that becomes a dense tensor and the lengths."""

    TensorSequenceLengthPair = TensorSequenceLengthPair


class FeatureTransformationCache:
    """Features by key, and what columns make of them, each computed once.

    Args:
        features: key → tensor, of which those without a second axis get one.
    """

    def __init__(self, features):
        self._features = features.copy()
        self._feature_tensors = {}

    def get(self, key, state_manager, training=None):
        """The tensor of a key, or what a column makes of the features. Raises ValueError if the key is not there."""
        if key not in self._feature_tensors:
            self._feature_tensors[key] = self._raw(key) if key in self._features else self._transformed(key, state_manager)
        return self._feature_tensors[key]

    def _transformed(self, key, state_manager):
        if isinstance(key, str):
            raise ValueError(f"Feature {key} is not in features dictionary.")
        if not isinstance(key, FeatureColumn):
            raise TypeError(f'"key" must be either a "str" or "FeatureColumn". Provided: {key}')
        transformed = key.transform_feature(self, state_manager)
        if transformed is None:
            raise ValueError(f"Column {key.name} is not supported.")
        return transformed

    def _raw(self, key):
        given = self._features[key]
        tensor = given if isinstance(given, SparseTensor) else convert_to_tensor(given)
        rank = tensor.shape.rank
        if rank is not None:
            if rank == 0:
                raise ValueError(f"Feature (key: {key}) cannot have rank 0. Given: {tensor}")
            return tensor if rank != 1 else _as_column(tensor)
        actual = array.rank(tensor)
        check = assert_positive(actual, message=f"Feature (key: {key}) cannot have rank 0. Given: {tensor}")
        with control_dependencies([] if check is None else [check]):
            return cond(equal(1, actual), lambda: _as_column(tensor), lambda: tensor)


def _as_column(tensor):
    if isinstance(tensor, SparseTensor):
        return sparse_reshape(tensor, [array.shape(tensor)[0], 1])
    return array.expand_dims(tensor, -1)


def to_sparse(tensor, ignore_value=None):
    """`tensor` as a SparseTensor, without the elements that stand for none: "", -1, 0.0 or `ignore_value`."""
    if isinstance(tensor, SparseTensor):
        return tensor
    tensor = convert_to_tensor(tensor)
    with name_scope("to_sparse_input"):
        if ignore_value is None:
            ignore_value = "" if tensor.dtype is dtypes.string else -1 if tensor.dtype.is_integer else 0.0
        ignored = convert_to_tensor(ignore_value, tensor.dtype, name="ignore_value")
        indices = where(not_equal(tensor, ignored), name="indices")
        return SparseTensor(indices, gather_nd(tensor, indices, name="values"), array.shape(tensor, dtypes.int64, name="dense_shape"))


def check_key(key):
    if not isinstance(key, str):
        raise ValueError(f"key must be a string. Got: type {type(key)}. Given key: {key}.")


def check_text_or_integer(dtype, prefix):
    if dtype != dtypes.string and not dtype.is_integer:
        raise ValueError(f"{prefix} dtype must be string or integer. dtype: {dtype}.")


def check_shape(shape, key):
    """`shape` as a tuple. Raises TypeError or ValueError for what is no shape of a feature."""
    shape = tuple(shape if nest.is_nested(shape) else [shape])
    for dimension in shape:
        if not isinstance(dimension, int):
            raise TypeError(f"shape dimensions must be integer. shape: {shape}, key: {key}")
        if dimension < 1:
            raise ValueError(f"shape dimensions must be greater than 0. shape: {shape}, key: {key}")
    return shape


def as_ids(tensor):
    return cast(tensor, dtypes.int64)
