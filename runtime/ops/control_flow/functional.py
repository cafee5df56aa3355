"""Functions over the rows of tensors: `tf.map_fn`, `tf.foldl`, `tf.foldr`, `tf.scan`, `tf.vectorized_map`."""

from __future__ import annotations

import functools

from runtime.core import dtypes, hooks, nest
from runtime.core.composite import CompositeTensor
from runtime.core.context import context
from runtime.core.convert import constant, convert_to_tensor
from runtime.core.logger import get_logger
from runtime.core.tensor import Tensor
from runtime.core.tensor_shape import TensorShape
from runtime.ops.scope import scope
from runtime.ops.control_flow.tensor_array import TensorArray
from runtime.ops.control_flow.while_loop import while_loop
from runtime.function.polymorphic import function
from runtime.function.tensor_spec import TensorSpec
from runtime.ops.array import shape

_warned = []


def _check_callable(fn):
    if not callable(fn):
        raise TypeError(f"The provided function {fn.__name__} is not callable. fn must be callable.")


def _converted(fn):
    """`fn` as AutoGraph would have it here: in a function that it converts, what is mapped is converted too."""
    return hooks.converted_if_around(fn)


def _count(values):
    """The common number of rows: an int, or a scalar tensor. Raises ValueError if the static sizes differ."""
    sizes = [(_dims(value) or (None,))[0] for value in values]
    for size in sizes[1:]:
        if None not in (size, sizes[0]) and size != sizes[0]:
            raise ValueError(f"Dimensions {sizes[0]} and {size} are not compatible")
    return sizes[0] or (shape(values[0])[0] if isinstance(values[0], Tensor) else values[0]._type_spec.count(values[0]))


def _dims(value):
    """The sizes of a tensor or composite as far as they are known; the latter may have no shape."""
    return value._dims if isinstance(value, Tensor) else value._type_spec._dims


def _rows(tensors, count, infer_shape=True, known_shape=True):
    arrays = [TensorArray(tensor.dtype, count, infer_shape=infer_shape,
                          element_shape=tensor._dims[1:] if known_shape and tensor._dims is not None else None).unstack(tensor)
              for tensor in tensors]
    return [array.identity() for array in arrays] if context.graph is None else arrays


def _stacked(arrays, first):
    """Each array as one tensor, with as many rows as `first` is known to have."""
    results = [array.stack() for array in arrays]
    rows = None if not first._dims else first._dims[0]
    for result in results:
        result.set_shape((rows, *result._dims[1:]) if result._dims is not None else None)
    return results


def map_fn(fn, elems, dtype=None, parallel_iterations=None, back_prop=True, swap_memory=False, infer_shape=True, name=None,
           fn_output_signature=None):
    """`fn` applied to each row of `elems`, the results stacked (`tf.map_fn`).

    Args:
        fn: from a row (a nest of rows if `elems` is a nest) to a nest of tensors.
        elems: nest of tensors with the same number of rows.
        fn_output_signature: dtype, or nest of dtypes or specs, of what `fn` returns; that of `elems` if left out.

    Raises:
        ValueError: no tensors, a scalar among them, different numbers of rows, another structure returned.
        TypeError: `fn` is not callable.
    """
    _check_callable(fn)
    signature = dtype if fn_output_signature is None else fn_output_signature
    if context.graph is None and parallel_iterations and parallel_iterations > 1 and not _warned:
        _warned.append(True)
        get_logger().warning("Setting parallel_iterations > 1 has no effect when executing eagerly. Consider calling map_fn "
                             "with tf.function to execute fn in parallel.")
    flat = nest.flatten(elems)
    if not flat:
        raise ValueError(f"elems must be a Tensor or (possibly nested) sequence of Tensors. Got {elems}, which does not "
                         "contain any Tensors.")
    with scope(name, "map"):
        values = [value if isinstance(value, CompositeTensor) else convert_to_tensor(value, name="elem") for value in flat]
        if _dims(values[0]) == ():
            raise ValueError("Elements in elems must be 1+ dimensional Tensors, not scalars")
        count = _count(values)
        reads = _readers(values, count)
        start = constant(0)
        expected = elems if signature is None else signature
        kinds = [value._type_spec.unbatched() if isinstance(value, CompositeTensor) else value for value in values] \
            if signature is None else nest.flatten(signature)
        collectors = [_Pieces(kind) if hasattr(kind, "to_pieces") else _Stack(kind) for kind in kinds]
        results = [collector.arrays(count, infer_shape) for collector in collectors]
        apply = _converted(fn)

        def body(index, results):
            value = apply(nest.pack_sequence_as(elems, [read(index) for read in reads]))
            nest.assert_same_structure(expected, value)
            return index + 1, [[array.write(index, part) for array, part in zip(arrays, collector.parts(item))]
                               for collector, arrays, item in zip(collectors, results, nest.flatten(value))]

        _, results = while_loop(lambda index, _: index < count, body, (start, results), back_prop=back_prop,
                                maximum_iterations=count)
        rows = (_dims(values[0]) or (None,))[0]
        return nest.pack_sequence_as(expected, [collector.whole(arrays, rows) for collector, arrays in zip(collectors, results)])


def _readers(values, count):
    """For each value a function from an index to its row."""
    tensors = iter(_rows([value for value in values if isinstance(value, Tensor)], count, infer_shape=False))
    return [next(tensors).read if isinstance(value, Tensor) else functools.partial(value._type_spec.row, value) for value in values]


class _Stack:
    """Collects tensors as the rows of one."""

    def __init__(self, kind):
        [(self._dtype, self._dims)] = _specs([kind])

    def arrays(self, count, infer_shape):
        return [TensorArray(self._dtype, count, infer_shape=infer_shape, element_shape=self._dims)]

    def parts(self, item):
        return [item]

    def whole(self, arrays, rows):
        [result] = [array.stack() for array in arrays]
        result.set_shape((rows, *result._dims[1:]) if result._dims is not None else None)
        return result


class _Pieces:
    """Collects composites: their pieces are concatenated, and make one composite of all."""

    def __init__(self, spec):
        self._spec = spec

    def arrays(self, count, infer_shape):
        return [TensorArray(piece.dtype, count, infer_shape=False, element_shape=piece._dims) for piece in self._spec.pieces]

    def parts(self, item):
        return self._spec.to_pieces(item)

    def whole(self, arrays, rows):
        return self._spec.from_pieces([array.concat() for array in arrays], rows)


def _specs(kinds):
    """[(dtype, shape of an element or None)] of dtypes, specs, or tensors that stand for their dtype."""
    return [(kind.dtype, kind._dims if not isinstance(kind, Tensor) and hasattr(kind, "_dims") else
             None if isinstance(kind, Tensor) else getattr(kind, "shape", None)) if hasattr(kind, "dtype")
            else (dtypes.as_dtype(kind), None) for kind in kinds]


def _fold(fn, elems, initializer, name, backwards):
    _check_callable(fn)
    default = "foldr" if backwards else "foldl"
    with scope(name, default):
        tensors = [convert_to_tensor(value, name="elem") for value in nest.flatten(elems)]
        count = _first_size(tensors[0])
        rows = _rows(tensors, count, known_shape=False)

        def element(index):
            return nest.pack_sequence_as(elems, [row.read(index) for row in rows])

        if backwards:
            index = count - 1 if initializer is None else count
            value = element(index) if initializer is None else initializer
            index = index if isinstance(index, Tensor) else constant(index)

            def body(index, value):
                index = index - 1
                return [index, fn(value, element(index))]

            _, value = while_loop(lambda index, _: index > 0, body, [index, value], maximum_iterations=count)
        else:
            value = element(0) if initializer is None else initializer
            index = constant(1 if initializer is None else 0)

            def body(index, value):
                return [index + 1, fn(value, element(index))]

            _, value = while_loop(lambda index, _: index < count, body, [index, value], maximum_iterations=count)
        return value


def _first_size(tensor):
    dims = tensor._dims
    if dims is not None and not dims:
        raise IndexError("tuple index out of range")
    return (dims[0] if dims else None) or shape(tensor)[0]


def foldl(fn, elems, initializer=None, parallel_iterations=10, back_prop=True, swap_memory=False, name=None):
    """``fn(… fn(fn(a, elems[0]), elems[1]) …, elems[n - 1])`` (`tf.foldl`); `a` is the initializer, or else the first row.

    Raises:
        TypeError: `fn` is not callable.
    """
    return _fold(fn, elems, initializer, name, backwards=False)


def foldr(fn, elems, initializer=None, parallel_iterations=10, back_prop=True, swap_memory=False, name=None):
    """`foldl` from the last row to the first (`tf.foldr`)."""
    return _fold(fn, elems, initializer, name, backwards=True)


def scan(fn, elems, initializer=None, parallel_iterations=10, back_prop=True, swap_memory=False, infer_shape=True,
         reverse=False, name=None):
    """The intermediate results of `foldl` (with `reverse`, of `foldr`), stacked (`tf.scan`).

    Raises:
        TypeError: `fn` is not callable, or changes the dtype.
        ValueError: `fn` returns another structure than that of the initializer, or of `elems`.
    """
    _check_callable(fn)
    like = elems if initializer is None else initializer
    with scope(name, "scan"):
        tensors = [convert_to_tensor(value, name="elem") for value in nest.flatten(elems)]
        count = _first_size(tensors[0])
        rows = _rows(tensors, count)
        if initializer is None:
            first = count - 1 if reverse else 0
            values = [row.read(first) for row in rows]
            done = 1
        else:
            values = [convert_to_tensor(value) for value in nest.flatten(initializer)]
            done = 0
        results = [TensorArray(value.dtype, count, element_shape=value._dims if infer_shape else None, infer_shape=infer_shape)
                   for value in values]
        if initializer is None:
            results = [result.write(first, value) for result, value in zip(results, values)]

        def body(index, values, results):
            value = fn(nest.pack_sequence_as(like, values), nest.pack_sequence_as(elems, [row.read(index) for row in rows]))
            nest.assert_same_structure(like, value)
            values = nest.flatten(value)
            results = [result.write(index, item) for result, item in zip(results, values)]
            return index - 1 if reverse else index + 1, values, results

        if reverse:
            start = count - 1 - done
            condition = lambda index, *_: index >= 0  # noqa: E731
        else:
            start = done
            condition = lambda index, *_: index < count  # noqa: E731
        start = start if isinstance(start, Tensor) else constant(start)
        _, _, results = while_loop(condition, body, (start, values, results), back_prop=back_prop, maximum_iterations=count)
        return nest.pack_sequence_as(like, _stacked(results, tensors[0]))


def vectorized_map(fn, elems, fallback_to_while_loop=True, warn=True):
    """`fn` applied to each row of `elems`, the results stacked (`tf.vectorized_map`).

    `fn` is traced once, eagerly too, with rows as symbolic tensors. Tensors with one row serve for all rows.
    """
    tensors = [convert_to_tensor(value) for value in nest.flatten(elems)]
    if any(tensor._dims == () for tensor in tensors):
        raise IndexError("list index out of range")
    if context.graph is None:
        return function(lambda *tensors: _vectorized(fn, nest.pack_sequence_as(elems, list(tensors))))(
            *tensors)
    return _vectorized(fn, nest.pack_sequence_as(elems, tensors))


def _vectorized(fn, elems):
    tensors = nest.flatten(elems)
    sizes = [tensor._dims[0] if tensor._dims else None for tensor in tensors]
    count = next((size for size in sizes if size != 1), 1)
    kept = {at for at, size in enumerate(sizes) if size == 1 and count != 1}
    specs = [TensorSpec(TensorShape(tensor._dims[1:]), tensor.dtype) for tensor in tensors]
    traced = function(lambda *row: fn(nest.pack_sequence_as(elems, list(row))), autograph=False)
    concrete = traced.get_concrete_function(*specs)
    moving = [tensor for at, tensor in enumerate(tensors) if at not in kept]
    still = {at: tensors[at][0] for at in kept}

    def one(row):
        row = iter(row)
        return concrete(*[still[at] if at in kept else next(row) for at in range(len(tensors))])

    signature = nest.map_structure(lambda tensor: tensor.dtype, concrete.structured_outputs)
    return map_fn(one, moving, fn_output_signature=signature)
