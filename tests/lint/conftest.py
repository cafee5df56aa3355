"""Options of the linter's tests."""

from collections.abc import Iterator

import pytest

from graphlint.analysis.engine import faults

collect_ignore_glob = ["projects/*"]  # what is linted there is not run


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-lint", action="store_true", help="write the expected messages of tests/lint/cases afresh")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "faults: the analysis of some functions fails in this test, as it should or may")


@pytest.fixture(autouse=True)
def faults_fail(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """An error in the analysis, or a search without an end, fails the test: users would miss findings."""
    told, tell = [], faults.described

    def noted(error: Exception) -> str:
        told.append(error)
        return tell(error)

    monkeypatch.setattr(faults, "described", noted)
    yield
    if told and request.node.get_closest_marker("faults") is None:
        raise AssertionError("the analysis of a function failed") from told[0]
