"""Lines of source files, as messages count and show them."""

from __future__ import annotations

import os
from collections.abc import Mapping

from graphlint.analysis.program.files import encoded
from graphlint.edits.source import Source


def short(path: str) -> str:
    """The path as the user would type it from the current folder."""
    relative = os.path.relpath(path)
    return path if relative.split(os.sep, 1)[0] == os.pardir else relative


def visible(text: str) -> str:
    """The text with what a terminal would act upon made visible."""
    return "".join(c if c.isprintable() or c == "\t" else f"\\x{ord(c):02x}" for c in text)


class Lines:
    """The lines of files, each read once. `texts` are those of files that are read from there, by absolute path."""

    def __init__(self, texts: Mapping[str, str] | None = None) -> None:
        self.texts = texts or {}
        self._lines: dict[str, list[str]] = {}
        self.troubles: dict[str, str] = {}
        """Why files could not be read, by their paths; they have no lines."""

    def of(self, path: str) -> list[str]:
        """All lines, without their ends."""
        if path not in self._lines:
            try:
                text = self.source(path).text
            except (OSError, SyntaxError, ValueError) as error:
                self.troubles[path] = str(getattr(error, "strerror", None) or error)
                self._lines[path] = []
            else:
                # Of all that str.splitlines takes for the end of a line, Python's parser has these.
                lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
                self._lines[path] = lines[:-1] if lines[-1] == "" else lines
        return self._lines[path]

    def source(self, path: str) -> Source:
        """A file as it is now, to be edited. Raises OSError, SyntaxError or UnicodeDecodeError."""
        return Source(path, encoded(self.texts[path]) if path in self.texts else None)

    def line(self, path: str, number: int) -> str:
        """One line, counted from 1; "" if the file has none of that number."""
        lines = self.of(path)
        return lines[number - 1] if 0 < number <= len(lines) else ""

    def character(self, path: str, line: int, column: int) -> int:
        """A column in characters; those of messages count the bytes of UTF-8, as Python's parser does."""
        text = self.line(path, line)
        return column if text.isascii() else len(text.encode("utf-8", "surrogatepass")[:column].decode("utf-8", "ignore"))
