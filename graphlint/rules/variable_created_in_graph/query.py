"""Variables that a trace creates, and objects whose variables are made too late: each call brings another one."""

from __future__ import annotations

from collections.abc import Iterator

from graphlint.analysis.facts import Facts
from graphlint.analysis.values.offence import Offence
from graphlint.frameworks.meaning import Kind


def query(facts: Facts) -> Iterator[Offence]:
    yield from facts.effects({Kind.CREATE_VARIABLE})
    yield from (one for one in facts.frozen_reads if one.kind is Kind.CREATE_VARIABLE)
    yield from facts.replaced_arguments
