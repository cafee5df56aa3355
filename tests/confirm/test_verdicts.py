"""Every guilty line is observed, no innocent one is accused."""
import os

import pytest

from graphlint.rules import BY_SYMBOL

from . import truth

# Importing the real TensorFlow three times for each program takes a while: where it is installed, these stand for all,
# unless GRAPHLINT_ALL is set.
SLOW = ("datasets", "graphs", "innocent_calls", "innocent_state", "innocent_datasets", "numpy_random", "tensors", "unforeseen", "world")
CASES = [(path, backend) for path in sorted(truth.PROGRAMS.glob("*.py")) for backend in truth.BACKENDS
         if (backend == "runtime" and "needs tensorflow" not in path.read_text())
         or (backend == "tensorflow" and (path.stem in SLOW or "GRAPHLINT_ALL" in os.environ))]


def test_there_are_enough_of_either_kind():
    guilty = sum(len([1 for _, answer in truth.findings(path).values() if answer == "observed"]) + len(truth.unforeseen(path))
                 for path in truth.PROGRAMS.glob("*.py"))
    innocent = sum(truth.graph_functions(path) for path in truth.PROGRAMS.glob("innocent_*.py"))
    assert guilty >= 60 and innocent >= 60
    proven = {finding.rule.symbol for path in truth.PROGRAMS.glob("*.py")
              for finding, answer in truth.findings(path).values() if answer == "observed"}
    assert proven == set(BY_SYMBOL)


def test_the_linter_accuses_no_innocent():
    marked = {(str(path), line, finding.rule.symbol) for path in truth.PROGRAMS.glob("innocent_*.py")
              for line, (finding, _) in truth.findings(path).items()}
    assert {key for key in truth.linted() if "innocent_" in key[0]} <= marked


@pytest.mark.parametrize("path, backend", CASES, ids=lambda value: getattr(value, "stem", value))
def test_program(path, backend):
    result = truth.run(path, backend)
    assert result.eager.ended and result.graph.ended
    verdicts = {verdict.finding.line: verdict.answer for verdict in result.verdicts}
    assert verdicts == {line: answer for line, (_, answer) in truth.findings(path).items()}
    assert {(divergence.kind, divergence.function) for divergence in result.unforeseen} == truth.unforeseen(path)
    for verdict in result.verdicts:
        assert bool(verdict.evidence) == (verdict.answer == "observed")
        assert bool(verdict.reason) == (verdict.answer != "observed")


CALL_BY_CALL = {
    # A closed loop of one call each: the graph run ends at an exception before the second one.
    "closures": {12: "not observed"},
    # What a cache holds is not looked into, and cannot be put back.
    "decorator_lines": {23: "not observed"},
    # Functions of elements are not called: their graphs run past Python.
    "datasets": {11: "not observed", 17: "not observed", 23: "not observed", 24: "not observed"},
    # What a cache keeps shows in whole runs alone.
    "cached_draws": {11: "not observed"},
    # Iterators cannot be put back.
    "frozen_values": {56: "not observed", 61: "not observed", 67: "not observed", 72: "not observed"},
}
# Its calls count on an iterator, which cannot be put back: they are not made twice.
NOT_PAIRED = {"unforeseen"}


@pytest.mark.parametrize("path", [path for path, backend in CASES if backend == "runtime"], ids=lambda path: path.stem)
def test_call_by_call(path):
    """Each call both ways from the same state comes to the same verdicts as whole runs."""
    result = truth.run(path, "runtime", observe="calls")
    verdicts = {verdict.finding.line: verdict.answer for verdict in result.verdicts}
    expected = {line: answer for line, (_, answer) in truth.findings(path).items()}
    assert verdicts == {**expected, **CALL_BY_CALL.get(path.stem, {})}
    if path.stem not in NOT_PAIRED:
        assert {(divergence.kind, divergence.function) for divergence in result.unforeseen} == truth.unforeseen(path)
