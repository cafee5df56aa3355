"""graphlint: a pylint plugin that finds what ``tf.function`` freezes, loses or rebuilds."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pylint.lint import PyLinter

DISTRIBUTION = "pylint-graphlint"  # what pip installs

def register(linter: PyLinter) -> None:
    """Called by pylint for ``--load-plugins graphlint``."""
    from graphlint.plugin import register as register_checker  # here, so that `confirm` runs programs without pylint

    register_checker(linter)


__all__ = ["DISTRIBUTION", "register"]
