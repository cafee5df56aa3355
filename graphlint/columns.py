"""Text in columns of a terminal, where wide characters (Chinese, emoji) take two and marks on others none."""

from __future__ import annotations

import shutil
import textwrap
import unicodedata

WIDTH = 80
_LEAST, _MOST = 60, 160
_FILL = "\ufdd0"  # a noncharacter: no text has it; it stands behind a wide character, for its second column


def terminal(otherwise: int = WIDTH, least: int = _LEAST) -> int:
    """Columns of the terminal that standard output is, or what COLUMNS says; `otherwise` where there is neither.

    They are no fewer than `least`, which a layout needs.
    """
    width = shutil.get_terminal_size((0, 0)).columns
    return min(max(width, least), _MOST) if width > 0 else otherwise


def is_told() -> bool:
    """Whether there is a terminal, or COLUMNS, to go by."""
    return terminal(0) > 0


def width(text: str) -> int:
    """How many columns the text takes."""
    return len(text) if text.isascii() else sum(map(_width, text))


def _width(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in ("W", "F") else 1


def padded(text: str, columns: int) -> str:
    """The text with blanks up to so many columns."""
    return text + " " * (columns - width(text))


def wrap(text: str, columns: int, indent: str = "", hanging: str | None = None, most: int | None = None,
         whole: bool = False) -> list[str]:
    """Lines of at most so many columns, the first one after `indent`, the others after `hanging` (default: the same).

    Of more than `most` lines the rest is cut off. `whole` keeps words whole that are longer than a line.
    """
    wrapper = _Wrapper(columns, initial_indent=indent, subsequent_indent=indent if hanging is None else hanging,
                       max_lines=most, placeholder=" …", break_long_words=not whole, break_on_hyphens=not whole)
    return [line.replace(_FILL, "") for line in wrapper.wrap(_filled(text))]


def characters(line: str, column: int) -> int:
    """A column in characters; Python's parser counts the bytes of UTF-8."""
    return column if line.isascii() else len(line.encode("utf-8", "surrogatepass")[:column].decode("utf-8", "ignore"))


def _filled(text: str) -> str:
    return text if text.isascii() else "".join(c + _FILL * (_width(c) - 1) for c in text if c != _FILL)


class _Wrapper(textwrap.TextWrapper):
    def _handle_long_word(self, reversed_chunks, cur_line, cur_len, width):
        """Cut a word that is longer than a line, but no wide character in two and no mark off its letter."""
        chunk, room = reversed_chunks[-1], max(width - cur_len, 1)
        cut = room
        while cut and _belongs(chunk[cut : cut + 1]):
            cut -= 1
        if cut == room:
            super()._handle_long_word(reversed_chunks, cur_line, cur_len, width)
        elif cut or not cur_line:
            cut = cut or next((i for i in range(1, len(chunk)) if not _belongs(chunk[i])), len(chunk))
            cur_line.append(chunk[:cut])
            reversed_chunks[-1] = chunk[cut:]


def _belongs(character: str) -> bool:
    """Whether it stands with the character before it."""
    return character == _FILL or bool(character) and unicodedata.combining(character) > 0
