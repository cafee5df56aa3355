"""A write: something is put into a place, and what tells it from what was there."""

from __future__ import annotations

from typing import NamedTuple

from astroid import nodes

from graphlint.analysis.syntax.scopes import Scope
from graphlint.analysis.values.places import Param, Value, Variable

#: What tells one value from another: a constant, where it was made, what a call is given.
Token = tuple[object, ...]


class Write(NamedTuple):
    """Something is put into a place."""

    scope: Scope
    node: nodes.NodeNG
    """The statement, or the call."""
    spot: nodes.NodeNG
    """What is told: the target, or the call."""
    base: Value | None
    """The object that it is an attribute of, as its scope knows it."""
    values: frozenset[Value]
    parts: tuple[nodes.NodeNG, ...]
    """What the value is computed from, as far as it is written here."""
    changes: bool
    """The new value is made of the old one."""
    is_guarded: bool
    """It is only done where something is missing."""
    item: str = ""
    """The parameter that says which item of a container is set."""

    @property
    def target(self) -> nodes.NodeNG | None:
        return self.spot if isinstance(self.spot, (nodes.AssignAttr, nodes.AssignName)) else None


def token_of(constant: object) -> Token:
    return ("constant", type(constant), repr(constant))


def as_parameter(value: Value) -> Value:
    """A parameter that is known by its name alone: an expression that stands apart from the flow, or an inner function, knows no more of it."""
    is_given = isinstance(value, Variable) and isinstance(value.scope, nodes.FunctionDef) and value.name in value.scope.argnames()
    return Param(value.scope, value.name) if is_given else value
