"""Calls that give a graph function Python values that vary, or a new object each time."""

from __future__ import annotations

from collections.abc import Iterator

from graphlint.analysis.facts import Facts
from graphlint.analysis.values.offence import Offence
from graphlint.frameworks.meaning import Kind


def query(facts: Facts) -> Iterator[Offence]:
    yield from (one for one in facts.retraces if one.kind is not Kind.SHARE)
