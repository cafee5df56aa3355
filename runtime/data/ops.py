"""The ops of datasets: each makes a `Pipeline`, the value of a variant tensor, out of others."""

from __future__ import annotations

import math
import os
from itertools import chain, islice

import numpy as np

from runtime.core import errors
from runtime.core.errors import invalid
from runtime.core.logger import get_logger
from runtime.core.op_def import REQUIRED, not_differentiable, op
from runtime.data import pipeline as p
from runtime.data.pipeline import INFINITE, TYPED, UNKNOWN, Pipeline, UserFunction, quiet
from runtime.data.shuffling import Seeds, random_numbers, shuffled


def _dataset_op(name, inputs, kernel, stateful=False, **attrs):
    return _typed_op(name, inputs, lambda *values, output_types, output_shapes, **options: kernel(*values, **options), stateful,
                     **attrs)


def _typed_op(name, inputs, kernel, stateful=False, **attrs):
    """The same for kernels that take the types of the elements."""
    def run(*values, **options):
        pipeline = kernel(*values, **options)
        if not pipeline.inputs:
            pipeline.inputs = _inputs(name, pipeline, values)
        return pipeline

    return op(name, f"{inputs} -> handle: variant", kernel=run, infer=lambda inputs, attrs: (), attrs={**TYPED, **attrs},
              stateful=stateful, prunable=stateful)


def _inputs(name, pipeline, values):
    """The datasets among an op's inputs that its iterators begin at once; what functions capture is none."""
    found = [value for value in values if isinstance(value, Pipeline) and value is not pipeline]
    return tuple(found if name in ("ZipDataset", "DirectedInterleaveDataset") else found[:1])


# -- sources -------------------------------------------------------------------------------------------------------
def _range(start, stop, step, output_types, output_shapes):
    start, stop, step = int(start), int(stop), int(step)
    if step == 0:
        raise invalid("step must be a non-zero integer.")
    kind = output_types[0].numpy_dtype
    kind = getattr(np.dtype(kind), "type", kind)
    return Pipeline(lambda: ((kind(number),) for number in range(start, stop, step)), len(range(start, stop, step)))


def _tensors(*components):
    return Pipeline(lambda: iter([components]), 1)


def _slices(*components):
    count = len(components[0])
    for component in components:
        if len(component) != count:
            raise invalid(f"All components must have the same size in the 0th dimension: {count} vs. {len(component)}")
    return Pipeline(lambda: zip(*map(_rows, components)), count)


def _rows(array):
    """Its slices; text as arrays, which NumPy would hand out bare."""
    if getattr(array.dtype, "kind", "") == "O" and array.ndim == 1:
        return (np.array(item, object) for item in array)
    return iter(array)


def _generator(*args, generator, output_types, output_shapes):
    return Pipeline(lambda: generator(args, output_types, output_shapes), UNKNOWN)


def _random(seed, seed2):
    seeds = Seeds(int(seed), int(seed2), False)
    return Pipeline(lambda: ((np.int64(number),) for number in random_numbers(seeds)), INFINITE)


RANGE = _typed_op("RangeDataset", "start: int64, stop: int64, step: int64", _range)
TENSOR = _dataset_op("TensorDataset", "components: [Toutput_types]", _tensors)
TENSOR_SLICE = _dataset_op("TensorSliceDataset", "components: [Toutput_types]", _slices)
GENERATOR = _typed_op("GeneratorDataset", "args: [Targuments]", _generator, generator=REQUIRED)
RANDOM = _dataset_op("RandomDataset", "seed: int64, seed2: int64", _random, stateful=True)


# -- functions of elements -----------------------------------------------------------------------------------------
def _function_op(name, kind, kernel, **attrs):
    def run(dataset, *captured, f, **options):
        return kernel(dataset, lambda: UserFunction(f, captured, kind), **options)

    return _dataset_op(name, "input_dataset: variant, other_arguments: [Targuments]", run, f=REQUIRED, **attrs)


def _map(dataset, function):
    def make():
        call = function()
        return map(lambda row: tuple(call(*row)), dataset)  # unlike a generator, it goes on after an error
    return Pipeline(make, dataset.cardinality)


def _filter(dataset, function):
    def make():
        call = function()
        return filter(lambda row: call(*row)[0], dataset)
    return Pipeline(make, UNKNOWN)


def _take_while(dataset, function):
    def make():
        call = function()
        for row in dataset:
            if not call(*row)[0]:
                return
            yield row
    return Pipeline(make, UNKNOWN)


def _flat_map(dataset, function):
    def make():
        call = function()
        return chain.from_iterable(call(*row)[0] for row in dataset)
    return Pipeline(make, UNKNOWN)


def _interleave(dataset, function, cycle_length, block_length):
    cycle_length = cycle_length if cycle_length > 0 else os.cpu_count() or 1

    def make():
        call = function()
        return p.interleaved(dataset, lambda row: iter(call(*row)[0]), cycle_length, block_length)
    return Pipeline(make, UNKNOWN)


MAP = _function_op("MapDataset", "Map", _map)
PARALLEL_MAP = _function_op("ParallelMapDatasetV2", "ParallelMap", _map)
FILTER = _function_op("FilterDataset", "Filter", _filter)
TAKE_WHILE = _function_op("TakeWhileDataset", "TakeWhile", _take_while)
FLAT_MAP = _function_op("FlatMapDataset", "FlatMap", _flat_map)
INTERLEAVE = _function_op("InterleaveDataset", "Interleave", _interleave, cycle_length=1, block_length=1)


def _scan(dataset, *rest, f, states):
    initial, captured = rest[:states], rest[states:]

    def make():
        call, state = UserFunction(f, captured, "Scan"), initial
        for row in dataset:
            results = call(*state, *row)
            state = results[:states]
            yield tuple(results[states:])
    return Pipeline(make, dataset.cardinality)


SCAN = _dataset_op("ScanDataset", "input_dataset: variant, initial_state: [Targuments]", _scan, f=REQUIRED, states=REQUIRED)


@quiet
def _reduce(dataset, *rest, f, states, output_types, output_shapes):
    state, captured = rest[:states], rest[states:]
    call = UserFunction(f, captured, "Reduce")
    for row in dataset:
        state = call(*state, *row)
    return list(state)


REDUCE = op("ReduceDataset", "input_dataset: variant, initial_state: [Targuments] -> components: [output_types]", kernel=_reduce,
            infer=lambda inputs, attrs: list(attrs["output_shapes"]), attrs={**TYPED, "f": REQUIRED, "states": REQUIRED},
            stateful=True)
not_differentiable("ReduceDataset")


def _group_by_window(dataset, *captured, key, reduce, size, counts):
    captured_by = [captured[:counts[0]], captured[counts[0]:counts[0] + counts[1]], captured[counts[0] + counts[1]:]]

    def make():
        key_of, reduced, size_of = (UserFunction(graph, values, "GroupByWindow")
                                    for graph, values in zip((key, reduce, size), captured_by))
        groups, sizes = {}, {}
        for row in dataset:
            number = int(key_of(*row)[0])
            group = groups.setdefault(number, [])
            group.append(row)
            if number not in sizes:
                sizes[number] = int(size_of(np.int64(number))[0])
                if sizes[number] <= 0:
                    raise invalid(f"Window size must be greater than zero, but got {sizes[number]}.")
            if len(group) == sizes[number]:
                del groups[number], sizes[number]
                yield from reduced(np.int64(number), _of_list(group))[0]
        for number, group in groups.items():
            yield from reduced(np.int64(number), _of_list(group))[0]
    return Pipeline(make, UNKNOWN)


def _of_list(rows):
    return Pipeline(lambda: iter(rows), len(rows))


GROUP_BY_WINDOW = _dataset_op("GroupByWindowDataset", "input_dataset: variant, other_arguments: [Targuments]", _group_by_window,
                              key=REQUIRED, reduce=REQUIRED, size=REQUIRED, counts=REQUIRED)


# -- batches -------------------------------------------------------------------------------------------------------
def _positive(value, text):
    if value <= 0:
        raise invalid(text)
    return int(value)


def _batch(dataset, size, drop):
    size, drop = _positive(size, "Batch size must be greater than zero."), bool(drop)
    return Pipeline(lambda: map(p.stacked, p.batches(dataset, size, drop)), p.batch_count(dataset.cardinality, size, drop))


def _padded_batch(dataset, size, *rest, drop, output_types, output_shapes):
    size, count = _positive(size, "Batch size must be greater than zero."), len(output_types)
    shapes, values = [shape.tolist() for shape in rest[:count]], rest[count:]
    return Pipeline(lambda: map(lambda rows: p.padded(rows, shapes, values, output_types), p.batches(dataset, size, drop)),
                    p.batch_count(dataset.cardinality, size, drop))


def _unbatch(dataset, rows):
    count = UNKNOWN if rows is None else dataset.cardinality if dataset.cardinality < 0 else dataset.cardinality * rows
    return Pipeline(lambda: chain.from_iterable(zip(*map(_rows, row)) for row in dataset), count)


def _window(dataset, size, shift, stride, drop):
    size = _positive(size, "Window size must be greater than zero.")
    shift = _positive(shift, "Window shift must be greater than zero.")
    stride = _positive(stride, "Window stride must be greater than zero.")
    count = p.window_count(dataset.cardinality, size, shift, stride, bool(drop))
    return Pipeline(lambda: (tuple(_of_list([(item,) for item in column]) for column in zip(*rows))
                             for rows in p.windows(dataset, size, shift, stride, bool(drop))), count)


BATCH = _dataset_op("BatchDatasetV2", "input_dataset: variant, batch_size: int64, drop_remainder: bool", _batch)
PADDED_BATCH = _typed_op("PaddedBatchDatasetV2", "input_dataset: variant, batch_size: int64, padded_shapes: N*int64, "
                         "padding_values: [Toutput_types]", _padded_batch, drop=False)
UNBATCH = _dataset_op("UnbatchDataset", "input_dataset: variant", _unbatch, rows=None)
WINDOW = _dataset_op("WindowDataset", "input_dataset: variant, size: int64, shift: int64, stride: int64, drop_remainder: bool",
                     _window)


# -- order and number ----------------------------------------------------------------------------------------------
def _shuffle(dataset, size, seed, seed2, changing):
    size = int(size)
    if size == UNKNOWN:
        size = dataset.cardinality if dataset.cardinality >= 0 else 1 << 62
    size = size and _positive(size, "buffer_size must be greater than zero or UNKNOWN_CARDINALITY")
    if not size:
        raise invalid("buffer_size must be greater than zero or UNKNOWN_CARDINALITY")
    seeds = Seeds(int(seed), int(seed2), changing)
    pipeline = Pipeline(lambda: shuffled(dataset, size, seeds), dataset.cardinality)
    pipeline.seeds = seeds
    return pipeline


def _repeat(dataset, count):
    count, one = int(count), dataset.cardinality

    def make():
        rounds = iter(int, 1) if count < 0 else range(count)
        for _ in rounds:
            empty = True
            for row in dataset:
                empty = False
                yield row
            if empty and count < 0:
                return
    if count < 0:
        return Pipeline(make, 0 if one == 0 else INFINITE)
    return Pipeline(make, 0 if count == 0 else one if one < 0 else one * count)


def _take(dataset, count):
    count, one = int(count), dataset.cardinality
    if count < 0:
        return dataset
    return Pipeline(lambda: islice(dataset, count), count if one == INFINITE else one if one < 0 else min(count, one))


def _skip(dataset, count):
    count, one = int(count), dataset.cardinality
    if count < 0:
        return Pipeline(lambda: iter(()), 0)
    return Pipeline(lambda: islice(dataset, count, None), one if one < 0 else max(one - count, 0))


def _concatenate(first, second):
    sizes = first.cardinality, second.cardinality
    total = INFINITE if INFINITE in sizes else UNKNOWN if UNKNOWN in sizes else sum(sizes)
    return Pipeline(lambda: chain(first, second), total)


def _zip(*datasets):
    sizes = [dataset.cardinality for dataset in datasets]
    finite = [size for size in sizes if size != INFINITE]
    total = INFINITE if not finite else UNKNOWN if UNKNOWN in finite else min(finite)
    return Pipeline(lambda: (tuple(chain.from_iterable(rows)) for rows in zip(*datasets)), total)


def _shard(dataset, count, index):
    count, index = int(count), int(index)
    if count < 1:
        raise invalid(f"Number of shards must be greater than zero (currently num_shards = {count}).")
    if not 0 <= index < count:
        raise invalid(f"Index must be between 0 and {count - 1} (currently index = {index}).")
    one = dataset.cardinality
    return Pipeline(lambda: islice(dataset, index, None, count), one if one < 0 else max(math.ceil((one - index) / count), 0))


def _cache(dataset):
    kept = []

    def make():
        if kept:
            yield from kept[0]
            return
        rows = []
        for row in dataset:
            rows.append(row)
            yield row
        if not kept:
            kept.append(rows)
    return Pipeline(make, dataset.cardinality)


def _unique(dataset):
    def make():
        seen = set()
        for row in dataset:
            value = np.asarray(row[0])
            key = value.item() if value.dtype.kind == "O" else value.tobytes()
            if key not in seen:
                seen.add(key)
                yield row
    return Pipeline(make, UNKNOWN)


def _without_errors(dataset, log_warning):
    def make():
        elements = iter(dataset)
        while True:
            try:
                yield next(elements)
            except StopIteration:
                return
            except errors.OpError as error:
                if log_warning:
                    get_logger().warning(f"Error raised with error message {error.message}")
    return Pipeline(make, UNKNOWN)


def _choose(selector, *datasets, stop_on_empty):
    def make():
        iterators = [iter(dataset) for dataset in datasets]
        for (index,) in selector:
            if not 0 <= index < len(iterators):
                raise invalid(f"Selector index out of range: {index} >= {len(iterators)}")
            if iterators[index] is None:
                continue
            row = next(iterators[index], None)
            if row is not None:
                yield row
            elif stop_on_empty:
                return
            else:
                iterators[index] = None
                if not any(iterators):
                    return
    return Pipeline(make, UNKNOWN)


def _known(dataset, cardinality):
    cardinality = int(cardinality)

    def make():
        count = 0
        for count, row in enumerate(dataset, 1):
            if cardinality >= 0 and count > cardinality:
                raise _precondition(f"Input dataset was expected to contain {cardinality} element{'s' * (cardinality != 1)} but "
                                    f"contained at least {count} elements.")
            yield row
        if cardinality == INFINITE:
            raise _precondition(f"Input dataset was expected to contain an infinite number of elements but contained only {count} "
                                f"element{'s' * (count != 1)}.")
        if count < cardinality:
            raise _precondition(f"Input dataset was expected to contain {cardinality} element{'s' * (cardinality != 1)} but "
                                f"contained only {count} element{'s' * (count != 1)}.")
    return Pipeline(make, cardinality)


def _precondition(text):
    return errors.FailedPreconditionError(None, None, text)


_ONE = "input_dataset: variant"
SHUFFLE = _dataset_op("ShuffleDatasetV3", f"{_ONE}, buffer_size: int64, seed: int64, seed2: int64", _shuffle, stateful=True,
                      changing=True)
REPEAT = _dataset_op("RepeatDataset", f"{_ONE}, count: int64", _repeat)
TAKE = _dataset_op("TakeDataset", f"{_ONE}, count: int64", _take)
SKIP = _dataset_op("SkipDataset", f"{_ONE}, count: int64", _skip)
CONCATENATE = _dataset_op("ConcatenateDataset", f"{_ONE}, another_dataset: variant", _concatenate)
ZIP = _dataset_op("ZipDataset", "input_datasets: N*variant", _zip)
SHARD = _dataset_op("ShardDataset", f"{_ONE}, num_shards: int64, index: int64", _shard)
CACHE = _dataset_op("CacheDatasetV2", _ONE, _cache, stateful=True)
PREFETCH = _dataset_op("PrefetchDataset", f"{_ONE}, buffer_size: int64", lambda dataset, size: dataset)
OPTIONS = _dataset_op("OptionsDataset", _ONE, lambda dataset: dataset)
UNIQUE = _dataset_op("UniqueDataset", _ONE, _unique)
IGNORE_ERRORS = _dataset_op("IgnoreErrorsDataset", _ONE, _without_errors, log_warning=False)
DIRECTED_INTERLEAVE = _dataset_op("DirectedInterleaveDataset", "selector_input_dataset: variant, data_input_datasets: N*variant",
                                  _choose, stop_on_empty=False)
ASSERT_CARDINALITY = _dataset_op("AssertCardinalityDataset", f"{_ONE}, cardinality: int64", _known)
CARDINALITY = op("DatasetCardinality", f"{_ONE} -> cardinality: int64", infer=lambda inputs, attrs: (),
                 kernel=lambda dataset: np.int64(dataset.cardinality))


@quiet
def _single(dataset, output_types, output_shapes):
    rows = list(islice(dataset, 2))
    if len(rows) != 1:
        raise invalid("Dataset was empty." if not rows else "Dataset had more than one element.")
    return list(rows[0])


SINGLE_ELEMENT = op("DatasetToSingleElement", f"{_ONE} -> components: [output_types]", kernel=_single, attrs=TYPED,
                    infer=lambda inputs, attrs: list(attrs["output_shapes"]), stateful=True)
