"""`--fix`, `--diff` and text from standard input: files are kept whole, whatever happens meanwhile."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from graphlint.checking import run
from graphlint.edits import source

from .conftest import HELPER, PRINT, RANDOM, RETRACE, TRAIN

FIXED = TRAIN.replace('    print("loss:"', '    tf.print("loss:"')


def test_safe_edits_are_made_and_the_rest_is_told(check, project: Path) -> None:
    ran = check("--fix")
    assert (project / "train.py").read_text() == FIXED
    assert (ran.status, ran.lines) == (1, [HELPER, RANDOM, RETRACE])
    assert ran.err == "3 findings in 2 files; 1 edit written; 2 edits with --unsafe\n"


def test_unsafe_edits_are_made_when_asked_for(check, project: Path) -> None:
    ran = check("--fix", "--unsafe")
    assert (ran.lines, ran.err) == ([HELPER], "1 finding in 2 files; 3 edits written\n")
    assert "decayed(tf.constant(i))" in (project / "train.py").read_text()


def test_only_what_is_told_is_edited(check, project: Path) -> None:
    check("--fix", "--ignore", "W7303")
    assert (project / "train.py").read_text() == TRAIN
    check("--write-baseline", "known.json")
    assert check("--fix", "--baseline", "known.json").status == 0
    assert (project / "train.py").read_text() == TRAIN


def test_a_diff(check, project: Path) -> None:
    ran = check("--diff")
    assert ran.out == """\
--- a/train.py
+++ b/train.py
@@ -6,7 +6,7 @@
 
 @tf.function
 def step(x):
-    print("loss:", x)
+    tf.print("loss:", x)
     log(x)
     return x + np.random.normal(size=[2])
 
"""
    assert (ran.status, ran.err) == (1, "4 findings in 2 files; 1 edit offered; 2 edits with --unsafe\n")
    assert (project / "train.py").read_text() == TRAIN


def test_a_helper_elsewhere_is_not_edited(check, project: Path) -> None:
    helper = "import tensorflow as tf\n\n\ndef log(value):\n    print(value)\n"
    (project / "helpers.py").write_text(helper)
    check("train.py", "--fix")
    assert (project / "helpers.py").read_text() == helper
    check("--fix")
    assert (project / "helpers.py").read_text() == helper.replace("print", "tf.print")


def test_a_file_that_changed_meanwhile_is_left(check, project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lint = run.lint

    def changed(*arguments, **keywords):
        report = lint(*arguments, **keywords)
        (project / "train.py").write_text("# somebody else\n" + TRAIN)
        return report

    monkeypatch.setattr(run, "lint", changed)
    ran = check("--fix")
    assert ran.status == 2
    assert "graphlint check: cannot edit train.py: it has changed since it was linted\n" in ran.err
    assert (project / "train.py").read_text() == "# somebody else\n" + TRAIN


def test_a_file_that_vanished_meanwhile(check, project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lint = run.lint

    def gone(*arguments, **keywords):
        report = lint(*arguments, **keywords)
        (project / "train.py").unlink(missing_ok=True)
        return report

    monkeypatch.setattr(run, "lint", gone)
    assert "cannot edit train.py: No such file or directory" in check("--diff").err
    for form in ("full", "html", "sarif", "json", "github"):
        (project / "train.py").write_text(TRAIN)
        assert check("--format", form).status == 1


def test_a_folder_that_cannot_be_written(check, project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*arguments, **keywords):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(source.tempfile, "mkstemp", refused)
    ran = check("--fix", "--no-cache")
    assert ran.status == 2 and ran.lines == [PRINT, HELPER, RANDOM, RETRACE]
    assert ran.err.startswith("graphlint check: cannot write train.py: Permission denied\n")
    assert check("--write-baseline", "b", "--no-cache").err == "graphlint check: cannot write b: Permission denied\n"
    assert "cannot write out.txt: Permission denied" in check("--output", "out.txt", "--no-cache").err


def test_standard_input(check, project: Path) -> None:
    told = [line.replace("train.py:", "stdin.py:", 1) for line in (PRINT, HELPER, RANDOM, RETRACE)]
    ran = check("-", stdin=TRAIN.encode())
    assert (ran.status, ran.lines) == (1, told)
    text = TRAIN.replace("print(", "tf.print(").encode()
    ran = check("-", "--stdin-filename", "train.py", stdin=text)  # instead of what is on disk
    assert ran.lines == [HELPER, RANDOM, RETRACE] and ran.err.startswith("3 findings in 1 file; ")


def test_standard_input_has_the_settings_of_its_name(check, project: Path) -> None:
    (project / "pyproject.toml").write_text('[tool.graphlint]\nper-file-ignores = {"tests/*" = ["W73"]}\nexclude = ["gen"]\n')
    assert check("-", "--stdin-filename", "tests/t.py", stdin=TRAIN.encode()).lines == ["tests/t.py" + RETRACE.removeprefix("train.py")]
    assert check("-", "--stdin-filename", "gen/t.py", stdin=TRAIN.encode()).status == 0


def test_standard_input_is_a_filter_for_edits(check, project: Path) -> None:
    ran = check("-", "--fix", stdin=TRAIN.encode())
    assert ran.out == FIXED and ran.status == 1
    assert "stdin.py:11:15: W7301: " in ran.err and ran.err.endswith("3 findings in 1 file; 1 edit written; 2 edits with --unsafe\n")
    assert check("-", "--diff", stdin=TRAIN.encode()).out.startswith("--- a/stdin.py\n+++ b/stdin.py\n")
    assert not list(project.glob("*stdin*"))


def test_standard_input_that_is_no_python(check) -> None:
    ran = check("-", stdin=b"def (\n")
    assert (ran.status, ran.lines) == (2, ["stdin.py:1:5: Parsing failed: 'invalid syntax (stdin, line 1)' (syntax-error)"])
    assert check("-", stdin=b"\xff").err.startswith("graphlint check: cannot read standard input: ")
    assert check("-", stdin=b"").status == 0


def test_line_ends_and_encoding_of_standard_input_stay(project: Path) -> None:
    import subprocess
    import sys

    text = "# coding: latin-1\r\nimport tensorflow as tf\r\n@tf.function\r\ndef f(x):\r\n    print('ü', x)\r\n".encode("latin-1")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-m", "graphlint", "check", "-", "--fix"], input=text, env=environment, capture_output=True)
    assert done.stdout == text.replace(b"print", b"tf.print") and done.returncode == 0
