"""`pytest --graphlint-confirm`: the tests run as they are, and each call of a graph function in them eagerly as well.

Everything but the options is imported when the option is given: other test runs pay nothing.
"""
from __future__ import annotations

import pytest


def pytest_addoption(parser):
    """The options, in a group of their own."""
    group = parser.getgroup("graphlint")
    group.addoption("--graphlint-confirm", action="store_true",
                    help="run each call of a graph function eagerly and as a graph, and report how they differ")
    group.addoption("--graphlint-backend", choices=("runtime", "tensorflow"), metavar="NAME",
                    help="what serves `import tensorflow` (default: tensorflow where it is installed)")
    group.addoption("--graphlint-timeout", type=float, default=3600.0, metavar="SECONDS",
                    help="stop the tests after so long (default: 3600)")


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config):
    """Run the tests in a process that is observed, show what they showed, then the report."""
    if not config.getoption("graphlint_confirm"):
        return None
    from graphlint import columns, streams
    from graphlint.confirm import backends, confirmation
    from graphlint.confirm.shown import report
    from graphlint.confirm.session import Program

    program = Program("", tuple(_without_ours(config.invocation_params.args)), kind="pytest", observe="calls",
                      backend=config.getoption("graphlint_backend") or backends.default(),
                      timeout=config.getoption("graphlint_timeout"))
    try:
        result = confirmation.confirm(program, confirmation.lint_program(program))
    except confirmation.Unusable as error:
        raise pytest.UsageError(str(error)) from error
    with streams.guarded():
        for output in result.graph.outputs:
            if output.stream == "stdout":
                print(output.text)
        print()
        print(report.text(result, columns.terminal()), end="")
    return result.graph.code or result.status


def _without_ours(arguments):
    left = iter(map(str, arguments))
    for argument in left:
        if argument in ("--graphlint-backend", "--graphlint-timeout"):
            next(left, None)
        elif not argument.startswith("--graphlint-"):
            yield argument
