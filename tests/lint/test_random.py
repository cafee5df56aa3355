"""Random programs, and the cases of these tests changed at random, lint without an error of the linter's own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from graphlint.findings import lint
from tests.lint.mutations import mutant
from tests.lint.random_programs import program

#: Programs of each kind, and how many of them are linted at once.
PROGRAMS, AT_ONCE = 200, 50


@pytest.mark.filterwarnings("ignore::SyntaxWarning")
@pytest.mark.parametrize("first", range(0, PROGRAMS, AT_ONCE))
@pytest.mark.parametrize("write", [program, mutant], ids=["random", "mutant"])
def test_programs(tmp_path: Path, write: Callable[[int], str], first: int) -> None:
    sources = [write(seed) for seed in range(first, first + AT_ONCE)]
    for seed, source in enumerate(sources, first):
        (tmp_path / f"of_seed_{seed}").mkdir()
        (tmp_path / f"of_seed_{seed}" / f"seed_{seed}.py").write_text(source)
    report = lint([tmp_path])
    assert report.problems == ()
    assert len(report.findings) >= AT_ONCE / 4, "hardly anything was looked at"
    assert len(set(sources)) > AT_ONCE * 0.9 and max(map(len, sources)) > 2000
    assert sources[0] == write(first)
