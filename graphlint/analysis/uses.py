"""What needs the value of a tensor, and whether AutoGraph makes an operation of it."""

from __future__ import annotations

import functools

from graphlint import frameworks
from graphlint.frameworks import tensors as table


#: Functions that need values, by name and by package.
_NAMES = (table.NEEDS_VALUE, table.CONVERTED, table.TAKES_PATH, table.EAGER_FUNCTIONS, table.BY_NUMPY, table.BY_OTHERS, table.OF_LISTS)
_PACKAGES = frozenset({"math", *table.OTHERS})


@functools.lru_cache(maxsize=None)
def of_function(name: str) -> str | None:
    """How a call of a function uses its arguments: as `Use.how`; None if it needs no value. `name` is canonical."""
    if name in table.FUNCTIONAL_UPDATES:
        return "discard"
    if name in table.FORMATS:
        return "format"
    if any(name in names for names in _NAMES) or name.partition(".")[0] in _PACKAGES:
        return name
    if name.startswith(("numpy.", "scipy.")):
        meaning = frameworks.MEANINGS.get(name)
        if any(name == static or name.startswith(static + ".") for static in table.NUMPY_STATIC):
            return None
        return None if meaning is not None and meaning.effect is not None else name
    return None
