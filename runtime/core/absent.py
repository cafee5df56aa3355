"""What is said of names that TensorFlow has, or might have, and the runtime does not; and names that are loaded on first use."""

from __future__ import annotations

import importlib


def absent_from(module, elsewhere=()):
    """A `__getattr__` for the public module of this name: AttributeErrors that say where to look.

    Args:
        elsewhere: name → module to import it from when it is first used, or that it is, if both are called the same, or
            (module, the name it has there; None for the module itself).
    """
    def __getattr__(name):
        if name in elsewhere:
            place = elsewhere[name]
            source, attribute = place if isinstance(place, tuple) else (place, name)
            found = importlib.import_module(source)
            return found if attribute in (None, source.rpartition(".")[2]) else getattr(found, attribute)
        if name.startswith("__"):
            raise AttributeError(name)
        raise AttributeError(f"the runtime has no {module}.{name}; `graphlint explain runtime` says what it has")
    return __getattr__
