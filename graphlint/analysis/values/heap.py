"""What the values ask of the engine: what the places hold."""

from __future__ import annotations

from collections.abc import Set
from typing import Protocol

from astroid import nodes

from graphlint.analysis.values.places import Attribute, Value, Variable


class Heap(Protocol):
    """What is known of the objects in places; `engine.program.Program` is one."""

    tensors: Set[Value]
    """Arguments of graph functions that are known to be tensors."""
    structures: Set[Value]
    """Those that are structures of tensors."""

    def kinds_of(self, value: Value) -> list[str | nodes.ClassDef]:
        """What an object may be: keys of the tables, and classes of the program."""

    def holds_object(self, place: Variable | Attribute) -> bool:
        """Whether all that a place holds is made in sight: never None."""

    def is_instance(self, value: Value, types: tuple[str, ...]) -> bool | None:
        """Whether an object of a class of the program is of one of some types; None if that is not known."""

    def is_computed(self, attribute: Attribute) -> bool:
        """Whether an attribute is a property that gives a tensor."""

    def may_be_number(self, value: Value) -> bool:
        """Whether one of the things that a place is assigned is a Python number."""
