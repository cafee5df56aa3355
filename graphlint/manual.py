"""The pages of docs/, as `graphlint explain` shows them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from graphlint import columns

#: Where the build of a distribution puts the pages of docs/; they are not there in the project's own folder.
INSTALLED = Path(__file__).parent / "pages"
_ITEM = re.compile(r"(\s*(?:[-*]|\d+\.) )")


def pages() -> list[str]:
    """The names of the pages, without those of the rules."""
    return sorted(page.stem for page in _folder().glob("*.md"))


def read(name: str) -> str:
    """A page, in Markdown: `confirm`, `rules/print-in-graph`. Raises OSError if there is none of that name."""
    return path(name).read_text("utf-8")


def path(name: str) -> Path:
    """The file of a page."""
    return _folder() / f"{name}.md"


def _folder() -> Path:
    return INSTALLED if INSTALLED.is_dir() else Path(__file__).parents[1] / "docs"


def fitted(text: str, width: int) -> str:
    """A page with its paragraphs and lists as wide as the terminal. Code, tables and headings stay as they are."""
    return "\n".join(line for block in _blocks(text) for line in _fitted(block, width))


def _blocks(text: str) -> Iterator[list[str]]:
    """The lines of the page: those of a paragraph or of an item of a list together, any other alone."""
    block: list[str] = []
    fenced = False
    for line in text.splitlines():
        fence = line.startswith("```")
        code = fence or fenced or line.startswith(("    ", "|", "#", "<", "---")) or not line
        if block and (code or _ITEM.match(line)):
            yield block
            block = []
        fenced ^= fence
        if code:
            yield [line]
        else:
            block.append(line)
    if block:
        yield block


def _fitted(block: list[str], width: int) -> list[str]:
    if len(block) == 1 and (len(block[0]) <= width or block[0].startswith(("    ", "|", "#", "<"))):
        return block
    item = _ITEM.match(block[0])
    indent = item[1] if item else ""
    words = " ".join([block[0][len(indent) :], *(line.strip() for line in block[1:])])
    return columns.wrap(words, width, indent, " " * len(indent), whole=True)
