"""The code cells of a notebook as one module, and where each of its lines stands in a cell and in the file."""

from __future__ import annotations

import bisect
from dataclasses import dataclass

from graphlint.notebooks.document import Cell, Damaged, Document, is_python
from graphlint.notebooks.magics import Line, error_of, parses, python, split

__all__ = ["SUFFIX", "Damaged", "Notebook", "Place", "Trouble", "Unwritable", "is_notebook", "module_of"]

SUFFIX = ".ipynb"
_FIRST = "# -*- coding: utf-8 -*-\n"  # what a cell says of its encoding does not count
_INDENTED = "if 1:"


def is_notebook(path: str) -> bool:
    """Whether a path is that of a notebook."""
    return path.lower().endswith(SUFFIX)


def module_of(path: str, data: bytes) -> bytes:
    """The Python of a file that has these bytes. Raises `Damaged` for what should be a notebook and is none."""
    return Notebook(data).text.encode() if is_notebook(path) else data


class Unwritable(ValueError):
    """An edit of what is in no cell as it stands in the module, or in more than one."""


@dataclass(frozen=True)
class Place:
    """A line of a code cell; both count from 1."""

    cell: int
    line: int

    def __str__(self) -> str:
        return f"line {self.line} of cell {self.cell}"


@dataclass(frozen=True)
class Trouble:
    """A cell that is no Python: why, and where in the module. The column counts the bytes of UTF-8."""

    line: int
    column: int
    text: str


@dataclass(frozen=True)
class _Row:
    """A line of the module."""

    cell: Cell | None = None
    """None for lines that are in no cell."""
    line: int = 0
    """That of the cell; 0 for what stands before it."""
    start: int = 0
    """Where it begins in the cell's source."""
    size: int = 0
    """Its characters there, with its end."""
    kept: int | None = None


class Notebook:
    """A notebook's file, read. Raises `Damaged` if it is none."""

    def __init__(self, data: bytes) -> None:
        self.document = Document(data)
        self.language = self.document.language
        self.is_python = is_python(self.language)
        """Whether its language is Python; if not, the module is empty."""
        self._rows: list[_Row] = []
        troubles: list[Trouble] = []
        pieces: list[str] = []

        def put(text: str, row: _Row = _Row()) -> None:
            pieces.append(text if text[-1:] in ("\n", "\r") else f"{text}\n")
            self._rows.append(row)

        put(_FIRST)
        for cell in self.document.cells if self.is_python else ():
            head, lines, error = _module(cell)
            put(f"{head}# cell {cell.number}", _Row(cell))
            if error is not None:
                troubles.append(_trouble(error, lines, len(pieces)))
                lines = [Line("#\n", None)] * len(lines)
            start = 0
            for number, (line, source) in enumerate(zip(lines, split(cell.source), strict=True), 1):
                put(line.text, _Row(cell, number, start, len(source), line.kept))
                start += len(source)
        self.text = "".join(pieces)
        """The module."""
        self.lines = [self._shown(row, piece) for row, piece in zip(self._rows, pieces, strict=True)]
        """Its lines without their ends, as they stand in the cells."""
        self.troubles = tuple(troubles)
        self._starts = [0]
        for piece in pieces:
            self._starts.append(self._starts[-1] + len(piece))

    def place(self, line: int) -> Place | None:
        """Where a line of the module stands; None if it is in no cell."""
        row = self._row(line)
        return Place(row.cell.number, row.line) if row.cell and row.line else None

    def heading(self, line: int) -> str | None:
        """What is shown for a line that is in no cell, if anything; None if it is in one."""
        row = self._row(line)
        return None if row.line else f"cell {row.cell.number}" if row.cell else ""

    def in_file(self, line: int, column: int, end: bool = False) -> tuple[int, int]:
        """Where in the file a place of the module stands: line from 1 and character from 0. `end`: what ends there."""
        row = self._row(line)
        if row.cell is None or not row.cell.pieces:
            return 1, 0
        kept = column if row.kept is not None and column >= row.kept else 0
        return self.document.position(self.document.offset(row.cell, row.start + min(kept, row.size), end and kept > 0))

    def around(self, line: int) -> tuple[int, int]:
        """The first and the last line of the module that are in the cell of a line; both are 0 if it is in none."""
        cell = self._row(line).cell
        found = [number for number, row in enumerate(self._rows, 1) if row.cell is cell and row.line] if cell else []
        return (found[0], found[-1]) if found else (0, 0)

    @staticmethod
    def _shown(row: _Row, piece: str) -> str:
        return (row.cell.source[row.start : row.start + row.size] if row.cell and row.line else piece).rstrip("\r\n")

    def in_document(self, start: int, end: int, text: str) -> tuple[int, int, str]:
        """An edit of the module as one of the file's text. Raises `Unwritable`."""
        cell, begin = self._in_cell(start)
        other, stop = self._in_cell(end, begin=start)
        if other is not cell:
            raise Unwritable("the edit is of more than one cell")
        if stop > len(cell.source):  # the end of the line is the module's, not the cell's
            stop, text = len(cell.source), text.removesuffix("\n")
        return self.document.replacement(cell, begin, stop, text)

    def _in_cell(self, offset: int, begin: int | None = None) -> tuple[Cell, int]:
        """The cell and the index in its source of an index in the module; that of an end has where the edit began."""
        line = bisect.bisect_right(self._starts, offset)
        column = offset - self._starts[line - 1]
        if begin is not None and begin < offset and not column:  # behind the end of the line before
            line -= 1
            column = offset - self._starts[line - 1]
        row = self._row(line)
        if row.cell is None or row.kept is None or column < row.kept:
            raise Unwritable("the edit is of a line that is for IPython")
        return row.cell, row.start + column

    def _row(self, line: int) -> _Row:
        return self._rows[line - 1] if 0 < line <= len(self._rows) else _Row()


def _module(cell: Cell) -> tuple[str, list[Line], Exception | None]:
    """What stands before a cell's lines, the lines, and why they are no Python, if they are none."""
    if cell.foreign:
        return "", [Line("#\n", None) for _ in split(cell.source)], None
    lines = python(cell.source)
    text = "".join(line.text for line in lines)
    error = error_of(text)
    first = next((line.text for line in lines if line.text.strip()), "")
    if error is not None and first[:1] in (" ", "\t"):  # IPython takes off what the first line is indented by
        if parses(f"{_INDENTED}\n{text}"):
            return f"{_INDENTED}  ", lines, None
    return "", lines, error


def _trouble(error: Exception, lines: list[Line], before: int) -> Trouble:
    line = min(max(getattr(error, "lineno", None) or 1, 1), max(len(lines), 1))
    text = lines[line - 1].text if lines else ""
    column = len(text[: max((getattr(error, "offset", None) or 1) - 1, 0)].encode())
    what = getattr(error, "msg", None) or str(error) or type(error).__name__
    return Trouble(before + line, column, f"this cell is no Python, and is left out: {what}")
