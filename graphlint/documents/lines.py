"""Lines of source files, as messages count and show them."""

from __future__ import annotations

import functools
import os
from collections.abc import Mapping

from graphlint.analysis.program.files import encoded
from graphlint.columns import characters
from graphlint.edits.source import NotebookSource, Source, opened
from graphlint.notebooks.notebook import Place, is_notebook


def short(path: str) -> str:
    """The path as the user would type it from the current folder."""
    relative = os.path.relpath(path)
    return path if relative.split(os.sep, 1)[0] == os.pardir else relative


def visible(text: str) -> str:
    """The text with what a terminal would act upon made visible."""
    return "".join(c if c.isprintable() or c == "\t" else f"\\x{ord(c):02x}" for c in text)


@functools.lru_cache(maxsize=8)
def _on_disk(path: str, changed: int) -> Source:
    return opened(path)


class Lines:
    """The lines of files, each read once. `texts` are those of files that are read from there, by absolute path."""

    def __init__(self, texts: Mapping[str, str] | None = None) -> None:
        self.texts = texts or {}
        self._lines: dict[str, list[str]] = {}
        self._notebooks: dict[str, NotebookSource | None] = {}
        self.troubles: dict[str, str] = {}
        """Why files could not be read, by their paths; they have no lines."""

    def of(self, path: str) -> list[str]:
        """All lines, without their ends."""
        if path not in self._lines:
            try:
                self._lines[path] = self.source(path).lines
            except (OSError, SyntaxError, ValueError) as error:
                self.troubles[path] = str(getattr(error, "strerror", None) or error)
                self._lines[path] = []
        return self._lines[path]

    def source(self, path: str) -> Source:
        """A file as it is now, to be edited. Raises OSError, SyntaxError or UnicodeDecodeError."""
        return opened(path, encoded(self.texts[path]) if path in self.texts else None)

    def cell(self, path: str, line: int) -> Place | None:
        """The place of a line in a notebook, by its cell; None for any other file, and for what is in no cell."""
        source = self._notebook(path)
        return source.notebook.place(line) if source else None

    def place(self, path: str, line: int, column: int | None = None) -> str:
        """A place as messages begin with it: ``steps.py:12:4``, or ``train.ipynb:cell 3:2:4``."""
        cell = self.cell(path, line)
        where = f"cell {cell.cell}:{cell.line}" if cell else str(line)
        return f"{short(path)}:{where}{'' if column is None else f':{column}'}"

    def told(self, path: str, line: int) -> str:
        """A line in a sentence: ``line 12``, or ``line 2 of cell 3``."""
        return str(self.cell(path, line) or f"line {line}")

    def around(self, path: str, line: int) -> tuple[int, int]:
        """The first and the last line that are shown together with a line: those of its cell, or all."""
        source = self._notebook(path)
        return source.notebook.around(line) if source else (1, len(self.of(path)))

    def heading(self, path: str, line: int) -> str | None:
        """What stands for a line that is in no cell of a notebook; None for any other line."""
        source = self._notebook(path)
        return source.notebook.heading(line) if source else None

    def number(self, path: str, line: int) -> int:
        """The number that a line is shown with: that in its cell, or its own."""
        cell = self.cell(path, line)
        return cell.line if cell else line

    def with_cell(self, text: str, path: str, line: int) -> str:
        """A message for a reader that only knows places in files: of a notebook it begins with the cell."""
        cell = self.cell(path, line)
        return f"{cell}: {text}" if cell else text

    def in_file(self, path: str, line: int, character: int = 0, end: bool = False) -> tuple[int, int]:
        """Where in the file itself a place is: line from 1 and character from 0. `end`: that of something that ends there."""
        source = self._notebook(path)
        return source.notebook.in_file(line, character, end) if source else (line, character)

    def _notebook(self, path: str) -> NotebookSource | None:
        if not is_notebook(path):
            return None
        if path not in self._notebooks:
            try:
                source = self.source(path) if path in self.texts else _on_disk(path, os.stat(path).st_mtime_ns)
            except (OSError, SyntaxError):
                source = None
            self._notebooks[path] = source if isinstance(source, NotebookSource) else None
        return self._notebooks[path]

    def line(self, path: str, number: int) -> str:
        """One line, counted from 1; "" if the file has none of that number."""
        lines = self.of(path)
        return lines[number - 1] if 0 < number <= len(lines) else ""

    def character(self, path: str, line: int, column: int) -> int:
        """A column in characters; those of messages count the bytes of UTF-8, as Python's parser does."""
        return characters(self.line(path, line), column)
