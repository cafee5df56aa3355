"""What local lists and dicts hold after something was put into them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from astroid import nodes

from graphlint.analysis.values import tensors
from graphlint.analysis.values.places import (
    STRUCTURE,
    UNKNOWN,
    Argument,
    Computed,
    Fresh,
    Param,
    Result,
    Structure,
    Unknown,
    Value,
    item,
    join,
    root,
)

if TYPE_CHECKING:
    from graphlint.analysis.engine.program import Program

#: The methods of lists that put one thing into them, with its position among the arguments.
_PUT = {"append": 0, "insert": 1}
#: More different things than this are no longer told apart, nor are containers in containers deeper than this.
_MAX_HELD = 8
_MAX_DEPTH = 2
#: How many of the first items of something are told apart.
_MAX_FIRST = 4
#: What a slice of is another one of.
_SLICED = frozenset({"builtins.list", "builtins.tuple"})


def put_by(method: str, arguments: tuple[Argument, ...]) -> frozenset[Value] | None:
    """What a method puts into a list; None if it is no such method."""
    position = _PUT.get(method)
    given = [argument.values for argument in arguments if argument.keyword is None]
    return given[position] if position is not None and len(given) == len(arguments) == position + 1 else None


def filled(containers: frozenset[Value], added: frozenset[Value], key: object = None, once: bool = False) -> frozenset[Value]:
    """The same lists and dicts, with something more in them: at a key, or at the end if it is put there `once`."""
    return frozenset(_filled(value, added, key, once) for value in containers)


def sliced(program: Program, base: Value, node: nodes.Subscript) -> frozenset[Value]:
    """A part of a list or tuple is another one; that of a tensor is a tensor; an argument or result may be either."""
    if isinstance(base, Structure):
        return STRUCTURE
    if isinstance(base, Fresh) and base.kind in _SLICED:
        return frozenset((Fresh(base.kind, node, (join(*base.items),) if base.items else None),))
    if isinstance(root(base), (Param, Result)) and not tensors.are_tensors(frozenset((base,)), program):
        # Each of the first few is what it is of a tensor, a list or a tuple.
        first = tuple(item(base, key) for key in range(_first(node.slice)))
        return frozenset((Fresh("builtins.tuple", node, first) if first else Computed((frozenset((base,)),), is_slice=True),))
    return tensors.computed(frozenset((base,)), heap=program)


def _first(bounds: nodes.Slice) -> int:
    """How many items from the first ``outputs[:2]`` takes; none where that is not written, or more than a few."""
    is_from_start = bounds.lower is None and bounds.step is None and isinstance(bounds.upper, nodes.Const)
    count = bounds.upper.value if is_from_start else 0
    return count if isinstance(count, int) and 0 < count <= _MAX_FIRST else 0


def _filled(container: Value, added: frozenset[Value], key: object, once: bool) -> Value:
    if not isinstance(container, Fresh) or container.items is None or container.kind not in ("builtins.list", "builtins.dict"):
        return container
    if _depth(added) >= _MAX_DEPTH:
        added = UNKNOWN
    items, keys = container.items, container.keys
    if keys is not None and isinstance(key, str):
        if key in keys:
            items = tuple(join(held, added) if known == key else held for known, held in zip(keys, items))
        else:
            items, keys = (*items, added), (*keys, key)
    elif once and keys is None and len(items) < _MAX_HELD:
        items = (*items, added)
    else:
        held = join(*items, added)
        items, keys = (held if len(held) <= _MAX_HELD and Unknown() not in held else UNKNOWN,), None
    return Fresh(container.kind, container.node, items, keys)


def _depth(values: frozenset[Value]) -> int:
    inner = [item for value in values if isinstance(value, Fresh) for item in value.items or ()]
    return 1 + max(map(_depth, inner)) if inner else 0
