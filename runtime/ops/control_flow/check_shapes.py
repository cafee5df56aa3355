"""Assertions on ranks and shapes (`tf.debugging.assert_rank`, `assert_shapes` and their kin)."""

from __future__ import annotations

import numpy as np

from runtime.core import dtypes
from runtime.core.context import context
from runtime.core.convert import constant_value, convert_to_tensor
from runtime.core.tensor import Tensor
from runtime.ops import comparison
from runtime.ops.array import rank as rank_of, shape as shape_of
from runtime.ops.control_flow.check import assert_, assert_type, label_of, name_of, prefix_of
from runtime.ops.control_flow.control_flow import control_dependencies, group, no_op
from runtime.ops.scope import scope


def _check_rank(x, ranks, holds, wording, described, message, data=None, summarize=None):
    """Common part of rank assertions: `ranks` are tensors, `holds(actual, ranks)` tests integers or tensors."""
    for one in ranks:
        assert_type(one, dtypes.int32)
    known = [constant_value(one) for one in ranks]
    prefix = prefix_of(message)
    if all(value is not None for value in known):
        if any(np.ndim(value) for value in known):
            raise ValueError("Rank must be a scalar.")
        if x._dims is not None:
            numbers = tuple(int(value) for value in known)
            if not holds(len(x._dims), numbers):
                raise ValueError(f"{prefix}Tensor {name_of(x)} must have rank {described(numbers)}.  Received rank "
                                 f"{len(x._dims)}, shape {x.shape}")
            return None if context.graph is None else no_op(name="static_checks_determined_all_ok")
    if data is None:
        data = [prefix, f"Tensor {name_of(x)} must have rank{wording}", *ranks, "Received shape: ", shape_of(x)]
    return assert_(holds(rank_of(x), ranks), data, summarize=summarize)


def assert_rank(x, rank, message=None, name=None):
    """Raise ValueError, or InvalidArgumentError when run, unless `x` has this rank."""
    with scope(name, "assert_rank"):
        x = convert_to_tensor(x, name="x")
        rank = convert_to_tensor(rank, name="rank")
        return _check_rank(x, [rank], lambda actual, ranks: comparison.equal(actual, ranks[0])
                           if isinstance(actual, Tensor) else actual == ranks[0], "", lambda ranks: ranks[0], message)


def assert_rank_at_least(x, rank, message=None, name=None):
    """Raise ValueError, or InvalidArgumentError when run, unless `x` has at least this rank."""
    with scope(name, "assert_rank_at_least"):
        x = convert_to_tensor(x, name="x")
        rank = convert_to_tensor(rank, name="rank")
        return _check_rank(x, [rank], lambda actual, ranks: comparison.greater_equal(actual, ranks[0])
                           if isinstance(actual, Tensor) else actual >= ranks[0], " at least",
                           lambda ranks: f"at least {ranks[0]}", message)


def _any_of(actual, ranks):
    if not isinstance(actual, Tensor):
        return actual in ranks
    result = None
    for one in ranks:
        equal = comparison.equal(actual, one)
        result = equal if result is None else comparison.logical_or(result, equal)
    return result


def assert_rank_in(x, ranks, message=None, name=None):
    """Raise ValueError, or InvalidArgumentError when run, unless `x` has one of these ranks."""
    with scope(name, "assert_rank_in"):
        x = convert_to_tensor(x, name="x")
        ranks = [convert_to_tensor(one, name="rank") for one in ranks]
        return _check_rank(x, ranks, _any_of, " in", lambda numbers: f"in {numbers}", message)


def _sizes(tensor):
    """The sizes of a tensor, as tensors where they are not known. A scalar counts as one element; None: unknown rank."""
    if tensor._dims == ():
        return [1]
    dynamic = shape_of(tensor) if tensor._dims is None or None in tensor._dims else None
    if tensor._dims is None:
        return dynamic
    return [dynamic[axis] if size is None else size for axis, size in enumerate(tensor._dims)]


def _is_size(symbol):
    """Whether `symbol` is a number, not a name."""
    try:
        int(symbol)
    except (TypeError, ValueError):
        return False
    return not isinstance(symbol, Tensor)


def assert_shapes(shapes, data=None, summarize=None, message=None, name=None):
    """`tf.debugging.assert_shapes`: check tensors' sizes, and that sizes with one name are equal.

    Args:
        shapes: list of (tensor, tuple) or a dict. A tuple holds numbers, names, None or ``"."`` for any size, and
            ``...`` or ``"*"`` in the first place for any number of dimensions.

    Raises:
        ValueError: known shapes contradict that. InvalidArgumentError when run: the others do.
    """
    prefix = prefix_of(message)
    with scope(name, "assert_shapes"):
        pairs = [(convert_to_tensor(tensor), wanted)
                 for tensor, wanted in (shapes.items() if isinstance(shapes, dict) else shapes) if wanted is not None]
        checked = []
        for tensor, wanted in pairs:
            if not hasattr(wanted, "__iter__") and not hasattr(wanted, "__getitem__"):
                raise ValueError(f"{prefix}Tensor {label_of(tensor)}.  Specified shape must be an iterable.  An iterable has "
                                 f"the attribute `__iter__` or `__getitem__`.  Received specified shape: {wanted}")
            wanted = tuple(wanted)
            for index, symbol in enumerate(wanted):
                if index and symbol in (Ellipsis, "*"):
                    raise ValueError(f"{prefix}Tensor {label_of(tensor)} specified shape index {index}.  Symbol `...` or `*` "
                                     "for a variable number of unspecified dimensions is only allowed as the first entry")
            innermost = bool(wanted) and wanted[0] in (Ellipsis, "*")
            checked.append((tensor, innermost, _sizes(tensor), wanted[1:] if innermost else wanted))
        ranks = [_shape_rank(tensor, innermost, wanted, message, name) for tensor, innermost, _, wanted in checked]
        known, assertions = {}, []
        for tensor, innermost, sizes, wanted in checked:
            for index, symbol in enumerate(wanted):
                if symbol in (None, "."):
                    continue
                axis = index - len(wanted) if innermost else index
                actual = sizes[axis]
                if symbol not in known and not _is_size(symbol):
                    known[symbol] = actual, tensor, axis
                    continue
                if _is_size(symbol):
                    expected, source = int(symbol), "Specified explicitly"
                else:
                    expected, owner, at = known[symbol]
                    source = f"Specified by tensor {label_of(owner)} dimension {at}"
                if _is_size(actual) and _is_size(expected):
                    if int(actual) != int(expected):
                        raise ValueError(f"{prefix}{source}.  Tensor {label_of(tensor)} dimension {axis} must have size "
                                         f"{expected}.  Received size {actual}, shape {tensor.shape}")
                    continue
                shown = data if data is not None else [prefix, source, f"Tensor {label_of(tensor)} dimension", axis,
                                                       "must have size", expected, "Received shape: ", shape_of(tensor)]
                assertions.append(assert_(comparison.equal(actual, expected), shown, summarize=summarize))
    if context.graph is None:
        return None
    with control_dependencies([one for one in ranks if one is not None]):
        group(*assertions)


def _shape_rank(tensor, innermost, wanted, message, name):
    """The assertion of a tensor's rank; a scalar may stand for a vector with one element."""
    if len(wanted) <= 1:
        return None if innermost else assert_rank_in(tensor, [0, 1], message=message, name=name)
    return (assert_rank_at_least if innermost else assert_rank)(tensor, len(wanted), message=message, name=name)
