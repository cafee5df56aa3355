"""Pieces of source as a terminal shows them: line numbers, marks below the text, and edits."""

from __future__ import annotations

import difflib
import os
import re
from collections import Counter
from collections.abc import Iterator

from graphlint import columns
from graphlint.documents.lines import Lines, visible
from graphlint.edits.edits import Fix, apply
from graphlint.formats import Look

_TAB = 4
_MOST = 6  # lines of one marked piece
_CUT = "…"


def frame(path: str, line: int, begin: int, end_line: int, end: int, lines: Lines, look: Look, style: str,
          around: int = 0) -> Iterator[str]:
    """The lines from `line` to `end_line`, marked from character `begin` to `end`, and some `around` them."""
    top, total = lines.around(path, line)
    first, last = max(line - around, top), min(end_line, total)
    shown = [*range(first, last + 1), *range(last + 1, min(end_line + around, total) + 1)]
    shown = [number for number in shown if line <= number <= last or lines.line(path, number).strip()]
    if last - line + 1 > _MOST:
        shown = [*range(first, line + _MOST - 1), 0, last]
    digits = max((len(str(lines.number(path, number))) for number in shown), default=1)
    for number in shown:
        if not number:
            yield f"  {look('dim', f'{_CUT:>{digits}} |')}"
            continue
        text = lines.line(path, number)
        marked = line <= number <= end_line
        start = begin if number == line else len(text) - len(text.lstrip())
        stop = end if number == end_line else len(text.rstrip())
        room = look.width - digits - 5
        told, marks = _cells(text, start if marked else 0, stop if marked else 0, room)
        yield f"  {look('dim', f'{lines.number(path, number):>{digits}} |')} {told}".rstrip()
        if marked and marks.strip():
            yield f"  {look('dim', ' ' * digits + ' |')} {look(style, marks)}"


def name_in(text: str, name: str) -> tuple[int, int]:
    """Where a line has a name once; or else all of its text."""
    found = list(re.finditer(rf"(?<!\w){re.escape(name.rpartition('.')[2])}(?!\w)", text)) if name else []
    return found[0].span() if len(found) == 1 else (len(text) - len(text.lstrip()), len(text.rstrip()))


def _cells(text: str, start: int, stop: int, room: int) -> tuple[str, str]:
    """A line, cut to the room around its marked characters, and the marks below."""
    cells = []  # what stands in a column or two, and whether it is marked
    column = 0
    for index, character in enumerate(text):
        shown = " " * (_TAB - column % _TAB) if character == "\t" else visible(character) if _acts(character) else character
        marked = start <= index < stop
        for one in shown if len(shown) > 1 else [shown]:
            cells.append((one, columns.width(one), marked))
            column += columns.width(one)
    if stop >= len(text) and start >= len(text) and start < stop + 1 and stop:
        cells.append((" ", 1, True))  # a place behind the end of the line
        column += 1
    if column > room:
        cells = _cut(cells, room)
    return "".join(one for one, _, _ in cells).rstrip(), "".join(("^" if marked else " ") * width for _, width, marked in cells).rstrip()


def _acts(character: str) -> bool:
    return not character.isprintable()


def _cut(cells: list[tuple[str, int, bool]], room: int) -> list[tuple[str, int, bool]]:
    """The part of a long line that has the first mark: behind its first third if more than that has to go."""
    mark = next((index for index, cell in enumerate(cells) if cell[2]), 0)
    end = next((index for index in range(mark, len(cells)) if not cells[index][2]), len(cells))
    first = 0
    if sum(width for _, width, _ in cells[:end]) > room - 1:
        left = max(room // 3, room - 1 - sum(width for _, width, _ in cells[mark:]))
        first = mark
        while first and left - cells[first - 1][1] >= 0:
            first -= 1
            left -= cells[first][1]
    made = [(_CUT, 1, False)] if first else []
    used = len(made)
    for index in range(first, len(cells)):
        more = index + 1 < len(cells)
        if used + cells[index][1] + more > room:
            return [*made, (_CUT, 1, False)]
        made.append(cells[index])
        used += cells[index][1]
    return made


def edit(fix: Fix, lines: Lines, look: Look) -> list[str]:
    """What an edit takes away and adds, line by line; nothing if the file is not as it was."""
    try:
        before = lines.source(fix.path).text
        after = apply(before, fix.edits)
    except (OSError, SyntaxError, ValueError):
        return []
    old, new = (text.splitlines() for text in (before, after))
    path, made, grown = fix.path, [], Counter()
    for kind, i, k, j, m in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind != "equal":
            # Lines that are cut show where they begin to differ.
            first = len(os.path.commonprefix([old[i], new[j]])) if k > i and m > j else 0
            block = lines.around(path, i + 1)
            begin = lines.number(path, i + 1) + grown[block] - j
            grown[block] += m - j - (k - i)
            made += [("removed", lines.number(path, number + 1), "-", old[number], first * (number == i)) for number in range(i, k)]
            made += [("added", begin + number, "+", new[number], first * (number == j)) for number in range(j, m)]
    ends = [lines.number(path, last) + max(more, 0) for (_, last), more in grown.items()]
    digits = max((len(str(number)) for number in ends), default=1)
    room = look.width - digits - 5
    return [f"  {look('dim', f'{number:>{digits}}')} {look(style, f'{sign} {_cells(text, first, first + 1, room)[0]}')}"
            for style, number, sign, text, first in made]
