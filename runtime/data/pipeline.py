"""Pipelines: what dataset ops compute. Each gives any number of independent iterators over flat tuples of arrays."""

from __future__ import annotations

from collections import deque
from itertools import islice

import numpy as np

from runtime.core import dtypes, errors
from runtime.core.errors import invalid
from runtime.core.op_def import REQUIRED
from runtime.core.tensor_shape import text as shape_text
from runtime.data.encoded import Encoded
from runtime.execute.plan import Plan, located, plan_of

INFINITE, UNKNOWN = -1, -2
#: The attributes of ops that give elements, or datasets of them.
TYPED = {"output_types": REQUIRED, "output_shapes": REQUIRED}


def quiet(kernel):
    """`kernel` with NumPy's warnings off for the functions of the elements that it asks for."""
    def run(*values, **attrs):
        with np.errstate(all="ignore"):
            return kernel(*values, **attrs)
    return run


class Pipeline:
    """The value of a dataset's variant tensor.

    Attributes:
        make: makes an iterator over the elements, tuples of arrays.
        cardinality: the number of elements; INFINITE or UNKNOWN.
        inputs: the pipelines whose iterators an iterator makes at once.
        seeds: what draws the seeds of each iterator, None in most.
    """

    __slots__ = ("make", "cardinality", "inputs", "seeds", "__weakref__")
    shape, ndim, size, dtype, data = (), 0, 1, dtypes.variant, None

    def __init__(self, make, cardinality):
        self.make = make
        self.cardinality = int(cardinality)
        self.inputs, self.seeds = (), None

    def all_seeds(self):
        """Those of this pipeline and of what it takes elements from, as often as an iterator comes upon them."""
        found = [] if self.seeds is None else [self.seeds]
        for one in self.inputs:
            found += one.all_seeds()
        return found

    def __iter__(self):
        return self.make()


_ITERATORS = {"Map": "ParallelMapV2", "ParallelMap": "ParallelMapV2"}  # what TensorFlow makes of a map when it runs


class UserFunction:
    """A traced function with what it captured, ready to be called on elements.

    Every iterator has one of its own, since random ops in it start their sequences anew.
    """

    __slots__ = ("_run", "_captured", "_kind")

    def __init__(self, graph, captured, kind):
        draws = any(operation.op_def.instance is not None for operation in graph.operations)
        self._run = (Plan(graph) if draws else plan_of(graph)).function
        self._captured = captured
        self._kind = kind

    def __call__(self, *values):
        try:
            return self._run(*values, *self._captured)  # under the errstate of whoever asks for elements
        except Exception as error:
            error = located(error)
            if not isinstance(error, errors.OpError) or error.op is None:
                raise error from error.__cause__
            message = (f"Error in user-defined function passed to {self._kind}Dataset:0 transformation with iterator: "
                       f"Iterator::Root::{_ITERATORS.get(self._kind, self._kind)}: {error.message}\n\t [[{{{{node {error.op.name}}}}}]]")
            raise type(error)(None, None, message) from None


def stacked(rows):
    """One batch out of a list of elements. Raises InvalidArgumentError if their shapes differ."""
    return tuple(map(_stacked, zip(*rows)))


def _stacked(column):
    first = column[0]
    if isinstance(first, Pipeline):
        raise invalid("Batching of datasets is not supported by the runtime.")
    if isinstance(first, Encoded):
        return Encoded.stacked(column)
    shape = np.shape(first)
    for value in column:
        if (value.shape if isinstance(value, np.ndarray) else np.shape(value)) != shape:
            raise invalid("Cannot add tensor to the batch: number of elements does not match. Shapes are: [tensor]: "
                          f"{shape_text(np.shape(value))}, [batch]: {shape_text(shape)}")
    if shape:
        return np.concatenate(column).reshape(len(column), *shape)
    dtype = getattr(first, "dtype", np.dtype(object))
    if dtype != object:
        return np.array(column, dtype)
    result = np.empty(len(column), object)
    result[:] = [value.item() if isinstance(value, np.ndarray) else value for value in column]
    return result


def batches(rows, size, drop_remainder):
    """Lists of `size` elements each. After an error of an element, the next list begins behind it."""
    rows = iter(rows)

    def batch():
        taken = list(islice(rows, size))
        return [] if drop_remainder and len(taken) < size else taken

    return iter(batch, [])


def batch_count(cardinality, size, drop_remainder):
    if cardinality < 0:
        return cardinality
    return cardinality // size if drop_remainder else -(-cardinality // size)


def padded(rows, shapes, values, types):
    """One batch of elements padded to common shapes; None in `shapes` stands for the longest of the batch."""
    result = []
    for column, shape, value, dtype in zip(zip(*rows), shapes, values, types):
        arrays = [np.asarray(array) for array in column]
        if arrays[0].ndim != len(shape):
            raise invalid("All elements in a batch must have the same rank as the padded shape for component"
                          f"{len(result)}: expected rank {len(shape)} but got element with rank {arrays[0].ndim}")
        full = tuple(max(array.shape[axis] for array in arrays) if size is None or size < 0 else int(size)
                     for axis, size in enumerate(shape))
        batch = np.empty((len(arrays), *full), object if dtype is dtypes.string else dtype.numpy_dtype)
        batch[...] = np.asarray(value).item() if dtype is dtypes.string else value
        for index, array in enumerate(arrays):
            if any(size > limit for size, limit in zip(array.shape, full)):
                raise errors.DataLossError(None, None, "Attempted to pad to a smaller size than the input element.")
            batch[(index, *(slice(size) for size in array.shape))] = array if array.ndim else array.item()
        result.append(batch)
    return tuple(result)


def interleaved(inputs, open_, cycle_length, block_length):
    """Rounds over `cycle_length` open iterators, `block_length` elements from each in turn."""
    inputs = iter(inputs)
    slots, place, more = [None] * cycle_length, 0, True
    while True:
        if not more and not any(slots):
            return
        if slots[place] is None and more:
            row = next(inputs, None)
            if row is None:
                more = False
                continue
            slots[place] = open_(row)
        if slots[place] is not None:
            for _ in range(block_length):
                try:
                    element = next(slots[place])
                except StopIteration:
                    slots[place] = None
                    break
                yield element
        place = (place + 1) % cycle_length


def windows(rows, size, shift, stride, drop_remainder):
    """Lists of `size` elements, `stride` apart; each begins `shift` after the one before."""
    rows, buffer, span, skip = iter(rows), deque(), (size - 1) * stride + 1, 0
    ended = False
    while True:
        while not ended and len(buffer) < span + skip:
            row = next(rows, None)
            if row is None:
                ended = True
            else:
                buffer.append(row)
        for _ in range(min(skip, len(buffer))):
            buffer.popleft()
            skip -= 1
        if not buffer:
            return
        window = list(buffer)[:span:stride]
        if len(window) < size and drop_remainder:
            return
        yield window
        skip = shift


def window_count(cardinality, size, shift, stride, drop_remainder):
    if cardinality < 0:
        return cardinality
    if not drop_remainder:
        return -(-cardinality // shift)
    span = (size - 1) * stride + 1
    return 0 if cardinality < span else (cardinality - span) // shift + 1
