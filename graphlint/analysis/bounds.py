"""Which bounds of the analysis are reached: beyond them it is silent. Counted for those who work on it, where an environment variable asks."""

from __future__ import annotations

import os
import sys
from collections import Counter
from dataclasses import fields

#: The environment variable that asks for the counts.
VARIABLE = "GRAPHLINT_BOUNDS"

_reached: Counter[str] = Counter()


class _Bound(int):
    """A bound that counts how often something is not below it. Those that cut a list off do not compare, and are not counted."""

    name = ""

    def _note(self, is_reached: bool) -> None:
        _reached[self.name] += is_reached

    # Of `a < bound`, Python asks these first: they are those of a subclass.
    def __gt__(self, other: int) -> bool:
        self._note(other >= int(self))
        return int(self) > other

    def __ge__(self, other: int) -> bool:
        self._note(other > int(self))
        return int(self) >= other

    def __lt__(self, other: int) -> bool:
        self._note(other > int(self))
        return int(self) < other

    def __le__(self, other: int) -> bool:
        self._note(other >= int(self))
        return int(self) <= other

    __eq__ = int.__eq__
    __hash__ = int.__hash__


def _counted(value: int, name: str) -> _Bound:
    bound = _Bound(value)
    bound.name = name
    return bound


def count() -> None:
    """Puts counting ones in the place of all bounds, ``_MAX_DEPTH`` and those of a `Reach`, of the modules that are imported so far."""
    from graphlint.analysis.engine.callgraph.reach import Reach  # only those who ask for the counts pay for the analysis here

    for name, module in list(sys.modules.items()):
        if name.startswith("graphlint.analysis."):
            for key, value in list(vars(module).items()):
                own = f"{name.removeprefix('graphlint.analysis.')}.{key}"
                if key.lstrip("_").startswith("MAX_") and type(value) is int:
                    setattr(module, key, _counted(value, own))
                elif isinstance(value, Reach) and name == Reach.__module__:
                    for field in fields(value):
                        bound = getattr(value, field.name)
                        if type(bound) is int:  # in its place: the searches have the value itself
                            object.__setattr__(value, field.name, _counted(bound, f"{own}.{field.name}"))


def is_asked_for() -> bool:
    return bool(os.environ.get(VARIABLE))


def counts() -> str:
    """A line for each bound that was reached: how often, and its name."""
    return "".join(f"{number:>9,} {name}\n" for name, number in _reached.most_common() if number)
