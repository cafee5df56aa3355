"""Counts the uses of TensorFlow's names in files, and asks the runtime for each name."""

from __future__ import annotations

import functools
import importlib
import os
import warnings
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from runtime.core.refused import is_refused
from runtime.coverage import known
from runtime.coverage.uses import uses

HAD, LACKING, REFUSED, UNKNOWN, PRIVATE = "had", "lacking", "refused", "unknown", "private"
_PRIVATE = ("tf.python", "tf.core", "tf._api", "tf.tools", "tf.dtensor", "tf.security", "tf.keras.src", "tf.lite.python", "tf.compat.v1.python", "keras.src")
_SKIPPED = {"__pycache__", "node_modules", "site-packages"}


@dataclass
class Name:
    """A name of TensorFlow, and where it is used."""

    name: str
    kind: str  # HAD, LACKING, REFUSED: it says a sentence when used; UNKNOWN: to TensorFlow too; PRIVATE: in a module that is not public
    places: list[tuple[str, int]] = field(default_factory=list)

    @property
    def files(self) -> int:
        """How many files use it."""
        return len({path for path, _ in self.places})


@dataclass
class Coverage:
    """What was found in some files."""

    names: list[Name]  # those with most uses first
    files: int = 0
    unread: list[str] = field(default_factory=list)  # files that are no Python of today, or cannot be read

    def of(self, kind: str) -> list[Name]:
        """The names of one kind."""
        return [name for name in self.names if name.kind == kind]

    def uses(self, *kinds: str) -> int:
        """How often names of these kinds are used."""
        return sum(len(name.places) for name in self.names if name.kind in kinds)

    @property
    def percentage(self) -> float:
        """In a hundred uses of TensorFlow's public names, how many are of names that the runtime has."""
        public = self.uses(HAD, LACKING, REFUSED)
        return 100 * self.uses(HAD) / public if public else 100.0


def measure(paths: Iterable[str | os.PathLike]) -> Coverage:
    """Look at these files, and at all Python files in these folders. Raises OSError for a path that is not there."""
    names: dict[str, Name] = {}
    files, unread = 0, []
    for path in _files(paths):
        files += 1
        try:
            found = uses(path.read_bytes())
        except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
            unread.append(str(path))
            continue
        for use in found:
            name, kind = judge(use.name)
            if name not in ("tf", "keras"):
                names.setdefault(name, Name(name, kind)).places.append((str(path), use.line))
    return Coverage(sorted(names.values(), key=lambda name: (-len(name.places), -name.files, name.name)), files, unread)


def _files(paths) -> Iterator[Path]:
    for path in map(Path, paths):
        if not path.is_dir():
            path.stat()
            yield path
            continue
        for folder, folders, names in os.walk(path):
            folders[:] = sorted(name for name in folders if name not in _SKIPPED and not name.startswith("."))
            yield from (Path(folder, name) for name in sorted(names) if name.endswith(".py"))


@functools.cache
def judge(dotted: str) -> tuple[str, str]:
    """The name of TensorFlow that a dotted name begins with, and its kind."""
    private = next((name for name in _PRIVATE if f"{dotted}.".startswith(f"{name}.")), None)
    if private:
        return dotted, PRIVATE
    found = known.look_up(dotted)
    if found.unknown:
        return found.unknown, UNKNOWN
    return found.name, _kind(found.name)


def _kind(name):
    value = importlib.import_module("runtime")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for part in (name if name.startswith("tf") else f"tf.{name}").split(".")[1:]:
            if is_refused(value):
                break
            try:
                value = getattr(value, part)
            except Exception:  # noqa: BLE001 - whatever it says, a program that asks has not got the name
                return LACKING
    return REFUSED if is_refused(value) else HAD
