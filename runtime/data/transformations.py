"""Transformations for `Dataset.apply` that are older than the methods, and what writes and takes datasets as values."""

from __future__ import annotations

from runtime.core import dtypes
from runtime.core.deprecation import warn_deprecated
from runtime.core.tensor import Tensor
from runtime.data.dataset import Dataset
from runtime.data.structure import DatasetSpec
from runtime.records import TFRecordWriter as RecordWriter

_MODULE = "tensorflow.python.data.experimental.ops"
SHARD_HINT = -1


def group_by_window(key_func, reduce_func, window_size=None, window_size_func=None):
    """`Dataset.group_by_window`."""
    warn_deprecated("group_by_window", f"{_MODULE}.grouping", "Use `tf.data.Dataset.group_by_window(...)`.")
    return lambda dataset: dataset.group_by_window(key_func, reduce_func, window_size, window_size_func)


def parallel_interleave(map_func, cycle_length, block_length=1, sloppy=False, buffer_output_elements=None, prefetch_input_elements=None):
    """`Dataset.interleave`."""
    warn_deprecated("parallel_interleave", f"{_MODULE}.interleave_ops",
                    "Use `tf.data.Dataset.interleave(map_func, cycle_length, block_length, num_parallel_calls=tf.data.AUTOTUNE)` instead. If "
                    "sloppy execution is desired, use `tf.data.Options.deterministic`.")
    return lambda dataset: dataset.interleave(map_func, cycle_length, block_length)


def map_and_batch(map_func, batch_size, num_parallel_batches=None, drop_remainder=False, num_parallel_calls=None):
    """`Dataset.map`, then `Dataset.batch`. Raises ValueError if both numbers of calls are given."""
    warn_deprecated("map_and_batch", f"{_MODULE}.batching",
                    "Use `tf.data.Dataset.map(map_func, num_parallel_calls)` followed by `tf.data.Dataset.batch(batch_size, drop_remainder)`. "
                    "Static tf.data optimizations will take care of using the fused implementation.")
    if num_parallel_batches is not None and num_parallel_calls is not None:
        raise ValueError("`map_and_batch` allows only one of `num_parallel_batches` and `num_parallel_calls` to be set, but "
                         f"`num_parallel_batches` was set to {num_parallel_batches} and `num_parallel_calls` as set to {num_parallel_calls}.")
    return lambda dataset: dataset.map(map_func).batch(batch_size, drop_remainder)


def shuffle_and_repeat(buffer_size, count=None, seed=None):
    """`Dataset.shuffle`, then `Dataset.repeat`."""
    warn_deprecated("shuffle_and_repeat", f"{_MODULE}.shuffle_ops",
                    "Use `tf.data.Dataset.shuffle(buffer_size, seed)` followed by `tf.data.Dataset.repeat(count)`. Static tf.data "
                    "optimizations will take care of using the fused implementation.")
    return lambda dataset: dataset.shuffle(buffer_size, seed).repeat(count)


def unique():
    """`Dataset.unique`."""
    warn_deprecated("unique", f"{_MODULE}.unique", "Use `tf.data.Dataset.unique(...)")
    return lambda dataset: dataset.unique()


def ignore_errors(log_warning=False):
    """`Dataset.ignore_errors`."""
    warn_deprecated("ignore_errors", f"{_MODULE}.error_ops", "Use `tf.data.Dataset.ignore_errors` instead.")
    return lambda dataset: dataset.ignore_errors(log_warning)


def prefetch_to_device(device, buffer_size=None):
    """`Dataset.prefetch`: there is one device."""
    return lambda dataset: dataset.prefetch(-1 if buffer_size is None else buffer_size)


def copy_to_device(target_device, source_device="/cpu:0"):
    """The dataset itself: there is one device."""
    return lambda dataset: dataset


def save(dataset, path, compression=None, shard_func=None, checkpoint_args=None):
    """`Dataset.save`."""
    warn_deprecated("save", f"{_MODULE}.io", "Use `tf.data.Dataset.save(...)` instead.")
    return dataset.save(path, compression, shard_func, checkpoint_args)


def load(path, element_spec=None, compression=None, reader_func=None):
    """`Dataset.load`."""
    warn_deprecated("load", f"{_MODULE}.io", "Use `tf.data.Dataset.load(...)` instead.")
    return Dataset.load(path, element_spec, compression, reader_func)


def snapshot(path, compression="AUTO", reader_func=None, shard_func=None):
    """`Dataset.snapshot`."""
    warn_deprecated("snapshot", f"{_MODULE}.snapshot", "Use `tf.data.Dataset.snapshot(...)`.")
    return lambda dataset: dataset.snapshot(path, compression, reader_func, shard_func)


def get_next_as_optional(iterator):
    """`tf.data.Iterator.get_next_as_optional`."""
    warn_deprecated("get_next_as_optional", "tensorflow.python.data.ops.iterator_ops", "Use `tf.data.Iterator.get_next_as_optional()` instead.")
    return iterator.get_next_as_optional()


class Reducer:
    """How `group_by_reducer` makes one value of the elements with one key.

    Args:
        init_func: from a key to the first state.
        reduce_func: from a state and an element to the next state.
        finalize_func: from the last state to the value.
    """

    def __init__(self, init_func, reduce_func, finalize_func):
        self.init_func, self.reduce_func, self.finalize_func = init_func, reduce_func, finalize_func


def from_list(elements, name=None):
    """A dataset of the elements of a list. Raises ValueError if it is empty."""
    if not elements:
        raise ValueError("Invalid `elements`. `elements` should not be empty. If you want an empty dataset, use `tf.data.Dataset.range(0)`.")
    if not isinstance(elements[0], (dict, tuple)):
        return Dataset.from_tensor_slices(list(elements))
    result = Dataset.from_tensors(elements[0])
    for element in elements[1:]:
        result = result.concatenate(Dataset.from_tensors(element))
    return result


def to_variant(dataset):
    """The dataset as a tensor."""
    return dataset._variant


def from_variant(variant, structure):
    """The dataset that `to_variant` made a tensor of; `structure` is the spec of its elements."""
    return DatasetSpec(structure).build(variant)


class TFRecordWriter:
    """Writes the elements of a dataset of strings to a TFRecord file."""

    def __init__(self, filename, compression_type=None):
        warn_deprecated("TFRecordWriter.__init__", f"{_MODULE}.writers",
                        "To write TFRecords to disk, use `tf.io.TFRecordWriter`. To save and load the contents of a dataset, use "
                        "`tf.data.experimental.save` and `tf.data.experimental.load`")
        self._filename = filename.numpy().decode() if isinstance(filename, Tensor) else filename
        self._compression_type = compression_type or ""

    def write(self, dataset):
        """Write all elements. Raises TypeError if they are no strings."""
        if not isinstance(dataset, Dataset):
            raise TypeError(f"Invalid `dataset.` Expected a `tf.data.Dataset` object but got {type(dataset)}.")
        spec = dataset.element_spec
        if getattr(spec, "dtype", None) is not dtypes.string or spec.shape.rank != 0:
            raise TypeError("Invalid `dataset`. Expected a`dataset` that produces scalar `tf.string` elements, but got a dataset which produces "
                            f"elements with shapes {getattr(spec, 'shape', None)} and types {getattr(spec, 'dtype', None)!s}.")
        with RecordWriter(self._filename, self._compression_type) as out:
            for element in dataset:
                out.write(element.numpy())
