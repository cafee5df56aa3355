"""Places that a trace has read and that something writes to between the calls."""

from __future__ import annotations

from collections.abc import Iterator

from graphlint.analysis.facts import Facts
from graphlint.analysis.values.offence import Offence
from graphlint.frameworks.meaning import Kind


def query(facts: Facts) -> Iterator[Offence]:
    yield from (one for one in facts.frozen_reads if one.kind is Kind.FROZEN)
    yield from facts.changed_parts
