"""`tf.sparse`: SparseTensors in other shapes: cut, split, joined, turned, and with rows or axes more or less."""

from __future__ import annotations

import numpy as np

from runtime.core import dtypes
from runtime.core.convert import constant_shape, constant_value, convert_to_tensor
from runtime.core.dispatch import dispatch
from runtime.core.op_def import REQUIRED, gradient, not_differentiable, op
from runtime.core.tensor import Tensor
from runtime.core.tensor_shape import TensorShape
from runtime.ops import array, types
from runtime.ops.array import reshape as dense_reshape, transpose as dense_transpose
from runtime.ops.attributes import at_least
from runtime.ops.cast import cast
from runtime.ops.control_flow.check import assert_equal, assert_less_equal
from runtime.ops.control_flow.control_flow import control_dependencies
from runtime.ops.creation import fill, ones, ones_like, range_, zeros
from runtime.ops.gather_scatter import gather, where as places_of
from runtime.ops.identity import identity
from runtime.ops.joining import concat as joined, stack
from runtime.ops.kernels import sparse as kernels
from runtime.ops.math import maximum, minimum
from runtime.ops.reduction import reduce_max
from runtime.ops.scope import scope
from runtime.ops.select import where
from runtime.ops.slicing import slice_ as dense_slice
from runtime.ops.sparse.sparse import as_sparse, reorder, to_dense
from runtime.sparse_tensor import SparseTensor


def _rank(inputs, at):
    return None if inputs[at]._dims is None else inputs[at]._dims[0]


def _parts(inputs, at):
    """The shapes of a SparseTensor's parts, of the rank that the shape at `at` has."""
    return [(None, _rank(inputs, at)), (None,), (_rank(inputs, at),)]


_SPARSE = "indices: int64, values: T, shape: int64"
RESHAPE = op("SparseReshape", "input_indices: int64, input_shape: int64, new_shape: int64 -> output_indices: int64, output_shape: int64",
             kernel=kernels.reshape, infer=lambda inputs, attrs: [
                 (inputs[0]._dims and inputs[0]._dims[0], _rank(inputs, 2)), (_rank(inputs, 2),)])
SLICE = op("SparseSlice", f"{_SPARSE}, start: int64, size: int64 -> output_indices: int64, output_values: T, output_shape: int64",
           kernel=kernels.cut, infer=lambda inputs, attrs: _parts(inputs, 2))
SLICE_GRADIENT = op("SparseSliceGrad", "backprop_val_grad: T, input_indices: int64, input_start: int64, output_indices: int64 -> val_grad: T",
                    kernel=kernels.slice_gradient, infer=lambda inputs, attrs: inputs[1]._dims and inputs[1]._dims[:1],
                    types={"T": types.NUMBER})
SPLIT = op("SparseSplit", f"split_dim: int64, {_SPARSE} -> output_indices: num_split*int64, output_values: num_split*T, "
           "output_shape: num_split*int64", kernel=kernels.split, attrs={"num_split": REQUIRED},
           infer=lambda inputs, attrs: [part for part in _parts(inputs, 3) for _ in range(attrs["num_split"])])
CONCAT = op("SparseConcat", "indices: N*int64, values: N*T, shapes: N*int64 -> output_indices: int64, output_values: T, output_shape: int64",
            kernel=kernels.concat, attrs={"concat_dim": REQUIRED}, infer=lambda inputs, attrs: _parts(inputs, -1))
FILL = op("SparseFillEmptyRows", "indices: int64, values: T, dense_shape: int64, default_value: T -> output_indices: int64, "
          "output_values: T, empty_row_indicator: bool, reverse_index_map: int64", kernel=kernels.fill_empty_rows,
          infer=lambda inputs, attrs: [(None, _rank(inputs, 2)), (None,), ((constant_shape(inputs[2]) or (None,))[0],),
                                       inputs[0]._dims and inputs[0]._dims[:1]])
FILL_GRADIENT = op("SparseFillEmptyRowsGrad", "reverse_index_map: int64, grad_values: T -> d_values: T, d_default_value: T",
                   kernel=kernels.fill_empty_rows_gradient, unserved={"T": "bool string"}, infer=lambda inputs, attrs: [inputs[0]._dims, ()])
not_differentiable("SparseConcat")


@gradient("SparseSlice")
def _slice_grad(op, _indices, dy, _shape):
    return [None, dispatch(SLICE_GRADIENT, (dy, op.inputs[0], op.inputs[3], op.outputs[0])), None, None, None]


@gradient("SparseFillEmptyRows")
def _fill_grad(op, _indices, dy, _empty, _map):
    of_values, of_default = dispatch(FILL_GRADIENT, (op.outputs[3], dy))
    return [None, of_values, None, of_default]


def reshape(sp_input, shape, name=None):
    """The same elements, in order, in another shape; one size may be -1.

    Raises:
        ValueError, InvalidArgumentError: the sizes do not fit.
    """
    sp_input = as_sparse(sp_input)
    shape = cast(shape, dtypes.int64)
    with scope(name, "SparseReshape") as name:
        indices, sizes = dispatch(RESHAPE, (sp_input.indices, sp_input.dense_shape, shape), None, name)
        wanted, known = constant_value(shape), sp_input.shape
        if wanted is not None and known.is_fully_defined():
            sizes = _known_sizes(np.prod(known.as_list(), dtype=np.int64), [int(size) for size in wanted], wanted, sizes)
        return SparseTensor(indices, identity(sp_input.values), sizes)


def _known_sizes(total, wanted, given, sizes):
    """The sizes as a constant where they follow, else `sizes`. Raises ValueError if they do not hold `total` elements."""
    unknown = [axis for axis, size in enumerate(wanted) if size < 0]
    if len(unknown) > 1:
        raise ValueError(f"At most one dimension can be inferred (-1). Found: {given}")
    if unknown and 0 in wanted:
        return sizes
    full = list(wanted)
    if unknown:
        full[unknown[0]] = int(total // np.prod([size for size in wanted if size >= 0], dtype=np.int64))
    if np.prod(full, dtype=np.int64) != total:
        shown = [None if size < 0 else size for size in wanted]
        raise ValueError(f"Cannot reshape a tensor with {total} elements to shape {shown} ({np.prod(full, dtype=np.int64)} elements).")
    return convert_to_tensor(np.array(full, np.int64))


def slice(sp_input, start, size, name=None):  # noqa: A001 - TensorFlow's own name
    """The part that begins at `start` and has at most `size` elements along each axis."""
    sp_input = as_sparse(sp_input)
    start, size = convert_to_tensor(start, dtypes.int64), convert_to_tensor(size, dtypes.int64)
    with scope(name, "SparseSlice") as name:
        return SparseTensor(*dispatch(SLICE, (*sp_input._parts(), start, size), None, name))


def split(sp_input=None, num_split=None, axis=None, name=None):
    """A list of `num_split` parts along `axis`; the first ones are larger by one where it does not divide evenly.

    Raises:
        ValueError: an argument is missing.
        InvalidArgumentError: there is no such axis, or it is shorter.
    """
    for argument, value in (("sp_input", sp_input), ("num_split", num_split), ("axis", axis)):
        if value is None:
            raise ValueError(f"{argument} is required")
    sp_input = as_sparse(sp_input)
    at_least(SPLIT.name, "num_split", num_split, 1)
    parts = dispatch(SPLIT, (convert_to_tensor(axis, dtypes.int64), *sp_input._parts()), {"num_split": num_split}, name)
    return [SparseTensor(*parts[number::num_split]) for number in range(num_split)]


def concat(axis, sp_inputs, expand_nonconcat_dims=False, name=None):
    """The sparse tensors one after the other along `axis`, elements in order; there is no gradient.

    Args:
        expand_nonconcat_dims: the other sizes may differ; the largest ones hold.

    Raises:
        TypeError: `sp_inputs` is no list of SparseTensors.
        InvalidArgumentError: there is no such axis, or other sizes differ.
    """
    if not isinstance(sp_inputs, (list, tuple)):
        raise TypeError("Inputs must be a list or tuple.")
    sp_inputs = [as_sparse(one) for one in sp_inputs]
    if len(sp_inputs) == 1:
        return sp_inputs[0]
    sizes = [one.dense_shape for one in sp_inputs]
    if expand_nonconcat_dims:
        largest = reduce_max(joined([dense_reshape(size, [1, -1]) for size in sizes], 0), 0)
        sizes = [joined([largest[:axis], size[-1:] if axis == -1 else size[axis:axis + 1], [] if axis == -1 else largest[axis + 1:]], 0)
                 for size in sizes]
    inputs = [*(one.indices for one in sp_inputs), *(one.values for one in sp_inputs), *sizes]
    indices, values, shape = dispatch(CONCAT, inputs, {"concat_dim": axis}, name)
    known = [one.shape for one in sp_inputs]
    static = None
    if all(one.rank is not None for one in known):
        static = list(known[0].as_list())
        if expand_nonconcat_dims:
            columns = zip(*(one.as_list() for one in known))
            static = [None if None in column else max(column) for column in columns]
        along = [one.as_list()[axis] for one in known]
        static[axis] = None if None in along else sum(along)
        if None not in static:
            return SparseTensor(indices, values, convert_to_tensor(np.array(static, np.int64)))
    result = SparseTensor(indices, values, shape)
    result.set_shape(TensorShape(static))
    return result


def transpose(sp_input, perm=None, name=None):
    """The axes in the order `perm`, by default the other way round."""
    with scope(name, "SparseTranspose"):
        if perm is None:
            rank = sp_input.shape.rank
            perm = np.arange(rank)[::-1] if rank is not None else array.size(sp_input.dense_shape) - 1 - range_(array.size(sp_input.dense_shape))
        indices = dense_transpose(gather(dense_transpose(sp_input.indices), perm))
        order, known = constant_value(convert_to_tensor(perm)), sp_input.shape
        if order is not None and known.is_fully_defined():
            sizes = known.as_list()
            sizes = [sizes[axis] for axis in order]
        else:
            sizes = gather(sp_input.dense_shape, perm)
        return reorder(SparseTensor(indices, sp_input.values, sizes))


def expand_dims(sp_input, axis=None, name=None):
    """With an axis of size 1 before `axis`, by default at the end.

    Raises:
        TypeError: `axis` is no integer.
    """
    rank = sp_input.dense_shape.shape[0]
    if rank is None:
        rank = array.shape(sp_input.dense_shape)[0]
    axis = -1 if axis is None else axis
    with scope(name, "expand_dims"):
        if isinstance(axis, (int, np.integer)):
            axis = convert_to_tensor(axis, dtypes.int32, name="axis")
        elif not isinstance(axis, Tensor):
            raise TypeError("axis must be an integer value in range [-rank(sp_input) - 1, rank(sp_input)]")
        axis = where(axis >= 0, axis, axis + rank + 1)
        count = array.shape(sp_input.indices)[0]
        indices = joined([dense_slice(sp_input.indices, [0, 0], stack([-1, axis])), zeros([count, 1], dtypes.int64),
                          dense_slice(sp_input.indices, stack([0, axis]), [-1, -1])], 1)
        one = convert_to_tensor([1], dtypes.int64, name="new_shape")
        sizes = joined([dense_slice(sp_input.dense_shape, [0], [axis]), one, dense_slice(sp_input.dense_shape, [axis], [-1])], 0)
        return SparseTensor(indices, sp_input.values, sizes)


def retain(sp_input, to_retain):
    """The elements for which the vector `to_retain` is true. Raises ValueError if it is of another length."""
    sp_input = as_sparse(sp_input)
    to_retain = convert_to_tensor(to_retain)
    shape = to_retain.shape
    shape.assert_has_rank(1)
    left, right = sp_input.values._dims[0] if sp_input.values._dims else None, shape[0]
    if None not in (left, right) and left != right:
        raise ValueError(f"Dimensions {left} and {right} are not compatible")
    kept = dense_reshape(places_of(to_retain), [-1])
    return SparseTensor(gather(sp_input.indices, kept), gather(sp_input.values, kept), identity(sp_input.dense_shape))


def reset_shape(sp_input, new_shape=None):
    """The same elements in the smallest shape that holds them, or in `new_shape`.

    Raises:
        ValueError, InvalidArgumentError: `new_shape` is smaller, or of another rank.
    """
    sp_input = as_sparse(sp_input)
    indices, values, sizes = map(identity, sp_input._parts())
    if new_shape is None:
        low = reduce_max(indices, axis=0)
        return SparseTensor(indices, values, maximum(convert_to_tensor(0, dtypes.int64), low + ones_like(sizes)))
    wanted = convert_to_tensor(new_shape)
    wanted.shape.assert_has_rank(1)
    wanted = cast(wanted, dtypes.int64)
    left, right = wanted.shape[0], sizes.shape[0]
    if None not in (left, right) and left != right:
        raise ValueError(f"Dimensions {left} and {right} are not compatible")
    constant = constant_value(wanted)
    if constant is not None and sp_input.shape.is_fully_defined():
        before = np.array(sp_input.shape.as_list())
        if not np.all(before <= constant):
            raise ValueError("Requested new_shape should have dimension sizes >= sp_input.shape.  "
                             f"Found new_shape ({before}), sp_input.shape ({constant}).")
        return SparseTensor(indices, values, constant)
    for check in (lambda: assert_equal(array.shape(sizes), array.shape(wanted)), lambda: assert_less_equal(sizes, wanted)):
        checked = check()
        with control_dependencies([] if checked is None else [checked]):
            wanted = identity(wanted)
    return SparseTensor(indices, values, wanted)


def fill_empty_rows(sp_input, default_value, name=None):
    """With `default_value` at the beginning of each row that is empty; and which rows are, a vector of booleans."""
    sp_input = as_sparse(sp_input)
    with scope(name, "SparseFillEmptyRows"):
        default_value = convert_to_tensor(default_value, sp_input.values.dtype)
        indices, values, empty, _ = dispatch(FILL, (*sp_input._parts(), default_value))
        return SparseTensor(indices, values, sp_input.dense_shape), empty


def to_indicator(sp_input, vocab_size, name=None):
    """A dense tensor of booleans: for each row which of `vocab_size` ids are among its values."""
    sp_input = as_sparse(sp_input)
    with scope(name, "SparseToIndicator") as name:
        count = array.shape(sp_input.indices)[0]
        true = sp_input.with_values(fill(array.expand_dims(count, 0), True))
        return to_dense(merged([sp_input], true, [vocab_size], name), False, validate_indices=False)


def merged(ids, values, sizes, name=None, already_sorted=False):
    """The values, at the places that their rows and the ids say."""
    with scope(name, "SparseMerge"):
        columns = [array.expand_dims(cast(one.values, dtypes.int64), 1) for one in ids]
        indices = joined([ids[0].indices[:, :-1], *columns], 1)
        shape = joined([ids[0].dense_shape[:-1], [cast(size, dtypes.int64) for size in sizes]], 0)
        result = SparseTensor(indices, values.values, shape)
        if already_sorted:
            return result
        ordered = reorder(result)
        return SparseTensor(ordered.indices, ordered.values, shape)


def _int64_scalar(value, name):
    if not isinstance(value, (int, np.integer, Tensor)):
        raise TypeError(f"{name} must be an integer value")
    return cast(value, dtypes.int64) if isinstance(value, Tensor) else convert_to_tensor(value, dtypes.int64)


def eye(num_rows, num_columns=None, dtype=dtypes.float32, name=None):
    """Ones on the diagonal. Raises TypeError for sizes that are no integers."""
    with scope(name, "eye"):
        rows = _int64_scalar(num_rows, "num_rows")
        columns = rows if num_columns is None else _int64_scalar(num_columns, "num_columns")
        size = minimum(rows, columns)
        diagonal = range_(size, dtype=dtypes.int64)
        return SparseTensor(stack([diagonal, diagonal], axis=1), ones(size, dtype), stack([rows, columns]))
