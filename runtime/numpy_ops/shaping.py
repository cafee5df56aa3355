"""Functions of `tf.experimental.numpy` that move, join and choose elements."""

from __future__ import annotations

import numpy as np

import runtime as tf
from runtime.core.tensor import Tensor
from runtime.numpy_ops.creation import array, as_array, asarray, promoted
from runtime.numpy_ops.math import broadcast
from runtime.numpy_ops.result_types import result_type


def shape(a):
    """The static shape."""
    return asarray(a).shape


def ndim(a):
    """The number of axes."""
    return asarray(a).shape.rank


def isscalar(num):
    """Whether there are no axes."""
    return ndim(num) == 0


def size(x, axis=None):
    """The number of elements."""
    if axis is not None:
        raise NotImplementedError("axis argument is not supported in the current `np.size` implementation")
    if isinstance(x, (int, float, np.int32, np.int64, np.float32, np.float64)):
        return 1
    x = asarray(x)
    return np.prod(x.shape.as_list(), dtype=int) if x.shape.is_fully_defined() else tf.size(x)


def ravel(a):
    """All elements in one axis."""
    return tf.reshape(asarray(a), [-1])


def flatten(a, order="C"):
    """All elements in one axis, rows or columns first."""
    a = asarray(a)
    if order not in ("C", "A", "K", "F"):
        raise ValueError("order can only be C, A, K (all row major) or F (column major).")
    return tf.reshape(tf.transpose(a) if order == "F" else a, [-1])


def reshape(a, newshape, order="C"):
    """The elements in another shape."""
    if order not in ("C", "F"):
        raise ValueError(f"Unsupported order argument {order}")
    a = asarray(a)
    newshape = [newshape] if isinstance(newshape, int) else newshape
    if order == "F":
        return tf.transpose(tf.reshape(tf.transpose(a), newshape[::-1]))
    return tf.reshape(a, newshape)


def expand_dims(a, axis):
    """With a new axis of size one."""
    return tf.expand_dims(asarray(a), axis=axis)


def squeeze(a, axis=None):
    """Without axes of size one."""
    return tf.squeeze(asarray(a), axis)


def transpose(a, axes=None):
    """With the axes in another order."""
    return tf.transpose(asarray(a), None if axes is None else asarray(axes))


def _positive(axis, rank):
    return axis + rank if axis < 0 else axis


def swapaxes(a, axis1, axis2):
    """With two axes exchanged."""
    a = asarray(a)
    order = list(range(a.shape.rank))
    axis1, axis2 = _positive(axis1, len(order)), _positive(axis2, len(order))
    order[axis1], order[axis2] = axis2, axis1
    return tf.transpose(a, order)


def moveaxis(a, source, destination):
    """With some axes at other places."""
    if not source and not destination:
        return a
    a = asarray(a)
    source = (source,) if isinstance(source, int) else source
    destination = (destination,) if isinstance(destination, int) else destination
    if len(source) != len(destination):
        raise ValueError("The lengths of source and destination must equal")
    rank = a.shape.rank
    source, destination = ([_positive(axis, rank) for axis in axes] for axes in (source, destination))
    order = [axis for axis in range(rank) if axis not in source]
    for place, axis in sorted(zip(destination, source)):
        assert place <= len(order)
        order.insert(place, axis)
    return tf.transpose(a, order)


def pad(array, pad_width, mode, **kwargs):
    """With a border of a constant, or of mirrored elements."""
    if mode not in ("constant", "reflect", "symmetric"):
        raise ValueError("Unsupported padding mode: " + mode)
    return tf.pad(asarray(array), asarray(pad_width, dtype=tf.int32), mode.upper(), constant_values=kwargs.get("constant_values", 0))


def repeat(a, repeats, axis=None):
    """Each element several times."""
    return tf.repeat(asarray(a), asarray(repeats), axis)


def tile(a, reps):
    """The whole several times along each axis."""
    a, reps = array(a), tf.reshape(array(reps, dtype=tf.int32), [-1])
    missing = a.shape.rank - reps.shape[0]
    if missing > 0:
        reps = tf.pad(reps, [[missing, 0]], constant_values=1)
    elif missing < 0:
        a = tf.reshape(a, tf.pad(tf.shape(a), [[-missing, 0]], constant_values=1))
    return tf.tile(a, reps)


def flip(m, axis=None):
    """In reverse order along one axis, or all."""
    m = asarray(m)
    return tf.reverse(m, tf.range(tf.rank(m)) if axis is None else [_positive(axis, m.shape.rank)])


def flipud(m):
    """The rows in reverse order."""
    return flip(m, 0)


def fliplr(m):
    """The columns in reverse order."""
    return flip(m, 1)


def roll(a, shift, axis=None):
    """Moved along an axis; what falls out comes in at the other end."""
    a = asarray(a)
    if axis is not None:
        return tf.roll(a, shift, axis)
    return tf.reshape(tf.roll(tf.reshape(a, [-1]), shift, 0), tf.shape(a))


def rot90(m, k=1, axes=(0, 1)):
    """Turned by `k` right angles."""
    m = asarray(m)
    first, second = (_positive(axis, m.shape.rank) for axis in axes)
    k %= 4
    if k == 0:
        return m
    if k == 2:
        return flip(flip(m, first), second)
    order = tf.tensor_scatter_nd_update(tf.range(m.shape.rank), [[first], [second]], [second, first])
    return transpose(flip(m, second), order) if k == 1 else flip(transpose(m, order), second)


# -- joining and splitting --------------------------------------------------------------------------------------------------

def stack(arrays, axis=0):
    """Arrays of one shape along a new axis."""
    if isinstance(arrays, Tensor):
        return arrays if axis == 0 else swapaxes(arrays, 0, axis)
    return tf.stack(promoted(*arrays), axis)


def concatenate(arys, axis=0):
    """Arrays one behind the other."""
    arys = arys if isinstance(arys, (list, tuple)) else [arys]
    if not arys:
        raise ValueError(f"Need at least one array to concatenate. Received empty input: arys={arys}")
    dtype = result_type(*arys)
    return tf.concat([array(one, dtype=dtype) for one in arys], axis)


def append(arr, values, axis=None):
    """`values` behind `arr`."""
    return concatenate([ravel(arr), ravel(values)], 0) if axis is None else concatenate([arr, values], axis=axis)


def _with_rank(rank, shapes, arys):
    made = []
    for one in map(asarray, arys):
        made.append(one if one.shape.rank >= rank else tf.reshape(one, shapes(one, rank)))
    return made[0] if len(made) == 1 else made


def _ones_in_front(one, rank):
    return tf.pad(tf.shape(one), [[rank - one.shape.rank, 0]], constant_values=1)


def _ones_around(one, rank):
    front = (1, 1, 0)[one.shape.rank]
    return tf.pad(tf.shape(one), [[front, rank - front - one.shape.rank]], constant_values=1)


def atleast_1d(*arys):
    """With one axis at least."""
    return _with_rank(1, _ones_in_front, arys)


def atleast_2d(*arys):
    """With two axes at least, new ones in front."""
    return _with_rank(2, _ones_in_front, arys)


def atleast_3d(*arys):
    """With three axes at least, the old ones in the middle."""
    return _with_rank(3, _ones_around, arys)


def hstack(tup):
    """Side by side."""
    arrays = promoted(*[atleast_1d(one) for one in tup])
    return tf.concat(arrays, axis=0 if arrays[0].shape.rank == 1 else 1)


def vstack(tup):
    """One below the other."""
    return tf.concat(promoted(*[atleast_2d(one) for one in tup]), axis=0)


def dstack(tup):
    """One behind the other."""
    return tf.concat(promoted(*[atleast_3d(one) for one in tup]), axis=2)


def split(ary, indices_or_sections, axis=0):
    """Cut into equal parts, or at some places."""
    ary = asarray(ary)
    if not isinstance(indices_or_sections, int):
        indices_or_sections = _sizes(ary, indices_or_sections, axis)
    return tf.split(ary, indices_or_sections, axis=axis)


def _sizes(ary, boundaries, axis):
    """The sizes of the parts between boundaries."""
    if axis >= len(ary.shape):
        raise ValueError(f"axis {axis} is out of bound for shape {ary.shape}")
    total, sizes, before = ary.shape[axis], [], 0
    for index, boundary in enumerate(boundaries):
        if boundary < before:
            raise ValueError(f"The {index}-th boundary {boundary} is smaller than the previous boundary {before}")
        sizes.append(min(boundary - before, max(0, total - sum(sizes))))
        before = boundary
    return [*sizes, max(0, total - sum(sizes))]


def _split_along(name, axis):
    def function(ary, indices_or_sections):
        along = 0 if axis == 1 and asarray(ary).shape.rank == 1 else axis
        if isinstance(indices_or_sections, int):
            length = ary.shape[along]
            if length is not None and length % indices_or_sections:
                raise ValueError("array split does not result in an equal division")
        return split(ary, indices_or_sections, axis=along)
    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"`numpy.{name}` of a tensor."
    return function


vsplit, hsplit, dsplit = (_split_along(name, axis) for axis, name in enumerate(("vsplit", "hsplit", "dsplit")))


def broadcast_arrays(*args, **kwargs):
    """All arrays in their common shape."""
    if kwargs.pop("subok", False):
        raise ValueError("subok=True is not supported.")
    if kwargs:
        raise ValueError(f"Received unsupported arguments {kwargs.keys()}")
    return broadcast(*[asarray(one) for one in args])


# -- choosing ---------------------------------------------------------------------------------------------------------------

def where(condition, x=None, y=None):
    """Elements of `x` or `y`, or the places where the condition is true."""
    condition = asarray(condition, dtype=np.bool_)
    if x is None and y is None:
        return nonzero(condition)
    if x is None or y is None:
        raise ValueError("Both x and y must be ndarrays, or both must be None.")
    return tf.where(condition, *promoted(x, y))


def nonzero(a):
    """The places of the elements that are not zero, for each axis."""
    a = atleast_1d(a)
    if a.shape.rank is None:
        raise ValueError("The rank of `a` is unknown, so we can't decide how many arrays to return.")
    return tf.unstack(tf.where(tf.cast(a, tf.bool)), a.shape.rank, axis=1)


def select(condlist, choicelist, default=0):
    """For each element that of the first choice whose condition is true."""
    if len(condlist) != len(choicelist):
        raise ValueError(f"condlist must have length equal to choicelist ({len(condlist)} vs {len(choicelist)})")
    if not condlist:
        raise ValueError("condlist must be non-empty")
    output, *choices = promoted(default, *choicelist)
    for condition, choice in zip(condlist[::-1], choices[::-1]):
        output = where(condition, choice, output)
    return output


def compress(condition, a, axis=None):
    """The rows for which the condition is true."""
    condition, a = asarray(condition, dtype=bool), asarray(a)
    if condition.shape.rank != 1:
        raise ValueError("condition must be a 1-d array.")
    if a.shape.rank == 0 or axis is None:
        a, axis = ravel(a), axis or 0
    axis = _positive(axis, a.shape.rank)
    assert 0 <= axis < a.shape.rank
    if condition.shape[0] < a.shape[axis]:
        condition = tf.concat([condition, tf.fill([a.shape[axis] - condition.shape[0]], False)], axis=0)
    return tf.boolean_mask(a, condition, axis=axis)


def take(a, indices, axis=None, out=None, mode="clip"):
    """The rows with these numbers; numbers beyond the ends are cut to them, or counted anew."""
    if out is not None:
        raise ValueError("out argument is not supported in take.")
    if mode not in ("raise", "clip", "wrap"):
        raise ValueError(f"Invalid mode '{mode}' for take")
    a, indices = asarray(a), asarray(indices)
    if axis is None:
        a, axis = tf.reshape(a, [-1]), 0
    length = tf.shape(a, out_type=indices.dtype)[axis]
    if mode == "clip":
        indices = tf.clip_by_value(indices, tf.constant(0, indices.dtype), length - 1)
    elif mode == "wrap":
        indices = tf.math.floormod(indices, length)
    else:
        raise ValueError("The 'raise' mode to take is not supported.")
    return tf.gather(a, indices, axis=axis)


def take_along_axis(arr, indices, axis):
    """For each place of `indices` the element with that number along the axis."""
    arr, indices = asarray(arr), asarray(indices)
    if axis is None:
        return take_along_axis(arr.ravel(), indices, 0)
    axis = _positive(axis, arr.shape.rank)
    kind = indices.dtype

    def without(tensor):
        return tf.tensor_scatter_nd_update(tf.shape(tensor, out_type=kind), [[axis]], tf.constant([1], kind))
    common = tf.broadcast_dynamic_shape(without(arr), without(indices))
    length = tf.shape(arr, out_type=kind)[axis]
    known = tf.broadcast_static_shape(*(tf.TensorShape([1 if at == axis else size for at, size in enumerate(one.shape)])
                                        for one in (arr, indices)))
    known = tf.TensorShape([indices.shape[axis] if at == axis else size for at, size in enumerate(known)])
    arr = tf.broadcast_to(arr, tf.tensor_scatter_nd_update(common, [[axis]], [length]))
    indices = tf.broadcast_to(indices, tf.tensor_scatter_nd_update(common, [[axis]], [tf.shape(indices, out_type=kind)[axis]]))
    indices = tf.where(indices < 0, indices + length, indices)
    result = swapaxes(tf.gather(swapaxes(arr, axis, -1), swapaxes(indices, axis, -1), batch_dims=arr.shape.rank - 1), axis, -1)
    result.set_shape(known)
    return result


def ix_(*args):
    """Indices of a grid from the indices of each axis."""
    output = []
    for place, one in enumerate(map(asarray, args)):
        if one.shape.rank != 1:
            raise ValueError(f"Arguments must be 1-d, got arg {place} of rank {one.shape.rank}")
        if one.dtype == tf.bool:
            one = nonzero(one)[0]
        elif not one.dtype.is_integer:
            raise ValueError(f"Only integer and bool dtypes are supported, got {one.dtype}")
        output.append(tf.reshape(one, [-1 if at == place else 1 for at in range(len(args))]))
    return output


def diff(a, n=1, axis=-1):
    """Each element minus the one before."""
    a = asarray(a)
    rank = a.shape.rank
    if rank is None:
        raise ValueError(f"Function `diff` currently requires a known rank for input `a`. Received: a={a} (unknown rank)")
    if _positive(axis, rank) >= rank:
        raise ValueError(f"Argument `axis` (received axis={axis}) is out of bounds for input {a} of rank {rank}.")
    if n < 0:
        raise ValueError(f"Argument `order` must be a non-negative integer. Received: axis={n}")
    function = tf.not_equal if a.dtype == tf.bool else tf.subtract
    before = (slice(None),) * _positive(axis, rank)
    for _ in range(n):
        a = function(a[before + (slice(1, None),)], a[before + (slice(None, -1),)])
    return a


def argsort(a, axis=-1, kind="quicksort", order=None):
    """The order that sorts the elements."""
    if kind not in ("quicksort", "stable"):
        raise ValueError(f'Invalid value for argument `kind`. Only kind="quicksort" and kind="stable" are supported. Received: kind={kind}')
    if order is not None:
        raise ValueError("The `order` argument is not supported. Pass order=None")
    a = array(a)
    if a.dtype.is_complex:
        raise TypeError(f"argsort does not support complex64/complex128 dtypes. Received dtype: {a.dtype}")
    if a.shape.rank == 0:
        return array(tf.constant([0]), dtype=np.intp)
    a, axis = (tf.reshape(a, [-1]), 0) if axis is None else (a, axis)
    return as_array(tf.argsort(a, axis, stable=kind == "stable"), tf.int64)


def sort(a, axis=-1, kind="quicksort", order=None):
    """The elements in order."""
    if kind != "quicksort":
        raise ValueError(f'Invalid value for argument `kind`. Only kind="quicksort" is supported. Received: kind={kind}')
    if order is not None:
        raise ValueError("The `order` argument is not supported. Pass order=None")
    a = array(a)
    return tf.sort(tf.reshape(a, [-1]), 0) if axis is None else tf.sort(a, axis)
