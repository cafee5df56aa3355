"""How what a check found is written. A format is a module here with `text(checked, look)`, and a line in `FORMATS`."""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from graphlint.checking.run import Checked

#: The module of each format, and what it is for.
FORMATS = {
    "text": "a line for each finding, as pylint has them",
    "full": "the source, the way that leads there and the edit as well",
    "json": "all that is known, for programs",
    "sarif": "SARIF 2.1.0, for code scanning",
    "github": "annotations in GitHub Actions",
    "gitlab": "a code quality report of GitLab",
    "junit": "JUnit XML, for servers that show tests",
    "html": "a page that needs nothing else",
}
LEVELS = {"E": "error", "W": "warning", "R": "note"}  # by the letter of a rule's id


@dataclass(frozen=True)
class Look:
    """What the reader's device can show."""

    width: int = 80
    colour: bool = False

    def __call__(self, style: str, text: str) -> str:
        """Text in a style of `_STYLES`, if there are colours."""
        return f"\033[{_STYLES[style]}m{text}\033[0m" if self.colour and text else text


_STYLES = {"error": "1;31", "warning": "1;33", "note": "1;36", "path": "1", "dim": "2", "added": "32", "removed": "31"}


def rendered(name: str, checked: Checked, look: Look) -> str:
    """What was found, in one of the formats."""
    return importlib.import_module(f"{__name__}.{name}").text(checked, look)
