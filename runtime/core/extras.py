"""Packages that only some names need: they are imported when such a name is used, and an error names the extra that brings them."""

from __future__ import annotations

import importlib


def import_extra(module, what, extra):
    """A module of an optional package. Raises ImportError, which says that `what` needs it and how to install it, where it is missing."""
    package = module.partition(".")[0]
    try:
        importlib.import_module(package)
    except ModuleNotFoundError as error:
        if error.name != package:
            raise
        raise ImportError(f"{what} needs {package}, which is not installed; install it with `pip install pylint-graphlint[{extra}]`",
                          name=package) from None
    return importlib.import_module(module)
