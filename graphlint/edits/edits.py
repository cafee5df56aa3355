"""Changes to the text of files, and how they are put together."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, order=True)
class Edit:
    """The text from `start` to `end`, as indices in the file's text, becomes `text`."""

    start: int
    end: int
    text: str


@dataclass(frozen=True)
class Fix:
    """What mends one finding. All of its edits are made, or none."""

    path: str
    edits: tuple[Edit, ...]
    summary: str
    """What is replaced by what: ``print → tf.print``."""
    safe: bool
    """Whether the program does the same but for what the finding is about, whatever the types of its values are."""


class Conflict(ValueError):
    """Two edits change the same text, or the result is no Python."""


def apply(text: str, edits: Iterable[Edit]) -> str:
    """The text with all edits made. The same edit may be asked for twice, such as an import.

    Raises:
        Conflict: edits overlap.
    """
    pieces, position = [], 0
    for edit in sorted(set(edits)):
        if edit.start < position:
            raise Conflict("two edits change the same text")
        pieces += [text[position : edit.start], edit.text]
        position = edit.end
    return "".join((*pieces, text[position:]))


def compatible(text: str, fixes: Iterable[Fix]) -> tuple[list[Fix], list[Fix]]:
    """Those fixes of one file that can be made together, the first ones first, and the rest."""
    taken: list[Fix] = []
    left: list[Fix] = []
    for fix in fixes:
        try:
            ast.parse(apply(text, [edit for other in (*taken, fix) for edit in other.edits]))
        except (Conflict, SyntaxError, ValueError, RecursionError):
            left.append(fix)
        else:
            taken.append(fix)
    return taken, left
