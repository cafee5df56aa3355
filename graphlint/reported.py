"""What linting reports, as plain data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from graphlint.edits.edits import Fix
from graphlint.rules import Rule


@dataclass(frozen=True)
class Switch:
    """What has switched a rule off for a line."""

    source: Literal["comment", "configuration", "command line"]
    text: str
    """In a few words: ``a comment`` (for that line), ``the comment in line 3``, ``disable in pyproject.toml``."""


@dataclass(frozen=True)
class Step:
    """One call on the way from the graph function to the effect: `name` is called at `path`:`line`."""

    name: str
    path: str
    line: int


@dataclass(frozen=True)
class Finding:
    """A rule is broken here. Lines count from 1, columns from 0, as pylint's do."""

    rule: Rule
    path: str
    line: int
    column: int
    end_line: int | None
    end_column: int | None
    confidence: str
    text: str
    function: str
    """Qualified name of the graph function that it is reached from (or that is called, for a retrace)."""
    effects: tuple[tuple[str, int], ...]
    """Path and line where the effect itself executes: here, or in a helper that is called from here."""
    place: str | None
    """Text of the storage that is changed, if any."""
    calls: tuple[Step, ...]
    """The calls that lead from the graph function to the effect; empty if it is in the function itself."""
    fix: Fix | None = None
    """What mends it, if it was asked for and the rule can tell."""
    off: Switch | None = None
    """What has switched its rule off here, if anything."""
    outside: bool = False
    """Whether the effect executes in plain Python, outside of graph functions."""


@dataclass(frozen=True)
class Problem:
    """A file that could not be linted: a syntax error, an unknown encoding, a missing file. Or a function of a file."""

    symbol: str
    path: str
    line: int
    column: int
    text: str


@dataclass(frozen=True)
class GraphFunction:
    """A function that something traces, by its qualified name; `line` is that of its `def`."""

    name: str
    path: str
    line: int


@dataclass(frozen=True)
class Report:
    findings: tuple[Finding, ...]
    problems: tuple[Problem, ...]
    functions: tuple[GraphFunction, ...] = ()
    """The graph functions of what was linted, in the order of the source."""
    left_out: tuple[tuple[str, str], ...] = ()
    """Notebooks that are not linted, by path, and why."""
