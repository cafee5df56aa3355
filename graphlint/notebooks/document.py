"""The file of a notebook: JSON whose strings know where they stand, so that an edit changes nothing else."""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

_DECODER = json.JSONDecoder()
_SPACE = re.compile(r"[ \t\n\r]*")
_CHARACTER = re.compile(r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\.|[^\\]", re.DOTALL)
_ESCAPED = re.compile(r"\\u(?!00[0-7])[0-9a-fA-F]{4}")
_SURROGATE = re.compile("[\ud800-\udfff]")


class Damaged(SyntaxError):
    """A file that is no notebook; line and column are those of the file."""

    def __init__(self, text: str, line: int = 1, column: int = 0) -> None:
        super().__init__(text)
        self.line = line
        self.column = column

    def __str__(self) -> str:
        return f"{self.msg} (line {self.line})"


class Value:
    """A value in a text of JSON, from `start` to `end`."""

    def __init__(self, text: str, start: int) -> None:
        self.text = text
        self.start = start
        self.data, self.end = _DECODER.raw_decode(text, start)

    @cached_property
    def members(self) -> dict[str, Value]:
        """Those of an object by their keys; nothing for any other value."""
        found: dict[str, Value] = {}
        if isinstance(self.data, dict):
            at = _skip(self.text, self.start + 1)
            while self.text[at] != "}":
                key = Value(self.text, at)
                found[key.data] = value = Value(self.text, _skip(self.text, _skip(self.text, key.end) + 1))
                at = _after(self.text, value.end)
        return found

    @cached_property
    def items(self) -> list[Value]:
        """Those of a list; nothing for any other value."""
        found: list[Value] = []
        if isinstance(self.data, list):
            at = _skip(self.text, self.start + 1)
            while self.text[at] != "]":
                found.append(Value(self.text, at))
                at = _after(self.text, found[-1].end)
        return found

    def offset(self, index: int) -> int:
        """Where in the text the character of a string stands, or its end."""
        raw = self.text[self.start + 1 : self.end - 1]
        if "\\" not in raw:
            return self.start + 1 + index
        at = 0
        for _ in range(index):
            found = _CHARACTER.match(raw, at)
            at = found.end() if found else len(raw)
        return self.start + 1 + at


def _skip(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return found.end() if found else at


def _after(text: str, at: int) -> int:
    """Where the next item of a list or object begins, or what closes it stands."""
    at = _skip(text, at)
    return _skip(text, at + 1) if text[at] == "," else at


@dataclass(frozen=True)
class Cell:
    """A code cell."""

    number: int
    """Which code cell it is, from 1."""
    pieces: tuple[Value, ...]
    """The strings that its source is put together from: one for each line, as a rule."""
    listed: bool
    """Whether they are in a list."""
    foreign: bool = False
    """Whether it is in another language than the notebook."""

    @cached_property
    def source(self) -> str:
        """Its text. What UTF-8 does not have is replaced."""
        return _SURROGATE.sub("\ufffd", "".join(piece.data for piece in self.pieces))


class Document:
    """A notebook's file: its code cells, and how edits of them are written.

    Raises `Damaged` if it is none.
    """

    def __init__(self, data: bytes) -> None:
        self.marked = data.startswith(codecs.BOM_UTF8)
        try:
            self.text = data.removeprefix(codecs.BOM_UTF8).decode()
            json.loads(self.text)
            self._root = Value(self.text, _skip(self.text, 0))
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, error.start) + 1
            raise Damaged("the notebook is damaged: it is not UTF-8 here", line) from error
        except json.JSONDecodeError as error:
            what = "it is empty" if not self.text.strip() else f"{error.msg[:1].lower()}{error.msg[1:]}"
            raise Damaged(f"the notebook is damaged: {what}", error.lineno, error.colno - 1) from error
        except RecursionError as error:
            raise Damaged("the notebook is damaged: it is nested too deeply") from error
        self.cells = tuple(self._cells())

    @property
    def language(self) -> str:
        """What its kernel runs, as the notebook says; Python where it does not."""
        about = self._root.data.get("metadata")
        about = about if isinstance(about, dict) else {}
        for group, key in (("kernelspec", "language"), ("language_info", "name")):
            known = about.get(group)
            if isinstance(known, dict) and isinstance(known.get(key), str) and known[key]:
                return known[key]
        return "python"

    def _cells(self) -> Iterator[Cell]:
        root = self._root.members
        version = self._root.data.get("nbformat") if isinstance(self._root.data, dict) else None
        sheets = [root["cells"]] if "cells" in root else [
            sheet.members["cells"] for sheet in (root["worksheets"].items if "worksheets" in root else ()) if "cells" in sheet.members]
        if not isinstance(self._root.data, dict) or not isinstance(version, int) and not sheets:
            raise Damaged("it is no notebook: it has no cells")
        if isinstance(version, int) and version not in (3, 4):
            raise Damaged(f"the notebook has format {version}: only 3 and 4 are read")
        number = 0
        for cell in (cell for sheet in sheets for cell in sheet.items):
            if cell.members.get("cell_type") is None or cell.members["cell_type"].data != "code":
                continue
            number += 1
            source = cell.members.get("source") or cell.members.get("input")
            pieces = () if source is None else tuple(source.items) if isinstance(source.data, list) else (source,)
            if not all(isinstance(piece.data, str) for piece in pieces):
                line, column = self.position(cell.start)
                raise Damaged(f"the notebook is damaged: the source of code cell {number} is no text", line, column)
            yield Cell(number, pieces, source is not None and isinstance(source.data, list), _is_foreign(cell.data))

    def position(self, offset: int) -> tuple[int, int]:
        """Line from 1 and column from 0, in the file, of an index in its text."""
        line = self.text.count("\n", 0, offset) + 1
        return line, offset - (self.text.rfind("\n", 0, offset) + 1)

    def offset(self, cell: Cell, index: int, end: bool = False) -> int:
        """Where in the file a character of a cell's source stands; of the `end` of something, right behind its last one."""
        return self._found(cell, index, end)[1]

    def _found(self, cell: Cell, index: int, end: bool = False) -> tuple[int, int]:
        """Which of the cell's strings has a character, and where in the file it stands."""
        for number, piece in enumerate(cell.pieces):
            size = len(piece.data)
            if index < size or index == size and (end or number == len(cell.pieces) - 1):
                return number, piece.offset(index)
            index -= size
        raise IndexError(index)

    def replacement(self, cell: Cell, start: int, end: int, text: str) -> tuple[int, int, str]:
        """What an edit of a cell's source is in the file: from where to where, and the raw text that stands there then."""
        pieces = cell.pieces
        first, begin = self._found(cell, start)
        last, stop = self._found(cell, end, end=end > start)
        if cell.listed and not text and end > start and len(pieces) > last - first + 1:
            # Lines that go take their strings with them.
            if begin == pieces[first].start + 1 and stop == pieces[last].end - 1:
                if last + 1 < len(pieces):
                    return pieces[first].start, pieces[last + 1].start, ""
                return pieces[first - 1].end, pieces[last].end, ""
        lines = re.split(r"(?<=\n)", text)
        if not lines[-1] and stop == pieces[last].end - 1:
            lines = [*lines[:-2], lines[-2]] if lines[1:] else lines  # no empty string after the last line
        break_ = f'",{self._between(cell)}"' if cell.listed else ""
        return begin, stop, break_.join(self._raw(line) for line in lines)

    def _between(self, cell: Cell) -> str:
        """The white space between the comma after a string of a list and the next one."""
        pieces = cell.pieces
        if pieces[1:]:
            return self.text[pieces[0].end : pieces[1].start].replace(",", "", 1)
        before = self.text[: pieces[0].start]
        return before[len(before.rstrip()) :]

    def _raw(self, text: str) -> str:
        return json.dumps(text, ensure_ascii=self._is_ascii)[1:-1]

    @cached_property
    def _is_ascii(self) -> bool:
        """Whether what is not ASCII is escaped in this file."""
        return self.text.isascii() and _ESCAPED.search(self.text) is not None


def _is_foreign(cell: dict) -> bool:
    """Whether a cell says that it is in another language: of its own, as the old format has it, or to VS Code."""
    about = cell.get("metadata")
    editor = about.get("vscode") if isinstance(about, dict) else None
    said = [cell.get("language"), editor.get("languageId") if isinstance(editor, dict) else None]
    return any(isinstance(language, str) and not is_python(language) for language in said)


def is_python(language: str) -> bool:
    """Whether a kernel's language is Python."""
    return language.lower().removeprefix("i").startswith("python")
