"""Uses of what has no static shape: in graph functions, and by models that are trained with it."""

from __future__ import annotations

from collections.abc import Iterator

from graphlint.analysis.facts import Facts
from graphlint.analysis.values.offence import Offence
from graphlint.frameworks.meaning import Kind


def query(facts: Facts) -> Iterator[Offence]:
    yield from facts.effects({Kind.UNSHAPED})
    yield from facts.fitted_unshaped
