"""`tf.io.parse_example` and its kin: serialized `tf.train.Example`s and `SequenceExample`s as tensors."""

from __future__ import annotations

import collections

from runtime.core import dtypes
from runtime.core.convert import constant, convert_to_tensor
from runtime.core.deprecation import warn_deprecated
from runtime.core.dispatch import dispatch
from runtime.core.logger import get_logger
from runtime.core.op_def import REQUIRED, TypeList, op
from runtime.core.tensor_shape import TensorShape, as_dims
from runtime.ops import types
from runtime.ops.array import reshape
from runtime.ops.attributes import one_of_types
from runtime.ops.kernels import examples as kernels
from runtime.ops.scope import scope
from runtime.ops.sparse.sparse_shape import merged
from runtime.sparse_tensor import SparseTensor

_TYPES = TypeList("float32 int64 string")


class FixedLenFeature(collections.namedtuple("FixedLenFeature", ["shape", "dtype", "default_value"])):
    """A feature that is a tensor of this shape in each example."""

    def __new__(cls, shape, dtype, default_value=None):
        return super().__new__(cls, shape, dtype, default_value)


class VarLenFeature(collections.namedtuple("VarLenFeature", ["dtype"])):
    """A feature of any number of values: a SparseTensor."""


class FixedLenSequenceFeature(collections.namedtuple("FixedLenSequenceFeature", ["shape", "dtype", "allow_missing",
                                                                                "default_value"])):
    """A feature of any number of tensors of this shape: dense, padded to the longest of the batch."""

    def __new__(cls, shape, dtype, allow_missing=False, default_value=None):
        return super().__new__(cls, shape, dtype, allow_missing, default_value)


class ComposedFeature:
    """The base of features that are made of several keys of an example."""

    def add_to(self, plan, key):
        """Ask `plan` for the keys that it needs."""
        raise NotImplementedError

    def composed(self, key, found):
        """The value of the feature, made of what was `found` by key."""
        raise NotImplementedError


class RowsFeature(ComposedFeature):
    """The base of features that sequences may have too: RaggedFeature, which stands above."""


class SparseFeature(ComposedFeature, collections.namedtuple("SparseFeature", ["index_key", "value_key", "dtype", "size", "already_sorted"])):
    """A SparseTensor of which the example holds indices and values under keys of their own.

    Args:
        index_key: a key, or one for each axis.
        size: of the axis, or of each.
    """

    def __new__(cls, index_key, value_key, dtype, size, already_sorted=False):
        return super().__new__(cls, index_key, value_key, dtype, size, already_sorted)

    def add_to(self, plan, key):
        for what in ("index_key", "value_key"):
            if not getattr(self, what):
                raise ValueError(f"Missing {what} for SparseFeature {self}.")
        if not self.dtype:
            raise ValueError(f"Missing type for feature {key}. Received feature={self}.")
        keys = [self.index_key] if isinstance(self.index_key, str) else self.index_key
        if len(keys) > 1:
            get_logger().warning("SparseFeature is a complicated feature config and should only be used after careful consideration of "
                                 "VarLenFeature.")
        for one in sorted(keys):
            plan.add_sparse(one, dtypes.int64)
        plan.add_sparse(self.value_key, self.dtype)

    def composed(self, key, found):
        several = not isinstance(self.index_key, str)
        ids = [found[one] for one in self.index_key] if several else [found[self.index_key]]
        warn_deprecated("sparse_merge", "tensorflow.python.ops.sparse_ops", "No similar op available at this time.", depth=1)
        return merged(ids, found[self.value_key], list(self.size) if several else [self.size], already_sorted=self.already_sorted)


class _Plan:
    """The keys that are to be parsed, by what becomes of their values."""

    def __init__(self, features, allowed, of_lists=False):
        self.sparse, self.dense, self.ragged = {}, {}, {}  # key → dtype; (dtype, dims, feature); (dtype of values, dtype of splits)
        for key in sorted(features or ()):
            feature = features[key]
            if not isinstance(feature, allowed):
                raise ValueError(f"Unsupported {type(feature).__name__} {feature} for key '{key}'")
            if isinstance(feature, VarLenFeature):
                self.add_sparse(key, _dtype(key, feature))
            elif isinstance(feature, ComposedFeature):
                feature.add_to(self, key)
            else:
                self.dense[key] = _dtype(key, feature), _shape(key, feature, of_lists), feature
        for first, second in (("Dense", "sparse"), ("Dense", "ragged"), ("Ragged", "sparse")):
            one, other = getattr(self, first.lower()), getattr(self, second)
            if set(one) & set(other):
                raise ValueError(f"{first} and {second} keys must not intersect; {first.lower()}_keys: {list(one)}, {second}_keys: {list(other)}, "
                                 f"intersection: {set(one) & set(other)}")

    def add_sparse(self, key, dtype):
        if self.sparse.setdefault(key, dtypes.as_dtype(dtype)) != dtype:
            raise ValueError(f"Conflicting type {self.sparse[key]} vs {dtype} for feature {key}.")

    def add_ragged(self, key, dtype, splits):
        value, rows = self.ragged.setdefault(key, (dtype, splits))
        if value != dtype:
            raise ValueError(f"Conflicting type {value} vs {dtype} for feature {key}.")
        if rows != splits:
            raise ValueError(f"Conflicting partition type {rows} vs {splits} for feature {key}.")

    def __len__(self):
        return len(self.sparse) + len(self.dense) + len(self.ragged)

    def defaults(self):
        return [_default(key, feature) for key, (_, _, feature) in self.dense.items()]

    def dense_types(self):
        return tuple(dtype for dtype, _, _ in self.dense.values())

    def dense_shapes(self):
        return tuple(dims for _, dims, _ in self.dense.values())

    def ragged_types(self):
        return tuple(value for value, _ in self.ragged.values()), tuple(splits for _, splits in self.ragged.values())


_RAGGED = {"ragged_value_types": types.PARSED, "ragged_split_types": types.INDEX}


def _infer(inputs, attrs):
    dims = inputs[0]._dims
    rank = None if dims is None else len(dims) + 1
    count, ragged = attrs["num_sparse"], len(attrs["ragged_value_types"])
    dense = [None if dims is None else (*dims, *(shape if not dims or not shape or shape[0] is not None else (None, *shape[1:])))
             for shape in attrs["dense_shapes"]]
    splits = None if not dims or dims[0] is None else dims[0] + 1
    return [(None, rank)] * count + [(None,)] * count + [(rank,)] * count + dense + [(None,)] * ragged + [(splits,)] * ragged


PARSE_EXAMPLE = op("ParseExampleV2", "serialized: string, names: string, sparse_keys: string, dense_keys: string, ragged_keys: string, "
                   "dense_defaults: [Tdense] -> sparse_indices: num_sparse*int64, sparse_values: [sparse_types], "
                   "sparse_shapes: num_sparse*int64, dense_values: [Tdense], ragged_values: [ragged_value_types], "
                   "ragged_row_splits: [ragged_split_types]", kernel=kernels.parse, infer=_infer,
                   types={"Tdense": _TYPES, "sparse_types": types.PARSED, **_RAGGED},
                   attrs={"Tdense": (), "num_sparse": REQUIRED, "sparse_types": (), "ragged_value_types": (),
                          "ragged_split_types": (), "dense_shapes": REQUIRED})


def _infer_sequences(inputs, attrs):
    dims = inputs[0]._dims
    rank = None if dims is None else len(dims)

    def sparse(count, extra):
        wide = None if rank is None else rank + extra
        return [(None, wide)] * count + [(None,)] * count + [(wide,)] * count

    ragged, list_ragged = len(attrs["context_ragged_value_types"]), len(attrs["feature_list_ragged_value_types"])
    return [*sparse(attrs["Ncontext_sparse"], 1), *(None if dims is None else (*dims, *shape) for shape in attrs["context_dense_shapes"]),
            *[(None,)] * (2 * ragged), *sparse(attrs["Nfeature_list_sparse"], 2),
            *(None if dims is None else (*dims, None, *shape) for shape in attrs["feature_list_dense_shapes"]),
            *[dims] * attrs["Nfeature_list_dense"], *[(None,)] * (3 * list_ragged)]


_SEQUENCE_TYPES = ("Tcontext_dense", "context_sparse_types", "context_ragged_value_types", "feature_list_dense_types", "feature_list_sparse_types",
                   "feature_list_ragged_value_types")
PARSE_SEQUENCES = op(
    "ParseSequenceExampleV2", "serialized: string, debug_name: string, context_sparse_keys: string, context_dense_keys: string, "
    "context_ragged_keys: string, feature_list_sparse_keys: string, feature_list_dense_keys: string, feature_list_ragged_keys: string, "
    "feature_list_dense_missing_assumed_empty: bool, context_dense_defaults: [Tcontext_dense] -> "
    "context_sparse_indices: Ncontext_sparse*int64, context_sparse_values: [context_sparse_types], context_sparse_shapes: Ncontext_sparse*int64, "
    "context_dense_values: [Tcontext_dense], context_ragged_values: [context_ragged_value_types], "
    "context_ragged_row_splits: [context_ragged_split_types], feature_list_sparse_indices: Nfeature_list_sparse*int64, "
    "feature_list_sparse_values: [feature_list_sparse_types], feature_list_sparse_shapes: Nfeature_list_sparse*int64, "
    "feature_list_dense_values: [feature_list_dense_types], feature_list_dense_lengths: Nfeature_list_dense*int64, "
    "feature_list_ragged_values: [feature_list_ragged_value_types], feature_list_ragged_outer_splits: [feature_list_ragged_split_types], "
    "feature_list_ragged_inner_splits: [feature_list_ragged_split_types]", kernel=kernels.parse_sequences, infer=_infer_sequences,
    types={**dict.fromkeys(_SEQUENCE_TYPES, _TYPES), "context_ragged_split_types": types.INDEX, "feature_list_ragged_split_types": types.INDEX},
    attrs={**dict.fromkeys(_SEQUENCE_TYPES, ()), "Ncontext_sparse": 0, "context_ragged_split_types": (), "context_dense_shapes": (),
           "Nfeature_list_sparse": 0, "Nfeature_list_dense": 0, "feature_list_ragged_split_types": (), "feature_list_dense_shapes": ()})


def parse_example(serialized, features, example_names=None, name=None):
    """A batch of serialized Examples as a dict of tensors.

    Args:
        serialized: string ``[batch]``.
        features: for each key a feature: FixedLenFeature, VarLenFeature, FixedLenSequenceFeature, SparseFeature or RaggedFeature.

    Raises:
        ValueError: there are no features, or one is of another kind.
        InvalidArgumentError: an example lacks a feature that has no default, or has values of another type or number.
    """
    with scope(name, "ParseExample"):
        return _parsed(convert_to_tensor(serialized, dtypes.string, name="serialized"), features, example_names)


def parse_single_example(serialized, features, example_names=None, name=None):
    """One serialized Example, a scalar string, as a dict of tensors without a batch dimension."""
    with scope(name, "ParseSingleExample"):
        serialized = _scalar(convert_to_tensor(serialized, dtypes.string, name="serialized"))
        with scope(None, "ParseExample"):
            return _parsed(serialized, features, example_names)


def _scalar(serialized):
    if serialized._dims not in ((), None):
        raise ValueError("Input serialized must be a scalar")
    return serialized


_OF_EXAMPLES = (VarLenFeature, ComposedFeature, FixedLenFeature, FixedLenSequenceFeature)


def _check_rank(serialized, *plans):
    if serialized._dims is None and any(plan.ragged for plan in plans):
        raise ValueError("serialized must have statically-known rank to parse ragged features.")


def _parsed(serialized, features, names):
    if not features:
        raise ValueError("Invalid argument: features cannot be empty.")
    plan = _Plan(features, _OF_EXAMPLES)
    _check_rank(serialized, plan)
    values, splits = plan.ragged_types()
    attrs = {"num_sparse": len(plan.sparse), "ragged_value_types": values, "ragged_split_types": splits, "sparse_types": tuple(plan.sparse.values()),
             "Tdense": plan.dense_types(), "dense_shapes": plan.dense_shapes()}
    inputs = [serialized, [] if names is None else names, list(plan.sparse), list(plan.dense), list(plan.ragged), *plan.defaults()]
    results = iter(dispatch(PARSE_EXAMPLE, inputs, attrs))
    return _composed(features, _taken(plan, results, serialized._dims != ()))


def _take(results, count):
    return [next(results) for _ in range(count)]


def _taken(plan, results, batch):
    """The tensors by key. What is ragged is a pair of values and row splits, which are None without a batch."""
    count = len(plan.sparse)
    found = {key: SparseTensor(*parts) for key, *parts in zip(plan.sparse, *(_take(results, count) for _ in range(3)))}
    found.update(zip(plan.dense, _take(results, len(plan.dense))))
    values, splits = (_take(results, len(plan.ragged)) for _ in range(2))
    found.update((key, (value, split if batch else None)) for key, value, split in zip(plan.ragged, values, splits))
    return found


def _composed(features, found):
    """The values of the features, in the order of `found` and then by name."""
    made = {key: features[key].composed(key, found) for key in sorted(features or ()) if isinstance(features[key], ComposedFeature)}
    result = {key: made.get(key, value) for key, value in found.items() if key in features}
    result.update((key, value) for key, value in made.items() if key not in result)
    return result


def _of_sequences(serialized, context_features, sequence_features, names):
    plan = _Plan(context_features, (VarLenFeature, FixedLenFeature, RowsFeature))
    lists = _Plan(sequence_features, (VarLenFeature, FixedLenSequenceFeature, RowsFeature), of_lists=True)
    for key, (_, _, feature) in lists.dense.items():
        if feature.default_value is not None:
            raise ValueError(f"Value feature_list.dense_defaults[{key}] must be None")
    _check_rank(serialized, plan, lists)
    (values, splits), (list_values, list_splits) = plan.ragged_types(), lists.ragged_types()
    attrs = {"Ncontext_sparse": len(plan.sparse), "Tcontext_dense": plan.dense_types(), "context_sparse_types": tuple(plan.sparse.values()),
             "context_ragged_value_types": values, "context_ragged_split_types": splits, "context_dense_shapes": plan.dense_shapes(),
             "Nfeature_list_sparse": len(lists.sparse), "Nfeature_list_dense": len(lists.dense), "feature_list_dense_types": lists.dense_types(),
             "feature_list_sparse_types": tuple(lists.sparse.values()), "feature_list_ragged_value_types": list_values,
             "feature_list_ragged_split_types": list_splits, "feature_list_dense_shapes": lists.dense_shapes()}
    may_lack = [bool(feature.allow_missing) for _, _, feature in lists.dense.values()]
    inputs = [serialized, [] if names is None else names, list(plan.sparse), list(plan.dense), list(plan.ragged), list(lists.sparse),
              list(lists.dense), list(lists.ragged), convert_to_tensor(may_lack, dtypes.bool_), *plan.defaults()]
    results, batch = iter(dispatch(PARSE_SEQUENCES, inputs, attrs)), serialized._dims != ()
    context = _composed(context_features, _taken(plan, results, batch))
    count = len(lists.sparse)
    found = {key: SparseTensor(*parts) for key, *parts in zip(lists.sparse, *(_take(results, count) for _ in range(3)))}
    found.update(zip(lists.dense, _take(results, len(lists.dense))))
    lengths = dict(zip(lists.dense, _take(results, len(lists.dense))))
    for key, value, outer, inner in zip(lists.ragged, *(_take(results, len(lists.ragged)) for _ in range(3))):
        found[key] = value, inner, *([outer] if batch else [])
    return context, _composed(sequence_features, found), lengths


def parse_sequence_example(serialized, context_features=None, sequence_features=None, example_names=None, name=None):
    """A batch of serialized SequenceExamples: dicts of the context, of the sequences, and of the lengths of the dense ones.

    Args:
        context_features: for each key a FixedLenFeature, VarLenFeature or RaggedFeature.
        sequence_features: for each key a FixedLenSequenceFeature, VarLenFeature or RaggedFeature.

    Raises:
        ValueError: there are no features, or one is of another kind.
        InvalidArgumentError: an example lacks a feature, or has values of another type or number.
    """
    if not (context_features or sequence_features):
        raise ValueError("Both `context_features` and `sequence_features` argument are None, but at least one should have values.")
    with scope(name, "ParseSequenceExample"):
        return _of_sequences(convert_to_tensor(serialized, dtypes.string, name="serialized"), context_features, sequence_features, example_names)


def parse_single_sequence_example(serialized, context_features=None, sequence_features=None, example_name=None, name=None):
    """One serialized SequenceExample, a scalar string: dicts of the context and of the sequences."""
    if not (context_features or sequence_features):
        raise ValueError("Both context_features and sequence_features are None, but at least one should have values.")
    with scope(name, "ParseSingleSequenceExample"):
        serialized = _scalar(convert_to_tensor(serialized, dtypes.string, name="serialized"))
        return _of_sequences(serialized, context_features, sequence_features, example_name)[:2]


def _dtype(key, feature):
    if not feature.dtype:
        raise ValueError(f"Missing type for feature {key}. Received feature={feature}")
    dtype = dtypes.as_dtype(feature.dtype)
    one_of_types("ParseExampleV2", "sparse_types" if isinstance(feature, VarLenFeature) else "Tdense", dtype, _TYPES)
    return dtype


def _shape(key, feature, of_lists):
    if feature.shape is None:
        raise ValueError(f"Missing shape for feature {key}. Received feature={feature}.")
    dims = as_dims(feature.shape)
    if of_lists:
        return dims
    if isinstance(feature, FixedLenSequenceFeature):
        if not feature.allow_missing:
            raise ValueError("Unsupported: FixedLenSequenceFeature requires allow_missing to be True.")
        return (None, *dims)
    if None in dims:
        raise ValueError(f"First dimension of shape for feature {key} unknown. Consider using FixedLenSequenceFeature. Received "
                         f"feature={feature}." if dims[0] is None else f"All dimensions of shape for feature {key} need to be "
                         f"known but received {TensorShape(dims)!s}.")
    return dims


def _default(key, feature):
    """The tensor that stands for a missing feature; an empty one where it must not be missing."""
    if feature.default_value is None:
        dtype = _dtype(key, feature)
        if isinstance(feature, FixedLenSequenceFeature):
            return constant(b"" if dtype is dtypes.string else 0, dtype)
        return constant([], dtype)
    value = convert_to_tensor(feature.default_value, feature.dtype, name="key_" + "".join(
        letter if letter.isalnum() or letter in "_.\\-/" else "_" for letter in key))
    return value if isinstance(feature, FixedLenSequenceFeature) else reshape(value, as_dims(feature.shape))
