"""Kernels that read serialized `tf.train.Example`s and `SequenceExample`s: the values of features as dense, sparse and ragged arrays."""

from __future__ import annotations

import numpy as np

from runtime.core import dtypes, errors
from runtime.core.tensor_shape import text
from runtime.proto.example import Example, SequenceExample
from runtime.proto.wire import DecodeError, get_varint

_FIELDS = {dtypes.float32: "float_list", dtypes.int64: "int64_list", dtypes.string: "bytes_list"}
_NAMES = {"float_list": "float", "int64_list": "int64", "bytes_list": "string"}


def _kind(dtype):
    return object if dtype is dtypes.string else dtype.numpy_dtype


def empty(dtype):
    return np.empty(0, _kind(dtype))


def keys(array):
    return [key.decode() for key in np.asarray(array, object).tolist()]


def _dense_types(found, expected):
    return f"Data type: {found} but expected type: {expected}"


def _other_types(found, expected):
    return f"Expected type: {expected}, Actual type: {found}"


def _array(feature, dtype, where, types=None):
    """The values of a feature as an array, None where it has none.

    Args:
        where: what errors say of the place.
        types: (found, expected) → what they say of the types; by default only which one is expected.

    Raises:
        InvalidArgumentError: the values are of another type.
    """
    kind = None if feature is None else feature.WhichOneof("kind")
    if kind is None:
        return None
    if kind != _FIELDS[dtype]:
        expected = dtype.kernel_name
        raise errors.invalid(f"{where}.  Data types don't match. {types(_NAMES[kind], expected) if types else f'Expected type: {expected}'}")
    items = getattr(feature, kind).value
    array = np.empty(len(items), _kind(dtype))
    array[:] = items
    return array


def _messages(serialized, names, decode, named, fault):
    """(the message, what errors say of its place) for each.

    Args:
        named: whether errors say which example it is.
        fault: (bytes, name) → the text for bytes that are no message.
    """
    names = [name.decode() for name in np.asarray(names, object).reshape(-1).tolist()]
    for index, data in enumerate(np.asarray(serialized, object).reshape(-1).tolist()):
        name = names[index] if names else "<unknown>"
        try:
            yield decode(data), f"Name: {name}, " if named else ""
        except DecodeError:
            raise errors.invalid(fault(data, name)) from None


def _row(feature, key, dtype, shape, default, where):
    """The array of one feature of an Example."""
    found = _array(feature, dtype, f"{where}Key: {key}{', Index: 0' if where else ''}", _other_types if shape is None else _dense_types)
    if shape is None:
        return found
    if shape and shape[0] is None:
        step = int(np.prod(shape[1:], dtype=np.int64))
        found = empty(dtype) if found is None else found
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


def _context_row(feature, key, dtype, shape, default, where):
    """The array of one feature of the context of a SequenceExample."""
    found = _array(feature, dtype, f"{where}Context feature: {key}")
    if shape is None:
        return found
    size = int(np.prod(shape, dtype=np.int64))
    found = np.asarray(default).reshape(-1) if found is None else found
    if len(found) != size:
        raise errors.invalid(f"Inconsistent max number of elements for feature {key}: expected {size}, but found {len(found)}")
    return found.reshape(shape)


def _stacked(rows, shape, default, dtype):
    if not (shape and shape[0] is None):
        return np.array([row.tolist() for row in rows], _kind(dtype)).reshape(len(rows), *shape)
    longest = max(map(len, rows), default=0)
    return _padded(rows, longest, shape[1:], np.asarray(default).reshape(-1)[0] if np.size(default) else None, dtype)


def _padded(rows, longest, shape, default, dtype):
    result = np.empty((len(rows), longest, *shape), _kind(dtype))
    result[...] = default if default is not None else b"" if dtype is dtypes.string else 0
    for row, values in zip(result, rows):
        row[:len(values)] = values
    return result


def _indices(rows, batch):
    pairs = [(row, column) for row, values in enumerate(rows) for column in range(len(values))]
    pairs = np.array(pairs, np.int64).reshape(-1, 2)
    return pairs if batch else pairs[:, 1:]


def _joined(rows, dtype):
    return np.concatenate(rows) if rows else empty(dtype)


def _splits(rows, dtype):
    return np.cumsum([0, *map(len, rows)]).astype(dtype.numpy_dtype)


def _features(features, wheres, sparse, dense, ragged, batch, row):
    """(sparse indices, values, shapes), dense values, (ragged values, row splits) of maps of features.

    `sparse`, `dense` and `ragged` are lists of (key, dtype), (key, dtype, shape, default) and (key, dtype, dtype of the splits).
    `row` makes the array of one feature, where the shape is None of what is sparse or ragged.
    """
    of_sparse, of_dense, of_ragged = [[] for _ in sparse], [[] for _ in dense], [[] for _ in ragged]
    for feature, where in zip(features, wheres):
        for (key, dtype, shape, default), rows in zip(dense, of_dense):
            rows.append(row(feature.get(key), key, dtype, shape, default, where))
        for (key, dtype, *_), rows in zip((*sparse, *ragged), (*of_sparse, *of_ragged)):
            found = row(feature.get(key), key, dtype, None, None, where)
            rows.append(empty(dtype) if found is None else found)
    shapes = [np.array([len(rows), max(map(len, rows), default=0)][not batch:], np.int64) for rows in of_sparse]
    return ([_indices(rows, batch) for rows in of_sparse], [_joined(rows, dtype) for rows, (_, dtype) in zip(of_sparse, sparse)], shapes,
            [_stacked(rows, shape, default, dtype) if batch else rows[0] for rows, (_, dtype, shape, default) in zip(of_dense, dense)],
            [_joined(rows, one[1]) for rows, one in zip(of_ragged, ragged)], [_splits(rows, one[2]) for rows, one in zip(of_ragged, ragged)])


def _without_a_cut_field(data):
    """The bytes before a field that examples do not have and that is cut off: TensorFlow's parser passes over it."""
    at = 0
    while at < len(data):
        start = at
        tag, at = get_varint(data, at)
        if tag & 7 != 2:
            return data
        length, at = get_varint(data, at)
        at += length
        if at > len(data):
            return data[:start] if tag >> 3 != 1 else data
    return data


def _example(data):
    return Example.decode(_without_a_cut_field(data))


def _no_example(data, name):
    return f"Could not parse example input, value: '{data.decode('utf-8', 'replace')}'"


def _no_sequence(data, name):
    return f"Invalid protocol message input, example id: {name}"


def parse(serialized, names, sparse_keys, dense_keys, ragged_keys, *defaults, Tdense, num_sparse, sparse_types, ragged_value_types,
          ragged_split_types, dense_shapes):
    messages = list(_messages(serialized, names, _example, np.ndim(serialized) > 0, _no_example))
    parts = _features([one.features.feature for one, _ in messages], [where for _, where in messages], list(zip(keys(sparse_keys), sparse_types)),
                      list(zip(keys(dense_keys), Tdense, dense_shapes, defaults)),
                      list(zip(keys(ragged_keys), ragged_value_types, ragged_split_types)),
                      np.ndim(serialized) > 0, _row)
    return [array for part in parts for array in part]


def _steps(lists, key, dtype, where):
    """The arrays of the steps of a feature list; None if there is no such list."""
    if key not in lists:
        return None
    found = [_array(feature, dtype, f"{where}Feature list: {key}, Index: {number}") for number, feature in enumerate(lists[key].feature)]
    return [empty(dtype) if one is None else one for one in found]


def _dense_steps(lists, key, dtype, shape, may_lack, where):
    steps = _steps(lists, key, dtype, where)
    if steps is None:
        if not may_lack:
            raise errors.invalid(f"{where}Feature list '{key}' is required but could not be found.  Did you mean to include it in "
                                 "feature_list_dense_missing_assumed_empty or feature_list_dense_defaults?")
        steps = []
    size = int(np.prod(shape, dtype=np.int64))
    for number, step in enumerate(steps):
        if len(step) != size:
            raise errors.invalid(f"{where}Key: {key}, Index: {number}.  Number of values != expected.  "
                                 f"values size: {len(step)} but output shape: {text(shape)}")
    return np.stack(steps).reshape(len(steps), *shape) if steps else np.empty((0, *shape), _kind(dtype))


def _sparse_steps(rows, dtype, batch):
    """`rows` are lists of steps: indices, values, and the shape."""
    places = [(row, time, column) for row, steps in enumerate(rows) for time, step in enumerate(steps) for column in range(len(step))]
    places = np.array(places, np.int64).reshape(-1, 3)
    sizes = [len(rows), max(map(len, rows), default=0), max((len(step) for steps in rows for step in steps), default=0)]
    return places[:, not batch:], _joined([step for steps in rows for step in steps], dtype), np.array(sizes[not batch:], np.int64)


def parse_sequences(serialized, debug_name, context_sparse_keys, context_dense_keys, context_ragged_keys, list_sparse_keys, list_dense_keys,
                    list_ragged_keys, may_lack, *defaults, Ncontext_sparse, Tcontext_dense, context_sparse_types, context_ragged_value_types,
                    context_ragged_split_types, context_dense_shapes, Nfeature_list_sparse, Nfeature_list_dense, feature_list_dense_types,
                    feature_list_sparse_types, feature_list_ragged_value_types, feature_list_ragged_split_types, feature_list_dense_shapes):
    batch = np.ndim(serialized) > 0
    messages = list(_messages(serialized, debug_name, SequenceExample.decode, True, _no_sequence))
    wheres = [where for _, where in messages]
    context = _features([one.context.feature for one, _ in messages], wheres, list(zip(keys(context_sparse_keys), context_sparse_types)),
                        list(zip(keys(context_dense_keys), Tcontext_dense, context_dense_shapes, defaults)),
                        list(zip(keys(context_ragged_keys), context_ragged_value_types, context_ragged_split_types)), batch, _context_row)
    lists = [one.feature_lists.feature_list for one, _ in messages]
    sparse = [_sparse_steps([_steps(one, key, dtype, where) or [] for one, where in zip(lists, wheres)], dtype, batch)
              for key, dtype in zip(keys(list_sparse_keys), feature_list_sparse_types)]
    dense, lengths = [], []
    for key, dtype, shape, lacks in zip(keys(list_dense_keys), feature_list_dense_types, feature_list_dense_shapes, may_lack):
        rows = [_dense_steps(one, key, dtype, shape, lacks, where) for one, where in zip(lists, wheres)]
        counts = np.array([len(row) for row in rows], np.int64)
        dense.append(_padded(rows, max(counts, default=0), shape, None, dtype) if batch else rows[0])
        lengths.append(counts if batch else counts[0])
    ragged = []
    for key, dtype, kind in zip(keys(list_ragged_keys), feature_list_ragged_value_types, feature_list_ragged_split_types):
        rows = [_steps(one, key, dtype, where) or [] for one, where in zip(lists, wheres)]
        steps = [step for row in rows for step in row]
        ragged.append((_joined(steps, dtype), _splits(rows, kind), _splits(steps, kind)))
    parts = [*context, *([one[part] for one in sparse] for part in range(3)), dense, lengths, *([one[part] for one in ragged] for part in range(3))]
    return [array for part in parts for array in part]
