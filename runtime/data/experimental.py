"""`tf.data.experimental`: what has no place among the methods of `Dataset`."""

from __future__ import annotations

from runtime.core.absent import absent_from
from runtime.core.context import context
from runtime.core.deprecation import warn_deprecated
from runtime.core.dtypes import int64
from runtime.data import functions
from runtime.data.cardinality import assert_cardinality  # noqa: F401
from runtime.data.dataset import AUTOTUNE, INFINITE_CARDINALITY, UNKNOWN_CARDINALITY, Dataset  # noqa: F401
from runtime.data.iterator import Optional  # noqa: F401
from runtime.data.readers import CsvDatasetV2 as CsvDataset  # noqa: F401
from runtime.data.readers import make_csv_dataset  # noqa: F401


def enable_debug_mode():
    """Run the functions of elements eagerly, for each element, in datasets that are made from now on.

    They are still traced once, for the shapes and types of what they return.

    Raises:
        ValueError: called where a graph is built.
    """
    if context.graph is not None:
        raise ValueError("`enable_debug_mode() is only supported in eager mode.")
    functions.debug_mode = True


def cardinality(dataset):
    """The number of elements, as `Dataset.cardinality` gives it."""
    return dataset.cardinality()


def get_structure(dataset_or_iterator):
    """The element spec."""
    return dataset_or_iterator.element_spec


def enumerate_dataset(start=0):
    """For `Dataset.apply`: `Dataset.enumerate`."""
    return lambda dataset: dataset.enumerate(start)


def unbatch():
    """For `Dataset.apply`: `Dataset.unbatch`."""
    return lambda dataset: dataset.unbatch()


def dense_to_ragged_batch(batch_size, drop_remainder=False, row_splits_dtype=int64):
    """For `Dataset.apply`: `Dataset.ragged_batch`."""
    warn_deprecated("dense_to_ragged_batch", "tensorflow.python.data.experimental.ops.batching",
                    "Use `tf.data.Dataset.ragged_batch` instead.")
    return lambda dataset: dataset.ragged_batch(batch_size, drop_remainder, row_splits_dtype)


def take_while(predicate):
    """For `Dataset.apply`: `Dataset.take_while`."""
    return lambda dataset: dataset.take_while(predicate)


def scan(initial_state, scan_func):
    """For `Dataset.apply`: `Dataset.scan`."""
    return lambda dataset: dataset.scan(initial_state, scan_func)


def get_single_element(dataset):
    """`Dataset.get_single_element`."""
    return dataset.get_single_element()


def sample_from_datasets(datasets, weights=None, seed=None, stop_on_empty_dataset=False):
    """`Dataset.sample_from_datasets`."""
    return Dataset.sample_from_datasets(datasets, weights, seed, stop_on_empty_dataset)


def choose_from_datasets(datasets, choice_dataset, stop_on_empty_dataset=False):
    """`Dataset.choose_from_datasets`, which goes on when a dataset is at its end."""
    return Dataset.choose_from_datasets(datasets, choice_dataset, stop_on_empty_dataset)


def rejection_resample(class_func, target_dist, initial_dist=None, seed=None):
    """For `Dataset.apply`: `Dataset.rejection_resample`."""
    return lambda dataset: dataset.rejection_resample(class_func, target_dist, initial_dist, seed)


def bucket_by_sequence_length(element_length_func, bucket_boundaries, bucket_batch_sizes, **options):
    """For `Dataset.apply`: `Dataset.bucket_by_sequence_length`."""
    return lambda dataset: dataset.bucket_by_sequence_length(element_length_func, bucket_boundaries, bucket_batch_sizes, **options)


def Counter(start=0, step=1, dtype=int64):  # noqa: N802 - TensorFlow's own name
    """Numbers from `start` on, `step` apart, without end."""
    return Dataset.counter(start, step, dtype)


__getattr__ = absent_from("tf.data.experimental", dict.fromkeys((
    "Reducer", "SHARD_HINT", "TFRecordWriter", "copy_to_device", "from_list", "from_variant", "get_next_as_optional", "group_by_window",
    "ignore_errors", "load", "map_and_batch", "parallel_interleave", "prefetch_to_device", "save", "shuffle_and_repeat", "snapshot",
    "to_variant", "unique"), "runtime.data.transformations") | dict.fromkeys((
        "AutoShardPolicy", "AutotuneAlgorithm", "AutotuneOptions", "DistributeOptions", "ExternalStatePolicy", "OptimizationOptions",
        "ThreadingOptions"), "runtime.data.options"))
