"""`tf.io.parse_example`: serialized `tf.train.Example`s as tensors (ParseExampleV2)."""

from __future__ import annotations

import collections

import numpy as np

from runtime.core import dtypes, errors
from runtime.core.convert import constant, convert_to_tensor
from runtime.core.dispatch import dispatch
from runtime.core.op_def import REQUIRED, TypeList, op
from runtime.core.tensor_shape import TensorShape, as_dims, text
from runtime.ops import types
from runtime.ops.array import reshape
from runtime.ops.attributes import one_of_types
from runtime.ops.scope import scope
from runtime.proto.example import Example
from runtime.proto.wire import DecodeError
from runtime.sparse_tensor import SparseTensor

_TYPES = TypeList("float32 int64 string")
_FIELDS = {dtypes.float32: "float_list", dtypes.int64: "int64_list", dtypes.string: "bytes_list"}
_NAMES = {"float_list": "float", "int64_list": "int64", "bytes_list": "string"}


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


def _values(example, key, dtype, where):
    """The values of a feature as an array, None where it has none. Raises InvalidArgumentError for values of another type."""
    feature = example.get(key)
    kind = None if feature is None else feature.WhichOneof("kind")
    if kind is None:
        return None
    if kind != _FIELDS[dtype]:
        raise errors.invalid(f"{where}Key: {key}{', Index: 0' if where else ''}.  Data types don't match. Data type: {_NAMES[kind]} "
                             f"but expected type: {dtype.kernel_name}")
    items = getattr(feature, kind).value
    array = np.empty(len(items), object if dtype is dtypes.string else dtype.numpy_dtype)
    array[:] = items
    return array


def _examples(serialized, names):
    for index, data in enumerate(np.asarray(serialized, object).reshape(-1).tolist()):
        try:
            example = Example.decode(data).features.feature
        except DecodeError:
            example = {}
        where = ""
        if np.ndim(serialized):
            where = f"Name: {names[index].decode() if len(names) else '<unknown>'}, "
        yield example, where


def _keys(array):
    return [key.decode() for key in np.asarray(array, object).tolist()]


def _parse(serialized, names, sparse_keys, dense_keys, ragged_keys, *defaults, Tdense, num_sparse, sparse_types, ragged_value_types,
           ragged_split_types, dense_shapes):
    batch, dense_keys, sparse_keys = np.ndim(serialized) > 0, _keys(dense_keys), _keys(sparse_keys)
    dense, sparse = [[] for _ in dense_keys], [[] for _ in sparse_keys]
    for example, where in _examples(serialized, names):
        for key, dtype, shape, default, rows in zip(dense_keys, Tdense, dense_shapes, defaults, dense):
            rows.append(_dense_row(_values(example, key, dtype, where), key, dtype, shape, default, where))
        for key, dtype, rows in zip(sparse_keys, sparse_types, sparse):
            found = _values(example, key, dtype, where)
            rows.append(np.empty(0, object if dtype is dtypes.string else dtype.numpy_dtype) if found is None else found)
    dense = [_stacked(rows, shape, default, dtype) if batch else rows[0]
             for rows, shape, default, dtype in zip(dense, dense_shapes, defaults, Tdense)]
    indices = [_indices(rows, batch) for rows in sparse]
    shapes = [np.array([len(rows), max(map(len, rows), default=0)][not batch:], np.int64) for rows in sparse]
    values = [np.concatenate(rows) if rows else np.empty(0, object if dtype is dtypes.string else dtype.numpy_dtype)
              for rows, dtype in zip(sparse, sparse_types)]
    return [*indices, *values, *shapes, *dense]


def _dense_row(found, key, dtype, shape, default, where):
    if shape and shape[0] is None:
        step = int(np.prod(shape[1:], dtype=np.int64))
        found = np.empty(0, object if dtype is dtypes.string else dtype.numpy_dtype) if found is None else found
        if len(found) % step:
            raise errors.invalid(f"{where}Key: {key}, Index: 0.  Number of {dtype.kernel_name} values is not a multiple of stride "
                                 f"length. Saw {len(found)} values but output shape is: {text(shape)}")
        return found.reshape(-1, *shape[1:])
    if found is None:
        if not np.size(default) and np.prod(shape, dtype=np.int64):
            raise errors.invalid(f"{where}Feature: {key} (data type: {dtype.kernel_name}) is required but could not be found.")
        return np.asarray(default).reshape(shape)
    if len(found) != np.prod(shape, dtype=np.int64):
        raise errors.invalid(f"{where}Key: {key}, Index: 0.  Number of {dtype.kernel_name} values != expected.  Values size: "
                             f"{len(found)} but output shape: {text(shape)}" if where else
                             f"Key: {key}.  Can't parse serialized Example: Some {_FIELDS[dtype]} slice was not parsed.")
    return found.reshape(shape)


def _stacked(rows, shape, default, dtype):
    if not (shape and shape[0] is None):
        kind = object if dtype is dtypes.string else dtype.numpy_dtype
        return np.array([row.tolist() for row in rows], kind).reshape(len(rows), *shape)
    longest = max(map(len, rows), default=0)
    result = np.empty((len(rows), longest, *shape[1:]), object if dtype is dtypes.string else dtype.numpy_dtype)
    result[...] = np.asarray(default).reshape(-1)[0] if np.size(default) else (b"" if dtype is dtypes.string else 0)
    for row, values in zip(result, rows):
        row[:len(values)] = values
    return result


def _indices(rows, batch):
    pairs = [(row, column) for row, values in enumerate(rows) for column in range(len(values))]
    pairs = np.array(pairs, np.int64).reshape(-1, 2)
    return pairs if batch else pairs[:, 1:]


def _infer(inputs, attrs):
    dims = inputs[0]._dims
    rank = None if dims is None else len(dims) + 1
    count = attrs["num_sparse"]
    dense = [None if dims is None else (*dims, *(shape if not dims or not shape or shape[0] is not None else (None, *shape[1:])))
             for shape in attrs["dense_shapes"]]
    return [(None, rank)] * count + [(None,)] * count + [(rank,)] * count + dense


PARSE_EXAMPLE = op("ParseExampleV2", "serialized: string, names: string, sparse_keys: string, dense_keys: string, ragged_keys: string, "
                   "dense_defaults: [Tdense] -> sparse_indices: num_sparse*int64, sparse_values: [sparse_types], "
                   "sparse_shapes: num_sparse*int64, dense_values: [Tdense], ragged_values: [ragged_value_types], "
                   "ragged_row_splits: [ragged_split_types]", kernel=_parse, infer=_infer, types={"Tdense": _TYPES, "sparse_types": types.PARSED, "ragged_value_types": types.PARSED, "ragged_split_types": types.INDEX},
                   attrs={"Tdense": (), "num_sparse": REQUIRED, "sparse_types": (), "ragged_value_types": (),
                          "ragged_split_types": (), "dense_shapes": REQUIRED})


def parse_example(serialized, features, example_names=None, name=None):
    """A batch of serialized Examples as a dict of tensors.

    Args:
        serialized: string ``[batch]``.
        features: for each key a FixedLenFeature, VarLenFeature or FixedLenSequenceFeature.

    Raises:
        ValueError: there are no features, or one is of another kind.
        InvalidArgumentError: an example lacks a feature that has no default, or has values of another type or number.
    """
    with scope(name, "ParseExample"):
        return _parsed(convert_to_tensor(serialized, dtypes.string, name="serialized"), features, example_names)


def parse_single_example(serialized, features, example_names=None, name=None):
    """One serialized Example, a scalar string, as a dict of tensors without a batch dimension."""
    with scope(name, "ParseSingleExample"):
        serialized = convert_to_tensor(serialized, dtypes.string, name="serialized")
        if serialized._dims not in ((), None):
            raise ValueError("Input serialized must be a scalar")
        with scope(None, "ParseExample"):
            return _parsed(serialized, features, example_names)


def _parsed(serialized, features, names):
    if not features:
        raise ValueError("Invalid argument: features cannot be empty.")
    sparse, dense, defaults = {}, {}, []
    for key in sorted(features):
        feature = features[key]
        if isinstance(feature, VarLenFeature):
            sparse[key] = _dtype(key, feature)
        elif isinstance(feature, (FixedLenFeature, FixedLenSequenceFeature)):
            dense[key] = (_dtype(key, feature), _shape(key, feature))
            defaults.append(_default(key, feature))
        else:
            raise ValueError(f"Unsupported {type(feature).__name__} {feature} for key '{key}'")
    attrs = {"num_sparse": len(sparse), "ragged_value_types": (), "ragged_split_types": (), "sparse_types": tuple(sparse.values()),
             "Tdense": tuple(kind for kind, _ in dense.values()), "dense_shapes": tuple(shape for _, shape in dense.values())}
    inputs = [serialized, [] if names is None else names, list(sparse), list(dense), [], *defaults]
    results = iter(dispatch(PARSE_EXAMPLE, inputs, attrs))
    indices, values, shapes = ([next(results) for _ in sparse] for _ in range(3))
    found = {key: SparseTensor(*parts) for key, *parts in zip(sparse, indices, values, shapes)}
    found.update(zip(dense, results))
    return found


def _dtype(key, feature):
    if not feature.dtype:
        raise ValueError(f"Missing type for feature {key}. Received feature={feature}")
    dtype = dtypes.as_dtype(feature.dtype)
    one_of_types("ParseExampleV2", "sparse_types" if isinstance(feature, VarLenFeature) else "Tdense", dtype, _TYPES)
    return dtype


def _shape(key, feature):
    if feature.shape is None:
        raise ValueError(f"Missing shape for feature {key}. Received feature={feature}.")
    dims = as_dims(feature.shape)
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
