"""The state that a program leaves behind: module globals, and what its graph functions reach besides."""
from __future__ import annotations

import enum
import inspect
import json
import sys
import types
import weakref
from collections.abc import Callable, Iterator

from graphlint.confirm.lines import user_path
from graphlint.confirm.observation.output import Log
from graphlint.confirm.observation.values import Encoder


class State:
    """Records what changed since the last time, by name."""

    def __init__(self, log: Log, encoder: Encoder):
        self._log = log
        self._encoder = encoder
        self._known: dict[tuple[str, str], str] = {}
        self._reached: dict[str, Callable[[], object]] = {}
        self._modules: set[str | None] = {"__main__"}

    def after(self, number: int, module: str | None, reached: dict[str, object]) -> None:
        """Record the state after a call of a function, which is of a module and reaches these objects."""
        self.reach(module, reached)
        self._record(number, self._modules)

    def reach(self, module: str | None, reached: dict[str, object]) -> None:
        """Look at a module and at these objects from now on."""
        self._reached.update((name, _kept(value)) for name, value in reached.items())
        self._modules.add(module)

    def known(self) -> dict[str, str]:
        """The state as it was recorded last, for the run that the log is set to."""
        return {name: text for (run, name), text in self._known.items() if run == self._log.current.run}

    def end(self) -> None:
        """Record the state at the end of the program, of all its modules."""
        self._record(None, sys.modules)

    def _record(self, number, modules):
        changed = {}
        reached = ((name, get()) for name, get in self._reached.items())
        alive = {name: value for name, value in reached if value is not None}
        for name, value in {**alive, **_globals(modules)}.items():
            encoded = self._encoder.encode(value)
            text = json.dumps(encoded)
            if self._known.get((self._log.current.run, name)) != text:
                self._known[self._log.current.run, name] = text
                changed[name] = encoded
        if changed or number is not None:
            self._log.write("state", call=number, roots=changed)


def _kept(value: object) -> Callable[[], object]:
    """How to get at an object later: one that dies with a call must die, or the cache of graphs takes the next for it."""
    try:
        return weakref.ref(value)
    except TypeError:
        return lambda: value


def _globals(modules) -> dict[str, object]:
    """The data in modules of the user's, under their qualified names; those of the program itself under plain ones."""
    found = {}
    for name in list(modules):
        module = sys.modules.get(name)
        path = user_path(getattr(module, "__file__", None) or "")
        if path:
            prefix = "" if name == "__main__" else f"{name}."
            found.update({f"{prefix}{key}": value for key, value in _module_data(vars(module), path)})
    return found


def _module_data(names: dict, path: str) -> Iterator[tuple[str, object]]:
    """The data among a module's globals, and that on its classes."""
    for key, value in list(names.items()):
        if key.startswith("__") or isinstance(value, types.ModuleType):
            continue
        if isinstance(value, type):
            module = sys.modules.get(value.__module__)
            if user_path(getattr(module, "__file__", None) or "") == path and not issubclass(value, enum.Enum):
                for name, held in list(vars(value).items()):
                    if not name.startswith("__") and not callable(held) and not inspect.isdatadescriptor(held):
                        yield f"{key}.{name}", held
        elif not callable(value) or hasattr(value, "__dict__") and not isinstance(value, types.FunctionType):
            yield key, value
