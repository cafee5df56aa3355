"""Processes that the observed program starts with `multiprocessing`: they are served as it is, but not observed.

A forked process has all of it from its parent. One that is spawned imports everything anew; what it needs to know
stands in the data that `multiprocessing` sends to it first of all.
"""
from __future__ import annotations

import sys
import types

from graphlint.confirm.backends.alias import Awaited

_BEGIN = """\
import sys
sys.path.insert(0, {home!r})
from graphlint.confirm.observation import spawned
spawned.begin({settings!r})
"""


class _Begin:
    """Is unpickled by running `begin` in the new process, before that finds out what else it is to do."""

    def __init__(self, settings: dict):
        self._settings = settings

    def __reduce__(self):
        return exec, (_BEGIN.format(home=self._settings["home"], settings=self._settings),)


def serve(settings: dict) -> None:
    """Have processes that are spawned from now on begin with these settings: `home`, `root`, `backend`, `mode` and `edited`."""
    def observe(spawn: types.ModuleType) -> None:
        prepare = spawn.get_preparation_data
        spawn.get_preparation_data = lambda name: {"graphlint": _Begin(settings), **prepare(name)}

    Awaited("multiprocessing.spawn", observe)


def begin(settings: dict) -> None:
    """Make this process one of the program's: the same framework, the same mode, the same random numbers."""
    from graphlint.confirm import backends, overlay
    from graphlint.confirm.lines import Locator

    backend = backends.start(settings["backend"], Locator(), [settings["root"], *sys.path])
    sys.path.remove(settings["home"])
    backends.seed(backend.tf)
    if settings["mode"] in ("eager", "control"):
        backend.force_eager()
    overlay.install(settings["edited"])
    serve(settings)
