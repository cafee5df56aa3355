"""`tf.data.experimental`: what has no place among the methods of `Dataset`."""

from __future__ import annotations

from runtime.core.absent import absent_from
from runtime.data import ops
from runtime.data.dataset import AUTOTUNE, INFINITE_CARDINALITY, UNKNOWN_CARDINALITY, Dataset, _int64  # noqa: F401
from runtime.data.iterator import Optional  # noqa: F401


def cardinality(dataset):
    """The number of elements, as `Dataset.cardinality` gives it."""
    return dataset.cardinality()


def get_structure(dataset_or_iterator):
    """The element spec."""
    return dataset_or_iterator.element_spec


def assert_cardinality(expected_cardinality):
    """For `Dataset.apply`: the dataset has this many elements; iterating over it fails where that is not so."""
    return lambda dataset: dataset._with("AssertCardinality", ops.ASSERT_CARDINALITY, _int64(expected_cardinality, "cardinality"))


def enumerate_dataset(start=0):
    """For `Dataset.apply`: `Dataset.enumerate`."""
    return lambda dataset: dataset.enumerate(start)


def unbatch():
    """For `Dataset.apply`: `Dataset.unbatch`."""
    return lambda dataset: dataset.unbatch()


def take_while(predicate):
    """For `Dataset.apply`: `Dataset.take_while`."""
    return lambda dataset: dataset.take_while(predicate)


def scan(initial_state, scan_func):
    """For `Dataset.apply`: `Dataset.scan`."""
    return lambda dataset: dataset.scan(initial_state, scan_func)


def get_single_element(dataset):
    """`Dataset.get_single_element`."""
    return dataset.get_single_element()


__getattr__ = absent_from("tf.data.experimental")
