"""What `fit`, `evaluate` and `predict` iterate over: arrays cut into batches, datasets, generators."""

from __future__ import annotations

import warnings

import numpy as np

import runtime as tf
from runtime.core import nest
from runtime.core.composite import CompositeTensor
from runtime.function.tensor_spec import TensorSpec
from runtime.keras.py_dataset import Numbered, PyDataset


def unpack_x_y_sample_weight(data):
    """(x, y, sample_weight) of a batch; None for what is not there. Raises ValueError for other lengths."""
    if isinstance(data, list):
        data = tuple(data)
    if not isinstance(data, tuple):
        return data, None, None
    if 1 <= len(data) <= 3:
        return (*data, *(None,) * (3 - len(data)))
    raise ValueError("Data is expected to be in format `x`, `(x,)`, `(x, y)`, or `(x, y, sample_weight)`, found: {}".format(data))


def pack(x, y=None, sample_weight=None):
    """The inverse: as short a tuple as holds what is there; `x` alone is not wrapped unless it is a list or tuple."""
    return (x if not isinstance(x, (tuple, list)) else (x,)) if y is None else (x, y) if sample_weight is None else (x, y, sample_weight)


def _warn_of_the_end():
    warnings.warn("Your input ran out of data; interrupting training. Make sure that your dataset or generator can generate at least "
                  "`steps_per_epoch * epochs` batches. You may need to use the `.repeat()` function when building your dataset.",
                  stacklevel=4)


class Batches:
    """One epoch's batches, each time it is iterated.

    Args:
        x, y, sample_weight: arrays or nests of them, all of one length; or `x` alone an iterable of batches.
        batch_size: 32 by default. Only for arrays.
        steps: batches per epoch, for iterables that have no end.
        class_weight: class number → weight, which becomes the samples' weight.

    Attributes:
        num_batches: None while it is not known.
        spec: nest of TensorSpecs, with an open batch size where the last batch is smaller; None for
            batches of iterables but datasets, which are looked at one by one.

    Raises:
        ValueError: arrays of different lengths, or arguments that iterables do not take.
    """

    def __init__(self, x, y=None, sample_weight=None, batch_size=None, steps=None, shuffle=False, class_weight=None):
        self.spec, self.num_batches, self._iterator = None, steps, None
        self._steps, self._shuffle, self._class_weight, self._shuffled = steps, shuffle, class_weight, None
        self._length, self._seen = None, 0  # of a dataset: its batches, and how many of them were taken
        leaves = nest.flatten(x)
        if not all(hasattr(leaf, "shape") or hasattr(leaf, "__array__") for leaf in leaves) or hasattr(x, "element_spec"):
            if y is not None:
                raise ValueError(f"When providing `x` as a {type(x).__name__}, `y` should not be passed. Instead, the targets should be "
                                 "included as part of the data.")
            is_numbered = isinstance(x, PyDataset)
            self._source = Numbered(x, shuffle) if is_numbered else x
            if shuffle and is_numbered and x.num_batches is None:
                warnings.warn("`shuffle=True` was passed, but will be ignored since the data `x` was provided as an infinite PyDataset. "
                              "The PyDataset is expected to already be shuffled.", stacklevel=3)
            if shuffle and not is_numbered and (hasattr(x, "element_spec") or not hasattr(x, "__len__")):
                kind, wish = (("tf.data.Dataset", "Dataset is expected to already be shuffled (via `.shuffle(buffer_size)`).")
                              if hasattr(x, "element_spec") else ("generator", "generator is expected to yield already-shuffled data."))
                warnings.warn("`shuffle=True` was passed, but will be ignored since the data `x` was provided as a "
                              f"{kind}. The {wish}", stacklevel=3)
            if hasattr(x, "element_spec") and x.cardinality() >= 0:
                self._length = int(x.cardinality())
            if class_weight is None:
                self.spec = getattr(x, "element_spec", None)
            if steps is None and is_numbered:
                self.num_batches = x.num_batches
            elif steps is None and hasattr(x, "__len__"):
                try:
                    self.num_batches = len(x)
                except TypeError:  # a dataset without end, or of a length that shows in the end
                    pass
            self._is_open = self.num_batches is None
            return
        self._source = None
        if class_weight is not None:
            if nest.is_nested(y):
                raise ValueError("`class_weight` is only supported for Models with a single output.")
            if sample_weight is not None:
                raise ValueError("You cannot `class_weight` and `sample_weight` at the same time.")
            sample_weight = weights_of_classes(y, class_weight)
        self._data = nest.map_structure(_as_array, _tuples(pack(x, y, sample_weight)))
        sizes = [_length(leaf) for leaf in nest.flatten(self._data)]
        if len(set(sizes)) > 1:
            names = "\n".join(f"'{name}' sizes: {', '.join(str(_length(leaf)) for leaf in nest.flatten(part))}"
                              for name, part in zip(("x", "y", "sample_weight"), unpack_x_y_sample_weight(self._data)) if part is not None)
            raise ValueError(f"Data cardinality is ambiguous. Make sure all arrays contain the same number of samples.{names}\n")
        self._count, self._size = sizes[0], batch_size or 32
        full = -(-self._count // self._size)
        self.num_batches = full if steps is None else min(steps, full)
        batch = None if self._count % self._size else self._size
        self.spec = nest.map_structure(lambda leaf: _spec_of_batch(leaf, batch), self._data)

    def reset(self):
        """Look at what the source gives, before the first epoch, and begin again, as Keras does before it trains and evaluates."""
        if isinstance(self._source, Numbered):
            self._source.look()
            self._source.on_epoch_end()

    def __iter__(self):
        if self._source is not None:
            yield from self._of_iterable()
            return
        data = self._data
        if self._shuffle:
            order = self._order()
            data = nest.map_structure(lambda leaf: _picked(leaf, order) if isinstance(leaf, CompositeTensor) else leaf[order], data)
        leaves, is_flat = nest.flatten(data), type(data) is tuple and not any(map(nest.is_nested, data))
        for start in range(0, self.num_batches * self._size, self._size):
            parts = tuple(_as_tensor(_rows(leaf, slice(start, start + self._size))) for leaf in leaves)
            yield parts if is_flat else nest.pack_sequence_as(data, parts)

    def _order(self):
        """The numbers of the samples in this epoch's order: of a dataset like Keras's, whose seed is that of its function."""
        if self._shuffled is None:
            count, size, whole = self._count, self._size, self._count // self._size * self._size

            def permutation(_):
                indices = tf.range(count, dtype=tf.int64)
                return indices if self._shuffle == "batch" else tf.random.shuffle(indices)

            self._shuffled = tf.data.Dataset.range(1).map(permutation)
            if self._shuffle == "batch":
                parts = tf.data.Dataset.from_tensor_slices(tf.reshape(tf.range(whole, dtype=tf.int64), [-1, size]))
                if count > whole:
                    parts = parts.concatenate(tf.data.Dataset.from_tensors(tf.range(whole, count, dtype=tf.int64)))
                self._shuffled = parts.map(tf.random.shuffle)
        return np.concatenate([part.numpy() for part in self._shuffled])

    def _of_iterable(self):
        if self._iterator is None or self._steps is None:
            self._iterator, self._seen = iter(self._source), 0
        getattr(self._source, "on_epoch_begin", _nothing)()
        number = 0
        while self._steps is None or number < self._steps:
            if self._length is not None and self._seen >= self._length:
                if self._steps is not None:
                    _warn_of_the_end()
                break
            try:
                batch = next(self._iterator)
            except StopIteration:
                if self._is_open or number < self.num_batches:
                    _warn_of_the_end()
                self._iterator = None
                break
            number += 1
            self._seen += 1
            batch = tuple(batch) if isinstance(batch, list) else batch
            batch = nest.map_structure(lambda leaf: leaf if isinstance(leaf, tf.Tensor) else _as_tensor(_as_array(leaf)), batch)
            if self._class_weight is not None:
                x, y, _ = unpack_x_y_sample_weight(batch)
                batch = (x, y, tf.constant(weights_of_classes(y, self._class_weight)))
            yield batch
        if self._length is not None and self._seen >= self._length:
            self._iterator, self._seen = iter(self._source), 0  # as Keras does: it tells in what is shuffled next
        if self.num_batches is None:
            self.num_batches = number
        getattr(self._source, "on_epoch_end", _nothing)()


def _nothing():
    """In the place of a method that the source does not have."""


def _tuples(structure):
    """Lists as tuples, as datasets have them."""
    if isinstance(structure, (list, tuple)):
        return tuple(map(_tuples, structure))
    return {key: _tuples(value) for key, value in structure.items()} if isinstance(structure, dict) else structure


def spec_of(batch):
    """TensorSpecs of a batch with an open batch size."""
    return nest.map_structure(lambda leaf: _spec_of_batch(leaf, None), batch)


def _spec_of_batch(leaf, size):
    if isinstance(leaf, CompositeTensor):
        return leaf._type_spec.unbatched().batched(size)
    return TensorSpec((size, *leaf.shape[1:]), tf.as_dtype(leaf.dtype))


def _length(leaf):
    return leaf.shape[0] if isinstance(leaf, CompositeTensor) else len(leaf)


def _rows(leaf, where):
    """The samples of a slice."""
    if not isinstance(leaf, tf.SparseTensor):
        return leaf[where]
    start, stop, _ = where.indices(leaf.shape[0])
    return tf.sparse.slice(leaf, [start, *[0] * (leaf.shape.rank - 1)], [stop - start, *leaf.shape[1:]])


def _picked(leaf, order):
    """The samples in another order."""
    if not isinstance(leaf, tf.SparseTensor):
        return tf.gather(leaf, order)
    indices = leaf.indices.numpy()
    moved = np.column_stack([np.argsort(order)[indices[:, 0]], indices[:, 1:]])
    return tf.sparse.reorder(tf.SparseTensor(moved, leaf.values, leaf.dense_shape))


def _as_tensor(leaf):
    return leaf if isinstance(leaf, CompositeTensor) else tf.constant(leaf)


def split(data, share):
    """(x, y, sample_weight) → the part for training, and the last `share` for validation. Raises ValueError for too few samples."""
    count = next(_length(leaf) for leaf in nest.flatten(data[0]))
    border = int(count * (1.0 - share))
    if border in (0, count):
        raise ValueError(f"Training data contains {count} samples, which is not sufficient to split it into a validation and training "
                         f"set as specified by `validation_split={share}`. Either provide more data, or a different value for the "
                         "`validation_split` argument.")
    cut = [None if part is None else nest.map_structure(_as_array, part) for part in data]
    return tuple(tuple(None if part is None else nest.map_structure(lambda leaf: _rows(leaf, where), part) for part in cut)
                 for where in (slice(None, border), slice(border, None)))


def _as_array(value):
    if isinstance(value, CompositeTensor):
        return value
    value = value.numpy() if isinstance(value, tf.Tensor) else np.asarray(value)
    if value.dtype == np.float64:
        value = value.astype(np.float32)
    if value.dtype.kind == "U":
        value = value.astype("S").astype(object)
    return value


def weights_of_classes(y, class_weight):
    """The weight of each sample, by the number of its class."""
    y = _as_array(y)
    classes = y.argmax(-1) if y.ndim > 1 and y.shape[-1] > 1 else y.reshape(len(y)).astype(int)
    return np.array([class_weight.get(int(number), 1) for number in classes], np.float32)
