"""Diagonals and bands of matrices, and the identity matrix."""

from __future__ import annotations

import numpy as np

from runtime.core import dtypes
from runtime.core.convert import constant_value, convert_to_tensor
from runtime.core.dispatch import dispatch
from runtime.core.errors import invalid
from runtime.core.op_def import gradient, op
from runtime.core.tensor_shape import as_dims, text
from runtime.ops import creation, infer, joining, math, types
from runtime.ops.reduction import reduce_sum
from runtime.ops.scope import scope


# -- bands of diagonals: where each element of the packed form lies in the matrix -----------------------------------

def _limits(k):
    """(lowest, highest) diagonal that `k`, one index or a pair, denotes."""
    values = np.ravel(k).tolist()
    if not 1 <= len(values) <= 2:
        raise invalid(f"diag_index must have only one or two elements, received {len(values)} elements.")
    if values[0] > values[-1]:
        raise invalid("lower_diag_index must not be larger than upper_diag_index: "
                       f"{values[0]} > {values[-1]}")
    return values[0], values[-1]


def _longest(rows, columns, low, high):
    return min(rows + min(high, 0), columns - max(low, 0))


def _positions(rows, columns, low, high, align):
    """Index arrays (packed row, packed column, matrix row, matrix column) of all elements of the band."""
    above, below = align.split("_")
    longest = _longest(rows, columns, low, high)
    parts = []
    for line, diagonal in enumerate(range(high, low - 1, -1)):
        length = min(rows + min(diagonal, 0), columns - max(diagonal, 0))
        left = diagonal >= 0 and above == "LEFT" or diagonal <= 0 and below == "LEFT"
        along = np.arange(length)
        parts.append((np.full(length, line), along + (0 if left else longest - length), along - min(diagonal, 0),
                      along + max(diagonal, 0)))
    return [np.concatenate(part) for part in zip(*parts)]


def _check_matrix(value, rank, name):
    if value.ndim < rank:
        raise invalid(f"{name} must be at least {rank}-dim, received shape: {text(value.shape)}")


def _check_limits(rows, columns, low, high):
    for side, index in (("lower", low), ("upper", high)):
        if not -rows < index < columns and not (index == 0 and 0 in (rows, columns)):
            raise invalid(f"{side}_diag_index is out of bound: {index}. It must be between {-rows} and {columns}")


def _packed(diagonal, low, high):
    """`diagonal` with a dimension for the diagonals, which is left out where there is but one."""
    return diagonal if low != high else diagonal[..., None, :]


def _diag_size(low, high, longest, rows, columns):
    """(rows, columns) of the matrix, from what is given (-1: not)."""
    least_rows, least_columns = longest - min(high, 0), longest + max(low, 0)
    if rows == -1 and columns == -1:
        rows = columns = max(least_rows, least_columns)
    elif rows == -1:
        rows = least_rows
    elif columns == -1:
        columns = least_columns
    return rows, columns, least_rows, least_columns


def _diag(diagonal, k, num_rows, num_cols, padding_value, align):
    _check_matrix(diagonal, 1, "diagonal")
    low, high = _limits(k)
    count = high - low + 1
    if count > 1 and (diagonal.ndim < 2 or diagonal.shape[-2] != count):
        raise invalid("The number of diagonals provided in the input does not match the lower_diag_index and "
                       "upper_diag_index range.")
    rows, columns, least_rows, least_columns = _diag_size(low, high, diagonal.shape[-1], int(num_rows), int(num_cols))
    if rows < least_rows:
        raise invalid("The number of rows is too small.")
    if columns < least_columns:
        raise invalid("The number of columns is too small.")
    if rows != least_rows and columns != least_columns:
        raise invalid("The number of rows or columns is not consistent with the specified d_lower, d_upper, and diagonal.")
    packed = _packed(diagonal, low, high)
    result = np.full(packed.shape[:-2] + (rows, columns), padding_value, diagonal.dtype)
    line, along, row, column = _positions(rows, columns, low, high, align)
    result[..., row, column] = packed[..., line, along]
    return result


def _diag_part(input, k, padding_value, align):
    _check_matrix(input, 2, "input")
    low, high = _limits(k)
    rows, columns = input.shape[-2:]
    _check_limits(rows, columns, low, high)
    shape = input.shape[:-2] + (high - low + 1, _longest(rows, columns, low, high))
    result = np.full(shape, padding_value, input.dtype)
    line, along, row, column = _positions(rows, columns, low, high, align)
    result[..., line, along] = input[..., row, column]
    return result if low != high else result[..., 0, :]


def _set_diag(input, diagonal, k, align):
    _check_matrix(input, 2, "input")
    _check_matrix(diagonal, 1, "diagonal")
    low, high = _limits(k)
    rows, columns = input.shape[-2:]
    _check_limits(rows, columns, low, high)
    count, longest = high - low + 1, _longest(rows, columns, low, high)
    if diagonal.shape != input.shape[:-2] + ((longest,) if count == 1 else (count, longest)):
        raise invalid("Either first dimensions of diagonal don't match input.shape[:-2], or diagonal.shape[:-1] is not "
                       "equal to the longests diagonal in range [lower_diag_index:upper_diag_index].\n"
                       f"Input shape: {text(input.shape)}\nDiagonal shape: {text(diagonal.shape)}\n"
                       f"Expected diagonal shape: {text(input.shape[:-2] + ((longest,) if count == 1 else (count, longest)))}")
    line, along, row, column = _positions(rows, columns, low, high, align)
    result = input.copy()
    result[..., row, column] = _packed(diagonal, low, high)[..., line, along]
    return result


def _known(tensor):
    value = constant_value(tensor)
    return None if value is None else np.ravel(value).tolist()


def _diag_infer(inputs, attrs):
    dims = infer.with_rank_at_least(inputs[0]._dims, 1)
    k, rows, columns = map(_known, inputs[1:4])
    if dims is None or k is None:
        return None
    low, high = k[0], k[-1]
    batch = dims[:-1] if low == high else dims[:-2]
    if dims[-1] is None or rows is None or columns is None:
        return batch + (None, None)
    rows, columns, least_rows, least_columns = _diag_size(low, high, dims[-1], rows[0], columns[0])
    if rows < least_rows:
        raise ValueError("num_rows is too small")
    if columns < least_columns:
        raise ValueError("num_cols is too small")
    if rows != least_rows and columns != least_columns:
        raise ValueError("num_rows and num_cols are not consistent with lower_diag_index, upper_diag_index, and the length "
                         "of the given diagonals.\n"
                         f"num_rows = {rows} != min_num_rows = {least_rows}, num_cols = {columns} != min_num_cols = "
                         f"{least_columns}")
    return batch + (rows, columns)


def _diag_part_infer(inputs, attrs):
    dims, k = infer.with_rank_at_least(inputs[0]._dims, 2), _known(inputs[1])
    if dims is None or k is None:
        return None
    rows, columns = dims[-2:]
    low, high = k[0], k[-1]
    if rows is not None and columns is not None:
        for side, index in (("lower", low), ("upper", high)):
            if not -rows < index < columns and not (index == 0 and 0 in (rows, columns)):
                error = ValueError(f"{side}_diag_index is out of bound.")
                error.value_inputs = (1,)
                raise error
    longest = None if rows is None or columns is None else _longest(rows, columns, low, high)
    return dims[:-2] + ((longest,) if low == high else (high - low + 1, longest))


DIAG = op("MatrixDiagV3", "diagonal: T, k: int32, num_rows: int32, num_cols: int32, padding_value: T -> output: T",
          attrs={"align": "RIGHT_LEFT"}, kernel=_diag, infer=_diag_infer, unserved={"T": "string"})
DIAG_PART = op("MatrixDiagPartV3", "input: T, k: int32, padding_value: T -> diagonal: T", attrs={"align": "RIGHT_LEFT"},
               kernel=_diag_part, infer=_diag_part_infer, unserved={"T": "string"})
SET_DIAG = op("MatrixSetDiagV3", "input: T, diagonal: T, k: int32 -> output: T", attrs={"align": "RIGHT_LEFT"},
              kernel=_set_diag, infer=infer.same, unserved={"T": "string"})


@gradient("MatrixDiagV3")
def _diag_grad(op, dy):
    return [diag_part(dy, k=op.inputs[1], align=op.attrs["align"]), None, None, None, None]


@gradient("MatrixDiagPartV3")
def _diag_part_grad(op, dy):
    x, k = op.inputs[:2]
    return [set_diag(creation.zeros_like(x), dy, k=k, align=op.attrs["align"]), None, None]


@gradient("MatrixSetDiagV3")
def _set_diag_grad(op, dy):
    diagonal, k, align = op.inputs[1], op.inputs[2], op.attrs["align"]
    return [set_diag(dy, creation.zeros_like(diagonal), k=k, align=align), diag_part(dy, k=k, align=align), None]


def diag(diagonal, name="diag", k=0, num_rows=-1, num_cols=-1, padding_value=0, align="RIGHT_LEFT"):
    """Matrices with the given diagonals, `padding_value` elsewhere.

    Args:
        k: which diagonal (0: the main one, above it positive), or a pair (lowest, highest) of a band.
        align: on which side diagonals above and below that are shorter than the longest are padded.
    """
    with scope(name, "diag") as inside:
        if getattr(diagonal, "dtype", None) is dtypes.bool_:
            padding_value = bool(padding_value)
        return dispatch(DIAG, (diagonal, k, num_rows, num_cols, padding_value), {"align": align}, inside or name)


def diag_part(input, name="diag_part", k=0, padding_value=0, align="RIGHT_LEFT"):
    """The diagonal `k`, or the band (lowest, highest), of matrices; shorter ones are filled with `padding_value`."""
    with scope(name, "diag_part") as inside:
        if getattr(input, "dtype", None) is dtypes.bool_:
            padding_value = bool(padding_value)
        return dispatch(DIAG_PART, (input, k, padding_value), {"align": align}, inside or name)


def set_diag(input, diagonal, name="set_diag", k=0, align="RIGHT_LEFT"):
    """Matrices with the diagonal `k`, or the band (lowest, highest), replaced."""
    return dispatch(SET_DIAG, (input, diagonal, k), {"align": align}, name)


def trace(x, name=None):
    """The sum of the main diagonal of each matrix."""
    with scope(name, "Trace") as name:
        x = convert_to_tensor(x, name="x")
        return reduce_sum(diag_part(x), [-1], name=name)


# -- diagonals of tensors -----------------------------------------------------------------------------------------

def _tensor_diag(diagonal):
    if not diagonal.ndim:
        raise invalid("Input must be at least rank 1, got 0")
    result = np.zeros((diagonal.size, diagonal.size), diagonal.dtype)
    np.fill_diagonal(result, diagonal.reshape(-1))
    return result.reshape(diagonal.shape * 2)


def _tensor_diag_part(input):
    half = input.ndim // 2
    if not input.ndim or input.ndim % 2:
        raise invalid("The rank of the tensor should be                                          even and positive, got "
                       f"shape {text(input.shape)}")
    for axis in range(half):
        if input.shape[axis] != input.shape[axis + half]:
            raise invalid(f"Invalid shape {text(input.shape)}: dimensions {axis} and {axis + half} do not match.")
    count = int(np.prod(input.shape[:half]))
    return np.ascontiguousarray(input.reshape(count, count).diagonal()).reshape(input.shape[:half])


def _tensor_diag_part_infer(inputs, attrs):
    dims = inputs[0]._dims
    if dims is None:
        return None
    if not dims or len(dims) % 2:
        raise ValueError(f"Input must have even and non-zero rank, input rank is {len(dims)}")
    half = len(dims) // 2
    return infer.merged(dims[:half], dims[half:])


def _tensor_diag_infer(inputs, attrs):
    dims = infer.with_rank_at_least(inputs[0]._dims, 1)
    return None if dims is None else dims * 2


TENSOR_DIAG = op("Diag", "diagonal: T -> output: T", types={"T": types.COMMON}, unserved={"T": "bfloat16"}, kernel=_tensor_diag,
                 infer=_tensor_diag_infer, grad=lambda op, dy: [tensor_diag_part(dy)])
TENSOR_DIAG_PART = op("DiagPart", "input: T -> diagonal: T", types={"T": types.COMMON}, unserved={"T": "bfloat16"},
                      kernel=_tensor_diag_part, infer=_tensor_diag_part_infer, grad=lambda op, dy: [tensor_diag(dy)])


def tensor_diag(diagonal, name=None):
    """The tensor of twice the rank with `diagonal` on its diagonal and zeros elsewhere."""
    return dispatch(TENSOR_DIAG, (diagonal,), None, name)


def tensor_diag_part(input, name=None):
    """The diagonal of a tensor whose first and second half of dimensions are equal."""
    return dispatch(TENSOR_DIAG_PART, (input,), None, name)


# -- bands --------------------------------------------------------------------------------------------------------

def _band_part(input, num_lower, num_upper):
    _check_matrix(input, 2, "input")
    rows, columns = input.shape[-2:]
    for name, value, size, what in (("num_lower", int(num_lower), rows, "rows"), ("num_upper", int(num_upper), columns,
                                                                                 "columns")):
        if value > size:
            raise invalid(f"{name} must be negative or less or equal to number of {what} ({size}) got: {value}")
    row, column = np.arange(rows)[:, None], np.arange(columns)[None, :]
    inside = ((num_lower < 0) | (row - column <= num_lower)) & ((num_upper < 0) | (column - row <= num_upper))
    return np.where(inside, input, np.zeros((), input.dtype))


BAND_PART = op("MatrixBandPart", "input: T, num_lower: Tindex, num_upper: Tindex -> band: T", kernel=_band_part,
               infer=infer.same, types={"Tindex": types.INDEX},
               grad=lambda op, dy: [band_part(dy, op.inputs[1], op.inputs[2]), None, None], unserved={"T": "string"})


def band_part(input, num_lower, num_upper, name=None):
    """Matrices with all but a band around the main diagonal set to zero; a negative count keeps that whole side."""
    return dispatch(BAND_PART, (input, num_lower, num_upper), None, name)


# -- the identity matrix ------------------------------------------------------------------------------------------

def eye(num_rows, num_columns=None, batch_shape=None, dtype=dtypes.float32, name=None):
    """Identity matrices, one for each element of `batch_shape`.

    Raises:
        TypeError: the sizes are no integers.
    """
    dtype = dtypes.as_dtype(dtype)
    with scope(name, "eye"):
        square = num_columns is None
        sizes = [num_rows] if square else [num_rows, num_columns]
        for size in sizes:
            if isinstance(size, float) or getattr(getattr(size, "dtype", None), "is_floating", False):
                raise TypeError("Arguments `num_rows` and `num_columns` must be positive integer values. Received: "
                                f"num_rows={num_rows}, num_columns={num_rows if square else num_columns}")
        known = [constant_value(size) if hasattr(size, "dtype") else size for size in sizes]
        batch = () if batch_shape is None else constant_value(batch_shape) if hasattr(batch_shape, "dtype") else batch_shape
        if None in known or batch is None or any(hasattr(size, "dtype") for size in sizes):
            batch = convert_to_tensor([] if batch_shape is None else batch_shape, dtypes.int32, name="shape")
            length = math.minimum(num_rows, num_rows if square else num_columns)
            diagonal_shape = joining.concat([batch, [length]], 0)
            shape = None if square else joining.concat([batch, joining.stack([num_rows, num_columns])], 0)
        else:
            batch = tuple(int(size) for size in as_dims(batch))
            diagonal_shape = batch + (int(min(known)),)
            shape = None if square else batch + tuple(map(int, known))
        ones = creation.ones(diagonal_shape, dtype)
        return diag(ones) if square else set_diag(creation.zeros(shape, dtype), ones)
