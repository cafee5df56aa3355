"""Standard output and error of the command: they take any text, and a reader that goes away changes nothing."""

from __future__ import annotations

import codecs
import contextlib
import os
import sys
from collections.abc import Iterator

#: What stands for the characters of our own texts where an encoding has not got them.
_PLAIN = {"…": "...", "–": "-", "—": "-", "→": "->", "’": "'", "“": '"', "”": '"'}


def _plain(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    characters = error.object[error.start : error.end]
    shown = (_PLAIN.get(c) or c.encode("ascii", "backslashreplace").decode() for c in characters)
    return "".join(shown), error.end


codecs.register_error("graphlint-plain", _plain)


class Stream:
    """Writes to a text stream what its encoding has, and the rest as plain text or escapes.

    Once the reader of a pipe, such as `head`, has gone, what is written is dropped. Any other trouble, such as a full
    disk, is kept in `trouble`.
    """

    def __init__(self, stream) -> None:
        self._stream = stream
        self.trouble: OSError | None = None
        self.is_lost = False
        """Whether what is written is dropped."""

    def __getattr__(self, name: str):
        return getattr(self._stream, name)

    def write(self, text: str) -> int:
        """Write text of any characters; returns how many."""
        encoding = self._stream.encoding
        if encoding:
            try:
                text.encode(encoding)
            except UnicodeEncodeError:
                text = text.encode(encoding, "graphlint-plain").decode(encoding)
        with self._guarded():
            self._stream.write(text)
        return len(text)

    def write_bytes(self, data: bytes) -> None:
        """Write bytes as they are; a stream of text alone is given text."""
        buffer = getattr(self._stream, "buffer", None)
        if buffer is None:
            self.write(data.decode("utf-8", "backslashreplace"))
            return
        with self._guarded():
            self._stream.flush()
            buffer.write(data)

    def flush(self) -> None:
        """Hand on what was written."""
        with self._guarded():
            self._stream.flush()

    @contextlib.contextmanager
    def _guarded(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:  # the rest goes nowhere, also what the interpreter flushes at its end
            if not isinstance(error, BrokenPipeError):
                self.trouble = self.trouble or error
            self.is_lost = True
            with contextlib.suppress(OSError), open(os.devnull, "wb") as nowhere:
                os.dup2(nowhere.fileno(), self._stream.fileno())


@contextlib.contextmanager
def guarded() -> Iterator[Stream | None]:
    """Put such streams in the place of standard output and error; gives that of standard output, if there is one."""
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = ours = tuple(stream and Stream(stream) for stream in before)
    try:
        yield ours[0]
    finally:
        for stream in filter(None, ours):
            stream.flush()
        sys.stdout, sys.stderr = before
