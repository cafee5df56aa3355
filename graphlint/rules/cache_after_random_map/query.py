"""Datasets that keep random numbers."""

from __future__ import annotations

from collections.abc import Iterator

from graphlint.analysis.facts import Facts
from graphlint.analysis.values.offence import Offence


def query(facts: Facts) -> Iterator[Offence]:
    yield from facts.cached_draws
