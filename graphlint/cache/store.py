"""Entries in a folder, each in a file of its own: replaced in one step, checked when it is read, and the oldest given up."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import sys
import tempfile
import time
from collections.abc import Callable
from typing import Any

#: The folder of the entries, in that of the cache. Another number where entries are written in another way.
_FORMAT = "entries-1"
_SUFFIX = ".json"
#: With more bytes than this, entries are given up until there are so many left, those that were not used for longest first.
MAX_BYTES = 300_000_000
_LEFT = 0.7
#: When an entry was used is noted once a day.
_DAY = 24 * 60 * 60


def default_folder() -> str:
    """Where the platform keeps what programs can do without."""
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or os.path.expanduser(r"~\AppData\Local")
    elif sys.platform == "darwin":
        base = os.path.expanduser("~/Library/Caches")
    else:
        named = os.environ.get("XDG_CACHE_HOME", "")
        base = named if os.path.isabs(named) else os.path.expanduser("~/.cache")  # a relative one is to be ignored
    return os.path.join(base, "graphlint")


class Store:
    """The entries of one folder. `tell` is given a text, once, if the folder cannot be used: it is then as if it were empty."""

    def __init__(self, folder: str, tell: Callable[[str], None]) -> None:
        self._folder = os.path.abspath(folder)
        self._tell = tell
        self._has_failed = False

    def get(self, key: str) -> dict[str, Any] | None:
        """The entry of a key; None where there is none that is whole."""
        path = self._path(key)
        try:
            with open(path, "rb") as stream:
                head, _, data = stream.read().partition(b"\n")
            if head != _digest(data):
                return None
            entry = json.loads(data)
            if time.time() - os.stat(path).st_mtime > _DAY:
                os.utime(path)
        except (OSError, ValueError, RecursionError):
            return None
        return entry if isinstance(entry, dict) else None

    def put(self, key: str, entry: dict[str, Any]) -> None:
        """Keeps an entry in the place of another one."""
        if self._has_failed:
            return
        path = self._path(key)
        data = json.dumps(entry, separators=(",", ":")).encode()
        try:
            self._make(os.path.dirname(path))
            handle, temporary = tempfile.mkstemp(dir=os.path.dirname(path), suffix=".tmp")
            try:
                with os.fdopen(handle, "wb") as stream:
                    stream.write(_digest(data) + b"\n" + data)
                os.replace(temporary, path)
            except BaseException:
                with contextlib.suppress(OSError):
                    os.unlink(temporary)
                raise
        except OSError as error:
            self._has_failed = True
            self._tell(f"the cache folder {self._folder} cannot be written ({error.strerror or error}): nothing is kept")

    def trim(self, limit: int = MAX_BYTES) -> None:
        """Gives up the entries that were not used for longest, if there are too many, and what killed runs have left behind."""
        found: list[tuple[float, int, str]] = []
        with contextlib.suppress(OSError):
            for folder, _, names in os.walk(os.path.join(self._folder, _FORMAT)):
                for name in names:
                    path = os.path.join(folder, name)
                    with contextlib.suppress(OSError):
                        status = os.stat(path)
                        if name.endswith(_SUFFIX) or time.time() - status.st_mtime < _DAY:
                            found.append((status.st_mtime, status.st_size, path))
                        else:
                            os.unlink(path)
        left = sum(size for _, size, _ in found)
        if left <= limit:
            return
        for _, size, path in sorted(found):
            with contextlib.suppress(OSError):
                os.unlink(path)
            left -= size
            if left <= limit * _LEFT:
                break

    def _path(self, key: str) -> str:
        return os.path.join(self._folder, _FORMAT, key[:2], key[2:] + _SUFFIX)

    def _make(self, folder: str) -> None:
        if os.path.isdir(folder):
            return
        os.makedirs(folder, exist_ok=True)
        ignore = os.path.join(self._folder, ".gitignore")
        if not os.path.exists(ignore):  # a folder in a project is no part of it
            with open(ignore, "w", encoding="utf-8") as stream:
                stream.write("*\n")


def _digest(data: bytes) -> bytes:
    return hashlib.blake2b(data, digest_size=16).hexdigest().encode()
