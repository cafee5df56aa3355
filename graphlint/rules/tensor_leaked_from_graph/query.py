"""Tensors that a trace stores where something outside finds them, and those that it leaves for another graph function."""

from __future__ import annotations

from collections.abc import Iterator

from graphlint.analysis.facts import Facts
from graphlint.analysis.values.offence import Offence
from graphlint.frameworks.meaning import Kind


def query(facts: Facts) -> Iterator[Offence]:
    yield from facts.effects({Kind.LEAK})
    yield from facts.leaked
