"""An activation of a function: plain data. What values mean in one, engine/activation.py tells."""

from __future__ import annotations

from graphlint.analysis.syntax.scopes import FunctionNode, Scope
from graphlint.analysis.values.events import Call
from graphlint.analysis.values.places import Value


class Frame:
    """One activation of a function. `traced` says that it runs within the trace: its variables are not outer places."""

    __slots__ = ("env", "function", "home", "rebound", "results", "traced")

    def __init__(self, function: FunctionNode, env: dict[str, frozenset[Value]], home: Frame | None, traced: bool) -> None:
        self.function = function
        self.env = env
        self.home = home
        self.traced = traced
        self.results: dict[Call, frozenset[Value]] = {}
        self.rebound: dict[Frame, Frame] = {}
        """Activations that were made outside of any trace, as they are in this one."""

    def find(self, scope: Scope) -> Frame | None:
        """The activation of an enclosing function."""
        frame: Frame | None = self
        while frame is not None and frame.function is not scope:
            frame = frame.home
        return frame
