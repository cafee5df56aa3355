"""A Python number as far as it is known: the one that it is, or what makes it another one from call to call.

What is no Number may be something else: None. A number without a value and without a reason to vary is one of which no more is known.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Union

from astroid import nodes

from graphlint.analysis.values.scalars import LARGEST, OPERATORS

Constant = Union[int, float]

#: A remainder of what counts takes few values.
FEW = "%"
#: Functions that are computed where all that they are given is known: none that takes long for large numbers.
FUNCTIONS: dict[str, Callable[..., Constant]] = {
    **{f"builtins.{one.__name__}": one for one in (int, float, round, abs, min, max)},
    **{f"math.{one.__name__}": one for one in (math.floor, math.ceil, math.sqrt)},
}


@dataclass(frozen=True, slots=True)
class Number:
    """What is known of a Python number."""

    value: Constant | None = None
    """The one that it is, whenever that is asked."""
    why: nodes.NodeNG | None = None
    """The statement, loop, call or function that makes it another one from call to call."""

    @property
    def varies(self) -> bool:
        return self.why is not None

    def made_to_vary(self, by: nodes.NodeNG | None) -> Number:
        """The number, if something makes it vary besides."""
        return self if by is None or self.varies else Number(None, by)


SOME = Number()


def constant(value: object) -> Number | None:
    """What is written out; None for what is no number, as flags are none."""
    if type(value) not in (int, float):
        return None
    return Number(value) if abs(value) < LARGEST else SOME


def joined(found: Iterable[Number | None]) -> Number | None:
    """What is one of several numbers."""
    several = list(found)
    if not several or None in several:
        return None
    values = {one.value for one in several}
    return Number(values.pop() if len(values) == 1 else None).made_to_vary(reason(several))


def reason(found: Iterable[Number | None]) -> nodes.NodeNG | None:
    """What makes the first of some numbers vary that does."""
    return next((one.why for one in found if one is not None and one.varies), None)


def operated(op: str, left: Number | None, right: Number | None) -> Number | None:
    """``left op right``"""
    if left is None or right is None:
        return None
    value = computed(OPERATORS[op], [left.value, right.value]) if op in OPERATORS else None
    return Number(value).made_to_vary(None if op == FEW else reason([left, right]))


def computed(function: Callable[..., Constant], operands: list[Constant | None]) -> Constant | None:
    """What a function makes of numbers that are known."""
    if None in operands:
        return None
    try:
        result = function(*operands)
        return result if type(result) in (int, float) and abs(result) < LARGEST else None
    except (ArithmeticError, TypeError, ValueError):
        return None


def turns(bounds: list[Constant | None]) -> int | None:
    """The length of a range, which may be one of floats."""
    if not bounds or None in bounds or len(bounds) > 3:
        return None
    start, stop, step = (0, bounds[0], 1) if len(bounds) == 1 else (*bounds, 1)[:3]
    length = (stop - start) / step if step else math.inf
    return max(0, math.ceil(length)) if length < LARGEST else None
