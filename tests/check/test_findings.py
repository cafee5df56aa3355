"""What is told: the same as by pylint, what is chosen, and the exit status."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from graphlint.rules import RULES

from .conftest import ALL, HELPER, PRINT, RANDOM, RETRACE

CASES = Path(__file__).parents[1] / "lint"


def pylint(folder: Path, *options: str) -> list[str]:
    """The messages of this plugin, as pylint prints them."""
    command = [sys.executable, "-m", "pylint", "--load-plugins=graphlint", "--recursive=y", "--score=n", "--persistent=n", *options, "."]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([*sys.path])}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    assert done.returncode < 32, done.stderr
    symbols = "|".join(rule.symbol for rule in RULES)
    return [line for line in done.stdout.splitlines() if re.search(rf"\(({symbols})\)$", line)]


def test_all_is_found_without_a_path(check) -> None:
    ran = check()
    assert (ran.lines, ran.status) == (ALL, 1)
    assert ran.err == "4 findings in 2 files; 1 edit with --fix; 2 edits with --fix --unsafe\n"


def test_the_status_says_what_happened(check, project: Path) -> None:
    (project / "train.py").write_text("import tensorflow as tf\n")
    assert (check().status, check().out, check().err) == (0, "", "no findings in 2 files\n")
    (project / "train.py").write_text("def (\n")
    ran = check()
    assert ran.status == 2 and ran.out == "train.py:1:5: Parsing failed: 'invalid syntax (train, line 1)' (syntax-error)\n"
    assert ran.err == "no findings in 2 files; 1 problem\n"
    assert check("--exit-zero").status == 2


def test_exit_zero(check) -> None:
    ran = check("--exit-zero")
    assert (ran.status, ran.lines) == (0, ALL)


def test_statistics(check) -> None:
    ran = check("--statistics")
    assert ran.status == 1
    assert ran.out == "2  W7303  print-in-graph\n1  R7306  python-scalar-retrace\n1  W7301  numpy-random-in-graph\n"
    assert check("--statistics", "--format", "json", "--select", "W7301").out == (
        '[\n  {\n    "id": "W7301",\n    "symbol": "numpy-random-in-graph",\n    "count": 1\n  }\n]\n')


@pytest.mark.parametrize("project_name", ["siblings", "given"])
def test_pylint_finds_the_same_in_a_project(check, project: Path, project_name: str) -> None:
    shutil.copytree(CASES / "projects" / project_name, project, dirs_exist_ok=True)
    there = pylint(project, "--disable=all", "--enable=graphlint")
    assert there
    assert sorted(check().lines) == sorted(there)


def test_pylint_finds_the_same_in_many_files_and_so_do_processes(check, project: Path) -> None:
    for path in sorted((CASES / "cases").glob("[a-d]*.py")):
        shutil.copy(path, project)
    there = pylint(project, "--disable=all", "--enable=graphlint")
    assert len(there) > 100
    (project / "broken.py").write_text("def (\n")
    one, some = check("--no-cache"), check("--jobs", 3, "--no-cache")
    for options in (["--jobs", 3], [], ["--jobs", 2]):  # the first one keeps what it finds
        assert check("--cache-dir", project.parent / "kept", *options) == one
    assert one.lines[0].startswith("broken.py:1:5: ") and sorted(one.lines[1:]) == sorted(there)
    assert (some.out, some.err, some.status) == (one.out, one.err, one.status)


@pytest.mark.parametrize("configuration", [
    '[tool.pylint.main]\nignore-patterns = ["train.*"]\n',
    '[tool.pylint."messages control"]\ndisable = ["print-in-graph"]\n',
    '[tool.pylint.graphlint]\ngraph-contexts = ["dataset"]\n',
    '[tool.pylint.main]\ndisable = ["W7301"]\nconfidence = ["INFERENCE"]\n',
])
def test_pylints_configuration_counts(check, project: Path, configuration: str) -> None:
    (project / "pyproject.toml").write_text(configuration)
    there = pylint(project)
    assert check().lines == there != ALL


def test_comments_and_pylints_options_count(check, project: Path) -> None:
    text = (project / "train.py").read_text()
    (project / "train.py").write_text(text.replace("    log(x)", "    log(x)  # pylint: disable=print-in-graph"))
    assert check().lines == [PRINT, RANDOM, RETRACE]
    assert check("--disable=W7301,W7303").lines == [RETRACE]


@pytest.mark.parametrize("words, told", [
    (["--select", "W7303"], [PRINT, HELPER]), (["--select", "w7303,R"], [PRINT, HELPER, RETRACE]), (["--select", "W73"], [PRINT, HELPER, RANDOM]),
    (["--select", "numpy-"], [RANDOM]), (["--select", "print-in-graph", "--select", "python"], [PRINT, HELPER, RETRACE]),
    (["--ignore", "W7303"], [RANDOM, RETRACE]), (["--select", "W", "--ignore", "print_in_graph"], [RANDOM]), (["--select", "all"], ALL),
    (["--ignore", "all"], []), (["--select", "E"], []),
])
def test_rules_are_chosen(check, words: list[str], told: list[str]) -> None:
    assert check(*words).lines == told


@pytest.mark.parametrize("word, meant", [
    ("prnt-in-graph", "; did you mean print-in-graph, shape-lost-in-graph or python-random-in-graph?"), ("W7399", "; did you mean W7319 or W7309?"), ("prnt", "; did you mean print-in-graph?"),
    ("X", ""), ("W7303x", "; did you mean W7303?"),
])
def test_unknown_rules_are_refused(check, word: str, meant: str) -> None:
    ran = check("--select", word)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == f"graphlint check: --select: no rule {word}{meant} (`graphlint rules` lists the rules)\n"
    assert check("--ignore", "W7303,").err == "graphlint check: --ignore: an empty name of a rule (`graphlint rules` lists the rules)\n"


@pytest.mark.parametrize("pattern, told", [
    ("helpers.py", True), ("train.py", False), ("*.py", False), ("/train.py", False), ("sub", True), ("tr[a-b]in.py", False), ("./*", False),
    ("sub/*.py", True), ("**/train.py", False)])
def test_files_are_left_out(check, pattern: str, told: bool) -> None:
    assert check("--exclude", pattern).lines == (ALL if told else [])
    assert check("--exclude", pattern, "train.py").lines == (ALL if told else [])


def test_no_files_at_all(check, project: Path) -> None:
    (project / "empty").mkdir()
    ran = check("empty")
    assert (ran.status, ran.out, ran.err) == (0, "", "no Python files to lint\n")


@pytest.mark.parametrize("arguments, told", [
    (["nothing.py"], "graphlint check: cannot read nothing.py: No such file or directory\n"),
    (["--rcfile", "nothing"], "graphlint check: cannot read nothing: No such file or directory\n"),
    (["--output", "nothing/report.txt"], "graphlint check: cannot write nothing/report.txt: No such file or directory\n"),
])
def test_what_cannot_be_used_is_said(check, project: Path, arguments: list[str], told: str) -> None:
    ran = check(*arguments)
    assert ran.status == 2
    assert told in ran.err


@pytest.mark.parametrize("arguments, told", [
    (["-", "train.py"], "- stands alone"), (["--stdin-filename", "x.py"], "--stdin-filename needs -"), (["--unsafe"], "--unsafe goes with"),
    (["--fix", "--diff"], "not allowed with"), (["--diff", "--format", "json"], "--diff writes a diff"), (["--jobs", "-1"], "'-1' is not a number"),
    (["--statistics", "--format", "html"], "--statistics is told as text or json"), (["--format", "xml"], "invalid choice: 'xml'"),
    (["--write-baseline", "b", "--fix"], "--write-baseline excludes"), (["--watch", "-"], "--watch needs files"),
])
def test_contradictions_are_refused(check, arguments: list[str], told: str) -> None:
    ran = check(*arguments)
    assert ran.status == 2 and told in ran.err and not ran.out


def test_a_file_that_vanishes_is_a_problem(check, project: Path) -> None:
    (project / "gone.py").symlink_to("nowhere.py")
    ran = check()
    assert ran.status == 2 and ran.lines[-len(ALL):] == ALL
    assert "gone.py" in ran.lines[0]


def test_a_reader_that_goes_away_changes_nothing(project: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = f"{sys.executable} -m graphlint check --format json; echo $? >&2"
    done = subprocess.run(["sh", "-c", f"({command}) | true"], env=environment, capture_output=True, text=True)
    assert done.stderr == "1\n"
