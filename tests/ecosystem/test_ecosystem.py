"""What is recorded of the packages is whole; two small ones are linted again."""

from __future__ import annotations

import pytest

from tests.ecosystem import review
from tests.ecosystem.packages import Package, Unavailable, packages

#: Small packages, one whose findings are right and one with none.
SMALL = ("tensordiffeq", "vegasflow")
#: Of a hundred findings as many are right.
PRECISION = 0.97


def test_records_are_whole() -> None:
    """Each finding is read and judged, and few are wrong."""
    verdicts = [verdict for package in packages() for verdict in review.reviewed(package).values()]
    assert {file.stem for file in review.REVIEWED.glob("*.txt")} <= {package.name for package in packages()}
    assert [verdict for verdict in verdicts if verdict.verdict == "unread"] == []
    right = sum(verdict.verdict == "right" for verdict in verdicts)
    assert len(packages()) >= 15
    assert right / len(verdicts) >= PRECISION


@pytest.mark.parametrize("package", [p for p in packages() if p.name in SMALL], ids=lambda package: package.name)
def test_small_package(package: Package) -> None:
    try:
        spots, report = review.linted(package)
    except Unavailable as error:
        pytest.skip(str(error))
    assert review.crashes(report) == []
    assert spots == sorted(review.reviewed(package))
