"""Which modules of a program import another one: told by the text of the files under its import root."""

from __future__ import annotations

import os
import re
from array import array
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from graphlint.analysis.program.dependencies import question
from graphlint.analysis.program.files import Files
from graphlint.analysis.program.modules import Modules

#: No more folders and files of one program are looked at.
_MAX_FOLDERS = 1000
_MAX_FILES = 3000
#: From a layer to the model that it is part of, and on to what trains that.
_MAX_REMOVES = 3
#: Files and folders of tests.
_TEST = re.compile(r"[/\\_](?:tests?|testing|conftest)(?=[/\\_.])")
_NAME = re.compile(r"\w+")
_OF_NAME = re.compile(rb"[\w\x80-\xff]")
_NAMES = re.compile(rb"[\w\x80-\xff]+")
_SKIPPED = frozenset({"__pycache__", "node_modules", "site-packages", "dist-packages", "build", "dist"})


class _Files(NamedTuple):
    """The Python files of a program."""

    all: list[str]
    tests: set[str]
    importers: dict[str, set[str]]
    """File -> those that import it, or names from it."""


class _Search:
    """A search for some words, each to its end: the hashes of a name that each has."""

    def __init__(self, words: tuple[str, ...]) -> None:
        #: Each with whether a name goes on behind it: `.o` is not part of `.output`.
        self.words = [(word.encode(), word[-1:].isalnum() or word[-1:] == "_") for word in words]
        self.names = {_hash(_NAME.findall(word)[0].encode()) for word in words}

    def is_in(self, text: bytes) -> bool:
        return any(_holds_word(text, word, is_name) for word, is_name in self.words)


class Importers:
    """Imports read backwards. Kept for one run of pylint: the files of each program are looked at once."""

    def __init__(self, modules: Modules) -> None:
        self._modules = modules
        self.dependencies, self.answers = modules.dependencies, modules.answers
        #: By the top folder of a program.
        self._known: dict[str, _Files] = {}
        self._callbacks: dict[str, set[str]] = {}
        self._searches: dict[tuple[str, ...], _Search] = {}

    @question
    def mentions(self, importer: str, words: tuple[str, ...]) -> bool:
        """Whether the text of a file holds one of the words: searched once, for all that is linted."""
        search = self._searches.get(words)
        if search is None:
            search = self._searches[words] = _Search(words)
        return self._holds(importer, search.names) and search.is_in(self._modules.source(importer))  # names tell most texts apart

    def _holds(self, path: str, wanted: set[int]) -> bool:
        """Whether one of some names may be in the text of a file, by their hashes."""
        held = self._modules.shown(path, "names", _names)
        for name in wanted:
            place = bisect_left(held, name)
            if place < len(held) and held[place] == name:
                return True
        return False

    @question
    def of(self, path: str) -> list[str]:
        """The files that import a file or names from it, also through packages that pass these on; then those that import
        these: they may get at its objects.
        """
        importers = self._files(path).importers
        found = {path: None}
        for _ in range(2):
            found |= dict.fromkeys(self._seen_by(path, _importers(importers, list(found))))
        del found[path]
        return list(found)

    @question
    def drivers(self, path: str) -> tuple[list[str], list[str]]:
        """The files that import a file as `of` says, wherever in its project, and the tests that do: each nearest first."""
        files = self._files(path)
        project, above = self._modules.project_files(path)
        if project and project not in self._known:
            self._known[project] = self._read(project)
        around = [files, *((self._known[project],) if project else ())]
        importers: dict[str, set[str]] = defaultdict(set)
        for one in around:
            for target, those in one.importers.items():
                importers[target] |= those
        for file in above:
            for target in self._modules.imported(file):
                importers[target].add(file)
        found = [path]
        for _ in range(_MAX_REMOVES):
            found += sorted(_importers(importers, found).difference(found))
        tests = {file for one in around for file in one.tests}
        if path in tests:
            tests.clear()
        return [file for file in found[1:] if file not in tests], [file for file in found[1:] if file in tests]

    @question
    def beside(self, path: str) -> list[str]:
        """The other files that are imported where a file is: their callbacks and hooks may get at its objects."""
        importers = self.of(path)
        others = {file for importer in importers for file in self._modules.imported(importer)}.difference(importers, (path,))
        return self._seen_by(path, others)

    @question
    def with_callbacks(self, path: str) -> list[str]:
        """The other files of the program that a file is of, that mention callbacks."""
        top = self._modules.top(path)
        if top not in self._callbacks:
            self._callbacks[top] = {file for file in self._files(path).all if self.mentions(file, ("Callback",))}
        return self._seen_by(path, self._callbacks[top] - {path})

    def _seen_by(self, path: str, files: set[str]) -> list[str]:
        """Some files, sorted, without tests: these make objects that a program never does, so that only tests look into others."""
        tests = self._files(path).tests
        return sorted(file for file in files if path in tests or file not in tests)

    def _files(self, path: str) -> _Files:
        """What is known of the program that a file is of."""
        top = self._modules.top(path)
        if top not in self._known:
            self._known[top] = self._read(top)
        return self._known[top]

    def _read(self, top: str) -> _Files:
        files = list(_files(self._modules.files, top))
        importers: dict[str, set[str]] = defaultdict(set)
        for path in files:
            for target in self._modules.imported(path):
                importers[target].add(path)
        return _Files(files, {path for path in files if _TEST.search(path, len(top)) is not None}, importers)


def _holds_word(text: bytes, word: bytes, is_name: bool) -> bool:
    """Whether a text holds a word, to its end if that is of a name."""
    at = text.find(word)
    while is_name and at >= 0 and _OF_NAME.match(text, at + len(word)) is not None:
        at = text.find(word, at + 1)
    return at >= 0


def _names(text: bytes) -> array[int]:
    """The hashes of all names in a text, sorted."""
    return array("I", sorted({_hash(name) for name in set(_NAMES.findall(text))}))


def _hash(name: bytes) -> int:
    return hash(name) & 0xFFFFFFFF


def _importers(importing: dict[str, set[str]], paths: list[str]) -> set[str]:
    found: set[str] = set()
    queue = list(paths)
    while queue:
        for importer in importing.get(queue.pop(), ()):
            if importer not in found:
                found.add(importer)
                if os.path.basename(importer) == "__init__.py":
                    queue.append(importer)
    return found


def _files(files: Files, top: str) -> Iterator[str]:
    """The Python files under a folder, those nearest to it first."""
    folders, count = [top], 0
    for folder in folders:
        for name, path, is_folder in files.entries(folder):
            if name.endswith(".py"):
                count += 1
                if count > _MAX_FILES:
                    return
                yield os.path.realpath(path)
            elif is_folder and len(folders) < _MAX_FOLDERS and not name.startswith("."):
                held = files.listed(path)
                # What was built or installed is passed over; a package of the program may go by such a name.
                if "pyvenv.cfg" not in held and (name not in _SKIPPED or "__init__.py" in held):
                    folders.append(path)
