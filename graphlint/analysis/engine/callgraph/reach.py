"""How far a search of the program goes: all bounds of the searches for callers, in one place."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Reach:
    """The bounds of one search. Beyond them it is silent: there may be more calls than it finds."""

    importers: int
    """So many of the other modules that a search asks for are looked into, at most; 0 is a function's own module alone."""
    all_importers: int
    """So many files are looked into by all searches for one linted module together: they spend it in the order of asking."""
    calls: int | None
    """So many calls of one module, by all names together."""
    has_decorations: bool
    """Whether what Python calls for decorators is looked at, too: ``@register`` is ``register(step)``."""


#: The module that a function is in: all calls that it writes.
OWN_MODULE = Reach(importers=0, all_importers=0, calls=None, has_decorations=False)
#: That, and the modules of the program that import it.
PROGRAM = Reach(importers=4, all_importers=16, calls=12, has_decorations=True)
#: The same but for decorators, which are given functions and classes.
PROGRAM_CALLS = replace(PROGRAM, has_decorations=False)
