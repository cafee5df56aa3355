"""Graph functions that are made again and again, each for a single call."""

from __future__ import annotations

from collections.abc import Iterator

from graphlint.analysis.facts import Facts
from graphlint.analysis.values.offence import Offence


def query(facts: Facts) -> Iterator[Offence]:
    yield from facts.repeated_creations
