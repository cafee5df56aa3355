"""What is said of names that TensorFlow has, or might have, and the runtime does not."""

from __future__ import annotations


def absent_from(module):
    """A `__getattr__` for the public module of this name: AttributeErrors that say where to look."""
    def __getattr__(name):
        if name.startswith("__"):
            raise AttributeError(name)
        raise AttributeError(f"the runtime has no {module}.{name}; docs/runtime.md says what it has")
    return __getattr__
