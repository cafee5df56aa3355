"""Every recorded program, run on `runtime`, prints what it printed on TensorFlow."""

from __future__ import annotations

import difflib
import os
import pathlib
import sys

import numpy as np
import pytest

from .cases import RECORDED, RECORDED_ON, read_recording, read_topic, topics
from .play import Player

CASES = {case.id: case for topic in topics() for case in read_topic(topic)}


RECORDINGS = {topic: read_recording(topic) for topic in topics()}
#: Of an object that was never used: between two rules what it is, how to say that it was, and where it was made.
_LINES_SAID = 6
VERSIONS = {"python": sys.version_info[:2], "numpy": tuple(map(int, np.__version__.split(".")[:2]))}


def _without_collected(lines: list[str]) -> list[str]:
    """The lines of each stream, without what is said of objects that were of no use when they are collected: Python decides when."""
    streams = sorted(lines, key=lambda line: line[:3])
    said = [at - 1 for at, line in enumerate(streams) if line.startswith("err|Object was never used")]
    return [line for at, line in enumerate(streams) if not any(start <= at < start + _LINES_SAID for start in said)]


@pytest.fixture(scope="session")
def player():
    with Player("runtime") as player:
        yield player


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the programs are run in forked processes")
@pytest.mark.skipif(np.lib.NumpyVersion(np.__version__) < "2.0.0", reason="recorded with NumPy 2, which prints scalars otherwise")
@pytest.mark.parametrize("id", CASES)
def test_prints_what_tensorflow_prints(id, player):
    case = CASES[id]
    for package in case.packages:
        pytest.importorskip(package)
    if case.needs is not None:
        package, comparison, version, what = case.needs
        if (VERSIONS[package] < version) != (comparison == "<"):
            pytest.skip(f"{package} prints a text of its own: {what}")
    expected, found = RECORDINGS[case.topic][case.name], player.run(case).lines()
    if VERSIONS["python"] != RECORDED_ON:
        expected, found = _without_collected(expected), _without_collected(found)
    if case.differs:
        assert found != expected, f"marked '# differs: {case.differs}', but it agrees now: remove the mark"
    elif found != expected:
        diff = difflib.unified_diff(expected, found, "tensorflow", "runtime", lineterm="", n=100)
        pytest.fail("\n".join([case.program, *diff]), pytrace=False)


def test_every_case_has_a_recording_and_every_recording_a_case():
    recorded = {f"{path.stem}::{name}" for path in RECORDED.glob("*.txt") for name in read_recording(path.stem)}
    assert recorded == set(CASES)


def test_the_manual_lists_the_differences():
    page = (pathlib.Path(__file__).parents[2] / "docs" / "runtime.md").read_text(encoding="utf-8")
    listed = page.partition("<!-- differences:begin -->\n")[2].partition("<!-- differences:end -->")[0].splitlines()
    assert listed == [f"- `{case.id}`: {case.differs}" for case in CASES.values() if case.differs]
