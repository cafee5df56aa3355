"""The `graphlint` command: what it prints and its exit status."""
import json
import re
from pathlib import Path

import pytest

from graphlint import cli
from graphlint.cli import progress
from graphlint.rules import RULES

from . import truth

EXAMPLE = Path(__file__).resolve().parents[2] / "docs" / "examples" / "training_loop.py"
BACKEND = truth.BACKENDS[0]


@pytest.fixture(scope="module")
def training_loop():
    """The JSON for the documentation's example."""
    import contextlib
    import io
    with contextlib.redirect_stdout(io.StringIO()) as out:
        status = cli.main(["confirm", "--backend", BACKEND, "--format", "json", str(EXAMPLE)])
    return status, json.loads(out.getvalue())


def test_training_loop_has_all_five_mistakes(training_loop):
    status, data = training_loop
    assert status == 1 == data["status"]
    lines = EXAMPLE.read_text().splitlines()
    found = {(finding["symbol"], lines[finding["line"] - 1].strip().split("(")[0]): finding["verdict"]
             for finding in data["findings"]}
    assert found == {
        ("numpy-random-in-graph", "noise = np.random.normal"): "observed",
        ("print-in-graph", "print"): "observed",
        ("tensor-leaked-from-graph", "self.losses.append"): "observed",
        ("variable-created-in-graph", "total = tf.Variable"): "observed",
        ("python-scalar-retrace", "rate = decayed"): "observed",
    }
    assert data["unforeseen"] == [] and data["problems"] == []


def test_training_loop_counts(training_loop):
    _, data = training_loop
    runs = {finding["symbol"]: (finding["runs"]["eager"], finding["runs"]["graph"]) for finding in data["findings"]}
    assert runs["print-in-graph"] == runs["tensor-leaked-from-graph"] == runs["numpy-random-in-graph"] == (5, 1)
    functions = {entry["function"]: (entry["calls"], entry["graphs"]) for entry in data["functions"]}
    assert functions["decayed"] == (5, 5)
    assert functions["Trainer.train_step"] == (5, 1)


def test_json_fields(training_loop):
    _, data = training_loop
    assert list(data) == ["version", "command", "script", "arguments", "backend", "framework", "status", "runs", "findings",
                          "unforeseen", "consequences", "functions", "problems"]
    assert data["version"] == 1 and data["backend"] == BACKEND
    for run in data["runs"].values():
        assert run["ended"] and run["status"] == "finished" and run["calls"] == 11
    for finding in data["findings"]:
        assert list(finding) == ["id", "symbol", "path", "line", "column", "function", "text", "verdict", "reason",
                                 "runs", "evidence", "switched_off"]
        assert Path(finding["path"]) == EXAMPLE
        for evidence in finding["evidence"]:
            assert list(evidence) == ["what", "eager", "graph"]
            assert all(isinstance(line, str) for line in evidence["eager"] + evidence["graph"])


def test_table(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)  # paths are shown from here: a long one may be wider than the table
    path = tmp_path / "unforeseen.py"
    path.write_text("""\
import tensorflow as tf

seen = []


@tf.function
def note(x):
    getattr(seen, "ap" + "pend")(1)  # the linter does not see through this
    return x


for _ in range(3):
    note(tf.constant(1.0))
""")
    assert cli.main(["confirm", "--backend", BACKEND, path.name]) == 1
    out = capsys.readouterr().out
    assert all(len(line) <= 80 for line in out.splitlines() if "program" not in line)
    assert re.search(r"^UNFORESEEN    \S*unforeseen\.py:\d+$", out, re.M)
    assert re.search(r"^  seen            list of 3: 1, 1, 1              list of 1: 1$", out, re.M)


def test_innocent_program(capsys):
    assert cli.main(["confirm", "--backend", BACKEND, str(truth.PROGRAMS / "innocent_numbers.py")]) == 0
    assert "0 findings: 0 observed, 0 not observed, 0 not reached; 0 unforeseen.\n" in capsys.readouterr().out


def test_program_that_fails_both_ways(tmp_path, capsys):
    path = tmp_path / "program.py"
    path.write_text("import tensorflow as tf\nraise SystemError('broken')\n")
    assert cli.main(["confirm", "--backend", BACKEND, str(path)]) == 2
    assert "raised SystemError: broken" in capsys.readouterr().out


def test_unusable(tmp_path, capsys):
    path = tmp_path / "program.py"
    path.write_text("def f(:\n")
    assert cli.main(["confirm", "--backend", BACKEND, str(path)]) == 2
    assert capsys.readouterr().err == f"graphlint confirm: {path}:1: invalid syntax\n"


@pytest.mark.parametrize("arguments", [
    ["confirm"], ["confirm", "--timeout", "0", "x.py"], ["confirm", "--rules", "x.py"], ["confirm", "--backend", "jax", "x.py"],
    [], ["nothing"],
])
def test_usage(arguments, capsys):
    with pytest.raises(SystemExit) as stop:
        cli.main(arguments)
    assert stop.value.code == 2
    assert "usage: graphlint" in capsys.readouterr().err


@pytest.mark.parametrize("path", ["train.py", "model"])
def test_path_without_command(path, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "model").mkdir()
    (tmp_path / "rules").mkdir()
    with pytest.raises(SystemExit) as exit_:
        cli.main([path])
    assert exit_.value.code == 2
    assert capsys.readouterr().err.endswith(
        f"no command: `pylint --load-plugins graphlint {path}` lints it, `graphlint confirm {path}` runs it\n")
    assert cli.main(["rules"]) == 0


def test_rules_are_listed(capsys):
    assert cli.main(["rules"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[:2] for line in lines] == [[rule.id, rule.symbol] for rule in RULES]


@pytest.mark.parametrize("name", ["print-in-graph", "W7303"])
def test_explain(name, capsys):
    assert cli.main(["explain", "--no-run", name]) == 0
    out = capsys.readouterr().out
    assert "print-in-graph" in out and "tf.print" in out


def test_explain_runs_the_example(capsys):
    assert cli.main(["explain", "print-in-graph", "--backend", BACKEND]) == 0
    page, _, run = capsys.readouterr().out.partition("## Run\n")
    assert "tf.print" in page and all(len(line) <= 80 for line in run.splitlines())
    marks = [line[39:40] for line in run.splitlines() if line[39:40].strip()]
    assert marks == ["|", "<", "<"]  # a tensor without a value at the trace, and nothing at the later calls
    assert re.search(r"^eagerly +as a graph$", run, re.M)


def test_explain_shows_evidence_where_the_output_is_the_same(capsys):
    assert cli.main(["explain", "R7306", "--backend", BACKEND]) == 0
    run = capsys.readouterr().out.partition("## Run\n")[2]
    assert "The output is the same; what differs:" in run and "graphs built" in run


def test_explain_unknown(capsys):
    assert cli.main(["explain", "no-such-rule"]) == 2
    assert "no rule no-such-rule" in capsys.readouterr().err


@pytest.mark.parametrize("terminal", [True, False])
def test_progress_is_for_terminals(monkeypatch, terminal):
    written = []

    class Stream:
        isatty = staticmethod(lambda: terminal)
        write = staticmethod(written.append)
        flush = staticmethod(lambda: None)

    monkeypatch.setattr("sys.stderr", Stream)
    progress.progress("running")
    progress.progress("")
    assert written == (["\r\033[Krunning…", "\r\033[K"] if terminal else [])
