"""Every guilty line is observed, no innocent one is accused."""
import pytest

from graphlint.rules import BY_SYMBOL

from . import truth

# Importing the real TensorFlow three times for each program takes a while: where it is installed, these stand for all.
SLOW = ("innocent_chance", "innocent_effects", "mutations", "numpy_random", "print_at_trace", "retraces", "unforeseen",
        "variable_created")
CASES = [(path, backend) for path in sorted(truth.PROGRAMS.glob("*.py")) for backend in truth.BACKENDS
         if backend == "runtime" or path.stem in SLOW]


def test_there_are_enough_of_either_kind():
    guilty = sum(len([1 for _, answer in truth.findings(path).values() if answer == "observed"]) + len(truth.unforeseen(path))
                 for path in truth.PROGRAMS.glob("*.py"))
    innocent = sum(truth.graph_functions(path) for path in truth.PROGRAMS.glob("innocent_*.py"))
    assert guilty >= 60 and innocent >= 60
    proven = {finding.rule.symbol for path in truth.PROGRAMS.glob("*.py")
              for finding, answer in truth.findings(path).values() if answer == "observed"}
    assert proven == set(BY_SYMBOL)


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


# A closed loop of one call each: the graph run ends at an exception before the second one.
ENDED_EARLY = {"closures": {12: "not observed"}}
# Its calls count on an iterator, which cannot be put back: they are not made twice.
NOT_PAIRED = {"unforeseen"}


@pytest.mark.parametrize("path", sorted(truth.PROGRAMS.glob("*.py")), ids=lambda path: path.stem)
def test_call_by_call(path):
    """Each call both ways from the same state comes to the same verdicts as whole runs."""
    result = truth.run(path, "runtime", observe="calls")
    verdicts = {verdict.finding.line: verdict.answer for verdict in result.verdicts}
    expected = {line: answer for line, (_, answer) in truth.findings(path).items()}
    assert verdicts == {**expected, **ENDED_EARLY.get(path.stem, {})}
    if path.stem not in NOT_PAIRED:
        assert {(divergence.kind, divergence.function) for divergence in result.unforeseen} == truth.unforeseen(path)
