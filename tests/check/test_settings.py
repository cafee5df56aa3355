"""`[tool.graphlint]` in pyproject.toml."""

from __future__ import annotations

from pathlib import Path

import pytest

from .conftest import ALL, HELPER, PRINT, RANDOM, RETRACE


@pytest.mark.parametrize("table, told", [
    ('select = ["W7303"]', [PRINT, HELPER]), ('ignore = ["W73"]', [RETRACE]), ('select = ["W"]\nignore = ["print-"]', [RANDOM]),
    ('per-file-ignores = {"train.py" = ["W7303"]}', [RANDOM, RETRACE]), ('per-file-ignores = {"help*" = ["W"], "sub/*" = ["all"]}', ALL),
    ('per-file-ignores = {"*.py" = ["W7303"], "tr*" = ["numpy-"]}', [RETRACE]),
    ('exclude = ["train.py"]', []), ('exclude = ["**/other/*"]', ALL), ("", ALL),
])
def test_keys(check, project: Path, table: str, told: list[str]) -> None:
    (project / "pyproject.toml").write_text(f"[tool.graphlint]\n{table}\n")
    assert check().lines == told


def test_the_command_line_counts_more(check, project: Path) -> None:
    (project / "pyproject.toml").write_text('[tool.graphlint]\nselect = ["E"]\nignore = ["W7303"]\nper-file-ignores = {"t*" = ["R"]}\n')
    assert check("--select", "W7303,R").lines == [PRINT, HELPER]
    (project / "pyproject.toml").write_text('[tool.graphlint]\nignore = ["W7303"]\n')
    assert check("--ignore", "W7301").lines == [RETRACE]


def test_patterns_are_relative_to_the_file(check, project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (project / "pyproject.toml").write_text('[tool.graphlint]\nper-file-ignores = {"sub/train.py" = ["W"]}\n')
    (project / "sub").mkdir()
    for name in ("train.py", "helpers.py"):
        (project / name).rename(project / "sub" / name)
    assert check().lines == [f"sub/{RETRACE}"]
    monkeypatch.chdir(project / "sub")
    assert check().lines == [RETRACE]


def test_a_file_without_the_table_and_one_outside_of_the_repository_do_not_count(check, project: Path, monkeypatch) -> None:
    (project.parent / "pyproject.toml").write_text('[tool.graphlint]\nselect = ["E"]\n')
    assert check().lines == ALL
    (project / "pyproject.toml").write_text('[tool.graphlint]\nselect = ["R"]\n')
    (project / "sub").mkdir()
    (project / "sub" / "pyproject.toml").write_text("[tool.other]\n")
    monkeypatch.chdir(project / "sub")
    assert [line.rpartition("/")[2] for line in check("..").lines] == [RETRACE]


@pytest.mark.parametrize("text, told", [
    ('[tool.graphlint]\nselct = ["E"]', "[tool.graphlint]: no key selct; did you mean select? (the keys are select, ignore,"
                                        " per-file-ignores, exclude, baseline)"),
    ('[tool.graphlint]\nselect = "E"', "[tool.graphlint] select must be a list of strings, not the string 'E'"),
    ("[tool.graphlint]\nignore = [1]", "[tool.graphlint] ignore must be a list of strings, and has the number 1"),
    ("[tool.graphlint]\nignore = true", "[tool.graphlint] ignore must be a list of strings, not the boolean true"),
    ("[tool.graphlint]\nexclude = 2026-01-01", "[tool.graphlint] exclude must be a list of strings, not the date"),
    ('[tool.graphlint]\nignore = ["E7"]\nselect = ["print-in"]\nexclude = ["[z-a]"]',
     "[tool.graphlint] exclude: '[z-a]' is no pattern: bad character range z-a at position"),
    ('[tool.graphlint]\nper-file-ignores = ["a"]', "[tool.graphlint] per-file-ignores must be a table of patterns and lists of rules, not a list"),
    ('[tool.graphlint]\nper-file-ignores = {"a" = "E"}', "[tool.graphlint] per-file-ignores 'a' must be a list of strings, not the string 'E'"),
    ('[tool.graphlint]\nper-file-ignores = {"a" = ["W7398"]}',
     "[tool.graphlint] per-file-ignores 'a': no rule W7398; did you mean W7319, W7309 or W7308? (`graphlint rules` lists the rules)"),
    ("[tool.graphlint]\nbaseline = 1", "[tool.graphlint] baseline must be the path of a file, not the number 1"),
    ('[tool.graphlint]\ngraph-decorators = ["a"]', "[tool.graphlint] graph-decorators: it is pylint's to read; write it in [tool.pylint.graphlint]"),
    ("tool.graphlint = 3", "[tool.graphlint] is no table but the number 3"),
    ('[tool.graphlint\nselect = ["E"]', ": Expected ']' at the end of a table declaration (at line 1, column 16)"),
])
def test_what_cannot_be_used_is_named(check, project: Path, text: str, told: str) -> None:
    (project / "pyproject.toml").write_text(text)
    ran = check("--rcfile=")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("graphlint check: pyproject.toml: ") and told.removeprefix(": ") in ran.err


def test_a_file_that_is_no_text(check, project: Path) -> None:
    (project / "pyproject.toml").write_bytes(b"\xff\xfe")
    ran = check("--rcfile=")
    assert ran.status == 2 and ran.err.startswith("graphlint check: cannot read pyproject.toml: ")
