"""A text by its lines: positions as Python's parser counts them, as an editor counts them, and as indices."""

from __future__ import annotations

import re
from bisect import bisect_right

from lsprotocol.types import Position, PositionEncodingKind, Range

from graphlint.columns import characters

#: Ends of lines for Python and for the protocol; `str.splitlines` knows more, such as a form feed.
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n|$)")


class Lines:
    """One version of a text."""

    def __init__(self, text: str, encoding: PositionEncodingKind | str = PositionEncodingKind.Utf16) -> None:
        self.text = text
        self._encoding = encoding
        self._starts = starts(text)

    def __len__(self) -> int:
        return len(self._starts)

    def line(self, number: int) -> str:
        """A line without its end, counted from 1; empty beyond the text."""
        start, end = self._bounds(number)
        return self.text[start:end]

    def start(self, number: int) -> int:
        """The index at which a line begins, counted from 1."""
        return self._bounds(number)[0]

    def offset(self, number: int, column: int) -> int:
        """The index of a position as the parser gives it: lines from 1, columns in bytes of UTF-8."""
        start, end = self._bounds(number)
        return min(start + characters(self.text[start:end], column), end)

    def position(self, offset: int) -> Position:
        """An index as the editor counts it."""
        offset = max(0, min(offset, len(self.text)))
        line = bisect_right(self._starts, offset) - 1
        return Position(line, self._units(self.text[self._starts[line] : offset]))

    def index(self, position: Position) -> int:
        """The index of a position that an editor names; one beyond its line or the text is at the end of that."""
        if position.line >= len(self._starts):
            return len(self.text)
        start, end = self._bounds(position.line + 1)
        units = 0
        for index in range(start, end):
            if units >= position.character:
                return index
            units += self._units(self.text[index])
        return end

    def range(self, start: int, end: int) -> Range:
        """From one index to another."""
        return Range(self.position(start), self.position(end))

    def whole(self, number: int) -> Range:
        """A line from its first character to its last, without white space around."""
        start, end = self._bounds(number)
        line = self.text[start:end]
        return self.range(start + len(line) - len(line.lstrip()), start + len(line.rstrip()))

    def _bounds(self, number: int) -> tuple[int, int]:
        if not 0 < number <= len(self._starts):
            return len(self.text), len(self.text)
        start = self._starts[number - 1]
        end = self._starts[number] if number < len(self._starts) else len(self.text)
        while end > start and self.text[end - 1] in "\r\n":
            end -= 1
        return start, end

    def _units(self, text: str) -> int:
        if self._encoding == PositionEncodingKind.Utf32 or text.isascii():
            return len(text)
        if self._encoding == PositionEncodingKind.Utf8:
            return len(text.encode("utf-8", "surrogatepass"))
        return len(text.encode("utf-16-le", "surrogatepass")) // 2


def starts(text: str) -> list[int]:
    """Where the lines of a text begin; the last one may be empty."""
    found = [match.start() for match in _LINE.finditer(text)]
    # Of a last line that has no end the pattern is found twice: with its text, and empty behind it.
    if len(found) > 1 and found[-1] == len(text) and text[-1:] not in ("\r", "\n"):
        found.pop()
    return found


def split(text: str) -> tuple[str, ...]:
    """The lines of a text with their ends."""
    begins = starts(text)
    return tuple(text[start:end] for start, end in zip(begins, [*begins[1:], len(text)]) if start < end)
