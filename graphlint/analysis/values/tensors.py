"""Which values are tensors: what TensorFlow returns, and what operators make of that."""

from __future__ import annotations


from graphlint.analysis.values.heap import Heap
from graphlint.analysis.values.places import (
    STRUCTURE,
    TENSOR,
    UNKNOWN,
    Attribute,
    Computed,
    Const,
    Fresh,
    Item,
    Param,
    Result,
    Scalar,
    Structure,
    Tensor,
    Unshaped,
    Value,
    Variable,
    container,
)

#: Kinds of objects that operators turn into tensors.
KINDS = frozenset({"tensorflow.Tensor", "tensorflow.Variable"})
#: More operands than this are not kept.
_MAX_PARTS = 4
#: What `+` puts together with a structure that is a list or tuple itself.
_SEQUENCES = frozenset({"builtins.list", "builtins.tuple"})
_OPEN = (Param, Variable, Attribute, Item, Result, Computed)


def computed(*operands: frozenset[Value], heap: Heap | None = None) -> frozenset[Value]:
    """What an operator makes of its operands, of which not all are Python scalars."""
    parts: list[frozenset[Value]] = []
    joins = any(isinstance(value, Fresh) and value.kind in _SEQUENCES for operand in operands for value in operand)
    for operand in operands:
        if are_unshaped(operand):
            return operand  # together with any other one: of either rank
    for operand in operands:
        if are_tensors(operand, heap) or not joins and are_structures(operand, heap):
            return TENSOR
        if all(isinstance(value, (Const, Scalar)) for value in operand):
            continue
        if not all(isinstance(value, _OPEN) for value in operand):
            return UNKNOWN if len(operands) == 1 else computed(*(other for other in operands if other is not operand))
        flat: set[Value] = set()
        for value in operand:
            # What is computed again and again in a loop stays one thing.
            flat |= value.parts[0] if isinstance(value, Computed) and len(value.parts) == 1 and not value.is_slice else {value}
        if frozenset(flat) not in parts:
            parts.append(frozenset(flat))
    return frozenset((Computed(tuple(parts)),)) if parts and len(parts) <= _MAX_PARTS else UNKNOWN


def sliced(whole: frozenset[Value], heap: Heap) -> frozenset[Value]:
    """A slice of a tensor, of a structure of some, or of what may be either, or a list."""
    if are_tensors(whole, heap):
        return whole if are_unshaped(whole) else TENSOR
    if are_structures(whole, heap):
        return STRUCTURE
    return frozenset((Computed((whole,), is_slice=True),)) if all(isinstance(value, _OPEN) for value in whole) else UNKNOWN


def are_tensors(values: frozenset[Value], heap: Heap | None = None) -> bool:
    """Whether each value is known to be a tensor or Variable, symbolic or eager: what operators make of it is symbolic."""
    return bool(values) and all(_is_tensor(value, heap) for value in values)


def are_unshaped(values: frozenset[Value]) -> bool:
    """Whether each value is a tensor of which the trace does not know the rank."""
    return bool(values) and all(isinstance(value, Unshaped) for value in values)


def are_symbolic(values: frozenset[Value], heap: Heap) -> bool:
    """Whether each value is known to be a tensor without a value at the trace. One that lives outside has its value."""
    return bool(values) and all(_is_symbolic(value, heap) for value in values)


def _is_tensor(value: Value, heap: Heap | None) -> bool:
    if isinstance(value, Tensor):
        return True
    if isinstance(value, Fresh):
        return value.kind in KINDS
    if heap is None or not isinstance(value, (Param, Variable, Attribute, Item)):
        return False
    if value in heap.tensors or isinstance(value, Item) and _is_tensor(value.base, heap):
        return True
    known = heap.kinds_of(value)
    if not known:
        return isinstance(value, Attribute) and heap.is_computed(value)
    return not KINDS.isdisjoint(known) and not heap.may_be_number(value)


def _is_symbolic(value: Value, heap: Heap) -> bool:
    if isinstance(value, Tensor):
        return True
    if isinstance(value, Item):
        return value in heap.tensors or _is_symbolic(value.base, heap) or heap.kinds_of(value) == ["tensorflow.Variable"]
    if isinstance(value, Fresh):
        return value.kind == "tensorflow.Variable"
    if isinstance(value, (Param, Variable, Attribute)):
        if value in heap.tensors:
            return True
        known = heap.kinds_of(value)
        if not _SEQUENCES.isdisjoint(known):
            return False  # one variable in some objects, a list of them in others
        if "tensorflow.Variable" in known or isinstance(value, Param) and "tensorflow.Tensor" in known:
            return True
        return isinstance(value, Attribute) and not known and heap.is_computed(value)
    return False


def are_structures(values: frozenset[Value], heap: Heap | None) -> bool:
    """Whether each value is a structure of tensors: operators take those that are a tensor alone."""
    return bool(values) and all(_is_structure(value, heap) for value in values)


def are_symbolic_data(values: frozenset[Value], heap: Heap) -> bool:
    """Whether each value is a tensor without a value at the trace, or a structure of some."""
    return bool(values) and all(_is_symbolic(value, heap) or _is_structure(value, heap) for value in values)


def _is_structure(value: Value, heap: Heap | None) -> bool:
    value = container(value)
    return isinstance(value, Structure) or heap is not None and value in heap.structures


def may_be(values: frozenset[Value]) -> bool:
    """Whether the values may turn out to be tensors, once parameters are bound."""
    return bool(values) and all(isinstance(value, (Tensor, Structure, *_OPEN)) or _is_tensor(value, None) for value in values)


def may_hold(values: frozenset[Value]) -> bool:
    """Whether one of the values is a list, tuple or dict that may turn out to hold tensors."""
    return any(isinstance(value, Fresh) and value.items and any(map(may_be, value.items)) for value in values)


def hold(values: frozenset[Value], heap: Heap | None = None) -> bool:
    """Whether one of the values is a symbolic tensor, or a list, tuple or dict of some."""
    for value in values:
        if isinstance(value, Tensor) or heap is not None and value in heap.tensors:
            return True
        if isinstance(value, Fresh) and value.items and any(hold(inner, heap) for inner in value.items):
            return True
    return False
