"""The findings in a package, and what a reader of the source says of each: reviewed/<package>.txt.

One line a finding: ``path:line symbol CONFIDENCE | right | reason``. The verdict is ``right``, ``wrong`` (a false alarm), or
``unread``, which `run --write` gives to what is new.
"""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from graphlint.findings import Report, lint

from tests.ecosystem.packages import Package, unpacked

REVIEWED = Path(__file__).with_name("reviewed")
VERDICTS = ("right", "wrong", "unread")
#: pylint's message for files that are no Python of this version.
_UNREADABLE = ("syntax-error", "parse-error")


@dataclass(frozen=True, order=True)
class Spot:
    """Where a finding is, in the files of a package, and what it is."""

    path: str
    line: int
    symbol: str
    confidence: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line} {self.symbol} {self.confidence}"


@dataclass(frozen=True)
class Verdict:
    verdict: str
    reason: str


def reviewed(package: Package) -> dict[Spot, Verdict]:
    """What is recorded for a package. Raises ValueError for a line that cannot be read."""
    file = REVIEWED / f"{package.name}.txt"
    found: dict[Spot, Verdict] = {}
    for number, line in enumerate(file.read_text().splitlines() if file.exists() else (), 1):
        try:
            place, verdict, reason = (part.strip() for part in line.split("|", 2))
            where, symbol, confidence = place.split()
            path, _, row = where.rpartition(":")
            spot = Spot(path, int(row), symbol, confidence)
        except ValueError:
            raise ValueError(f"{file.name}:{number}: not 'path:line symbol CONFIDENCE | verdict | reason': {line}") from None
        if verdict not in VERDICTS or (verdict != "unread" and not reason):
            raise ValueError(f"{file.name}:{number}: a verdict is one of {', '.join(VERDICTS)}, with a reason: {line}")
        found[spot] = Verdict(verdict, reason)
    return found


def write(package: Package, spots: list[Spot]) -> None:
    """Records the findings, with the verdicts that are known."""
    known = reviewed(package)
    lines = []
    for spot in sorted(set(spots)):
        verdict = known.get(spot, Verdict("unread", ""))
        lines.append(f"{spot} | {verdict.verdict} | {verdict.reason}".rstrip())
    file = REVIEWED / f"{package.name}.txt"
    if lines:
        file.write_text("".join(f"{line}\n" for line in lines))
    else:
        file.unlink(missing_ok=True)


def linted(package: Package) -> tuple[list[Spot], Report]:
    """The findings in a package: one for each line and rule, as a reader sees them."""
    folder = unpacked(package)
    report = lint([folder], package.options)
    spots = {
        Spot(Path(os.path.relpath(f.path, folder)).as_posix(), f.line, f.rule.symbol, f.confidence) for f in report.findings
    }
    return sorted(spots), report


def crashes(report: Report) -> list[str]:
    """The files that the linter could not lint, though they are Python."""
    return [f"{p.path}:{p.line}: {p.text}" for p in report.problems if p.symbol not in _UNREADABLE]


def tally(verdicts: dict[Spot, Verdict]) -> Counter[tuple[str, str]]:
    """How often each rule was right and wrong."""
    return Counter((spot.symbol, verdict.verdict) for spot, verdict in verdicts.items())
