"""Calls that give a graph function tensors of many shapes."""

from __future__ import annotations

from collections.abc import Iterable

from graphlint.analysis.facts import Facts
from graphlint.analysis.values.offence import Offence


def query(facts: Facts) -> Iterable[Offence]:
    return facts.reshaped
