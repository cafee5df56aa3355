"""Every guilty line is observed, no innocent one is accused."""
import pytest

from . import truth


@pytest.mark.parametrize("backend", truth.BACKENDS)
@pytest.mark.parametrize("path", sorted(truth.PROGRAMS.glob("*.py")), ids=lambda path: path.stem)
def test_program(path, backend):
    result = truth.run(path, backend)
    assert result.eager.ended and result.graph.ended
    verdicts = {verdict.finding.line: verdict.answer for verdict in result.verdicts}
    assert verdicts == {line: answer for line, (_, answer) in truth.findings(path).items()}
    assert {(divergence.kind, divergence.function) for divergence in result.unforeseen} == truth.unforeseen(path)
    for verdict in result.verdicts:
        assert bool(verdict.evidence) == (verdict.answer == "observed")
        assert bool(verdict.reason) == (verdict.answer != "observed")
