"""A source file as text with positions, read and written back as it is: encoding, line ends and mode."""

from __future__ import annotations

import bisect
import io
import os
import re
import stat
import tempfile
import tokenize
from pathlib import Path

from astroid import nodes

from graphlint.edits.edits import Edit
from graphlint.notebooks.notebook import Notebook, Unwritable, is_notebook

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n|$)")


def opened(path: str, data: bytes | None = None) -> Source:
    """A file, as the module that it is. Raises what `Source` does, and SyntaxError for what should be a notebook and is none."""
    return NotebookSource(path, data) if is_notebook(path) else Source(path, data)


class Source:
    """The text of one Python file; `data` stands for what is on disk.

    Raises:
        OSError, SyntaxError, UnicodeDecodeError: the file cannot be read, or not in the encoding that it declares.
    """

    def __init__(self, path: str, data: bytes | None = None) -> None:
        self.path = path
        data = Path(path).read_bytes() if data is None else data
        self.encoding, self.text = self._read(data)
        self._starts = [match.start() for match in _LINE.finditer(self.text)]

    @staticmethod
    def _read(data: bytes) -> tuple[str, str]:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
        return encoding, data.decode(encoding)

    @property
    def file_text(self) -> str:
        """What the file has: more than the module, where it is a notebook."""
        return self.text

    @property
    def lines(self) -> list[str]:
        """The lines without their ends, as Python's parser counts them, and as they stand in the file."""
        lines = self.text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        return lines[:-1] if lines[-1] == "" else lines

    def in_file(self, edit: Edit) -> Edit | None:
        """An edit of the module as one of `file_text`; None if it cannot be written there."""
        return edit

    def offset(self, line: int, column: int) -> int:
        """The index in the text of a position as the parser gives it: lines from 1, columns in bytes of UTF-8."""
        start = self._starts[line - 1]
        end = self._starts[line] if line < len(self._starts) else len(self.text)
        return start + len(self.text[start:end].encode()[:column].decode(errors="ignore"))

    def position(self, offset: int) -> tuple[int, int]:
        """The line, from 1, and the character in it, from 0, of an index in the text."""
        line = bisect.bisect_right(self._starts, offset)
        if line > 1 and offset == len(self.text) and self.text[-1] not in "\r\n":
            line -= 1  # the place behind a last line without an end begins none
        return line, offset - self._starts[line - 1]

    def file_position(self, offset: int) -> tuple[int, int]:
        """As `position`, of an index in `file_text`."""
        return self.position(offset)

    def span(self, node: nodes.NodeNG) -> tuple[int, int]:
        """Where a node begins and ends."""
        return self.offset(node.lineno, node.col_offset), self.offset(node.end_lineno, node.end_col_offset)

    def of(self, node: nodes.NodeNG) -> str:
        """The text of a node, as it is written."""
        start, end = self.span(node)
        return self.text[start:end]

    def indentation(self, node: nodes.NodeNG) -> str:
        """The white space before the first token of a node's line."""
        start = self._starts[node.lineno - 1]
        return self.text[start : start + len(self.text[start:]) - len(self.text[start:].lstrip(" \t"))]

    @property
    def newline(self) -> str:
        """The line end that the file uses first."""
        match = re.search(r"\r\n|\r|\n", self.text)
        return match.group() if match else "\n"


class NotebookSource(Source):
    """The cells of a notebook as one module. Raises OSError, and SyntaxError if it is none."""

    notebook: Notebook

    def _read(self, data: bytes) -> tuple[str, str]:  # type: ignore[override]
        self.notebook = Notebook(data)
        return "utf-8-sig" if self.notebook.document.marked else "utf-8", self.notebook.text

    @property
    def file_text(self) -> str:
        return self.notebook.document.text

    def file_position(self, offset: int) -> tuple[int, int]:
        return self.notebook.document.position(offset)

    @property
    def lines(self) -> list[str]:
        return self.notebook.lines

    def in_file(self, edit: Edit) -> Edit | None:
        try:
            return Edit(*self.notebook.in_document(edit.start, edit.end, edit.text))
        except Unwritable:
            return None


def write(path: str, text: str, encoding: str) -> None:
    """Replaces a file in one step: it has the old text or the new one, never a part. Its mode is kept.

    What is no file, such as a pipe, is written to. A file that is not there is made.

    Raises:
        OSError: it cannot be written. UnicodeEncodeError: the encoding has no such character. The file is as before.
    """
    target = os.path.realpath(path)  # a link stays a link
    data = text.encode(encoding)
    if os.path.exists(target) and not os.path.isfile(target):
        with open(target, "wb") as file:
            file.write(data)
        return
    handle, temporary = tempfile.mkstemp(dir=os.path.dirname(target), prefix=".graphlint-", suffix=".py")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, stat.S_IMODE(os.stat(target).st_mode) if os.path.exists(target) else _new_mode())
        os.replace(temporary, target)
    except BaseException:
        os.unlink(temporary)
        raise


def _new_mode() -> int:
    """The mode that the user wants new files to have; it can only be asked for by setting it."""
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
