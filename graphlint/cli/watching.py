"""Does something again whenever files change, until it is interrupted."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable

from graphlint.checking.run import stamp
from graphlint.wording import count

_PAUSE = 0.3  # seconds between two looks; an editor that writes in steps is done by the next one


def watch(once: Callable[[], object], watched: Callable[[], Iterable[str]]) -> int:
    """Do it once, and again after each change of the watched files. The exit status, when interrupted: 0."""
    try:
        while True:
            before = _stamps(watched())
            if sys.stdout.isatty():
                print("\033[2J\033[H", end="")  # an empty screen
            once()
            sys.stdout.flush()
            known = {**_stamps(watched()), **before}  # what changes meanwhile is a change
            there = sum(value is not None for value in known.values())
            print(f"watching {count(there, 'file')}; Ctrl-C ends it", file=sys.stderr)
            while _stamps(watched()) == known:
                if getattr(sys.stdout, "is_lost", False):
                    return 0
                time.sleep(_PAUSE)
            time.sleep(_PAUSE)
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 0


def _stamps(paths: Iterable[str]) -> dict[str, tuple[int, int] | None]:
    return {path: stamp(path) for path in paths}
