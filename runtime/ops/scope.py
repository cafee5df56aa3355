"""Name scopes of public functions that are made of several ops."""

from __future__ import annotations

from runtime.core.context import context


class scope:
    """``with scope(name, "MatMul") as name:``: in graphs the scope of one call, eagerly nothing (None).

    Ops inside are named below it; one that is given the yielded name gets the scope's own name.
    """

    __slots__ = ("_manager",)

    def __init__(self, name, default):
        self._manager = None if context.graph is None else context.graph.name_scope(name or default)

    def __enter__(self):
        return None if self._manager is None else self._manager.__enter__()

    def __exit__(self, *error):
        if self._manager is not None:
            self._manager.__exit__(*error)


def named(function, name, doc):
    """Give a generated public function its name and docstring."""
    function.__name__ = function.__qualname__ = name
    function.__doc__ = doc
    return function
