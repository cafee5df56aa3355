"""Options of the linter's tests."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-lint", action="store_true", help="write the expected messages of tests/lint/cases afresh")
