"""`graphlint check` and `graphlint fix` with notebooks, through the command."""

from __future__ import annotations

import io
import json
import shutil
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from graphlint import cli
from tests.notebooks import make

CASES = Path(__file__).with_name("cases")
HEAD = "import tensorflow as tf"
STEP = "@tf.function\ndef step(x):\n    print(x)\n    return x"
BARE = ["--rcfile="]


@pytest.fixture(autouse=True)
def _here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def _check(capsys, *arguments: str) -> tuple[int, str, str]:
    status = cli.main(["check", *BARE, *arguments])
    said = capsys.readouterr()
    return status, said.out, said.err


def test_real_notebooks(capsys, monkeypatch):
    monkeypatch.chdir(CASES)
    status, out, err = _check(capsys, ".")
    assert status == 2
    assert [line.split(" ", 3)[:3] if ".py:" not in line else line for line in out.splitlines()] == [
        ["jupyter.ipynb:cell", "5:1:17:", "this"],
        ["colab.ipynb:cell", "3:4:10:", "W7301:"],
        ["colab.ipynb:cell", "3:5:2:", "W7309:"],
        ["colab.ipynb:cell", "3:6:12:", "W7303:"],
        "jupyter.ipynb:cell 4:3:4: W7303: 'log' (helpers.py:5), which calls 'print', runs only while graph function 'f' is traced (through"
        " log called at line 3 of cell 4), not at each call; use tf.print (print-in-graph)",
        ["jupyter.ipynb:cell", "6:3:4:", "W7303:"],
        ["vscode.ipynb:cell", "3:4:12:", "W7308:"],
        ["vscode.ipynb:cell", "3:8:1:", "W7303:"],
    ]
    assert err.startswith("7 findings in 4 files; 1 problem; ")
    assert _check(capsys, ".", "--jobs", "2")[1] == out


@pytest.mark.parametrize(("name", "edits"), [
    ("colab", [("noise = np.random.normal(size=3)", "noise = tf.random.normal([3])"),
               ("  if x \\u003c 0: print(", "  if x \\u003c 0: tf.print(")]),
    ("jupyter", [("    print('g', x)", "    tf.print('g', x)")]),
    ("vscode", [("time.time()", "tf.timestamp()"), ('print(\\"😀\\"', 'tf.print(\\"😀\\"')]),
])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_edits_keep_all_other_bytes(name, edits, mark, capsys, tmp_path):
    before = mark + (CASES / f"{name}.ipynb").read_bytes()
    path = tmp_path / "n.ipynb"
    path.write_bytes(before)
    diff = _check(capsys, "--diff", "--unsafe", "n.ipynb")[1]
    assert path.read_bytes() == before
    _check(capsys, "--fix", "--unsafe", "n.ipynb")
    after = before.decode()
    for old, new in edits:
        assert after.count(old) == 1
        after = after.replace(old, new)
    assert path.read_bytes() == after.encode()
    if shutil.which("patch") and not mark:
        path.write_bytes(before)
        subprocess.run(["patch", "-p1", "-s"], input=diff.encode(), check=True)
        assert path.read_bytes() == after.encode()


def test_fix_writes_and_shows(capsys, tmp_path):
    path = make.write(tmp_path / "n.ipynb", HEAD, STEP)
    assert cli.main(["fix", *BARE, "n.ipynb"]) == 1
    assert '+    "    tf.print(x)\\n",\n' in capsys.readouterr().out
    assert cli.main(["fix", *BARE, "--write", "."]) == 0
    assert make.text([HEAD, STEP.replace("print", "tf.print")]) == path.read_text("utf-8")


def test_an_edit_that_adds_an_import_puts_it_into_the_cell_of_the_first_one(capsys, tmp_path):
    step = "@make\ndef step(x):\n    print(x)\n    return x"
    path = make.write(tmp_path / "n.ipynb", "!pip install x", "from tensorflow import function as make", step)
    _check(capsys, "--fix", "n.ipynb")
    cells = ["!pip install x", "import tensorflow as tf\nfrom tensorflow import function as make", step.replace("print", "tf.print")]
    assert path.read_text("utf-8") == make.text(cells)


def test_standard_input(capsys, monkeypatch):
    text = make.text([HEAD, STEP])
    for arguments, out in ((["--fix"], text.replace("print", "tf.print")), ([], "n.ipynb:cell 2:3:4: W7303: ")):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode()), "utf-8"))
        assert _check(capsys, *arguments, "--stdin-filename", "n.ipynb", "-")[1].startswith(out)


def test_a_module_of_the_same_name_is_another_one(capsys, tmp_path):
    make.write(tmp_path / "steps.ipynb", HEAD, "def log(x):\n    print(x)")
    (tmp_path / "steps.py").write_text("def log(x):\n    return x\n")
    (tmp_path / "train.py").write_text(f"{HEAD}\nfrom steps import log\n\n\n@tf.function\ndef step(x):\n    return log(x)\n")
    assert _check(capsys, ".")[:2] == (0, "")


def test_comments_switch_rules_off(capsys, tmp_path):
    off = "    print(x)  # pylint: disable=print-in-graph\n"
    make.write(tmp_path / "n.ipynb", HEAD, STEP.replace("    print(x)\n", off), STEP.replace("step", "other"))
    assert _check(capsys, ".")[1].startswith("n.ipynb:cell 3:3:4: W7303: ")
    make.write(tmp_path / "n.ipynb", f"{HEAD}\n# pylint: disable=print-in-graph", STEP)
    assert _check(capsys, ".")[:2] == (0, "")


def test_folders_are_searched_but_for_checkpoints_and_excluded_ones(capsys, tmp_path):
    for name in ("a/n.ipynb", ".ipynb_checkpoints/n-checkpoint.ipynb", "b/n.ipynb"):
        (tmp_path / name).parent.mkdir()
        make.write(tmp_path / name, HEAD, STEP)
    (tmp_path / "b" / "damaged.ipynb").write_text("{")
    status, out, _ = _check(capsys, ".", "--exclude", "b")
    assert status == 1
    assert [line.split(": ")[0] for line in out.splitlines()] == ["a/n.ipynb:cell 2:3:4"]


def test_other_languages_are_left_out_with_a_sentence(capsys, tmp_path):
    make.write(tmp_path / "r.ipynb", "x <- 1", kernelspec={"name": "ir", "language": "R", "display_name": "R"})
    status, out, err = _check(capsys, "r.ipynb")
    assert (status, out) == (0, "")
    assert err.splitlines()[0] == "graphlint check: r.ipynb is left out: its language is R, and not Python"
    assert cli.main(["fix", *BARE, "r.ipynb"]) == 0
    assert capsys.readouterr().err.startswith("r.ipynb is left out: its language is R, and not Python\n")


@pytest.mark.parametrize("command", [["check"], ["fix"], ["confirm"]], ids=" ".join)
def test_damaged_files_are_named(command, capsys, tmp_path):
    (tmp_path / "n.ipynb").write_text('{"cells": [\n')
    assert cli.main([*command, *BARE, "n.ipynb"]) == 2
    said = capsys.readouterr()
    assert "n.ipynb" in said.out + said.err and "the notebook is damaged: expecting value" in said.out + said.err


def test_names_of_commands_are_told(capsys):
    with pytest.raises(SystemExit):
        cli.main(["n.ipynb"])
    assert capsys.readouterr().err.endswith("no command: `graphlint check n.ipynb` lints it, `graphlint confirm n.ipynb` runs it\n")


class TestFormats:
    """Each says the place as its readers can use it: by the cell, or by the line of the file."""

    @pytest.fixture
    def path(self, tmp_path):
        return make.write(tmp_path / "n.ipynb", HEAD, f"%%time\n{STEP}", "%matplotlib inline\ndef f(:\n  pass")

    def _place(self, path):
        """Where the print stands in the file: line from 1, character from 0."""
        lines = path.read_text("utf-8").splitlines()
        line = next(number for number, text in enumerate(lines) if "print(x)" in text)
        return line + 1, lines[line].index("print")

    def test_text(self, path, capsys):
        assert [line.split(" (")[0] for line in _check(capsys, "n.ipynb")[1].splitlines()] == [
            "n.ipynb:cell 3:2:6: this cell is no Python, and is left out: invalid syntax",
            "n.ipynb:cell 2:4:4: W7303: 'print' runs only while graph function 'step' is traced, not at each call; use tf.print"]

    def test_full(self, path, capsys):
        out = _check(capsys, "n.ipynb", "--format", "full")[1]
        assert ("n.ipynb:cell 2:4:4: W7303 print-in-graph\n"
                "  'print' runs only while graph function 'step' is traced, not at each call; use\n  tf.print\n\n"
                "  3 | def step(x):\n  4 |     print(x)\n    |     ^^^^^^^^\n  5 |     return x\n\n"
                "  fix: print → tf.print (safe; --fix makes it)\n  4 -     print(x)\n  4 +     tf.print(x)\n") in out

    def test_json(self, path, capsys):
        data = json.loads(_check(capsys, "n.ipynb", "--format", "json")[1])
        finding, = data["findings"]
        place = {"path": "n.ipynb", "cell": 2, "line": 4}
        assert {**finding, **place, "column": 4, "end_line": 4, "end_column": 12, "effects": [place]} == finding
        edit = {"cell": 2, "line": 4, "column": 4, "end_line": 4, "end_column": 9, "text": "tf.print"}
        assert finding["fix"]["edits"] == [edit]
        assert {**data["problems"][0], "path": "n.ipynb", "cell": 3, "line": 2, "column": 6} == data["problems"][0]

    def test_sarif(self, path, capsys):
        run, = json.loads(_check(capsys, "n.ipynb", "--format", "sarif")[1])["runs"]
        result, = run["results"]
        line, column = self._place(path)
        region = {"startLine": line, "startColumn": column + 1, "endLine": line, "endColumn": column + 9}
        assert result["locations"][0]["physicalLocation"]["region"] == region
        assert result["message"]["text"].startswith("line 4 of cell 2: 'print' runs only")
        replacement, = result["fixes"][0]["artifactChanges"][0]["replacements"]
        assert replacement == {"deletedRegion": {**region, "endColumn": column + 6}, "insertedContent": {"text": "tf.print"}}

    def test_github(self, path, capsys):
        line, column = self._place(path)
        place = f"file=n.ipynb,line={line},endLine={line},col={column + 1},endColumn={column + 8}"
        out = _check(capsys, "n.ipynb", "--format", "github")[1]
        assert f"::warning {place},title=W7303 print-in-graph::line 4 of cell 2: 'print' runs" in out

    def test_gitlab(self, path, capsys):
        rows = json.loads(_check(capsys, "n.ipynb", "--format", "gitlab")[1])
        line, _ = self._place(path)
        assert rows[1]["location"] == {"path": "n.ipynb", "lines": {"begin": line, "end": line}}
        assert rows[1]["description"].startswith("line 4 of cell 2: 'print' runs")

    def test_junit(self, path, capsys):
        suite, = ElementTree.fromstring(_check(capsys, "n.ipynb", "--format", "junit")[1].split("\n", 1)[1])
        case = suite[1]
        assert case.attrib["line"] == str(self._place(path)[0])
        assert case.attrib["name"] == "W7303 print-in-graph in line 4 of cell 2"
        assert case[0].text.startswith("n.ipynb:cell 2:4:4: ")

    def test_html(self, path, capsys):
        out = _check(capsys, "n.ipynb", "--format", "html")[1]
        assert ">n.ipynb:cell 2:4</a>" in out
        assert "<span class=skip>cell 2</span><span><i>1</i>%%time</span>" in out

    def test_a_baseline_knows_it_when_cells_move(self, path, capsys):
        _check(capsys, "n.ipynb", "--write-baseline", "known.json")
        make.write(path, HEAD, "x = 1", f"%%time\n\n{STEP}")
        assert _check(capsys, "n.ipynb", "--baseline", "known.json")[:2] == (0, "")


def test_what_is_kept_between_runs_is_told_of_the_notebook_as_it_is(capsys, tmp_path):
    kept = ["--cache-dir", str(tmp_path / "kept"), "n.ipynb"]
    make.write(tmp_path / "n.ipynb", HEAD, STEP, "def f(:")
    first = _check(capsys, *kept)[1]
    assert _check(capsys, *kept)[1] == first
    # The module that is linted is the same, the cell that is no Python and the file are not.
    make.write(tmp_path / "n.ipynb", HEAD, STEP, "x = = 1", title="another")
    assert [line.split(": ")[0] for line in _check(capsys, *kept)[1].splitlines()] == ["n.ipynb:cell 3:1:4", "n.ipynb:cell 2:3:4"]
    make.write(tmp_path / "n.ipynb", HEAD, "", STEP)
    assert [line.split(": ")[0] for line in _check(capsys, *kept)[1].splitlines()] == ["n.ipynb:cell 3:3:4"]
