"""graphlint: a pylint plugin that finds what ``tf.function`` freezes, loses or rebuilds."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from IPython.core.interactiveshell import InteractiveShell
    from pylint.lint import PyLinter

DISTRIBUTION = "pylint-graphlint"  # what pip installs

def register(linter: PyLinter) -> None:
    """Called by pylint for ``--load-plugins graphlint``."""
    from graphlint.plugin import register as register_checker  # here, so that `confirm` runs programs without pylint

    register_checker(linter)


def load_ipython_extension(shell: InteractiveShell) -> None:
    """Called by IPython for ``%load_ext graphlint``."""
    from graphlint.jupyter.magics import GraphlintMagics  # IPython is an optional extra

    shell.register_magics(GraphlintMagics)


def unload_ipython_extension(shell: InteractiveShell) -> None:
    """Called by IPython for ``%unload_ext graphlint``."""
    shell.magics_manager.registry.pop("GraphlintMagics").close()
    for kind, name in (("line", "graphlint"), ("cell", "graphlint"), ("cell", "confirm")):
        del shell.magics_manager.magics[kind][name]


__all__ = ["DISTRIBUTION", "load_ipython_extension", "register", "unload_ipython_extension"]
