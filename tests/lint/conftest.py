"""Options of the linter's tests."""

import pytest

collect_ignore_glob = ["projects/*"]  # what is linted there is not run


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-lint", action="store_true", help="write the expected messages of tests/lint/cases afresh")
