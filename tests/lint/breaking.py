"""A plugin of pylint that breaks one query of the analysis: it raises where it is asked about a function named `broken`.

``BREAKS=graphlint.analysis.reach:Trace.run pylint --load-plugins=graphlint,tests.lint.breaking …``
"""

from __future__ import annotations

import importlib
import os
from collections.abc import Callable, Iterator

#: The name of an error, if it is another one than ZeroDivisionError; and how often it is raised.
ERROR, TIMES = "BREAKS_WITH", "BREAKS_TIMES"
_MOST = 99


def install(seam: str, put: Callable[[object, str, object], object] = setattr, error: str = "ZeroDivisionError", times: int = _MOST) -> None:
    """Breaks the function or method ``module:path``."""
    module, _, path = seam.partition(":")
    *owners, name = path.split(".")
    owner: object = importlib.import_module(module)
    for one in owners:
        owner = getattr(owner, one)
    query, left = getattr(owner, name), [times]

    def asked(*arguments: object, **keywords: object) -> object:
        if left[0] and "broken" in map(_name, _about(arguments)):
            left[0] -= 1
            raise getattr(importlib.import_module("builtins"), error)("on purpose")
        return query(*arguments, **keywords)

    put(owner, name, asked)


def _about(arguments: tuple[object, ...]) -> Iterator[object]:
    """What a query is asked about: nodes, traces of functions, calls of functions, and the scopes of what is asked for."""
    for one in arguments:
        yield from (one, getattr(one, "root", None), getattr(one, "function", None), getattr(one, "scope", None))


def _name(about: object) -> object:
    return getattr(getattr(about, "node", about), "name", "")


def register(_: object) -> None:
    """Called by pylint."""
    if "BREAKS" in os.environ:
        install(os.environ["BREAKS"], error=os.environ.get(ERROR, "ZeroDivisionError"), times=int(os.environ.get(TIMES, _MOST)))
