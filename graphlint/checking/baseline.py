"""What is known already: findings that are counted and not told, as a file says.

An entry has the path, the rule, the function and the text of the line, so that lines may move. Equal ones are counted.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from graphlint.documents.lines import Lines, short
from graphlint.edits import source
from graphlint.findings import Finding, Misconfigured

_MARK, VERSION = "graphlint-baseline", 1


@dataclass(frozen=True, order=True)
class Entry:
    """What findings have in common that are one to the baseline."""

    path: str
    """Relative to the folder of the baseline, with slashes."""
    rule: str
    """Its id."""
    function: str
    line: str
    """The text of the line, with single blanks."""


@dataclass(frozen=True)
class Compared:
    """A check beside its baseline."""

    new: tuple[Finding, ...]
    known: int
    gone: tuple[Entry, ...]
    """What the baseline knows and is not there any more."""


class Baseline:
    """The entries of one file, and how often each is known."""

    def __init__(self, path: str, entries: Counter[Entry]) -> None:
        self.path = os.path.abspath(path)
        self.entries = entries

    @classmethod
    def read(cls, path: str) -> Baseline:
        """Raises `Misconfigured` if the file cannot be read or is no baseline."""
        try:
            text = Path(path).read_text("utf-8")
        except FileNotFoundError as error:
            advice = f"`--write-baseline {short(path)}` writes one"
            raise Misconfigured(f"cannot read the baseline {short(path)}: {error.strerror} ({advice})") from error
        except (OSError, UnicodeDecodeError) as error:
            reason = getattr(error, "strerror", None) or "it is no text in UTF-8"
            raise Misconfigured(f"cannot read the baseline {short(path)}: {reason}") from error
        return cls(path, _entries(text, f"the baseline {short(path)} is damaged, or none"))

    @classmethod
    def of(cls, path: str, findings: Iterable[Finding], lines: Lines) -> Baseline:
        """The one that knows these findings."""
        made = cls(path, Counter())
        made.entries.update(made.entry(finding, lines) for finding in findings)
        return made

    def entry(self, finding: Finding, lines: Lines) -> Entry:
        """What is known of a finding."""
        path = os.path.relpath(finding.path, os.path.dirname(self.path)).replace(os.sep, "/")
        text = " ".join(lines.line(finding.path, finding.line).split())
        return Entry(path, finding.rule.id, finding.function or "", text)

    def compared(self, findings: Sequence[Finding], lines: Lines, looked_for: Callable[[str, str], bool]) -> Compared:
        """Which findings are new. `looked_for` says whether a rule, by its id, was asked for in a file: others cannot be gone."""
        left = Counter(self.entries)
        new = []
        for finding in findings:
            entry = self.entry(finding, lines)
            if left[entry] > 0:
                left[entry] -= 1
            else:
                new.append(finding)
        gone = tuple(entry for entry in sorted(left.elements()) if looked_for(self.absolute(entry), entry.rule))
        return Compared(tuple(new), len(findings) - len(new), gone)

    def absolute(self, entry: Entry) -> str:
        """The path of an entry's file."""
        return os.path.normpath(os.path.join(os.path.dirname(self.path), entry.path))

    def text(self) -> str:
        """The file: an entry in each line, so that changes of it can be read and merged."""
        rows, separator = [], ",\n"
        for entry, number in sorted(self.entries.items()):
            row = {"path": entry.path, "rule": entry.rule, "function": entry.function, "line": entry.line}
            rows.append(json.dumps(row | ({"count": number} if number > 1 else {}), ensure_ascii=False))
        return f'{{\n"{_MARK}": {VERSION},\n"findings": [\n{separator.join(rows)}\n]\n}}\n'

    def write(self) -> None:
        """Replace the file in one step. Raises OSError."""
        source.write(self.path, self.text().encode("utf-8", "backslashreplace").decode(), "utf-8")


def rewritten(path: str, findings: Iterable[Finding], lines: Lines, looked_for: Callable[[str, str], bool]) -> Baseline:
    """The baseline that knows these findings, and of an older one what was not looked for.

    Raises `Misconfigured` if there is a file that is no baseline: it may be another one by mistake.
    """
    made = Baseline.of(path, findings, lines)
    if os.path.isfile(path) and os.path.getsize(path):
        try:
            old = Baseline.read(path)
        except Misconfigured as error:
            raise Misconfigured(f"{error}; it is not replaced: remove it first") from error
        for entry, number in old.entries.items():
            if not looked_for(old.absolute(entry), entry.rule):
                made.entries[entry] += number
    return made


def _entries(text: str, refusal: str) -> Counter[Entry]:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        where = f"line {error.lineno}: {error.msg}" if isinstance(error, json.JSONDecodeError) else str(error)
        raise Misconfigured(f"{refusal}: {where}") from error
    if not isinstance(data, dict) or _MARK not in data:
        raise Misconfigured(f"{refusal}: it has no key {_MARK!r}")
    if data[_MARK] != VERSION:
        raise Misconfigured(f"{refusal}: it is of version {data[_MARK]!r}, and this graphlint reads version {VERSION}")
    if not isinstance(data.get("findings"), list):
        raise Misconfigured(f"{refusal}: it has no list of findings")
    entries: Counter[Entry] = Counter()
    for number, row in enumerate(data["findings"], 1):
        fields = [row.get(name) for name in ("path", "rule", "function", "line")] if isinstance(row, dict) else [None]
        times = row.get("count", 1) if isinstance(row, dict) else 1
        if not all(isinstance(one, str) for one in fields) or type(times) is not int or not 0 < times < 1_000_000:
            raise Misconfigured(f"{refusal}: its finding {number} is not understood")
        entries[Entry(*fields)] += times
    return entries
