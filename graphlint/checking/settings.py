"""What `[tool.graphlint]` in pyproject.toml says of `graphlint check`."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from graphlint.checking.selection import Pattern, Selection, Unknown, rules
from graphlint.documents.lines import short
from graphlint.findings import Misconfigured
from graphlint.plugin import GraphChecker
from graphlint.rules import RULES, Rule
from graphlint.wording import suggestion

if sys.version_info >= (3, 11):
    import tomllib
else:  # pylint brings it there
    import tomli as tomllib

FILE = "pyproject.toml"
_TABLE = "[tool.graphlint]"
_OF_PYLINT = frozenset(name for name, _ in GraphChecker.options)


@dataclass(frozen=True)
class Settings:
    """What the configuration says; paths and patterns are relative to its folder."""

    folder: str
    """The folder of the file, or the current one if there is none."""
    file: str | None = None
    select: frozenset[Rule] | None = None
    ignore: frozenset[Rule] = frozenset()
    per_file: tuple[tuple[Pattern, frozenset[Rule]], ...] = ()
    exclude: tuple[Pattern, ...] = ()
    exclude_here: tuple[Pattern, ...] = ()
    """Those of the command line, which are relative to the current folder."""
    baseline: str | None = None
    """Path of the baseline, absolute."""

    def selection(self, select: Sequence[str] | None, ignore: Sequence[str] | None) -> Selection:
        """The rules that are told. What the command line selects counts instead of both lists, what it ignores counts as well."""
        chosen = self.select if select is None else chosen_by(select, "--select")
        ignored = chosen_by(ignore or (), "--ignore")
        if select is None:
            ignored |= self.ignore
        return Selection(frozenset(RULES) if chosen is None else chosen, ignored, self.per_file)

    def relative(self, path: str) -> str:
        """A path as patterns have it."""
        return os.path.relpath(path, self.folder).replace(os.sep, "/")

    def excludes(self, path: str) -> bool:
        """Whether a file is left out."""
        here = os.path.relpath(path).replace(os.sep, "/")
        return any(pattern.fits(self.relative(path)) for pattern in self.exclude) or any(
            pattern.fits(here) for pattern in self.exclude_here)


def find(folder: str) -> Settings:
    """The settings for a folder: of the nearest pyproject.toml in it or above that has the table, within its repository.

    Raises `Misconfigured`.
    """
    start = Path(folder).absolute()
    for place in (start, *start.parents):
        table = _table(place / FILE)
        if table is not None:
            return _Reader(str(place / FILE)).settings(table)
        if (place / ".git").exists():
            break
    return Settings(str(start))


def _table(path: Path) -> Any:
    try:
        text = path.read_text("utf-8")
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, UnicodeDecodeError) as error:
        raise Misconfigured(f"cannot read {short(str(path))}: {getattr(error, 'strerror', None) or error}") from error
    try:
        tool = tomllib.loads(text).get("tool")
    except tomllib.TOMLDecodeError as error:
        raise Misconfigured(f"{short(str(path))}: {error}") from error
    return tool.get("graphlint") if isinstance(tool, dict) else None


def chosen_by(words: Iterable[str], where: str) -> frozenset[Rule]:
    """The rules that words of some place stand for. Raises `Misconfigured`."""
    try:
        return rules(words)
    except Unknown as unknown:
        known = [*(rule.symbol for rule in RULES), *(rule.id for rule in RULES)]
        told = f"no rule {unknown.word}{suggestion(unknown.word, known)}" if unknown.word.strip() else "an empty name of a rule"
        raise Misconfigured(f"{where}: {told} (`graphlint rules` lists the rules)") from unknown


def patterns(texts: Iterable[str], where: str) -> tuple[Pattern, ...]:
    """The patterns of some place. Raises `Misconfigured`."""
    return tuple(_pattern(text, where) for text in texts)


def _pattern(text: str, where: str) -> Pattern:
    try:
        return Pattern(text)
    except re.error as error:
        raise Misconfigured(f"{where}: {text!r} is no pattern: {error}") from error


class _Reader:
    """Makes settings of the table of one file. Raises `Misconfigured` with the key that it cannot use."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._where = f"{short(str(path))}: {_TABLE}"

    def settings(self, table: Any) -> Settings:
        if not isinstance(table, dict):
            raise Misconfigured(f"{self._where} is no table but {_kind(table)}")
        known = {"select": self._rules, "ignore": self._rules, "per-file-ignores": self._per_file, "exclude": self._patterns,
                 "baseline": self._baseline}
        read = {}
        for key, value in table.items():
            if key in _OF_PYLINT:
                raise Misconfigured(f"{self._where} {key}: it is pylint's to read; write it in [tool.pylint.graphlint]")
            if key not in known:
                raise Misconfigured(f"{self._where}: no key {key}{suggestion(key, list(known))} (the keys are {', '.join(known)})")
            read[{"per-file-ignores": "per_file"}.get(key, key)] = known[key](key, value)
        return Settings(os.path.dirname(self._path), self._path, **read)

    def _rules(self, key: str, value: Any) -> frozenset[Rule]:
        return chosen_by(self._strings(key, value), f"{self._where} {key}")

    def _per_file(self, key: str, value: Any) -> tuple[tuple[Pattern, frozenset[Rule]], ...]:
        if not isinstance(value, dict):
            raise Misconfigured(f"{self._where} {key} must be a table of patterns and lists of rules, not {_kind(value)}")
        where = f"{self._where} {key}"
        return tuple((_pattern(text, where), self._rules(f"{key} {text!r}", words)) for text, words in value.items())

    def _patterns(self, key: str, value: Any) -> tuple[Pattern, ...]:
        return patterns(self._strings(key, value), f"{self._where} {key}")

    def _baseline(self, key: str, value: Any) -> str:
        if not isinstance(value, str) or not value:
            raise Misconfigured(f"{self._where} {key} must be the path of a file, not {_kind(value)}")
        return os.path.normpath(os.path.join(os.path.dirname(self._path), value))

    def _strings(self, key: str, value: Any) -> list[str]:
        if not isinstance(value, list):
            raise Misconfigured(f"{self._where} {key} must be a list of strings, not {_kind(value)}")
        for one in value:
            if not isinstance(one, str):
                raise Misconfigured(f"{self._where} {key} must be a list of strings, and has {_kind(one)}")
        return value


def _kind(value: Any) -> str:
    """A value in a sentence, by what TOML calls it."""
    kinds = {bool: "the boolean", int: "the number", float: "the number", str: "the string", list: "a list", dict: "a table"}
    name = kinds.get(type(value), "the date")
    return name if isinstance(value, (list, dict)) else f"{name} {str(value).lower() if isinstance(value, bool) else repr(value)}"
