"""`DynamicRaggedShape`: the shape of a ragged or dense value, with the lengths of its rows; and how two of them broadcast."""

from __future__ import annotations

import math

import numpy as np

from runtime.core import dtypes
from runtime.core.composite import CompositeTensor
from runtime.core.convert import constant, constant_shape, convert_to_tensor
from runtime.core.tensor import Tensor
from runtime.core.tensor_shape import TensorShape
from runtime.function.composite_spec import CompositeSpec
from runtime.function.tensor_spec import TensorSpec
from runtime.ops import array, creation, joining, rearrange
from runtime.ops.control_flow import check
from runtime.ops.cast import cast
from runtime.ops.comparison import equal, logical_or
from runtime.ops.control_flow.control_flow import cond
from runtime.ops.gather_scatter import gather
from runtime.ops.reduction import reduce_prod
from runtime.ops.select import where
from runtime.ragged.row_partition import INDEX, RowPartition, RowPartitionSpec, known, with_checks
from runtime.ragged.tensor import RaggedTensor


class DynamicRaggedShape(CompositeTensor):
    """Row partitions, and the shape of the flat values below them (`tf.experimental.DynamicRaggedShape`)."""

    def __init__(self, row_partitions, inner_shape, dtype=None, validate=False, static_inner_shape=None):
        partitions = tuple(row_partitions)
        for one in partitions:
            if not isinstance(one, RowPartition):
                raise TypeError(f"row_partitions contains {one} which is not a RowPartition")
        if dtype is None:
            dtype = partitions[0].dtype if partitions else inner_shape.dtype if isinstance(inner_shape, Tensor) else \
                dtypes.int32 if isinstance(inner_shape, np.ndarray) and inner_shape.dtype == np.int32 else dtypes.int64
        dtype = dtypes.as_dtype(dtype)
        if dtype not in INDEX:
            raise ValueError(f"Illegal dtype: {dtype}")
        self._row_partitions = tuple(one.with_dtype(dtype) for one in partitions)
        self._inner_shape = cast(convert_to_tensor(inner_shape, dtype_hint=dtype, name="inner_dim_sizes"), dtype)
        self._inner_shape.shape.assert_has_rank(1)
        static = TensorShape(constant_shape(self._inner_shape))
        self._static_inner_shape = static if static_inner_shape is None else static.merge_with(static_inner_shape)
        self._check(validate)

    def _check(self, validate):
        checks, partitions = [], self._row_partitions
        for axis, (before, one) in enumerate(zip(partitions, partitions[1:])):
            message = f"RowPartitions in DynamicRaggedShape do not align between {axis} and {axis + 1}"
            if None not in (one.static_nrows, before.static_nvals):
                if one.static_nrows != before.static_nvals:
                    raise ValueError(message)
            elif validate:
                checks.append(check.assert_equal(before.nvals(), one.nrows(), message=message))
        if partitions:
            total, first = partitions[-1].static_nvals, self._static_inner_shape[0]
            message = "Last row partition does not match inner_shape."
            if None not in (total, first):
                if total != first:
                    raise ValueError(message)
            elif validate:
                checks.append(check.assert_equal(partitions[-1].nvals(), self._inner_shape[0], message=message))
        if checks:
            self._inner_shape = with_checks(checks, self._inner_shape)

    # -- making --------------------------------------------------------------------------------------------------------
    @classmethod
    def from_lengths(cls, lengths, num_row_partitions=None, dtype=dtypes.int64):
        """From a list: for each axis a size, or a tuple of the lengths of its rows."""
        if not isinstance(lengths, list):
            raise ValueError("lengths should be a list")
        for one in lengths:
            if not (isinstance(one, int) or isinstance(one, tuple) and all(isinstance(size, int) for size in one)):
                raise ValueError(f"element of lengths should be int or tuple of ints: instead {one!r}")
        if num_row_partitions is None:
            num_row_partitions = max((at for at, one in enumerate(lengths) if isinstance(one, tuple)), default=0)
        if not isinstance(num_row_partitions, int):
            raise ValueError("num_row_partitions should be an int or None")
        if not lengths:
            if num_row_partitions > 0:
                raise ValueError("num_row_partitions==0 for a scalar shape")
            return cls([], [], dtype=dtype)
        if num_row_partitions >= len(lengths):
            raise ValueError("num_row_partitions should be less than `len(lengths)` if shape is not scalar.")
        count, partitions = lengths[0], []
        for one in lengths[1:num_row_partitions + 1]:
            if isinstance(one, int):
                partitions.append(RowPartition.from_uniform_row_length(one, one * count, nrows=count, dtype_hint=dtype))
                count *= one
            else:
                if count != len(one):
                    raise ValueError("Shape not consistent.")
                partitions.append(RowPartition.from_row_lengths(one, dtype_hint=dtype))
                count = sum(one)
        return cls(partitions, [count, *lengths[num_row_partitions + 1:]] if partitions else lengths, dtype=dtype)

    @classmethod
    def from_row_partitions(cls, row_partitions, dtype=None):
        if not row_partitions:
            raise ValueError("row_partitions cannot be empty")
        return cls(row_partitions, [row_partitions[-1].nvals()], dtype=dtype)

    @classmethod
    def from_tensor(cls, t, dtype=None):
        """The shape of a value, ragged or not."""
        if isinstance(t, RaggedTensor):
            return cls(t._nested_row_partitions, array.shape(t.flat_values), dtype=dtype)
        return cls([], array.shape(convert_to_tensor(t)), dtype=dtype)

    @classmethod
    def from_any(cls, shape):
        """`shape`, or the shape that its sizes are."""
        return shape if isinstance(shape, cls) else cls([], shape)

    # -- reading -------------------------------------------------------------------------------------------------------
    row_partitions = property(lambda self: self._row_partitions)
    num_row_partitions = property(lambda self: len(self._row_partitions))
    dtype = property(lambda self: self._inner_shape.dtype)
    inner_shape = property(lambda self: self._inner_shape)
    inner_rank = property(lambda self: self._static_inner_shape.rank)

    @property
    def rank(self):
        return None if self.inner_rank is None else self.num_row_partitions + self.inner_rank

    def static_lengths(self, ragged_lengths=True):
        """What is known: for each axis a size, None, or a tuple of the lengths of its rows."""
        inner = [...] if self.inner_rank is None else self._static_inner_shape.as_list()
        if not self._row_partitions:
            return inner
        outer = [self._row_partitions[0].static_nrows]
        for one in self._row_partitions:
            lengths = known(one.row_lengths()) if ragged_lengths and not one.is_uniform() else None
            outer.append(one.static_uniform_row_length if one.is_uniform() else None if lengths is None else tuple(lengths))
        return outer + (inner if inner == [...] else inner[1:])

    def is_uniform(self, axis):
        """Whether all rows at `axis` have one length."""
        if not isinstance(axis, int):
            raise TypeError("axis must be an integer")
        if axis < 0:
            raise IndexError("Negative axis values are not supported")
        if self.rank is not None and axis >= self.rank:
            raise IndexError(f"Expected axis={axis} < rank={self.rank}")
        return axis == 0 or axis > self.num_row_partitions or self._row_partitions[axis - 1].is_uniform()

    def __getitem__(self, index):
        if isinstance(index, slice):
            if index.step not in (None, 1):
                raise IndexError("Cannot stride through a shape")
            start, stop, _ = index.indices(self.rank)
            return self._part(start, stop)
        if not isinstance(index, int):
            raise TypeError("Argument is not an int or a slice")
        if index < 0:
            index += self.rank
        if self.rank is not None and index >= self.rank and not 0 < self.num_row_partitions >= index - 1:
            raise IndexError(f"Index is too big: {index}>={self.rank}")
        if index < 0:
            raise IndexError(f"Index must be non-negative: {index}")
        if not self.is_uniform(index):
            raise ValueError(f"Index {index} is not uniform")
        if self._row_partitions and index == 0:
            return self._row_partitions[0].nrows()
        if index <= self.num_row_partitions and self._row_partitions:
            return self._row_partitions[index - 1].uniform_row_length()
        return self._inner_size(index - self.num_row_partitions)

    def _inner_size(self, axis):
        size = self._static_inner_shape[axis]
        return self._inner_shape[axis] if size is None else constant(size, self.dtype)

    def _part(self, start, stop):
        if stop <= start:
            return DynamicRaggedShape([], constant([], self.dtype))
        partial = self if stop >= self.rank else self._first(stop)
        if start == 0:
            return partial
        if not all(one.is_uniform() for one in partial._row_partitions):
            raise ValueError("All relevant dimensions must be uniform")
        return DynamicRaggedShape([], partial.with_num_row_partitions(0).inner_shape[start:])

    def _first(self, stop):
        if stop > self.num_row_partitions:
            return DynamicRaggedShape(self._row_partitions, self._inner_shape[:stop - self.num_row_partitions])
        if stop == 1:
            return DynamicRaggedShape([], [self._row_partitions[0].nrows()])
        return DynamicRaggedShape.from_row_partitions(self._row_partitions[:stop - 1])

    def with_dtype(self, dtype):
        return self if dtype is self.dtype else DynamicRaggedShape(self._row_partitions, self._inner_shape, dtype=dtype)

    def with_num_row_partitions(self, count):
        """The same shape with uniform axes as row partitions, or row partitions of one length as inner axes."""
        have = self.num_row_partitions
        if count == have:
            return self
        if count >= self.rank:
            raise ValueError("num_row_partitions must be less than rank")
        if count < have:
            return DynamicRaggedShape(self._row_partitions[:count], self._inner_of_rank(self.rank - count))
        nvals, more = self._inner_size(0), []
        for axis in range(1, count - have + 1):
            length = self._inner_size(axis)
            more.append(RowPartition.from_uniform_row_length(length, nvals * length, nrows=nvals, dtype=self.dtype))
            nvals = nvals * length
        return DynamicRaggedShape(self._row_partitions + tuple(more), self._inner_of_rank(self.rank - count))

    def _inner_of_rank(self, rank):
        """The shape of the flat values if they had this rank."""
        have = self.inner_rank
        if rank == have:
            return self._inner_shape
        if rank < have:
            static = self._static_inner_shape
            if static.is_fully_defined():
                cut = have - rank + 1
                return constant([math.prod(static[:cut]), *static[cut:]], self.dtype)
            cut = have - rank + 1
            return joining.concat([[reduce_prod(self._inner_shape[:cut])], self._inner_shape[cut:]], 0)
        added = self._row_partitions[have - rank:]
        if not all(one.is_uniform() for one in added):
            raise ValueError("Cannot get an inner shape over a ragged dimension")
        return joining.concat([joining.stack([added[0].nrows()] + [one.uniform_row_length() for one in added]), self._inner_shape[1:]], 0)

    def all_partitions(self):
        """A row partition for each axis but the first."""
        return self.with_num_row_partitions(self.rank - 1)._row_partitions if self.rank else ()

    def add_to(self, flat_values, validate=True):
        """The value of this shape whose flat values are these."""
        if not self._row_partitions:
            return flat_values
        if validate:
            last, message = self._row_partitions[-1], "Last row partition does not match flat_values."
            if None not in (last.static_nvals, flat_values.shape[0]):
                if last.static_nvals != flat_values.shape[0]:
                    raise ValueError(message)
            else:
                size = array.shape(flat_values, out_type=self.dtype)[0]
                flat_values = with_checks([check.assert_equal(last.nvals(), size, message=message)], flat_values)
        return RaggedTensor._from_nested_row_partitions(flat_values, self._row_partitions, validate=False)

    @property
    def _type_spec(self):
        return DynamicRaggedShape.Spec([one._type_spec for one in self._row_partitions], self._static_inner_shape, self.dtype)

    def __repr__(self):
        lengths = ", ".join("..." if one is ... else str(one) for one in self.static_lengths())
        return f"<DynamicRaggedShape lengths=[{lengths}] num_row_partitions={self.num_row_partitions}>"


class _Spec(CompositeSpec):
    """The type of a `DynamicRaggedShape`."""

    value_type = DynamicRaggedShape

    def __init__(self, row_partitions, static_inner_shape, dtype):
        self._row_partitions = tuple(row_partitions)
        self._static_inner_shape = TensorShape(static_inner_shape)
        self.dtype = dtypes.as_dtype(dtype)

    def _serialize(self):
        return self._row_partitions, self._static_inner_shape, self.dtype

    @property
    def parts(self):
        return [TensorSpec((self._static_inner_shape.rank,), self.dtype), *(part for one in self._row_partitions for part in one.parts)]

    def to_components(self, value):
        return [value.inner_shape, *(part for one in value.row_partitions for part in one._components())]

    def from_components(self, tensors):
        inner, *splits = tensors
        partitions = [spec.from_components([one]) for spec, one in zip(self._row_partitions, splits)]
        return DynamicRaggedShape(partitions, inner, dtype=self.dtype, static_inner_shape=self._static_inner_shape)

    def __repr__(self):
        return (f"DynamicRaggedShape.Spec(_row_partitions={self._row_partitions!r}, _static_inner_shape={self._static_inner_shape!r}, "
                f"dtype={self.dtype!r})")


DynamicRaggedShape.Spec = _Spec
RowPartitionSpec.value_type = RowPartition


# -- broadcasting --------------------------------------------------------------------------------------------------------

class Placing:
    """Where the values of one shape go in another: for each axis the place in the source of each row of the target."""

    def __init__(self, source, target, layers):
        self._source = source
        self._target = target
        self._layers = layers

    def flat_values(self, value, inner=True):
        """The flat values of `value` in the target's order; with all inner axes only if `inner`."""
        flat = value.flat_values if isinstance(value, RaggedTensor) else convert_to_tensor(value)
        rank = self._target.inner_rank
        if self._target.rank == 0:
            return flat
        if rank > self._source.rank:
            if self._source.num_row_partitions:
                flat = array.reshape(flat, self._source._inner_of_rank(self._source.rank))
        else:
            if self._source.inner_rank != rank:
                flat = array.reshape(flat, self._source._inner_of_rank(rank))
            flat = gather(flat, self._layers[-rank])
        return rearrange.broadcast_to(flat, cast(self._target.inner_shape, dtypes.int32)) if inner else flat


def broadcast(first, second, same=check.assert_equal):
    """(the shape that both have after broadcasting, the `Placing` of each). Raises InvalidArgumentError where they do not fit.

    Args:
        same: checks that two vectors of row splits are the same.
    """
    if first.rank is None or second.rank is None:
        raise ValueError("Unable to broadcast: unknown rank")
    if first.rank < second.rank:
        target, two, one = broadcast(second, first, same)
        return target, one, two
    if second.rank == 0:
        return first, _unchanged(first), Placing(second, first, [])
    partitions = first.all_partitions(), _of_rank(second, first.rank)
    layers = [_first_layers(_nrows(first, partitions[0]), _nrows(second, partitions[1]))]
    found = []
    for one, other in zip(*partitions):
        row, *layer = _next_layers(*layers[-1], one, other, same)
        found.append(row)
        layers.append(layer)
    if found:
        target = DynamicRaggedShape.from_row_partitions(found).with_num_row_partitions(_partition_count(first, second))
    else:
        target = DynamicRaggedShape([], [array.size(layers[0][0], out_type=first.dtype)], dtype=first.dtype)
    return target, Placing(first, target, [one for one, _ in layers]), Placing(second, target, [other for _, other in layers])


def _unchanged(shape):
    sizes = [shape[0]] + [one.nvals() for one in shape.all_partitions()] if shape.rank else []
    return Placing(shape, shape, [creation.range_(size) for size in sizes])


def _nrows(shape, partitions):
    return partitions[0].nrows() if partitions else shape[0]


def _of_rank(shape, rank):
    """The row partitions of `shape` with axes of size 1 in front."""
    partitions = shape.all_partitions()
    missing = rank - shape.rank
    if not missing:
        return partitions
    nrows = shape[0]
    ones = [RowPartition.from_uniform_row_length(1, 1, nrows=1, dtype=shape.dtype)] * (missing - 1)
    return (*ones, RowPartition.from_uniform_row_length(nrows, nrows, nrows=1, dtype=shape.dtype), *partitions)


def _partition_count(first, second):
    if not first.num_row_partitions and not second.num_row_partitions:
        return 0
    counts = [one.num_row_partitions + max(0, other.rank - one.rank) for one, other in ((first, second), (second, first))
              if one.num_row_partitions]
    return max(counts)


def _first_layers(first, second):
    one, other = known(first), known(second)
    if None not in (one, other) and one == other:
        return creation.range_(first), creation.range_(first)
    if one == 1:
        return creation.zeros([second], second.dtype), creation.range_(second)
    if other == 1:
        return creation.range_(first), creation.zeros([first], first.dtype)
    fits = logical_or(logical_or(equal(first, 1), equal(second, 1)), equal(first, second))
    count = with_checks([check.assert_equal(fits, True)], where(equal(first, 1), second, first))
    places = creation.range_(count)
    return tuple(where(equal(size, 1), creation.zeros_like(places), places) for size in (first, second))


def _next_layers(above, above_other, first, second, same):
    """(rows of the target, places in the first, places in the second) one axis further down."""
    one, other = first.static_uniform_row_length, second.static_uniform_row_length
    if not first.is_uniform() and not second.is_uniform():
        rows, others = _placed_rows(above, first), _placed_rows(above_other, second)
        rows = rows.with_checks([same(rows.row_splits(), others.row_splits())])
    elif first.is_uniform() and second.is_uniform():
        length, size = _common_length(first, second, one, other), array.size(above, out_type=first.dtype)
        rows = RowPartition.from_uniform_row_length(length, length * size, nrows=size)
    else:
        uniform, ragged = (first, second) if first.is_uniform() else (second, first)
        layers = (above, above_other) if first.is_uniform() else (above_other, above)
        rows = _placed_rows(layers[1], ragged)
        rows = RowPartition.from_row_splits(rows.row_splits(), validate=False)
        if uniform.static_uniform_row_length != 1:
            theirs, is_one = _placed_rows(layers[0], uniform).row_splits(), equal(uniform.uniform_row_length(), 1)
            rows = rows.with_checks([same(where(is_one, rows.row_splits(), theirs), rows.row_splits())])
            # TensorFlow takes these splits as they are: if they had to be repeated too, the result is refused.
            kept = cond(is_one, rows.row_splits, uniform.row_splits)
            return (RowPartition.from_row_splits(kept, validate=False), _places(above, first, rows), _places(above_other, second, rows))
    return rows, _places(above, first, rows), _places(above_other, second, rows)


def _common_length(first, second, one, other):
    lengths = first.uniform_row_length(), second.uniform_row_length()
    if one is not None and one == other or other == 1:
        return lengths[0]
    if one == 1:
        return lengths[1]
    fits = logical_or(logical_or(equal(lengths[0], 1), equal(lengths[1], 1)), equal(*lengths))
    return with_checks([check.assert_equal(fits, True)], where(equal(lengths[0], 1), lengths[1], lengths[0]))


def _placed_rows(above, partition):
    """The rows of `partition` in the order of the target."""
    if not partition.is_uniform():
        return RowPartition.from_row_lengths(gather(partition.row_lengths(), above), validate=False)
    size, length = array.size(above, out_type=partition.dtype), partition.uniform_row_length()
    return RowPartition.from_uniform_row_length(length, length * size, nrows=size, validate=False)


def _places(above, partition, rows):
    starts = gather(partition.row_splits()[:-1], gather(above, rows.value_rowids()))
    if not partition.is_uniform():
        return starts + rows.offsets_in_rows()
    length = partition.static_uniform_row_length
    if length is None:
        offsets = rows.offsets_in_rows()
        return starts + where(equal(partition.uniform_row_length(), 1), creation.zeros_like(offsets), offsets)
    return starts if length == 1 else starts + rows.offsets_in_rows()


def broadcast_to(value, shape):
    """`tf.broadcast_to` where the value or the shape is ragged."""
    shape = DynamicRaggedShape.from_any(shape)
    source = DynamicRaggedShape.from_tensor(value, shape.dtype)
    if source.rank is None or shape.rank is None:
        raise ValueError("Rank of source and target must be statically known")
    if source.rank > shape.rank:
        raise ValueError("Cannot broadcast to a shape with smaller rank")
    target, _, placing = broadcast(shape, source)
    result = target.add_to(placing.flat_values(value), validate=False)
    return result
