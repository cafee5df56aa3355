"""Arrays of NumPy that plain Python makes of others, draws or loads: where they are given to a graph function, they are tensors there."""

from __future__ import annotations

from astroid import nodes

from graphlint.analysis.values.events import Call
from graphlint.analysis.values.places import Const, Fresh, Scalar, Value, is_array
from graphlint.frameworks import numpy as table

#: What a Python number and an array make together is an array.
_NUMBERS = (Const, Scalar)


def _array(node: nodes.NodeNG) -> frozenset[Value]:
    return frozenset((Fresh("numpy.ndarray", node),))


def made(name: str, event: Call) -> frozenset[Value] | None:
    """The arrays that a function, or a method of an array or generator, returns for some arguments; None if that may be a number."""
    package, _, short = name.rpartition(".")
    given = [argument.keyword for argument in event.arguments]
    if package in ("numpy.random", "numpy.random.Generator"):
        is_sized = "size" in given or given.count(None) > table.SHAPED.get(short, len(given))
        return _array(event.node) if is_sized else None
    if package == "numpy.ndarray" and short in table.REDUCTIONS:
        return _array(event.node) if "axis" in given or None in given else None
    if name.startswith("keras.datasets.") and short == "load_data":
        pair = frozenset((Fresh("builtins.tuple", event.node, (_array(event.node),) * 2),))
        return frozenset((Fresh("builtins.tuple", event.node, (pair, pair)),))
    if name == "sklearn.model_selection.train_test_split":
        split = [argument.values for argument in event.arguments if argument.keyword is None for _ in range(2)]
        if split and all(is_array(value) for values in split for value in values):
            return frozenset((Fresh("builtins.list", event.node, tuple(split)),))
    return None


def computed(*operands: frozenset[Value]) -> frozenset[Value] | None:
    """What an operator or comparison makes of arrays, and of these and numbers; None if that may be something else."""
    values = frozenset().union(*operands)
    arrays = [value for value in values if is_array(value)]
    known = all(is_array(value) or isinstance(value, _NUMBERS) for value in values)
    return frozenset(arrays[:1]) if arrays and known and all(operands) else None


def part(base: Value, index: nodes.NodeNG) -> frozenset[Value] | None:
    """``x[1:]``, ``x[:, 0]``: a part of an array by a slice is an array; None if it may be a number."""
    bounds = index.elts if isinstance(index, nodes.Tuple) else [index]
    is_part = any(isinstance(bound, nodes.Slice) or isinstance(bound, nodes.Const) and bound.value is Ellipsis for bound in bounds)
    return frozenset((base,)) if is_array(base) and is_part else None
