"""`graphlint confirm` and `graphlint fix --verify` with notebooks."""

from __future__ import annotations

import json

import pytest

from graphlint import cli
from tests.notebooks import make

HEAD = "%matplotlib inline\nimport tensorflow as tf\nfrom helpers import log\nnames = !ls\nassert names == []"
STEP = "%%time\nfrom __future__ import annotations\n@tf.function\ndef step(x):\n    print('once')\n    return log(x)"
RUN = "import asyncio\nawait asyncio.sleep(0)\nfor i in range(3):\n    %time y = step(tf.constant(1.0))\ndisplay(y)"
COMMON = ["--backend", "runtime", "--rcfile="]


@pytest.fixture(autouse=True)
def _here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "helpers.py").write_text("def log(x):\n    return x\n")


def test_it_runs_as_a_script(tmp_path, capsys):
    make.write(tmp_path / "n.ipynb", HEAD, STEP, RUN)
    assert cli.main(["confirm", *COMMON, "n.ipynb"]) == 1
    out = capsys.readouterr().out
    assert out.startswith("graphlint confirm n.ipynb\n")
    assert "OBSERVED      n.ipynb:cell 2:5\n  W7303 print-in-graph in step\n" in out
    assert "line ran        3 times                         once" in out
    assert "eager     3 calls of graph functions; finished" in out


def test_places_in_formats(tmp_path, capsys):
    path = make.write(tmp_path / "n.ipynb", HEAD, STEP, RUN)
    cli.main(["confirm", *COMMON, "--format", "html", "n.ipynb"])
    assert ">n.ipynb:cell 2:5</a>" in capsys.readouterr().out
    cli.main(["confirm", *COMMON, "--format", "json", "n.ipynb"])
    finding, = json.loads(capsys.readouterr().out)["findings"]
    assert (finding["cell"], finding["line"]) == (2, 5)
    cli.main(["confirm", *COMMON, "--format", "sarif", "n.ipynb"])
    result, = json.loads(capsys.readouterr().out)["runs"][0]["results"]
    line = result["locations"][0]["physicalLocation"]["region"]["startLine"]
    assert "print('once')" in path.read_text("utf-8").splitlines()[line - 1]


def test_an_error_is_told_by_its_cell(tmp_path, capsys):
    make.write(tmp_path / "n.ipynb", "import tensorflow as tf", "x = 1\n1 / 0")
    assert cli.main(["confirm", *COMMON, "n.ipynb"]) == 2
    assert "division by zero (n.ipynb:cell 2:2)" in capsys.readouterr().out


def test_a_cell_that_is_no_python_is_told(tmp_path, capsys):
    make.write(tmp_path / "n.ipynb", "import tensorflow as tf", "def f(:")
    cli.main(["confirm", *COMMON, "n.ipynb"])
    assert "  not linted: n.ipynb:cell 2:1: this cell is no Python, and is left out: invalid syntax" in capsys.readouterr().out


def test_other_languages(tmp_path, capsys):
    make.write(tmp_path / "r.ipynb", "x <- 1", kernelspec={"language": "R"})
    assert cli.main(["confirm", *COMMON, "r.ipynb"]) == 2
    assert capsys.readouterr().err == "graphlint confirm: r.ipynb is a notebook in R, and not in Python\n"


def test_edits_are_verified(tmp_path, capsys):
    path = make.write(tmp_path / "n.ipynb", HEAD, STEP, RUN)
    assert cli.main(["fix", *COMMON, "--verify", "--write", "n.ipynb"]) == 0
    assert "verified  n.ipynb:cell 2:5  print-in-graph: print → tf.print\n" in capsys.readouterr().err
    assert path.read_text("utf-8") == make.text([HEAD, STEP.replace("print", "tf.print"), RUN])
