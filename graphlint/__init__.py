"""graphlint: a pylint plugin that finds what ``tf.function`` freezes, loses or rebuilds."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from IPython.core.interactiveshell import InteractiveShell
    from pylint.lint import PyLinter

DISTRIBUTION = "pylint-graphlint"  # what pip installs
#: Public name -> the module that has it, and its name there; imported when it is first used.
_LATER = {
    "check": ("graphlint.api", "check"),
    "Report": ("graphlint.checking.run", "Checked"),
    "Finding": ("graphlint.reported", "Finding"),
    "Problem": ("graphlint.reported", "Problem"),
    "Confirmation": ("graphlint.confirm.confirmation", "Confirmation"),
}


def __getattr__(name: str) -> Any:
    if name == "confirm":
        return importlib.import_module("graphlint.confirm")
    if name in _LATER:
        module, there = _LATER[name]
        return getattr(importlib.import_module(module), there)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


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
