"""Every recorded program, run on `runtime`, prints what it printed on TensorFlow."""

from __future__ import annotations

import difflib
import functools
import os

import numpy as np
import pytest

from .cases import RECORDED, Outcome, read_recording, read_topic, topics
from .play import play

CASES = {case.id: case for topic in topics() for case in read_topic(topic)}


@functools.lru_cache(maxsize=None)
def played(topic: str, name: str | None = None) -> dict[str, Outcome]:
    """Outcomes on `runtime` of a topic (or of one case of it), one process for all of them."""
    chosen = [case for case in read_topic(topic) if name in (None, case.name)]
    return {case.name: outcome for case, outcome in play(chosen, "runtime")}


@pytest.fixture(scope="session")
def single_cases(request) -> bool:
    """Whether few cases were selected: then a whole topic need not be run for one of them."""
    return sum(item.originalname == "test_prints_what_tensorflow_prints" for item in request.session.items) < 20


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the programs are run in forked processes")
@pytest.mark.skipif(np.lib.NumpyVersion(np.__version__) < "2.0.0", reason="recorded with NumPy 2, which prints scalars otherwise")
@pytest.mark.parametrize("id", CASES)
def test_prints_what_tensorflow_prints(id, single_cases):
    case = CASES[id]
    expected = read_recording(case.topic)[case.name]
    found = played(case.topic, case.name if single_cases else None)[case.name].lines()
    if case.differs:
        assert found != expected, f"marked '# differs: {case.differs}', but it agrees now: remove the mark"
    elif found != expected:
        diff = difflib.unified_diff(expected, found, "tensorflow", "runtime", lineterm="", n=100)
        pytest.fail("\n".join([case.program, *diff]), pytrace=False)


def test_every_case_has_a_recording_and_every_recording_a_case():
    recorded = {f"{path.stem}::{name}" for path in RECORDED.glob("*.txt") for name in read_recording(path.stem)}
    assert recorded == set(CASES)
