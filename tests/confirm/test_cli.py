"""The `graphlint` command: what it prints and its exit status."""
import json
import re
from importlib import metadata
from pathlib import Path

import pytest

from graphlint import cli, columns
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
    assert list(data) == ["version", "command", "script", "arguments", "backend", "framework", "status", "lacking", "runs", "findings",
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
    [], ["nothing"], ["confirm", "-m"],
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
        f"no command: `graphlint check {path}` lints it, `graphlint confirm {path}` runs it\n")
    assert cli.main(["rules"]) == 0


def test_rules_are_listed(capsys, monkeypatch):
    monkeypatch.delenv("COLUMNS", raising=False)
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
    page, _, after = capsys.readouterr().out.partition(f"On {BACKEND} ")
    run, _, rest = after.partition("```\n\n## Good")
    assert "## Bad" in page and "tf.print" in rest and all(len(line) <= 80 for line in run.splitlines())
    marks = [line[39:40] for line in run.splitlines() if line[39:40].strip()]
    assert marks == ["|", "<"]  # a tensor without a value at the trace, and nothing at the later call
    assert re.search(r"^eagerly +as a graph$", run, re.M)


def test_explain_shows_evidence_where_the_output_is_the_same(capsys):
    assert cli.main(["explain", "R7306", "--backend", BACKEND]) == 0
    run = capsys.readouterr().out.partition(f"On {BACKEND} ")[2].partition("## Good")[0]
    assert "The output is the same; what differs:" in run and "graphs built" in run


def test_explain_shows_the_details_where_asked(capsys, monkeypatch):
    monkeypatch.delenv("COLUMNS", raising=False)
    assert cli.main(["explain", "--no-run", "print-in-graph"]) == 0
    page = capsys.readouterr().out
    assert page.endswith("How it decides, case by case: `graphlint explain print-in-graph --details`\n")
    assert cli.main(["explain", "--no-run", "--details", "print-in-graph"]) == 0
    whole = capsys.readouterr().out
    assert whole == (EXAMPLE.parents[1] / "rules" / "print-in-graph.md").read_text("utf-8")


def test_explain_fits_the_terminal(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "60")
    assert cli.main(["explain", "--no-run", "--details", "eager-only-call-in-graph"]) == 0
    text = capsys.readouterr().out
    prose = re.sub(r"^```.*?^```$", "", text, flags=re.M | re.S).splitlines()
    assert all(len(line) <= 60 or line.startswith(("- `", "#")) or " " not in line.strip() for line in prose)
    assert cli.main(["explain", "contexts"]) == 0
    table = [line for line in capsys.readouterr().out.splitlines() if line.startswith("|")]
    assert table and all(line in (EXAMPLE.parents[1] / "contexts.md").read_text("utf-8") for line in table)


def test_explain_unknown(capsys):
    assert cli.main(["explain", "no-such-rule"]) == 2
    assert "no rule or page no-such-rule" in capsys.readouterr().err


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


# --- words that are not understood -----------------------------------------------------------------------------------

def refused(arguments, capsys):
    """What the command says when it refuses; its usage left out."""
    try:
        status = cli.main(arguments)
    except SystemExit as stop:
        status = stop.code
    assert status == 2
    return capsys.readouterr().err.splitlines()[-1]


def test_no_arguments_show_the_help(capsys):
    with pytest.raises(SystemExit) as stop:
        cli.main([])
    shown = capsys.readouterr()
    assert stop.value.code == 2 and shown.out == ""
    assert all(f"\n    {command} " in shown.err for command in ("confirm", "fix", "rules", "explain"))


def test_version(capsys):
    with pytest.raises(SystemExit) as stop:
        cli.main(["--version"])
    assert stop.value.code == 0
    shown = dict(line.split(" ") for line in capsys.readouterr().out.splitlines())
    assert list(shown) == ["graphlint", "pylint", "astroid", "numpy", "Python"]
    assert shown["graphlint"] == metadata.version("pylint-graphlint") and shown["pylint"] == metadata.version("pylint")


COMMANDS = "(the commands are check, confirm, fix, rules, explain, server; `graphlint check FILE` lints)"
LISTED = "(`graphlint rules` lists the rules)"


@pytest.mark.parametrize("arguments, message", [
    (["comfirm", "x.py"], f"graphlint: error: no command comfirm; did you mean confirm? {COMMANDS}"),
    (["rule"], f"graphlint: error: no command rule; did you mean rules? {COMMANDS}"),
    (["lint", "x.py"], f"graphlint: error: no command lint {COMMANDS}"),
    (["confirm", "--timeout", "abc", "x.py"], "graphlint confirm: error: argument --timeout: 'abc' is not a number of seconds"),
    (["confirm", "--timeout", "nan", "x.py"],
     "graphlint confirm: error: argument --timeout: nan is not a number of seconds above 0 and below a million"),
    (["fix", "--memory", "1.5", "x.py"], "graphlint fix: error: argument --memory: '1.5' is not a whole number of megabytes"),
    (["fix", "--memory", "0", "x.py"],
     "graphlint fix: error: argument --memory: 0 is not a number of megabytes between 1 and 1073741823"),
    (["explain", "7303"], f"graphlint explain: no rule or page 7303; did you mean W7303? {LISTED}"),
    (["explain", "Print"], f"graphlint explain: no rule or page Print; did you mean print-in-graph? {LISTED}"),
    (["explain", "random"], "graphlint explain: no rule or page random; did you mean numpy-random-in-graph,"
                            f" python-random-in-graph or cache-after-random-map? {LISTED}"),
    (["explain", "prnt_in_grph"], f"graphlint explain: no rule or page prnt_in_grph; did you mean print-in-graph or shape-lost-in-graph? {LISTED}"),
    (["explain", "zzzz"], f"graphlint explain: no rule or page zzzz {LISTED}"),
    (["fix", "missing.py"], "graphlint fix: cannot read missing.py: No such file or directory"),
    (["fix", "--verify", "missing.py"], "graphlint fix: cannot read missing.py: No such file or directory"),
    (["fix", "-"], "graphlint fix: - is not read from standard input: name a file (./- for one of that name)"),
    (["confirm", "-"], "graphlint confirm: - is not read from standard input: name a file (./- for one of that name)"),
], ids=" ".join)
def test_messages(arguments, message, capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    assert refused(arguments, capsys) == message


@pytest.mark.parametrize("name", ["w7303", "PRINT-IN-GRAPH", "print_in_graph"])
def test_explain_takes_any_case(name, capsys):
    assert cli.main(["explain", "--no-run", name]) == 0
    assert capsys.readouterr().out.startswith("# print-in-graph (W7303)\n")


@pytest.mark.parametrize("before, after, given, told", [
    (["program.py"], ["--format", "json", "--epochs=2"], ["--format", "json", "--epochs=2"], ("--format", "the script")),
    (["program.py"], ["--", "--format", "json"], ["--format", "json"], None),
    (["program.py"], ["a", "--", "--format", "json"], ["a", "--", "--format", "json"], None),
    (["program.py"], ["--help", "-m", "--formats"], ["--help", "-m", "--formats"], None),
    (["-m", "program"], ["--output=x", "--timeout", "3"], ["--output=x", "--timeout", "3"],
     ("--output, --timeout", "the module")),
    (["-m", "program"], ["--", "--output=x"], ["--output=x"], None),
    (["--timeout", "50", "--", "program.py"], ["x"], ["x"], None),
    (["--time=50", "--observe", "runs", "program.py"], ["--", "--", "x"], ["--", "x"], None),
])
def test_words_of_the_program(before, after, given, told, capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "program.py").write_text("import tensorflow\n")
    assert cli.main(["confirm", "--backend", BACKEND, "--format", "json", *before, *after]) == 0
    shown = capsys.readouterr()
    assert json.loads(shown.out)["arguments"] == given
    names, what = told or ("", "")
    verb = "are" if "," in names else "is"
    note = (f"graphlint confirm: {names} after {what} {verb} given to it; options of graphlint stand before {what}"
            f" (write -- after {what} to leave this note out)\n")
    assert shown.err == (note if told else "")


def test_words_of_pytest(capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "test_it.py").write_text("def test_it():\n    pass\n")
    cli.main(["confirm", "--backend", BACKEND, "--pytest", "test_it.py", "--backend", "x", "-p", "no:cacheprovider"])
    assert capsys.readouterr().err.startswith(
        "graphlint confirm: --backend after --pytest is given to pytest; options of graphlint stand before --pytest (")


# --- columns ---------------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("told, width", [("100", 100), ("20", 60), ("1000", 160), ("x", 80), (None, 80)])
def test_columns_fit_the_terminal(told, width, capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", told) if told else monkeypatch.delenv("COLUMNS", raising=False)
    (tmp_path / "program.py").write_text(f"""
import tensorflow as tf

@tf.function
def step(x):
    print({"word " * 60!r}, x)

for value in (1, 2):
    step(tf.constant(value))
""")
    assert cli.main(["confirm", "--backend", BACKEND, "program.py"]) == 1
    lines = capsys.readouterr().out.splitlines()
    column = (width - 20) // 2
    assert max(map(len, lines)) in range(width - 6, width + 1)
    head = next(line for line in lines if line.endswith("as a graph"))
    assert head == f"  {'':14}  {'eagerly':{column}}  as a graph"
    assert cli.main(["rules"]) == 0
    rows = capsys.readouterr().out.splitlines()
    # What is not shown on a terminal is searched and sorted: a line for each rule.
    assert max(map(len, rows)) <= width if told and told != "x" else len(rows) == len(RULES)


def test_wide_characters_take_two_columns(capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("COLUMNS", raising=False)
    (tmp_path / "program.py").write_text("""
import tensorflow as tf

@tf.function
def step(x):
    print("日本語のとても長い一行です😀" * 5)

for value in (1, 2):
    step(tf.constant(value))
""", "utf-8")
    assert cli.main(["confirm", "--backend", BACKEND, "program.py"]) == 1
    row = next(line for line in capsys.readouterr().out.splitlines() if line.startswith("  printed"))
    assert row == "  printed         日本語のとても長い一行です😀日  日本語のとても長い一行です😀日"


@pytest.mark.parametrize("text, width, lines", [
    ("one two three", 8, ["one two", "three"]),
    ("日本 語", 4, ["日本", "語"]),
    ("日本語", 3, ["日", "本", "語"]),
    ("日本語", 1, ["日", "本", "語"]),
    ("a日本語", 4, ["a日", "本語"]),
    ("e\u0301e\u0301e\u0301", 3, ["e\u0301", "e\u0301", "e\u0301"]),
])
def test_wrapped(text, width, lines):
    wrapped = columns.wrap(text, width)
    assert wrapped == lines
    assert all(columns.width(line) <= max(width, 2) for line in wrapped)


# --- pages -----------------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("name", ["confirm", "Fix", "contexts", "modules", "runtime"])
def test_pages(name, capsys, monkeypatch):
    monkeypatch.delenv("COLUMNS", raising=False)
    assert cli.main(["explain", name]) == 0
    page = EXAMPLE.parents[1] / f"{name.lower()}.md"
    assert capsys.readouterr().out.rstrip() == page.read_text("utf-8").rstrip()
