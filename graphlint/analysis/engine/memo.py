"""Answers that are kept, each of them whole: one that was made of another's first half is given, and made again when that is whole."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

from graphlint.analysis.program.dependencies import Dependencies, Kept

_Answer = TypeVar("_Answer")


class Memo:
    """Which answers are being looked for, one for the sake of another, and what each was made of.

    While an answer is looked for, those that it leads to may ask for it: they get what is assumed, and are given up once it
    is found. The first of a ring that is asked for is made of such halves; the others are made of it, when they are asked for again.
    """

    def __init__(self, dependencies: Dependencies | None = None) -> None:
        self._dependencies = dependencies if dependencies is not None else Dependencies()
        self._tables: dict[object, Kept] = {}
        #: For each answer that is looked for, the innermost last: the first of those whose assumption it was made of, from 0.
        self._made_of: list[int] = []
        self._assumed: dict[tuple[object, Hashable], tuple[int, Any, int]] = {}
        #: Answers that were made of what was assumed of an outer one, and by the number of that one, which they are.
        self._by_half: dict[tuple[object, Hashable], tuple[int, Any, int]] = {}
        self._given_up_after: list[list[tuple[object, Hashable]]] = []
        #: For each of those that are looked for, how many steps were being made when it began.
        self._depths: list[int] = []

    @property
    def depth(self) -> int:
        """How many answers are being looked for."""
        return len(self._made_of)

    def table(self, owner: object) -> Kept:
        """The answers of one who asks."""
        known = self._tables.get(owner)
        if known is None:
            known = self._tables[owner] = Kept(self._dependencies)
        return known

    def relies_on(self, number: int) -> None:
        """Says that what is looked for beyond the first `number` answers is made of something that is not whole yet."""
        if self._made_of and number < self._made_of[-1]:
            self._made_of[-1] = number

    def halfway(self, owner: object, key: Hashable) -> Any:
        """What an answer is so far that is being looked for, or was made of one that is."""
        both = (owner, key)
        known = self._assumed.get(both) or self._by_half.get(both)
        if known is None:
            return None
        number, answer, depth = known
        self.relies_on(number)
        self._dependencies.needs_since(depth)
        return answer

    def find(self, owner: object, key: Hashable, find: Callable[[], _Answer], assumed: _Answer | None = None) -> _Answer:
        """An answer that is not kept yet; `assumed` is given to those who ask for it while it is looked for, if it is not None."""
        table, both = self.table(owner), (owner, key)
        known = self.halfway(owner, key)
        if known is not None:
            return known
        number = len(self._made_of)
        if assumed is not None:
            self._assumed[both] = (number + 1, assumed, self._dependencies.depth)
        self._made_of.append(number + 1)
        self._given_up_after.append([])
        self._depths.append(self._dependencies.depth)
        self._dependencies.begin()
        try:
            answer = find()
        finally:
            step = self._dependencies.end()
            self._depths.pop()
            relied = self._made_of.pop()
            if assumed is not None:
                del self._assumed[both]
            for other in self._given_up_after.pop():
                self._by_half.pop(other, None)  # one that was looked for on the way to itself is there once
        if relied > number:
            table.keep(key, answer, step)
        else:
            self.relies_on(relied)
            if relied:
                self._by_half[both] = (relied, answer, self._depths[relied - 1])
                self._given_up_after[relied - 1].append(both)
        return answer
