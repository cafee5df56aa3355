"""Attributes of tensors that are read on the other side of a trace."""

from __future__ import annotations

from collections.abc import Iterable

from graphlint.analysis.facts import Facts
from graphlint.analysis.values.offence import Offence


def query(facts: Facts) -> Iterable[Offence]:
    return facts.tensor_attributes
