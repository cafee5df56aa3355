"""Baselines: what is known is counted, moved lines stay known, and what is gone is said."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from .conftest import ALL, PRINT, RETRACE


def edit(path: Path, before: str, after: str) -> None:
    text = path.read_text()
    assert before in text
    path.write_text(text.replace(before, after, 1))


def test_what_is_written_is_known(check, project: Path) -> None:
    ran = check("--write-baseline", "known.json")
    assert (ran.status, ran.out, ran.err) == (0, "", "known.json: 4 findings\n")
    assert (project / "known.json").read_text() == """{
"graphlint-baseline": 1,
"findings": [
{"path": "train.py", "rule": "R7306", "function": "decayed", "line": "rate = decayed(i)"},
{"path": "train.py", "rule": "W7301", "function": "step", "line": "return x + np.random.normal(size=[2])"},
{"path": "train.py", "rule": "W7303", "function": "step", "line": "log(x)"},
{"path": "train.py", "rule": "W7303", "function": "step", "line": "print(\\"loss:\\", x)"}
]
}
"""
    ran = check("--baseline", "known.json")
    assert (ran.status, ran.out, ran.err) == (0, "", "no findings in 2 files; 4 known to the baseline\n")


def test_moved_lines_stay_known_and_new_ones_are_told(check, project: Path) -> None:
    check("--write-baseline", "known.json")
    edit(project / "train.py", "import numpy", "# a line\n\n\nimport numpy")
    edit(project / "train.py", '    print("loss:", x)\n', '    if True:\n        print("loss:",  x)\n        print("new", x)\n')
    ran = check("--baseline", "known.json")
    assert ran.status == 1
    assert ran.lines == [PRINT.replace("9:4", "14:8")]
    assert ran.err.startswith("1 finding in 2 files; 4 known to the baseline; ")


def test_equal_lines_count_twice(check, project: Path) -> None:
    check("--write-baseline", "known.json")
    edit(project / "train.py", '    print("loss:", x)\n', '    print("loss:", x)\n    print("loss:", x)\n')
    assert check("--baseline", "known.json").lines == [PRINT.replace("9:4", "10:4")]
    check("--write-baseline", "known.json")
    assert '"line": "print(\\"loss:\\", x)", "count": 2}' in (project / "known.json").read_text()
    assert check("--baseline", "known.json").lines == []
    edit(project / "train.py", '    print("loss:", x)\n', "")
    ran = check("--baseline", "known.json")
    assert ran.status == 0
    assert ran.err == ("no findings in 2 files; 4 known to the baseline\n"
                       "1 finding of the baseline is gone (`--write-baseline known.json` forgets it):\n"
                       '  train.py: W7303 in step: print("loss:", x)\n')


def test_what_was_not_looked_for_is_not_gone(check, project: Path) -> None:
    check("--write-baseline", "known.json")
    assert "gone" not in check("--baseline", "known.json", "helpers.py").err
    assert "gone" not in check("--baseline", "known.json", "--select", "E").err
    assert "gone" not in check("--baseline", "known.json", "--exclude", "train.py").err
    (project / "train.py").write_text("def (\n")
    assert "gone" not in check("--baseline", "known.json").err
    (project / "train.py").unlink()
    assert "4 findings of the baseline are gone (" in check("--baseline", "known.json").err


def test_writing_for_a_part_keeps_the_rest(check, project: Path) -> None:
    (project / "other.py").write_text("import tensorflow as tf\n\n\n@tf.function\ndef f(x):\n    print(x)\n")
    check("--write-baseline", "known.json")
    assert check("--write-baseline", "known.json", "other.py").err == (
        "known.json: 1 finding, and 4 that this check did not look for\n")
    assert check("--baseline", "known.json").status == 0
    edit(project / "other.py", "    print(x)\n", "    return x\n")
    check("--write-baseline", "known.json", "other.py")
    assert "other.py" not in (project / "known.json").read_text()


def test_the_configuration_may_name_it(check, project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (project / "pyproject.toml").write_text('[tool.graphlint]\nbaseline = "ci/known.json"\n')
    ran = check()
    assert ran.status == 2 and ran.err == (
        "graphlint check: cannot read the baseline ci/known.json: No such file or directory (`--write-baseline ci/known.json` writes one)\n")
    (project / "ci").mkdir()
    check("--write-baseline", "ci/known.json")
    assert '"path": "../train.py"' in (project / "ci" / "known.json").read_text()
    assert check().status == 0
    assert check("--no-baseline").lines == ALL
    monkeypatch.chdir(project / "ci")
    assert check("..").status == 0


@pytest.mark.parametrize("text, told", [
    ("{", "line 1: Expecting property name enclosed in double quotes"),
    ("<<<<<<< ours\n{}", "line 1: Expecting value"),
    ("[]", "it has no key 'graphlint-baseline'"),
    ('{"graphlint-baseline": 2}', "it is of version 2, and this graphlint reads version 1"),
    ('{"graphlint-baseline": 1}', "it has no list of findings"),
    ('{"graphlint-baseline": 1, "findings": [3]}', "its finding 1 is not understood"),
    ('{"graphlint-baseline": 1, "findings": [{"path": "a", "rule": "W7303", "function": "f", "line": "x", "count": -1}]}',
     "its finding 1 is not understood"),
    ("[" * 100_000, ""),
])
def test_damaged_ones_are_refused_and_not_replaced(check, project: Path, text: str, told: str) -> None:
    (project / "known.json").write_text(text)
    ran = check("--baseline", "known.json")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("graphlint check: the baseline known.json is damaged, or none: ") and told in ran.err
    ran = check("--write-baseline", "known.json")
    assert ran.status == 2 and "it is not replaced: remove it first" in ran.err
    assert (project / "known.json").read_text() == text


def test_a_source_file_is_not_replaced_by_mistake(check, project: Path) -> None:
    text = (project / "train.py").read_text()
    assert check("--write-baseline", "train.py").status == 2
    assert (project / "train.py").read_text() == text


def test_a_folder_that_is_not_there(check, project: Path) -> None:
    ran = check("--write-baseline", "nothing/known.json")
    assert ran.status == 2 and ran.err == "graphlint check: cannot write nothing/known.json: No such file or directory\n"
    assert check("--baseline", ".").err == "graphlint check: cannot read the baseline .: Is a directory\n"


def test_formats_say_what_is_known(check, project: Path) -> None:
    check("--write-baseline", "known.json", "--select", "R")
    edit(project / "train.py", "decayed(i)\n", "1.0\n")
    told = json.loads(check("--baseline", "known.json", "--format", "json", "--select", "R").out)
    assert told["baseline"] == {"path": "known.json", "known": 0, "gone": [
        {"path": "train.py", "rule": "R7306", "function": "decayed", "line": "rate = decayed(i)"}]}
    assert (told["findings"], told["status"]) == ([], 0)
    assert RETRACE not in check("--baseline", "known.json").lines
