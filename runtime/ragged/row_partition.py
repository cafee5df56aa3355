"""`RowPartition`: how a sequence of values is cut into rows."""

from __future__ import annotations

import numpy as np

from runtime.core import dtypes
from runtime.core.composite import CompositeTensor
from runtime.core.context import context
from runtime.core.convert import constant, constant_value, convert_to_tensor
from runtime.core.dispatch import dispatch
from runtime.core.tensor import Tensor
from runtime.core.tensor_shape import TensorShape
from runtime.function.composite_spec import CompositeSpec
from runtime.function.tensor_spec import TensorSpec
from runtime.ops import array, creation, joining, repeats
from runtime.ops.control_flow import check, check_shapes
from runtime.ops.cast import cast
from runtime.ops.control_flow.control_flow import control_dependencies
from runtime.ops.identity import identity
from runtime.ops.math import maximum
from runtime.ops.reduction import cumsum
from runtime.ops.scope import scope
from runtime.ops.segment import unsorted_segment_sum
from runtime.ragged.kernels import RANGE

INDEX = (dtypes.int32, dtypes.int64)
_KEY = object()
_KEPT = ("row_lengths", "value_rowids", "nrows", "uniform_row_length", "nvals")


def known(tensor):
    """The Python value of a tensor that is known without running, else None."""
    value = None if tensor is None else constant_value(tensor)
    return None if value is None else value.tolist()


def with_checks(checks, tensor):
    """`tensor`, which in a graph is only there once `checks` hold; eagerly they have been made."""
    checks = [one for one in checks if one is not None]
    if context.graph is None or not checks:
        return tensor
    with control_dependencies(checks):
        return identity(tensor)


def to_index(value, name, dtype=None, dtype_hint=None):
    """`value` as a tensor of int32 or int64. Raises ValueError for other dtypes."""
    if isinstance(value, np.ndarray) and value.dtype == np.int32 and dtype is None:
        tensor = convert_to_tensor(value, name=name)
    else:
        tensor = convert_to_tensor(value, dtype, dtype_hint or dtypes.int64, name)
    if tensor.dtype not in INDEX:
        raise ValueError(f"{name} must have dtype int32 or int64")
    return tensor


def _validated(validate):
    if not isinstance(validate, bool):
        raise TypeError("validate must have type bool")


def zero(tensor, message):
    return check.assert_equal(tensor, constant(0, tensor.dtype), message=message)


def increasing(tensor, message):
    return check.assert_non_negative(tensor[1:] - tensor[:-1], message=message)


def lengths_to_splits(lengths):
    return joining.concat([creation.zeros([1], lengths.dtype), cumsum(lengths)], 0)


class RowPartition(CompositeTensor):
    """The rows of a sequence of values (`tf.experimental.RowPartition`): row `i` holds ``values[row_splits[i]:row_splits[i + 1]]``.

    Made by its factories. What they were given is kept beside the row splits.
    """

    def __init__(self, row_splits, row_lengths=None, value_rowids=None, nrows=None, uniform_row_length=None, nvals=None, internal=False):
        if internal is not _KEY:
            raise ValueError("RowPartition constructor is private; please use one of the factory methods instead (e.g., "
                             "RowPartition.from_row_lengths())")
        row_splits.shape.assert_has_rank(1)
        self._row_splits = row_splits
        self._row_lengths = row_lengths
        self._value_rowids = value_rowids
        self._nrows = nrows
        self._uniform_row_length = uniform_row_length
        self._nvals = nvals

    # -- making --------------------------------------------------------------------------------------------------------
    @classmethod
    def from_row_splits(cls, row_splits, validate=True, dtype=None, dtype_hint=None):
        """Rows between the splits, which begin with 0 and do not decrease."""
        _validated(validate)
        if isinstance(row_splits, (list, tuple)) and not row_splits:
            raise ValueError("row_splits tensor may not be empty.")
        with scope(None, "RowPartitionFromRowSplits"):
            splits = to_index(row_splits, "row_splits", dtype, dtype_hint)
            splits.shape.assert_has_rank(1)
            if validate:
                message = "Arguments to from_row_splits do not form a valid RaggedTensor:"
                splits = with_checks([check_shapes.assert_rank(splits, 1, message=message + "rank"), zero(splits[0], message + "zero"),
                                      increasing(splits, message + "monotonic")], splits)
            return cls(splits, internal=_KEY)

    @classmethod
    def from_row_lengths(cls, row_lengths, validate=True, dtype=None, dtype_hint=None):
        """Rows of these lengths."""
        _validated(validate)
        with scope(None, "RowPartitionFromRowLengths"):
            lengths = to_index(row_lengths, "row_lengths", dtype, dtype_hint)
            lengths.shape.assert_has_rank(1)
            if validate:
                message = "Arguments to from_row_lengths do not form a valid RowPartition"
                lengths = with_checks([check_shapes.assert_rank(lengths, 1, message=message),
                                       check.assert_non_negative(lengths, message=message)], lengths)
            return cls(lengths_to_splits(lengths), row_lengths=lengths, internal=_KEY)

    @classmethod
    def from_value_rowids(cls, value_rowids, nrows=None, validate=True, dtype=None, dtype_hint=None):
        """For each value the number of its row; they do not decrease."""
        _validated(validate)
        with scope(None, "RowPartitionFromValueRowIds"):
            rowids = to_index(value_rowids, "value_rowids", dtype, dtype_hint)
            given = known(rowids)
            if nrows is None:
                if given is None:
                    nrows = joining.concat([rowids[-1:], constant([-1], rowids.dtype)], 0)[0] + 1
                else:
                    nrows = constant(given[-1] + 1 if given else 0, rowids.dtype, name="nrows")
            else:
                nrows = convert_to_tensor(nrows, rowids.dtype, name="nrows")
                count = known(nrows)
                if count is not None:
                    if count < 0:
                        raise ValueError(f"Expected nrows >= 0; got {count}")
                    if given and not count >= given[-1] + 1:
                        raise ValueError(f"Expected nrows >= value_rowids[-1] + 1; got nrows={count}, value_rowids[-1]={given[-1]}")
            rowids.shape.assert_has_rank(1)
            nrows.shape.assert_has_rank(0)
            if validate:
                message = "Arguments to from_value_rowids do not form a valid RowPartition"
                rowids = with_checks([
                    check_shapes.assert_rank(rowids, 1, message=message), check_shapes.assert_rank(nrows, 0, message=message),
                    check.assert_non_negative(rowids[:1], message=message), increasing(rowids, message),
                    check.assert_less(rowids[-1:], nrows, message=message)], rowids)
            lengths = unsorted_segment_sum(creation.ones_like(rowids), rowids, nrows)
            return cls(lengths_to_splits(lengths), row_lengths=lengths, value_rowids=rowids, nrows=nrows, internal=_KEY)

    @classmethod
    def from_row_starts(cls, row_starts, nvals, validate=True, dtype=None, dtype_hint=None):
        """Rows that begin there, the last one with the `nvals`-th value's end."""
        _validated(validate)
        with scope(None, "RowPartitionFromRowStarts"):
            starts = to_index(row_starts, "row_starts", dtype, dtype_hint)
            starts.shape.assert_has_rank(1)
            nvals = cast(nvals, starts.dtype)
            if validate:
                message = "Arguments to from_row_starts do not form a valid RaggedTensor"
                starts = with_checks([check_shapes.assert_rank(starts, 1, message=message), zero(starts[:1], message),
                                      increasing(starts, message), check.assert_less_equal(starts[-1:], nvals, message=message)], starts)
            return cls(joining.concat([starts, [nvals]], 0), nvals=nvals, internal=_KEY)

    @classmethod
    def from_row_limits(cls, row_limits, validate=True, dtype=None, dtype_hint=None):
        """Rows that end there."""
        _validated(validate)
        with scope(None, "RowPartitionFromRowLimits"):
            limits = to_index(row_limits, "row_limits", dtype, dtype_hint)
            limits.shape.assert_has_rank(1)
            if validate:
                message = "Arguments to from_row_limits do not form a valid RaggedTensor"
                limits = with_checks([check_shapes.assert_rank(limits, 1, message=message),
                                      check.assert_non_negative(limits[:1], message=message), increasing(limits, message)], limits)
            return cls(joining.concat([creation.zeros([1], limits.dtype), limits], 0), internal=_KEY)

    @classmethod
    def from_uniform_row_length(cls, uniform_row_length, nvals=None, nrows=None, validate=True, dtype=None, dtype_hint=None):
        """Rows of one length: as many as `nrows` says, or as `nvals` values make."""
        _validated(validate)
        if nrows is None and nvals is None:
            raise ValueError("Either (or both) of nvals and nrows must be specified")
        with scope(None, "RowPartitionFromUniformRowLength"):
            length, nvals, nrows = _of_one_dtype([(uniform_row_length, "uniform_row_length"), (nvals, "nvals"), (nrows, "nrows")],
                                                 dtype, dtype_hint)
            length.shape.assert_has_rank(0)
            size = known(length)
            if nrows is None:
                nrows = nvals // maximum(length, constant(1, length.dtype)) if size is None else \
                    constant(0, length.dtype) if size == 0 else nvals // constant(size, length.dtype)
            count, total = known(nrows), known(nvals)
            checks = []
            if total is None and count is not None and size is not None:
                total = count * size
                if nvals is not None and validate:
                    checks.append(check.assert_equal(nvals, constant(total, length.dtype)))
                nvals = constant(total, length.dtype)
            if nvals is None:
                nvals = nrows * length
            if count is not None and size is not None:
                splits = constant(np.arange(count + 1) * size, length.dtype)
            else:
                splits = creation.range_(nrows + 1, dtype=length.dtype) * length
            if validate:
                if count is None or size is None or total is None:
                    checks.append(check.assert_equal(nrows * length, nvals, message="uniform_row_length times nrows must equal nvals"))
                elif count * size != total:
                    raise ValueError(f"uniform_row_length={size} times nrows={count} must equal nvals={total}")
                if size is None:
                    checks.append(check.assert_greater_equal(length, constant(0, length.dtype), message="uniform_row_length must be >= 0."))
                elif size < 0:
                    raise ValueError("uniform_row_length must be >= 0.")
                splits = with_checks(checks, splits)
            return cls(splits, uniform_row_length=length, nrows=nrows, nvals=nvals, internal=_KEY)

    def _replaced(self, **parts):
        values = {name: getattr(self, "_" + name) for name in _KEPT} | parts
        return RowPartition(values.pop("row_splits", self._row_splits), internal=_KEY, **values)

    def with_checks(self, checks):
        splits = with_checks(checks, self._row_splits)
        return self if splits is self._row_splits else self._replaced(row_splits=splits)

    # -- reading -------------------------------------------------------------------------------------------------------
    @property
    def dtype(self):
        return self._row_splits.dtype

    def row_splits(self):
        return self._row_splits

    def value_rowids(self):
        """For each value the number of its row."""
        return row_splits_to_segment_ids(self._row_splits) if self._value_rowids is None else self._value_rowids

    def nvals(self):
        return self._row_splits[-1]

    def nrows(self):
        if self._nrows is not None:
            return self._nrows
        count = self._row_splits._dims[0]
        if count is not None:
            return constant(count - 1, self.dtype)
        return array.shape(self._row_splits, out_type=self.dtype)[0] - 1

    def uniform_row_length(self):
        return self._uniform_row_length

    def row_starts(self):
        return self._row_splits[:-1]

    def row_limits(self):
        return self._row_splits[1:]

    def row_lengths(self):
        return self._row_splits[1:] - self._row_splits[:-1] if self._row_lengths is None else self._row_lengths

    def offsets_in_rows(self):
        """For each value its place in its row."""
        return dispatch(RANGE, (constant(0, self.dtype), self.row_lengths(), constant(1, self.dtype)))[1]

    def is_uniform(self):
        return self._uniform_row_length is not None

    @property
    def static_nrows(self):
        if self._row_splits._dims is not None and self._row_splits._dims[0] is not None:
            return self._row_splits._dims[0] - 1
        if self._row_lengths is not None and self._row_lengths._dims and self._row_lengths._dims[0] is not None:
            return self._row_lengths._dims[0]
        return known(self._nrows)

    @property
    def static_nvals(self):
        total = known(self._nvals)
        if total is None and self._value_rowids is not None and self._value_rowids._dims:
            total = self._value_rowids._dims[0]
        return total

    @property
    def static_uniform_row_length(self):
        return known(self._uniform_row_length)

    def with_dtype(self, dtype):
        """The same rows in int32 or int64."""
        dtype = dtypes.as_dtype(dtype)
        if dtype not in INDEX:
            raise ValueError("dtype must be int32 or int64")
        if self.dtype is dtype:
            return self
        parts = {name: getattr(self, "_" + name) for name in _KEPT}
        return RowPartition(cast(self._row_splits, dtype), internal=_KEY,
                            **{name: None if part is None else cast(part, dtype) for name, part in parts.items()})

    def merged_with(self, other):
        """These rows with all that is known of both; the caller knows, or has it checked, that they are the same."""
        if self is other or self._row_splits is other._row_splits and all(
                getattr(self, "_" + name) is getattr(other, "_" + name) for name in _KEPT):
            return self
        splits = self._row_splits
        if splits is not other._row_splits:
            message = "RowPartition._merge_precomputed_encodings: partitions have incompatible row_splits"
            if not splits.shape.is_compatible_with(other._row_splits.shape):
                raise ValueError(message)
            splits = with_checks([check.assert_equal(splits, other._row_splits, message=message)], splits)
        both = {name: getattr(self, "_" + name) if getattr(self, "_" + name) is not None else getattr(other, "_" + name)
                for name in _KEPT}
        return RowPartition(splits, internal=_KEY, **both)

    @property
    def _type_spec(self):
        return RowPartitionSpec(self.static_nrows, self.static_nvals, self.static_uniform_row_length, self.dtype)

    def __repr__(self):
        if self._uniform_row_length is not None:
            return f"tf.RowPartition(nrows={self._nrows}, uniform_row_length={self._uniform_row_length})"
        return f"tf.RowPartition(row_splits={self._row_splits})"


def _of_one_dtype(pairs, dtype, dtype_hint):
    """The values as tensors of one integer dtype, that of the first tensor among them. None stays None."""
    if dtype is None:
        found = [value.dtype for value, _ in pairs if isinstance(value, Tensor)]
        dtype = found[0] if found else None
        if any(one is not dtype for one in found):
            dtype = dtypes.int64
            pairs = [(cast(value, dtype) if isinstance(value, Tensor) else value, name) for value, name in pairs]
    return [None if value is None else to_index(value, name, dtype, dtype_hint) for value, name in pairs]


def row_splits_to_segment_ids(splits, name=None, out_type=None):
    """For each value the number of its row, from where rows end (`tf.ragged.row_splits_to_segment_ids`).

    Raises:
        ValueError: `splits` has another rank or dtype, or is empty.
    """
    with scope(name, "RaggedSplitsToSegmentIds"):
        splits = convert_to_tensor(splits, dtype_hint=dtypes.int64 if out_type is None else dtypes.as_dtype(out_type), name="splits")
        if splits.dtype not in INDEX:
            raise ValueError("splits must have dtype int32 or int64")
        splits.shape.assert_has_rank(1)
        if splits._dims and splits._dims[0] == 0:
            raise ValueError("Invalid row_splits: []")
        dtype = splits.dtype if out_type is None else dtypes.as_dtype(out_type)
        lengths = splits[1:] - splits[:-1]
        nrows = array.shape(lengths, out_type=dtype)[-1]
        return repeats.repeat(creation.range_(nrows), lengths, axis=0)


def segment_ids_to_row_splits(segment_ids, num_segments=None, out_type=None, name=None):
    """Where rows end, from the number of each value's row (`tf.ragged.segment_ids_to_row_splits`).

    Raises:
        ValueError: `segment_ids` has another rank or dtype.
    """
    if out_type is None:
        out_type = segment_ids.dtype if isinstance(segment_ids, Tensor) else \
            num_segments.dtype if isinstance(num_segments, Tensor) else dtypes.int64
    out_type = dtypes.as_dtype(out_type)
    with scope(name, "SegmentIdsToRaggedSplits"):
        ids = to_index(segment_ids, "segment_ids", None if isinstance(segment_ids, (Tensor, np.ndarray)) else out_type)
        ids.shape.assert_has_rank(1)
        if num_segments is None:
            num_segments = joining.concat([ids[-1:], constant([-1], ids.dtype)], 0)[0] + 1
        else:
            num_segments = convert_to_tensor(num_segments, name="num_segments")
            num_segments.shape.assert_has_rank(0)
        counts = unsorted_segment_sum(creation.ones_like(ids), ids, cast(num_segments, ids.dtype))
        return cast(lengths_to_splits(counts), out_type)


class RowPartitionSpec(CompositeSpec):
    """The type of a `RowPartition`: what is known of the numbers of rows, of values, and of values in each row."""

    value_type = RowPartition

    def __init__(self, nrows=None, nvals=None, uniform_row_length=None, dtype=dtypes.int64):
        self._nrows, self._nvals = _one_size(nrows), _one_size(nvals)
        self._uniform_row_length = _one_size(uniform_row_length)
        self.dtype = dtypes.as_dtype(dtype)
        if self.dtype not in INDEX:
            raise ValueError("dtype must be tf.int32 or tf.int64")

    nrows = property(lambda self: self._nrows[0])
    nvals = property(lambda self: self._nvals[0])
    uniform_row_length = property(lambda self: self._uniform_row_length[0])

    def _serialize(self):
        return self._nrows, self._nvals, self._uniform_row_length, self.dtype

    @property
    def parts(self):
        return [TensorSpec((None if self.nrows is None else self.nrows + 1,), self.dtype)]

    def to_components(self, value):
        return [value.row_splits()]

    def from_components(self, tensors):
        made = RowPartition.from_row_splits(tensors[0], validate=False)
        return made._replaced(**{name: constant(size, self.dtype) for name, size in (
            ("nrows", self.nrows), ("nvals", self.nvals), ("uniform_row_length", self.uniform_row_length)) if size is not None})

    def __repr__(self):
        return (f"RowPartitionSpec(nrows={self.nrows}, nvals={self.nvals}, uniform_row_length={self.uniform_row_length}, "
                f"dtype={self.dtype!r})")


def _one_size(size):
    return size if isinstance(size, TensorShape) else TensorShape([size])
