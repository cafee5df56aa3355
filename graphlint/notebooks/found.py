"""The notebooks among files and folders, each read when it is wanted."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from graphlint.notebooks.notebook import Damaged, Notebook, is_notebook


class Found:
    """Those that paths lead to: on disk, and in `texts`, which stand for what is on disk, by absolute path."""

    def __init__(self, paths: Iterable[str], texts: Mapping[str, str] | None = None) -> None:
        self._texts = {path: text for path, text in (texts or {}).items() if is_notebook(path)}
        self.paths: dict[str, str] = {}
        """How each is called from the current folder, by its absolute path, in order."""
        for path in self._among(list(paths)):
            self.paths.setdefault(os.path.abspath(path), path)
        self.notebooks: dict[str, Notebook] = {}
        """Those that were read, by path."""
        self.unreadable: dict[str, OSError | Damaged] = {}
        """Why some could not be read, by path."""
        self.left_out: dict[str, str] = {}
        """Why some are not linted, by path."""

    def read(self, path: str) -> Notebook | None:
        """One of them; None if it cannot be read or is not in Python."""
        try:
            notebook = Notebook(self._texts[path].encode("utf-8", "surrogatepass") if path in self._texts else Path(path).read_bytes())
        except (OSError, Damaged) as error:
            self.unreadable[path] = error
            return None
        if notebook.is_python:
            self.notebooks[path] = notebook
            return notebook
        self.left_out[path] = f"its language is {notebook.language}, and not Python"
        return None

    def _among(self, paths: list[str]) -> Iterator[str]:
        for path in paths:
            if is_notebook(path) and not os.path.isdir(path):
                if os.path.exists(path) or os.path.abspath(path) in self._texts:
                    yield path
            yield from in_folder(path)
        for known in self._texts:
            if any(Path(known).is_relative_to(os.path.abspath(path)) for path in paths):
                yield known


def in_folder(folder: str) -> Iterator[str]:
    """The notebooks of a folder and those in it, but for hidden ones, such as Jupyter's checkpoints."""
    for place, inner, names in os.walk(folder):
        inner[:] = sorted(name for name in inner if not name.startswith("."))
        yield from (os.path.join(place, name) for name in sorted(names) if is_notebook(name) and not name.startswith("."))
