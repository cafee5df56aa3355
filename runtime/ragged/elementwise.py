"""Elementwise functions of ragged values, and Python's operators on them."""

from __future__ import annotations

import inspect

import runtime
from runtime.core import errors, nest
from runtime.core.composite import override
from runtime.elementwise import CHECKS_OF_TWO, OF_ONE, OF_TWO, functions
from runtime.ragged.dynamic_shape import DynamicRaggedShape, broadcast
from runtime.ragged.tensor import RaggedTensor, as_tensor, of_one_splits_dtype

def _parameters(function):
    return list(inspect.signature(function).parameters)


def _taken(names, args, kwargs):
    """(the arguments of these names, what is left of the others)."""
    kwargs = dict(kwargs)
    values = list(args[:len(names)])
    values += [kwargs.pop(name) for name in names[len(values):]]
    return values, args[len(names):], kwargs


def _map_one(function):
    names = _parameters(function)[:1]

    @override(function, RaggedTensor, names)
    def handler(*args, **kwargs):
        [value], args, kwargs = _taken(names, args, kwargs)
        return value.with_flat_values(function.__wrapped__(value.flat_values, *args, **kwargs))


def _map_two(function, result):
    names = _parameters(function)[:2]

    @override(function, RaggedTensor, names)
    def handler(*args, **kwargs):
        values, args, kwargs = _taken(names, args, kwargs)
        return result(lambda x, y: function.__wrapped__(x, y, *args, **kwargs), *values)


def _aligned(x, y):
    """(x's flat values, y's flat values, what makes a ragged value of the results)."""
    x_ragged, y_ragged = isinstance(x, RaggedTensor), isinstance(y, RaggedTensor)
    x = as_tensor(x, dtype_hint=y.dtype if y_ragged else None)
    y = as_tensor(y, dtype_hint=x.dtype)
    of_one_splits_dtype(x, y)
    if x_ragged and y_ragged or x_ragged and _flat_rank(x) <= y.shape.rank or y_ragged and _flat_rank(y) <= x.shape.rank:
        dtype = (x if x_ragged else y).row_splits.dtype
        shapes = [DynamicRaggedShape.from_tensor(value, dtype) for value in (x, y)]
        partitions = [shape.row_partitions for shape in shapes]
        if len(partitions[0]) == len(partitions[1]) and all(a is b for a, b in zip(*partitions)):
            return x.flat_values, y.flat_values, lambda flat: x.with_flat_values(flat)
        shape, first, second = broadcast(*shapes)
        return first.flat_values(x, inner=False), second.flat_values(y, inner=False), shape.add_to
    if x_ragged:
        return x.flat_values, y, x.with_flat_values
    return x, y.flat_values, y.with_flat_values


def _flat_rank(ragged):
    return ragged.flat_values.shape.rank


def apply_two(function, x, y):
    """``function(x, y)`` of their values, brought to one shape."""
    x, y, made = _aligned(x, y)
    result = function(x, y)
    return result if isinstance(result, bool) else made(result)


def _check_two(function, x, y):
    x, y, _ = _aligned(x, y)
    return function(x, y)


for _function in functions(OF_ONE):
    _map_one(_function)
for _function in functions(OF_TWO):
    _map_two(_function, apply_two)
for _function in functions(CHECKS_OF_TWO):
    _map_two(_function, _check_two)


def map_flat_values(op, *args, **kwargs):
    """``op`` of the flat values of the ragged arguments, which have the same rows (`tf.ragged.map_flat_values`).

    Raises:
        ValueError: the ragged arguments differ in rank, dtype of splits or number of values, or the result has another number.
    """
    found = []

    def flat(value):
        if not isinstance(value, RaggedTensor):
            return value
        found.append(value)
        return value.flat_values

    flat_args, flat_kwargs = nest.map_structure(flat, (list(args), kwargs))
    if not found:
        return op(*args, **kwargs)
    sizes = {value.flat_values.shape[0] for value in found} - {None}
    if len(sizes) > 1:
        raise ValueError(f"Input RaggedTensors' flat_values must all have the same outer-dimension size.  Got sizes: {sizes}")
    if len({value.row_splits.dtype for value in found}) > 1:
        raise ValueError("Input RaggedTensors have mismatched row partition dtypes; use RaggedTensor.with_row_splits_dtype() to convert "
                         "them to compatible dtypes.")
    result = op(*flat_args, **flat_kwargs)
    for size in sizes:
        if not result.shape[:1].is_compatible_with([size]):
            raise ValueError("tf.ragged.map_flat_values requires that the output of `op` have the same outer-dimension size as flat_values "
                             f"of any ragged inputs. (output shape: {result.shape}; expected outer dimension size: {size})")
    return RaggedTensor._from_nested_row_partitions(result, merged_partitions(found), validate=False)


def merged_partitions(values):
    """The row partitions of ragged values that have the same."""
    merged = list(values[0]._nested_row_partitions)
    for value in values[1:]:
        others = value._nested_row_partitions
        if len(others) != len(merged):
            raise ValueError("All ragged inputs must have the same ragged_rank.")
        merged = [one.merged_with(other) for one, other in zip(merged, others)]
    return merged


# -- operators -----------------------------------------------------------------------------------------------------------

_math = runtime.math
_BINARY = {"add": _math.add, "sub": _math.subtract, "mul": _math.multiply, "truediv": _math.truediv, "floordiv": _math.floordiv,
           "mod": _math.floormod, "pow": _math.pow, "and": _math.logical_and, "or": _math.logical_or, "xor": _math.logical_xor}
_OTHER = {"lt": _math.less, "le": _math.less_equal, "gt": _math.greater, "ge": _math.greater_equal, "neg": _math.negative,
          "invert": _math.logical_not, "abs": _math.abs}


def _reflected(function):
    return lambda y, x: function(x, y)


def _equals(x, y):
    if y is None:
        return False
    try:
        return _math.equal(x, y)
    except (errors.InvalidArgumentError, ValueError):
        return False


def _differs(x, y):
    if y is None:
        return True
    try:
        return _math.not_equal(x, y)
    except (errors.InvalidArgumentError, ValueError):
        return True


def _hash(ragged):
    try:
        hash(ragged.flat_values)  # tensors of plain graphs are keys, as those of `feed_dict`
    except TypeError:
        raise TypeError("RaggedTensor is unhashable.") from None
    return id(ragged)


for _name, _function in _BINARY.items():
    setattr(RaggedTensor, f"__{_name}__", _function)
    setattr(RaggedTensor, f"__r{_name}__", _reflected(_function))
for _name, _function in _OTHER.items():
    setattr(RaggedTensor, f"__{_name}__", _function)
RaggedTensor.__eq__, RaggedTensor.__ne__, RaggedTensor.__hash__ = _equals, _differs, _hash
