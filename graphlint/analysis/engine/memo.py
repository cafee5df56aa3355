"""Answers that are kept, each of them whole: one that was made of another's first half is given, and made again when that is whole."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable
from typing import Any, TypeVar

_Answer = TypeVar("_Answer")
_Table = dict[Any, Any]


class Memo:
    """Which answers are being looked for, one for the sake of another, and what each was made of.

    While an answer is looked for, those that it leads to may ask for it: they get what is assumed, and are given up once it
    is found. The first of a ring that is asked for is made of such halves; the others are made of it, when they are asked for again.
    """

    def __init__(self) -> None:
        self._tables: defaultdict[object, _Table] = defaultdict(dict)
        #: For each answer that is looked for, the innermost last: the first of those whose assumption it was made of, from 0.
        self._made_of: list[int] = []
        self._assumed: dict[tuple[object, Hashable], tuple[int, Any]] = {}
        #: Answers that were made of what was assumed of an outer one, and by the number of that one, which they are.
        self._by_half: dict[tuple[object, Hashable], tuple[int, Any]] = {}
        self._given_up_after: list[list[tuple[object, Hashable]]] = []

    @property
    def depth(self) -> int:
        """How many answers are being looked for."""
        return len(self._made_of)

    def table(self, owner: object) -> _Table:
        """The answers of one who asks."""
        return self._tables[owner]

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
        self.relies_on(known[0])
        return known[1]

    def find(self, owner: object, key: Hashable, find: Callable[[], _Answer], assumed: _Answer | None = None) -> _Answer:
        """An answer that is not kept yet; `assumed` is given to those who ask for it while it is looked for, if it is not None."""
        table, both = self._tables[owner], (owner, key)
        known = self.halfway(owner, key)
        if known is not None:
            return known
        number = len(self._made_of)
        if assumed is not None:
            self._assumed[both] = (number + 1, assumed)
        self._made_of.append(number + 1)
        self._given_up_after.append([])
        try:
            answer = find()
        finally:
            relied = self._made_of.pop()
            if assumed is not None:
                del self._assumed[both]
            for other in self._given_up_after.pop():
                self._by_half.pop(other, None)  # one that was looked for on the way to itself is there once
        if relied > number:
            table[key] = answer
        else:
            self.relies_on(relied)
            if relied:
                self._by_half[both] = (relied, answer)
                self._given_up_after[relied - 1].append(both)
        return answer
