"""Every guilty line is observed, no innocent one is accused."""
import pytest

from . import truth

# Importing the real TensorFlow three times for each program takes a while: where it is installed, these stand for all.
SLOW = ("innocent_chance", "innocent_effects", "mutations", "numpy_random", "print_at_trace", "retraces", "unforeseen",
        "variable_created")
CASES = [(path, backend) for path in sorted(truth.PROGRAMS.glob("*.py")) for backend in truth.BACKENDS
         if backend == "runtime" or path.stem in SLOW]


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
