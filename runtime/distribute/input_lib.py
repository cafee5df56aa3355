"""Datasets whose elements have a part for each replica."""

from __future__ import annotations

import enum
from typing import NamedTuple

from runtime.core.convert import convert_to_tensor
from runtime.data import structure
from runtime.data.dataset import Dataset
from runtime.data.iterator import IteratorSpec, OwnedIterator
from runtime.data.structure import DatasetSpec
from runtime.distribute.values import PerReplica
from runtime.ops.array import shape as shape_of
from runtime.ops.creation import zeros
from runtime.ops.math import minimum


class InputReplicationMode(enum.Enum):
    """How many input pipelines there are: one here."""

    PER_WORKER = "PER_WORKER"
    PER_REPLICA = "PER_REPLICA"


class InputOptions(NamedTuple):
    """Options of distributed datasets. Accepted: all data is on one machine."""

    experimental_fetch_to_device: bool | None = None
    experimental_replication_mode: InputReplicationMode = InputReplicationMode.PER_WORKER
    experimental_place_dataset_on_device: bool = False
    experimental_per_replica_buffer_size: int = 1


class InputContext:
    """Which input pipeline a dataset is made for (`tf.distribute.InputContext`)."""

    def __init__(self, num_input_pipelines=1, input_pipeline_id=0, num_replicas_in_sync=1):
        self._pipelines, self._id, self._replicas = num_input_pipelines, input_pipeline_id, num_replicas_in_sync

    num_replicas_in_sync = property(lambda self: self._replicas)
    input_pipeline_id = property(lambda self: self._id)
    num_input_pipelines = property(lambda self: self._pipelines)

    def get_per_replica_batch_size(self, global_batch_size):
        """The batch size of one replica. Raises ValueError if the replicas cannot have the same."""
        if global_batch_size % self._replicas:
            raise ValueError(f"The `global_batch_size` {global_batch_size} is not divisible by `num_replicas_in_sync` {self._replicas} ")
        return global_batch_size // self._replicas

    def __str__(self):
        return f"tf.distribute.InputContext(input pipeline id {self._id}, total: {self._pipelines})"


class DistributedIterator(OwnedIterator):
    """Goes through a distributed dataset."""

    def _from_components(self, parts):
        return DistributedIterator(handle=parts[0], element_spec=self._element_spec)

    @property
    def _type_spec(self):
        return _DistributedIteratorSpec(self._element_spec)


class _DistributedIteratorSpec(IteratorSpec):
    def _build(self, handle):
        return DistributedIterator(handle=handle, element_spec=self.element_spec)


class DistributedDataset(Dataset):
    """A dataset whose elements have a part for each replica."""

    def __iter__(self):
        super().__iter__()
        return DistributedIterator(self)

    @property
    def _type_spec(self):
        return _DistributedSpec(self._element_spec, kind=type(self))


class DistributedDatasetsFromFunction(DistributedDataset):
    """One that `distribute_datasets_from_function` makes."""


class _DistributedSpec(DatasetSpec):
    def __init__(self, element_spec, dataset_shape=(), kind=DistributedDataset):
        super().__init__(element_spec, dataset_shape)
        self._kind = kind

    def build(self, variant):
        return self._kind(variant, self.element_spec)


def distribute(strategy, dataset):
    """Batches cut into parts of ``ceil(size / replicas)`` rows, the last ones of which may be smaller or empty.

    Raises:
        IndexError: the elements are no batches.
        AttributeError: `dataset` is none.
    """
    if not isinstance(dataset, Dataset):
        raise AttributeError(f"'{type(dataset).__name__}' object has no attribute '_variant_tensor'")
    count = strategy.num_replicas_in_sync
    if any(spec._dims == () for spec in structure.flat_specs(dataset.element_spec)):
        raise IndexError("list index out of range")
    if count > 1:
        dataset = dataset.map(lambda *element: _cut(element, count))
    return DistributedDataset(dataset._variant, dataset.element_spec)


def _cut(element, count):
    return structure.map_leaves(lambda leaf: cut(leaf, count), element[0] if len(element) == 1 else element)


def cut(batch, count):
    """A batch in parts."""
    return PerReplica([_part(batch, number, count) for number in range(count)])


def _part(batch, number, count):
    batch = convert_to_tensor(batch)
    rows = shape_of(batch)[0]
    size = (rows + count - 1) // count
    part = batch[minimum(number * size, rows):minimum((number + 1) * size, rows)]
    known = batch.shape[0]
    part.set_shape([known // count if known is not None and known % count == 0 else None, *batch.shape[1:]])
    return part


def from_function(strategy, function):
    """The elements of a dataset in turn for the replicas; those that are missing at the end are empty, if they are batches."""
    count = strategy.num_replicas_in_sync
    dataset = function(InputContext(1, 0, count))
    if count > 1:
        dataset = _grouped(dataset, count)
    return DistributedDatasetsFromFunction(dataset._variant, dataset.element_spec)


def _grouped(dataset, count):
    spec = dataset.element_spec
    is_batch = all(one._dims and one._dims[0] is None for one in structure.flat_specs(spec))

    def group(*parts):
        window = Dataset.zip(structure.map_leaves(lambda part: part, parts[0] if len(parts) == 1 else parts)) \
            if structure.is_structure(spec) else parts[0]
        if is_batch:
            empty = structure.map_leaves(lambda leaf: zeros([0, *(size or 0 for size in leaf._dims[1:])], leaf.dtype), spec)
            window = window.concatenate(Dataset.from_tensors(empty).repeat(count))
        elements = [window.skip(number).take(1).get_single_element() for number in range(count)]
        leaves = zip(*map(structure.flatten, elements))
        return structure.map_leaves(lambda _: PerReplica(next(leaves)), spec)
    return dataset.window(count, drop_remainder=not is_batch).map(group)
