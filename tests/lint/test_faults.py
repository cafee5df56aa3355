"""What goes wrong in the analysis of one function costs its findings only, and is said."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from graphlint.findings import Report, lint
from graphlint.rules.print_in_graph import fix
from tests.lint import breaking

pytestmark = pytest.mark.faults

FIRST = """import tensorflow as tf


@tf.function
def broken(x):
    print(x)
    return helper(x) * RATE


@tf.function
def sound(x):
    print(x)
    return helper(x) * RATE


def helper(x):
    print(x)
    return x


class Model(tf.keras.Model):
    def call(self, x):
        print(x)
        return x


def parse(x):
    print(x)
    return x


RATE = 1.0
data = tf.data.Dataset.range(3).map(parse)
for rate in (0.1, 0.2, 0.3):
    sound(rate)
    broken(rate)
    tf.function(parse)(rate)
    RATE = rate
"""
SECOND = """import tensorflow as tf
from first import helper


@tf.function
def other(x):
    print(x)
    return helper(x)
"""
TRACED, FROZEN, GIVEN = (6, "print-in-graph"), (7, "outer-value-frozen-in-graph"), (36, "python-scalar-retrace")
#: The lines and symbols of all that there is to find.
ALL = [
    TRACED,
    FROZEN,
    (12, "print-in-graph"),
    (13, "outer-value-frozen-in-graph"),
    (17, "print-in-graph"),
    (23, "print-in-graph"),
    (28, "print-in-graph"),
    (35, "python-scalar-retrace"),
    GIVEN,
    (37, "python-scalar-retrace"),
    (37, "graph-function-in-loop"),
]
OTHER = [(7, "print-in-graph")]
#: Queries about one function, with the findings that are lost where they fail.
SEAMS = {
    "graphlint.analysis.engine.decorators:decorated": [TRACED, FROZEN, GIVEN],
    "graphlint.analysis.contexts.graph_functions:is_made_eager": [TRACED, FROZEN],
    "graphlint.analysis.engine.summarise:Summariser.run": [TRACED, FROZEN],
    "graphlint.analysis.trace.trace:Trace.run": [TRACED, FROZEN],
    "graphlint.analysis.timeline.frozen_values:_of_trace": [FROZEN],
    "graphlint.analysis.timeline.makings.creations:_calls_of_name": [],
    "graphlint.analysis.timeline.makings.repeated_creations:is_marker": [],
    "graphlint.analysis.timeline.retracing:GraphCall.expression": [GIVEN],
    "graphlint.analysis.timeline.makings.replaced_arguments:_arguments": [],
}
TRACE = "graphlint.analysis.trace.trace:Trace.run"


@pytest.fixture
def files(tmp_path: Path) -> Path:
    (tmp_path / "first.py").write_text(FIRST)
    (tmp_path / "second.py").write_text(SECOND)
    return tmp_path


def found(report: Report, file: str = "first.py") -> list[tuple[int, str]]:
    return [(one.line, one.rule.symbol) for one in report.findings if Path(one.path).name == file]


def said(report: Report) -> list[tuple[str, int, str]]:
    assert {problem.symbol for problem in report.problems} <= {"graph-function-not-analysed"}
    return [(Path(one.path).name, one.line, one.text.partition(" (")[0]) for one in report.problems]


def test_nothing_is_broken(files: Path) -> None:
    report = lint([files])
    assert said(report) == []
    assert found(report) == ALL
    assert found(report, "second.py") == OTHER


#: What any step may ask for: where the stack is full, that step ends.
ON_DEMAND = ("graphlint.analysis.engine.decorators:decorated", "graphlint.analysis.engine.summarise:Summariser.run")


@pytest.mark.parametrize(("seam", "error"), [*((seam, "ZeroDivisionError") for seam in SEAMS), *((seam, "RecursionError") for seam in SEAMS if seam not in ON_DEMAND)])
def test_one_function(files: Path, monkeypatch: pytest.MonkeyPatch, seam: str, error: str) -> None:
    """An error in one query about one function leaves all other findings, in its file and in others."""
    breaking.install(seam, monkeypatch.setattr, error)
    report = lint([files])
    lost = SEAMS[seam]
    kinds = ("", "graph ") if "decorators" in seam else ("graph ",)
    assert said(report) in [[("first.py", 5, f"{kind}function 'broken' could not be analysed")] for kind in kinds]
    assert f"({error}" in report.problems[0].text and report.problems[0].text.endswith("; please report this")
    assert found(report) == [one for one in ALL if one not in lost]
    assert found(report, "second.py") == OTHER


def test_helper(files: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a function that several graph functions call, what it does is lost, and nothing else."""
    (files / "first.py").write_text(FIRST.replace("broken", "before").replace("helper", "broken"))
    (files / "second.py").write_text(SECOND.replace("helper", "broken"))
    breaking.install("graphlint.analysis.engine.summarise:Summariser.run", monkeypatch.setattr)
    report = lint([files])
    assert said(report) == [
        ("first.py", 16, "function 'broken' could not be analysed"),
        ("second.py", 1, "function 'broken' of first could not be analysed"),
    ]
    assert found(report) == [one for one in ALL if one != (17, "print-in-graph")]
    assert found(report, "second.py") == OTHER


@pytest.mark.parametrize("seam", ["graphlint.analysis.engine.summarise:Summariser.run", "graphlint.analysis.engine.decorators:decorated"])
def test_what_was_half_found_out_is_forgotten(files: Path, monkeypatch: pytest.MonkeyPatch, seam: str) -> None:
    """An error that comes once: who asks next is told all."""
    breaking.install(seam, monkeypatch.setattr, times=1)
    report = lint([files])
    assert len(said(report)) == 1
    assert [one for one in ALL if one not in found(report)] in ([], [TRACED], [TRACED, FROZEN], [TRACED, FROZEN, GIVEN])
    again = lint([files])
    assert said(again) == [] and found(again) == ALL


@pytest.mark.parametrize("seam", ["graphlint.analysis.program.relevance:Relevance.may_trace", "graphlint.analysis.pipeline:_all", "graphlint.analysis.contexts.graph_functions:switches"])
def test_module(files: Path, monkeypatch: pytest.MonkeyPatch, seam: str) -> None:
    """What all functions of a module have in common costs that module's findings."""
    (files / "broken.py").write_text(FIRST)
    breaking.install(seam, monkeypatch.setattr)
    report = lint([files])
    assert said(report) == [("broken.py", 1, "module 'broken' could not be analysed")]
    assert found(report) == ALL
    assert found(report, "second.py") == OTHER


@pytest.mark.parametrize("error", ["KeyboardInterrupt", "SystemExit"])
def test_what_ends_the_run_ends_it(files: Path, monkeypatch: pytest.MonkeyPatch, error: str) -> None:
    breaking.install(TRACE, monkeypatch.setattr, error)
    with pytest.raises((KeyboardInterrupt, SystemExit)):
        lint([files])


def test_no_memory(files: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is no fault of one function: pylint gives the file up."""
    breaking.install(TRACE, monkeypatch.setattr, "MemoryError")
    assert {problem.symbol for problem in lint([files / "first.py"]).problems} == {"astroid-error"}


def test_fix(files: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A fix that fails costs the fix."""

    def fails(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(fix, "fix", fails)
    report = lint([files], fixes=True)
    assert found(report) == ALL
    assert ("first.py", 6, "print-in-graph could not be fixed") in said(report)
    assert len(report.problems) == sum(one.rule.symbol == "print-in-graph" for one in report.findings)


def pylint(files: Path, seam: str, *options: str) -> tuple[int, list[str]]:
    """The exit status, and the lines that pylint prints, where a query is broken."""
    environment = {**os.environ, "BREAKS": seam, "PYTHONPATH": str(Path(__file__).parents[2])}
    command = [sys.executable, "-m", "pylint", "--load-plugins=graphlint,tests.lint.breaking", "--score=n", *options, "first.py", "second.py"]
    run = subprocess.run(command, cwd=files, env=environment, capture_output=True, text=True, check=False)
    assert not run.stderr, run.stderr
    return run.returncode, [line for line in run.stdout.splitlines() if "73" in line]


ALONE = ("--disable=all", "--enable=graphlint")


@pytest.mark.parametrize("seam", [TRACE, "graphlint.analysis.engine.decorators:decorated"])
def test_jobs(files: Path, seam: str) -> None:
    one = pylint(files, seam, *ALONE, "-j1")
    assert one == pylint(files, seam, *ALONE, "-j2")
    (told,) = (line for line in one[1] if "I7390" in line)
    assert told.startswith("first.py:5:0: I7390: ") and "'broken' could not be analysed (ZeroDivisionError in analysis/" in told
    assert sum("first.py" in line for line in one[1]) == 1 + len(ALL) - len(SEAMS[seam])


def test_status(files: Path) -> None:
    """It is on by default, changes no exit status but where it is asked to, and can be switched off as any message."""
    (files / "first.py").write_text(FIRST.partition("@tf.function\ndef sound")[0].replace("print(x)", "pass").replace("helper(x) * RATE", "x"))
    (files / "second.py").write_text("")
    status, lines = pylint(files, TRACE, "--disable=C,import-error,unnecessary-pass")
    assert status == 0 and [line.split(": ")[1] for line in lines] == ["I7390"]
    status, lines = pylint(files, TRACE, *ALONE)
    assert status == 0 and [line.split(": ")[1] for line in lines] == ["I7390"]
    assert pylint(files, TRACE, *ALONE, "--fail-on=graph-function-not-analysed")[0] != 0
    assert pylint(files, TRACE, *ALONE, "--disable=graph-function-not-analysed") == (0, [])
    (files / "first.py").write_text((files / "first.py").read_text().replace("def broken(x):", "def broken(x):  # pylint: disable=I7390"))
    assert pylint(files, TRACE, *ALONE) == (0, [])
