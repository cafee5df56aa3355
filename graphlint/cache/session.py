"""One run with a cache: which of the entries hold, and what is kept of what was linted.

An entry holds if a run without the cache would find the same: if its file, the options and the versions are as they were, and all
questions that the analysis has put to the files of the program have the same answers.
"""

from __future__ import annotations

import functools
import hashlib
import os
import platform
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from astroid.manager import AstroidManager

from graphlint.analysis.program.dependencies import Question, digest
from graphlint.cache import records, store
from graphlint.reported import Finding, GraphFunction, Problem, Report

if TYPE_CHECKING:
    from astroid import nodes

    from graphlint.plugin import GraphChecker
    from pylint.lint import PyLinter
    from pylint.typing import FileItem

#: Questions to one file alone, which they name first: as long as its tree is the same, so are their answers.
_OF_ONE_FILE = frozenset({"mentions", "outline", "attributes_in", "special_in", "properties_in", "assigned_in", "may_hold_graph_function"})
_OF_ONE_FILE |= {"imports_tensorflow", "graph_methods", "named", "flows", "needs_keras_2", "imports_keras_2"}
#: Problems that the text of a file has by itself.
_OF_TEXT = "syntax-error"
_LIBRARIES = ("site-packages", "dist-packages")


class Cache:
    """What was found is kept in a folder: that of the platform, unless another one is named. `tell` says what is wrong with it."""

    def __init__(self, folder: str | os.PathLike[str] | None = None, tell: Callable[[str], None] | None = None) -> None:
        self.folder = store.default_folder() if folder is None else os.fspath(folder)
        self.entries = store.Store(self.folder, _say if tell is None else tell)


class Collected(Protocol):
    """What a run of pylint has found."""

    findings: list[Finding]
    problems: list[Problem]
    functions: list[GraphFunction]


class _Kept(NamedTuple):
    """What is found in a file that is not linted now."""

    findings: list[Finding]
    problems: list[Problem]
    functions: list[GraphFunction]


class Session:
    """The cache in one run. It asks the same objects that the analysis asks."""

    def __init__(self, cache: Cache, asked_for: tuple[bool, ...], collected: Collected) -> None:
        self._entries = cache.entries
        self._asked_for = asked_for
        self._collected = collected
        self._order: list[str] = []
        self._kept: dict[str, _Kept] = {}
        #: Of the files that are linted now: key, digest of the text, and what their answers were made of.
        self._linted: dict[str, tuple[str, FileItem, str]] = {}
        self._questions: dict[str, dict[Question, Any]] = {}
        self._as_read: dict[str, bool] = {}
        self._libraries: dict[str, tuple[int, int]] = {}
        self._digests: dict[Question, str] = {}
        self._statuses: dict[str, tuple[int, int] | None] = {}

    # --- which entries hold ------------------------------------------------------------------------------------------

    def open(self, linter: PyLinter, checker: GraphChecker, items: Iterable[FileItem]) -> list[FileItem]:
        """The files that must be linted. What is known of the others is in the report."""
        self._relevance = checker.relevance
        checker.on_linted = self._note
        surroundings = _surroundings(linter, self._asked_for)
        left = []
        for item in items:
            path = os.path.abspath(item.filepath)
            self._order.append(path)
            text = self._relevance.modules.files.read(os.path.realpath(path))
            if text is None:
                left.append(item)
                continue
            key, written = digest((surroundings, path, item.name)), _written(text)
            kept = self._known(key, written)
            if kept is None:
                self._linted[path] = key, item, written
                left.append(item)
            else:
                self._kept[path] = kept
        self.linted = [item.filepath for item in left]
        return left

    def _known(self, key: str, written: str) -> _Kept | None:
        entry = self._entries.get(key)
        try:
            if entry is None or entry["text"] != written or not self._holds(entry):
                return None
            return _Kept(
                [records.to_finding(one) for one in entry["findings"]],
                [records.to_problem(one) for one in entry["problems"]],
                [records.to_function(one) for one in entry["functions"]],
            )
        except (KeyError, TypeError, ValueError, AttributeError, RecursionError):  # of another version, or by another program
            return None

    def _holds(self, entry: dict[str, Any]) -> bool:
        libraries = all(self._status(path) == tuple(status) for path, status in entry["libraries"].items())
        trees = {path: self._is_answer(Question("tree", (path,)), answer) for path, answer in entry["trees"].items()}
        for name, about, answer in entry["questions"]:
            if not libraries:
                break
            if name in _OF_ONE_FILE and trees[about[0]]:
                continue
            if not self._is_answer(Question(name, tuple(_frozen(one) for one in about)), answer):
                return False
        return libraries

    def _is_answer(self, question: Question, answer: str) -> bool:
        known = self._digests.get(question)
        if known is None:
            known = self._digests[question] = digest(self._relevance.answer(question))
        return known == answer

    def _status(self, path: str) -> tuple[int, int] | None:
        if path not in self._statuses:
            try:
                status = os.stat(path)
                self._statuses[path] = status.st_size, status.st_mtime_ns
            except OSError:
                self._statuses[path] = None
        return self._statuses[path]

    # --- what is kept ------------------------------------------------------------------------------------------------

    def _note(self, module: nodes.Module, questions: dict[Question, Any]) -> None:
        self._questions[os.path.abspath(module.file or "")] = questions

    def close(self) -> Report:
        """What was found, in the order of the files; what is new of it is kept."""
        self._libraries = _libraries()
        found = _by_path(self._collected.findings)
        wrong = _by_path(self._collected.problems)
        traced = _by_path(self._collected.functions)
        files = self._relevance.modules.files if self._linted else None
        unsaved = files is not None and files.unsaved.keys() - files.notebooks.keys()  # what they lead to is not worth to be kept
        for path, (key, item, written) in () if unsaved else self._linted.items():
            problems = wrong.get(path, [])
            if all(problem.symbol == _OF_TEXT for problem in problems):
                self._keep(key, item, written, _Kept(found.get(path, []), problems, traced.get(path, [])))
        if self._linted:
            self._entries.trim()
        for path, kept in self._kept.items():
            found[path], wrong[path], traced[path] = kept
        return Report(*(tuple(_ordered(one, self._order)) for one in (found, wrong, traced)))

    def _keep(self, key: str, item: FileItem, written: str, kept: _Kept) -> None:
        path = os.path.abspath(item.filepath)
        questions = self._questions.get(path, {})
        text = self._relevance.modules.files.read(os.path.realpath(path))
        read = {question.about[0] for question in questions if question.name == "tree"}
        if text is None or _written(text) != written or not all(map(self._is_as_read, read)):
            return  # a file has changed meanwhile, and astroid reads files by itself: nobody knows which text it had
        files = {question.about[0] for question in questions if question.name in _OF_ONE_FILE}
        trees = {file: digest(self._relevance.answer(Question("tree", (file,)))) for file in sorted(files)}
        self._entries.put(
            key,
            {
                "text": written,
                "trees": trees,
                "questions": [(*question, digest(answer)) for question, answer in questions.items()],
                "libraries": self._libraries,
                "findings": list(map(records.of_finding, kept.findings)),
                "problems": list(map(records.of_problem, kept.problems)),
                "functions": list(map(records.of_function, kept.functions)),
            },
        )

    def _is_as_read(self, path: str) -> bool:
        if path not in self._as_read:
            self._as_read[path] = self._relevance.modules.is_as_read(path)
        return self._as_read[path]


def _written(text: bytes) -> str:
    return hashlib.blake2b(text, digest_size=16).hexdigest()


def _libraries() -> dict[str, tuple[int, int]]:
    """The files of installed packages that astroid has read, with their sizes and times."""
    found = {}
    for module in AstroidManager().astroid_cache.values():
        if module.file and any(part in module.file.split(os.sep) for part in _LIBRARIES) and os.path.isfile(module.file):
            status = os.stat(module.file)
            found[module.file] = status.st_size, status.st_mtime_ns
    return found


def _by_path(found: Iterable[Any]) -> dict[str, list[Any]]:
    by_path: dict[str, list[Any]] = {}
    for one in found:
        by_path.setdefault(one.path, []).append(one)
    return by_path


def _ordered(found: dict[str, list[Any]], paths: Iterable[str]) -> Iterator[Any]:
    known = dict.fromkeys(paths)
    for path in (*(path for path in found if path not in known), *known):
        yield from found.get(path, ())


def _frozen(about: Any) -> Any:
    return tuple(map(_frozen, about)) if isinstance(about, list) else about


def _surroundings(linter: PyLinter, asked_for: tuple[bool, ...]) -> str:
    """What tells runs apart besides files: options and configuration as pylint understood them, versions, what is installed."""
    import astroid
    import pylint

    options = {name: _plain(value) for name, value in vars(linter.config).items()}
    switched = sorted((one, bool(is_on)) for one, is_on in linter._msgs_state.items())
    return digest(
        (
            (asked_for, os.getcwd(), sorted(options.items()), switched, bool(linter._error_mode), getattr(linter, "configuration", "")),
            (pylint.__version__, astroid.__version__, sys.version, platform.platform(), _own_digest()),
            [(path, _installed(path)) for path in sys.path if any(part in path.split(os.sep) for part in _LIBRARIES)],
        )
    )


def _plain(value: Any) -> Any:
    if isinstance(value, (list, tuple)):
        return tuple(map(_plain, value))
    return getattr(value, "pattern", value) if not isinstance(value, (set, frozenset)) else sorted(map(str, value))


def _installed(folder: str) -> list[str]:
    try:
        return sorted(name for name in os.listdir(folder) if name.endswith((".dist-info", ".egg-info", ".egg-link", ".pth")))
    except OSError:
        return []


@functools.cache
def _own_digest() -> str:
    """What tells versions of this program apart: its sources, so that those who change them see what that does."""
    top = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    found = hashlib.blake2b(digest_size=16)
    for folder, inner, names in os.walk(top):
        inner.sort()
        for name in sorted(names):
            if name.endswith(".py"):
                with open(os.path.join(folder, name), "rb") as stream:
                    found.update(name.encode() + b"\0" + stream.read())
    return found.hexdigest()


def _say(text: str) -> None:
    print(f"graphlint: {text}", file=sys.stderr)

