"""Which code of a running program is the user's, and where it stands: also in notebooks, and in what AutoGraph made of it."""
from __future__ import annotations

import linecache
import os
import re
import sys

from graphlint.confirm import lines
from graphlint.confirm.lines import Locator, is_installed, statement_line, user_path

_CONVERTED = "__autograph_generated_file"
_CELL = re.compile(r"<ipython-input-|ipykernel_\d+")
#: Packages whose own code is never taken for the user's.
_FRAMEWORKS = re.compile(r"[/\\](?:site|dist)-packages[/\\]"
                         r"(?:tensorflow|keras|tf_keras|numpy|pylint|astroid|runtime|graphlint)(?:[/\\]|\.py$)")


def is_cell(filename: str) -> bool:
    """Whether code was typed into a notebook: its text is known to `linecache` alone."""
    return bool(_CELL.search(filename)) and not os.path.isfile(filename)


class LiveLocator(Locator):
    """Knows cells of notebooks, and functions that AutoGraph converted before anybody watched.

    With `libraries`, installed packages count as the user's, but for frameworks.
    """

    def __init__(self):
        super().__init__()
        self.libraries = False

    def path_of(self, filename: str) -> str | None:
        """The path by which a file of the user's is told, or None for other code."""
        if is_cell(filename):
            return filename
        path = user_path(filename)
        if path is None and self.libraries and is_installed(filename) and not _FRAMEWORKS.search(filename):
            path = os.path.realpath(filename)
        return path

    def owns(self, filename):
        self._learn(filename)
        return self.path_of(self.origin(filename)) is not None

    def locate(self, filename, line):
        self._learn(filename)
        if filename in self.converted:
            filename, line = self.converted[filename].get(line, ("", 0))
        path = self.path_of(filename) if filename else None
        if path is None:
            return None
        return path, line if is_cell(path) else statement_line(path, lines.on_disk(path, line))

    def _learn(self, filename):
        """Take the lines of a converted copy from AutoGraph's own cache."""
        if filename in self.converted or not os.path.basename(filename).startswith(_CONVERTED):
            return
        api = sys.modules.get("tensorflow.python.autograph.impl.api")
        for factories in list(api._TRANSPILER._cache._cache.values()) if api else ():
            for factory in list(factories.values()):
                if factory.module is not None and factory.module.__file__ == filename and factory.source_map:
                    self.converted[filename] = {place.lineno: (origin.loc.filename, origin.loc.lineno)
                                                for place, origin in factory.source_map.items() if place.filename == filename}
                    return


def source_line(path: str, line: int) -> str:
    """The text of a line, without the blanks around it; "" where it is not known."""
    return linecache.getline(path, line).strip()
