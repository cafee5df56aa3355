"""Values of tensors that are needed while a graph is traced, and sizes of batches that are not known then."""

from __future__ import annotations

from collections.abc import Iterator

from graphlint.analysis.facts import Facts
from graphlint.analysis.values.offence import Offence
from graphlint.frameworks.meaning import Kind


def query(facts: Facts) -> Iterator[Offence]:
    yield from facts.effects({Kind.EAGER_ONLY})
    yield from facts.batch_sizes
