"""`RaggedTensor`: values cut into rows of different lengths."""

from __future__ import annotations

import numpy as np

from runtime.core import dtypes, hooks
from runtime.core.composite import CompositeTensor
from runtime.core.convert import constant, convert_to_tensor
from runtime.core.tensor import EagerTensor, Tensor
from runtime.core.tensor_shape import TensorShape, as_dims
from runtime.ops import array, joining
from runtime.ops.control_flow import check, check_shapes
from runtime.ops.cast import cast
from runtime.ops.creation import ones
from runtime.ops.gather_scatter import gather
from runtime.ops.math import maximum
from runtime.ops.reduction import reduce_max, reduce_prod
from runtime.ops.scope import scope
from runtime.ragged import conversion, slicing
from runtime.ragged.row_partition import INDEX, RowPartition, known, to_index
from runtime.ragged.value import of_parts, parts_of


def positive_axis(axis, rank, name="axis", rank_name="ndims"):
    """`axis` counted from the front. Raises ValueError or TypeError where it is no axis of that rank."""
    if not isinstance(axis, int):
        raise TypeError(f"{name} must be an int; got {type(axis).__name__}")
    if rank is not None:
        if 0 <= axis < rank:
            return axis
        if -rank <= axis < 0:
            return axis + rank
        raise ValueError(f"{name}={axis} out of bounds: expected {-rank}<={name}<{rank}")
    if axis < 0:
        raise ValueError(f"{name}={axis} may only be negative if {rank_name} is statically known.")
    return axis


class RaggedTensor(CompositeTensor):
    """Row `i` is ``values[row_splits[i]:row_splits[i + 1]]`` (`tf.RaggedTensor`). `values` is a tensor, or ragged itself.

    Made by its factories, such as `from_row_splits`.
    """

    __array_priority__ = 100
    prints_as_tensor = True  # for `tf.print`

    def _session_parts(self):
        return [*self.nested_row_splits, self.flat_values]

    def _session_value(self, arrays):
        return of_parts(arrays)

    _session_arrays = staticmethod(parts_of)

    def __init__(self, values, row_partition, internal=False):
        if not internal:
            raise ValueError("RaggedTensor constructor is private; please use one of the factory methods instead (e.g., "
                             "RaggedTensor.from_row_lengths())")
        values.shape.with_rank_at_least(1)
        self._values = values
        self._row_partition = row_partition

    # -- making --------------------------------------------------------------------------------------------------------
    @classmethod
    def _from_row_partition(cls, values, partition, validate=True):
        if isinstance(values, RaggedTensor) and values._row_partition.dtype is not partition.dtype:
            raise ValueError("Argument `row_partition` of RaggedTensor with name: partition must have same dtype as Argument `values`. "
                             f"({partition.dtype} vs. {values._row_partition.dtype}).")
        values = as_values(values)
        if partition._value_rowids is not None:
            values.shape[:1].assert_is_compatible_with(partition._value_rowids.shape)
        if validate:
            message = "Arguments to _from_row_partition do not form a valid RaggedTensor"
            count = _nrows(values, partition.dtype)
            checks = [check.assert_equal(partition.nvals(), count, message=message)]
            if isinstance(values, Tensor):
                checks.append(check_shapes.assert_rank_at_least(values, 1))
            partition = partition.with_checks(checks)
        return cls(values, partition, internal=True)

    @classmethod
    def from_value_rowids(cls, values, value_rowids, nrows=None, name=None, validate=True):
        """From the number of each value's row."""
        _check_validate(validate)
        with scope(name, "RaggedFromValueRowIds"):
            partition = RowPartition.from_value_rowids(value_rowids, nrows, validate, dtype_hint=_partition_dtype(values))
            return cls._from_row_partition(values, partition, validate)

    @classmethod
    def from_row_splits(cls, values, row_splits, name=None, validate=True):
        """From the places where rows begin and end: the first is 0, the last the number of values."""
        _check_validate(validate)
        with scope(name, "RaggedFromRowSplits"):
            partition = RowPartition.from_row_splits(row_splits, validate, dtype_hint=_partition_dtype(values))
            return cls._from_row_partition(values, partition, validate)

    @classmethod
    def from_row_lengths(cls, values, row_lengths, name=None, validate=True):
        """From the lengths of the rows."""
        _check_validate(validate)
        with scope(name, "RaggedFromRowLengths"):
            partition = RowPartition.from_row_lengths(row_lengths, validate, dtype_hint=_partition_dtype(values))
            return cls._from_row_partition(values, partition, validate)

    @classmethod
    def from_row_starts(cls, values, row_starts, name=None, validate=True):
        """From the places where rows begin."""
        _check_validate(validate)
        with scope(name, "RaggedFromRowStarts"):
            values = as_values(values)
            partition = RowPartition.from_row_starts(row_starts, _nrows(values), validate, dtype_hint=_partition_dtype(values))
            return cls._from_row_partition(values, partition, validate)

    @classmethod
    def from_row_limits(cls, values, row_limits, name=None, validate=True):
        """From the places where rows end."""
        _check_validate(validate)
        with scope(name, "RaggedFromRowLimits"):
            values = as_values(values)
            partition = RowPartition.from_row_limits(row_limits, validate, dtype_hint=_partition_dtype(values))
            return cls._from_row_partition(values, partition, validate)

    @classmethod
    def from_uniform_row_length(cls, values, uniform_row_length, nrows=None, validate=True, name=None):
        """Rows of one length; `nrows` says how many where that is 0."""
        _check_validate(validate)
        with scope(name, "RaggedFromUniformRowLength"):
            values = as_values(values)
            length = to_index(uniform_row_length, "UniformRowLength", dtype_hint=_partition_dtype(values))
            size = values.shape[0]
            nvals = _nrows(values, length.dtype) if size is None else constant(size, length.dtype)
            partition = RowPartition.from_uniform_row_length(length, nvals, nrows, validate, dtype_hint=_partition_dtype(values))
            return cls._from_row_partition(values, partition, validate)

    @classmethod
    def from_nested_value_rowids(cls, flat_values, nested_value_rowids, nested_nrows=None, name=None, validate=True):
        """`from_value_rowids` once for each ragged axis, the outermost first."""
        _check_validate(validate)
        _check_list(nested_value_rowids, "nested_value_rowids")
        if nested_nrows is None:
            nested_nrows = [None] * len(nested_value_rowids)
        else:
            _check_list(nested_nrows, "nested_nrows")
            if len(nested_nrows) != len(nested_value_rowids):
                raise ValueError("Argument `nested_nrows` must have the same length as argument `nested_value_rowids`. len(nested_nrows) = "
                                 f"{len(nested_nrows)} vs. len(nested_values_rowids) = {len(nested_value_rowids)}.")
        with scope(name, "RaggedFromNestedValueRowIds"):
            for rowids, nrows in reversed(list(zip(nested_value_rowids, nested_nrows))):
                flat_values = cls.from_value_rowids(flat_values, rowids, nrows, validate=validate)
            return flat_values

    @classmethod
    def from_nested_row_splits(cls, flat_values, nested_row_splits, name=None, validate=True):
        """`from_row_splits` once for each ragged axis, the outermost first."""
        _check_validate(validate)
        _check_list(nested_row_splits, "nested_row_splits")
        with scope(name, "RaggedFromNestedRowSplits"):
            for splits in reversed(nested_row_splits):
                flat_values = cls.from_row_splits(flat_values, splits, validate=validate)
            return flat_values

    @classmethod
    def from_nested_row_lengths(cls, flat_values, nested_row_lengths, name=None, validate=True):
        """`from_row_lengths` once for each ragged axis, the outermost first."""
        _check_validate(validate)
        _check_list(nested_row_lengths, "nested_row_lengths")
        with scope(name, "RaggedFromNestedRowlengths"):
            for lengths in reversed(nested_row_lengths):
                flat_values = cls.from_row_lengths(flat_values, lengths, validate=validate)
            return flat_values

    @classmethod
    def _from_nested_row_partitions(cls, flat_values, partitions, name=None, validate=True):
        for partition in reversed(partitions):
            flat_values = cls._from_row_partition(flat_values, partition, validate)
        return flat_values

    @classmethod
    def from_tensor(cls, tensor, lengths=None, padding=None, ragged_rank=1, name=None, row_splits_dtype=dtypes.int64):
        """The rows of a dense tensor, cut after `lengths`, or before the `padding` at their ends."""
        return conversion.from_tensor(cls, tensor, lengths, padding, ragged_rank, name, row_splits_dtype)

    @classmethod
    def from_sparse(cls, st_input, name=None, row_splits_dtype=dtypes.int64):
        """The rows of a sparse matrix whose elements stand at the beginning of each row."""
        return conversion.from_sparse(cls, st_input, name, row_splits_dtype)

    # -- what it is ----------------------------------------------------------------------------------------------------
    values = property(lambda self: self._values)
    dtype = property(lambda self: self._values.dtype)
    row_splits = property(lambda self: self._row_partition.row_splits())
    uniform_row_length = property(lambda self: self._row_partition.uniform_row_length())

    @property
    def shape(self):
        """The static shape: None for axes whose rows have different lengths."""
        outer = TensorShape([self._row_partition.static_nrows, self._row_partition.static_uniform_row_length])
        return outer.concatenate(self._values.shape[1:])

    def get_shape(self):
        return self.shape

    @property
    def ragged_rank(self):
        return len(self._nested_row_partitions)

    @property
    def _nested_row_partitions(self):
        partitions, values = [], self
        while isinstance(values, RaggedTensor):
            partitions.append(values._row_partition)
            values = values._values
        return tuple(partitions)

    @property
    def flat_values(self):
        values = self._values
        while isinstance(values, RaggedTensor):
            values = values._values
        return values

    @property
    def nested_row_splits(self):
        return tuple(partition.row_splits() for partition in self._nested_row_partitions)

    def value_rowids(self, name=None):
        with scope(name, "RaggedValueRowIds"):
            return self._row_partition.value_rowids()

    def nested_value_rowids(self, name=None):
        with scope(name, "RaggedNestedValueRowIds"):
            return tuple(partition.value_rowids() for partition in self._nested_row_partitions)

    def nrows(self, out_type=None, name=None):
        with scope(name, "RaggedNRows"):
            count = self._row_partition.nrows()
            return count if out_type is None else cast(count, out_type)

    def row_starts(self, name=None):
        with scope(name, "RaggedRowStarts"):
            return self._row_partition.row_starts()

    def row_limits(self, name=None):
        with scope(name, "RaggedRowLimits"):
            return self._row_partition.row_limits()

    def row_lengths(self, axis=1, name=None):
        """The lengths of the rows at `axis`: a vector, or ragged."""
        if axis == 0:
            return self._row_partition.nrows()
        if axis == 1:
            return self._row_partition.row_lengths()
        with scope(name, "RaggedRowLengths"):
            axis = positive_axis(axis, self.shape.rank, rank_name="rank(self)")
            if axis == 0:
                return self.nrows()
            if axis == 1:
                return self._row_partition.row_lengths()
            if isinstance(self._values, RaggedTensor):
                return self.with_values(self._values.row_lengths(axis - 1))
            sizes = array.shape(self._values, out_type=self._row_partition.dtype)
            return self.with_values(ones(sizes[:axis - 1], sizes.dtype) * sizes[axis - 1])

    def nested_row_lengths(self, name=None):
        with scope(name, "RaggedNestedRowLengths"):
            return tuple(partition.row_lengths() for partition in self._nested_row_partitions)

    def bounding_shape(self, axis=None, name=None, out_type=None):
        """The shape of the smallest dense tensor that holds all, or its size at `axis`."""
        out_type = self._row_partition.dtype if out_type is None else dtypes.as_dtype(out_type)
        with scope(name, "RaggedBoundingBox"):
            if isinstance(axis, int) and axis == 0:
                return cast(self.nrows(), out_type)
            if isinstance(axis, int) and axis == 1:
                return cast(_longest(self.row_lengths()), out_type)
            ragged = [self.nrows()] + [_longest(splits[1:] - splits[:-1]) for splits in self.nested_row_splits]
            inner = array.shape(self.flat_values, out_type=out_type)[1:]
            box = joining.concat([joining.stack([cast(size, out_type) for size in ragged]), inner], 0)
            return box if axis is None else gather(box, axis)

    # -- other values, other rows --------------------------------------------------------------------------------------
    def with_values(self, new_values):
        """The same rows of other values."""
        new_values = as_values(new_values)
        new_values.shape.with_rank_at_least(1)
        self._values.shape[:1].assert_is_compatible_with(new_values.shape[:1])
        if isinstance(new_values, RaggedTensor) and new_values.row_splits.dtype is not self.row_splits.dtype:
            raise ValueError("self and new_values have mismatched row_splits dtypes; use RaggedTensor.with_row_splits_dtype() to convert "
                             "them to compatible dtypes.")
        return RaggedTensor(new_values, self._row_partition, internal=True)

    def with_flat_values(self, new_values):
        """The same rows of other innermost values."""
        if isinstance(self._values, RaggedTensor):
            new_values = self._values.with_flat_values(new_values)
        return self.with_values(new_values)

    def with_mapped_values(self, function):
        return self.with_flat_values(function(self.flat_values))

    def with_row_splits_dtype(self, dtype):
        dtype = dtypes.as_dtype(dtype)
        if dtype not in INDEX:
            raise ValueError(f"Argument `row_splits` dtype must be int32 or int64. Received {dtype}.")
        if self._row_partition.dtype is dtype:
            return self
        values = self._values.with_row_splits_dtype(dtype) if isinstance(self._values, RaggedTensor) else self._values
        return RaggedTensor(values, self._row_partition.with_dtype(dtype), internal=True)

    def merge_dims(self, outer_axis, inner_axis):
        """The axes from `outer_axis` to `inner_axis` as one."""
        rank = self.shape.rank
        outer = positive_axis(outer_axis, rank, "outer_axis", "rank(self)")
        inner = positive_axis(inner_axis, rank, "inner_axis", "rank(self)")
        if outer > inner:
            raise ValueError(f"Expected outer_axis ({outer}) to be less than or equal to inner_axis ({inner}).")
        return _merged(self, outer, inner)

    def _set_shape(self, shape):
        """Note what is known of the shape."""
        dims = as_dims(shape)
        if dims is None:
            return
        if dims[0] is not None and not isinstance(self.row_splits, EagerTensor):
            self.row_splits.set_shape([dims[0] + 1])
        ragged, dtype = self, self._row_partition.dtype
        for axis in range(1, self.ragged_rank + 1):
            partition, size = ragged._row_partition, dims[axis]
            if size is not None:
                before = known(partition._uniform_row_length)
                if before is not None and before != size:
                    raise ValueError(f"Inconsistent size for axis {axis}: {before} vs. {size}.")
                ragged._row_partition = partition._replaced(uniform_row_length=constant(size, dtype), nrows=partition.nrows())
            ragged = ragged._values
        self.flat_values.set_shape([None, *dims[self.ragged_rank + 1:]])

    # -- conversion ----------------------------------------------------------------------------------------------------
    def to_tensor(self, default_value=None, name=None, shape=None):
        """The dense tensor, rows filled up with `default_value` (zero, or empty text), cut or filled to `shape`."""
        return conversion.to_tensor(self, default_value, name, shape)

    def to_sparse(self, name=None):
        return conversion.to_sparse(self, name)

    def numpy(self):
        """An array, of arrays where rows have different lengths. Raises ValueError in graphs."""
        if not self._is_eager():
            raise ValueError("RaggedTensor.numpy() is only supported in eager mode.")
        values, splits = self._values.numpy(), self.row_splits.numpy()
        rows = [values[start:end] for start, end in zip(splits, splits[1:])]
        if not rows:
            return np.zeros((0, 0) + values.shape[1:], values.dtype)
        return np.array(rows, np.object_ if any(len(row) != len(rows[0]) for row in rows) else None)

    def to_list(self):
        """Nested Python lists. Raises ValueError in graphs."""
        if not isinstance(self.row_splits, EagerTensor):
            raise ValueError("to_list can only be used in eager mode.")
        splits = self.row_splits.numpy().tolist()
        values = self._values.to_list() if isinstance(self._values, RaggedTensor) else self._values.numpy().tolist()
        return [values[start:end] for start, end in zip(splits, splits[1:])]

    def _is_eager(self):
        return all(isinstance(part, EagerTensor) for part in self._components())

    def consumers(self):
        return [op for part in self._components() for op in part.consumers()]

    __getitem__ = slicing.getitem

    def __repr__(self):
        if not self._is_eager():
            return f"tf.RaggedTensor(values={self._values}, row_splits={self.row_splits})"
        with np.printoptions(formatter={"all": _formatted}):
            return f"<tf.RaggedTensor {_formatted(self.numpy())}>"

    def __bool__(self):
        raise TypeError("RaggedTensor may not be used as a boolean.")

    # -- as a composite ------------------------------------------------------------------------------------------------
    def _components(self):
        return [self.flat_values, *self.nested_row_splits]

    def gradient_part(self):
        """What tapes watch, and gradients are taken of."""
        return self.flat_values

    def with_gradient_part(self, gradient):
        return self.with_flat_values(gradient)

    @staticmethod
    def _autograph_len(ragged):
        return ragged.nrows(dtypes.int32) if ragged.shape.rank is None or ragged.shape[0] is None else ragged.shape[0]

    @staticmethod
    def _autograph_for_stmt(iter_, extra_test, body, get_state, set_state, symbol_names, opts):
        rows = iter_.shape[0] if iter_.shape.rank is not None and iter_.shape[0] is not None else iter_.nrows()
        return hooks.index_loop(iter_.__getitem__, rows, extra_test, body, get_state, set_state, symbol_names, opts)


def _formatted(value):
    if isinstance(value, np.ndarray):
        return np.array2string(value, separator=", ") if value.size else repr(value.tolist())
    return str(value)


def _check_validate(validate):
    if not isinstance(validate, bool):
        raise TypeError(f"Argument `validate` must have type bool. Received {validate}.")


def _check_list(value, name):
    if isinstance(value, Tensor):
        raise TypeError(f"Argument `{name}` must be a list of Tensors. Received {value}.")


def as_values(value):
    """`value` as something that rows can be made of: a tensor, or ragged."""
    return value if isinstance(value, RaggedTensor) else convert_to_tensor(value, name="values")


def as_tensor(value, dtype=None, dtype_hint=None, name=None):
    """`value` as a tensor, or as the RaggedTensor that it is. Raises ValueError for another dtype."""
    if not isinstance(value, RaggedTensor):
        return convert_to_tensor(value, dtype, dtype_hint, name)
    if dtype is not None and dtypes.as_dtype(dtype) is not value.dtype:
        raise ValueError(f"Tensor conversion requested dtype {dtypes.as_dtype(dtype).name} for RaggedTensor with dtype "
                         f"{value.dtype.name}: {value}.")
    return value


def of_one_splits_dtype(*values):
    """(the dtype of row splits, the values), which must agree in it. Raises ValueError where they do not."""
    found = {value.row_splits.dtype for value in values if isinstance(value, RaggedTensor)}
    if len(found) > 1:
        raise ValueError("Input RaggedTensors have mismatched row_splits dtypes; use RaggedTensor.with_row_splits_dtype() to convert them "
                         "to compatible dtypes.")
    return next(iter(found), dtypes.int64), values


def _partition_dtype(values):
    return values._row_partition.dtype if isinstance(values, RaggedTensor) else None


def _nrows(values, out_type=dtypes.int32):
    return values.nrows(out_type) if isinstance(values, RaggedTensor) else array.shape(values, out_type=out_type)[0]


def _longest(lengths):
    return maximum(reduce_max(lengths), cast(0, lengths.dtype))


def _merged(value, outer, inner):
    if outer == inner:
        return value
    while outer == 0 and isinstance(value, RaggedTensor):
        value, inner = value._values, inner - 1
        if inner == 0:
            return value
    if not isinstance(value, RaggedTensor):
        sizes = array.shape(value)
        return array.reshape(value, joining.concat([sizes[:outer], [-1], sizes[inner + 1:]], 0))
    if outer > 1:
        return value.with_values(_merged(value._values, outer - 1, inner - 1))
    values, splits = value._values, value.row_splits
    for axis in range(outer, inner):
        if isinstance(values, RaggedTensor):
            values, splits = values._values, gather(values.row_splits, splits)
            continue
        cut = inner - axis + 1
        sizes = array.shape(values)
        splits = splits * cast(reduce_prod(sizes[1:cut]), splits.dtype)
        values = array.reshape(values, joining.concat([[-1], sizes[cut:]], 0))
        break
    return RaggedTensor.from_row_splits(values, splits)
