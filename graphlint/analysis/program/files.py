"""What the files of the program hold: as they lie on disk, or as an editor has them before they are saved.

All that the analysis reads of files and folders it reads here.
"""

from __future__ import annotations

import io
import os
import tokenize
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

from astroid import nodes

from graphlint.notebooks.notebook import Notebook


#: What tells that a file is as it was: when it was written, its size, and which file it is.
Stamp = tuple[int, int, int]


class Files:
    """Texts, folders and what lies in them. `texts` stand for those of the files with their paths, which need not exist."""

    def __init__(self, texts: Mapping[str, str] | None = None) -> None:
        self.unsaved: dict[str, bytes] = {os.path.realpath(path): encoded(text) for path, text in (texts or {}).items()}
        """The texts that are not saved, by the real paths of their files, as these would hold them."""
        self.apart: dict[str, nodes.Module] = {}
        """The trees of files that astroid would not find by their names, by the paths of these."""
        self.notebooks: dict[str, Notebook] = {}
        """Those that are linted, by their real paths; their modules are among the texts."""
        self.lasting: dict[str, tuple[object, dict[Any, Any]]] = {}
        """What was found in the texts of files, each with what tells that it is as it was: those who lint again keep it."""
        self._shown: dict[str, dict[Any, Any]] = {}
        self._names: defaultdict[str, set[str]] = defaultdict(set)
        for path in self.unsaved:
            while os.path.dirname(path) != path:
                folder, name = os.path.split(path)
                self._names[folder].add(name)
                path = folder

    def add(self, path: str, notebook: Notebook) -> None:
        """Have a path lead to the module of a notebook."""
        path = os.path.realpath(path)
        self.notebooks[path] = notebook
        self.edited(path, encoded(notebook.text))

    def edited(self, path: str, data: bytes) -> None:
        """Has a text that is not saved stand for a file."""
        self.unsaved[path] = data
        self._shown.pop(path, None)

    def shown(self, path: str) -> dict[Any, Any]:
        """What was found in the text of a file as it is now, and nothing else: for those who find it out to keep it there."""
        known = self._shown.get(path)
        if known is None:
            mark = self.unsaved.get(path) or stamp(path)
            before, known = self.lasting.get(path, (None, {}))
            if mark is None or mark != before:
                known = {}
                self.lasting[path] = mark, known
            self._shown[path] = known
        return known

    def follow(self, other: Files) -> None:
        """Tells from now on what another one tells."""
        self.__dict__.update(other.__dict__)

    def is_module(self, path: str) -> bool:
        """Whether a real path is that of a file with Python code."""
        return path.endswith(".py") or path in self.notebooks

    def holds(self, path: str) -> bool:
        """Whether a path leads to a text that is not saved, or is that of a folder with one."""
        return path in self.unsaved or path in self._names

    def read(self, path: str, limit: int = -1) -> bytes | None:
        """The bytes of a file, or None where it cannot be read."""
        data = self.unsaved.get(path)
        if data is not None:
            return data if limit < 0 else data[:limit]
        try:
            with open(path, "rb") as stream:
                return stream.read(limit)
        except OSError:
            return None

    def size(self, path: str) -> int | None:
        """How many bytes a file has, or None where there is none."""
        if path in self.unsaved:
            return len(self.unsaved[path])
        try:
            return os.path.getsize(path)
        except OSError:
            return None

    def is_folder(self, path: str) -> bool:
        return path in self._names or os.path.isdir(path)

    def listed(self, folder: str) -> frozenset[str]:
        """The names of what is in a folder; none where it cannot be listed."""
        try:
            names = os.listdir(folder)
        except OSError:
            names = []
        return frozenset(names).union(self._names.get(folder, ()))

    def entries(self, folder: str) -> Iterator[tuple[str, str, bool]]:
        """What is in a folder, by name: each with its path and whether it is a folder itself, and no link to one."""
        unsaved = self._names.get(folder, set())
        try:
            found = {entry.name: (entry.path, entry.is_dir(follow_symlinks=False)) for entry in os.scandir(folder)}
        except OSError:
            found = {}
        for name in unsaved.difference(found):
            path = os.path.join(folder, name)
            found[name] = path, path in self._names
        for name in sorted(found):
            yield (name, *found[name])


def stamp(path: str) -> Stamp | None:
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino


def encoded(text: str) -> bytes:
    """The bytes of a text as a file holds it: in the encoding that it declares, or else in UTF-8."""
    plain = text.encode("utf-8", "surrogatepass")
    try:
        name, _ = tokenize.detect_encoding(io.BytesIO(plain).readline)
        return plain if name == "utf-8-sig" else text.encode(name)
    except (SyntaxError, LookupError, UnicodeError):
        return plain
