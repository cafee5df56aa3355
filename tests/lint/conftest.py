"""Options of the linter's tests."""

import pytest

from graphlint.analysis import offences

collect_ignore_glob = ["projects/*"]  # what is linted there is not run


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-lint", action="store_true", help="write the expected messages of tests/lint/cases afresh")


@pytest.fixture(autouse=True)
def endless_recursion_fails(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no source is nested deeply, a search without an end fails the test: users would be told nothing of the module."""
    if request.path.name == "test_robust.py":
        return
    analyse = offences.offences

    def told(*arguments: object) -> list:
        try:
            return analyse(*arguments)
        except RecursionError as error:
            raise AssertionError("the analysis does not end") from error

    monkeypatch.setattr(offences, "offences", told)
