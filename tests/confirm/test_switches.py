"""What switches a rule off for pylint does so for `fix` and `confirm`: it is not mended, and accepted if observed."""
import json
import subprocess
import sys

import pytest

from graphlint import cli

from . import truth
from .test_pytest import PLUGIN, run, shop  # noqa: F401 - a fixture

BACKEND = truth.BACKENDS[0]
PRINT = '    print("step", x)\n'
PROGRAM = f"""\
import numpy as np
import tensorflow as tf

seen = []


@tf.function
def step(x):
{PRINT}    seen.append(1)
    return x + np.random.normal()


for _ in range(3):
    step(tf.constant(1.0))
"""
ALL = {"print-in-graph", "outer-mutation-in-graph", "numpy-random-in-graph"}
ONE = {"print-in-graph"}


def toml(line):
    return {"pyproject.toml": f"[tool.pylint.main]\n{line}\n"}


# What is off and by what; the text instead of PRINT, files beside the program, and arguments.
WAYS = {
    "on the line": (ONE, "a comment", PRINT[:-1] + "  # pylint: disable=print-in-graph\n", {}, []),
    "by its id": (ONE, "a comment", PRINT[:-1] + "  # pylint: disable=W7303\n", {}, []),
    "for the next line": (ONE, "a comment", "    # pylint: disable-next=print-in-graph\n" + PRINT, {}, []),
    "for a block": (ONE, "the comment in line 9", "    # pylint: disable=print-in-graph\n" + PRINT, {}, []),
    "the whole file": (ALL, "a comment for the whole file", PRINT + "    # pylint: skip-file\n", {}, []),
    "all of a file": (ALL, "a comment for the whole file", PRINT + "    # pylint: disable=all\n", {}, []),
    "pyproject.toml": (ONE, "disable in pyproject.toml", PRINT, toml('disable = ["print-in-graph"]'), []),
    "pylintrc": (ONE, "disable in .pylintrc", PRINT, {".pylintrc": "[MAIN]\ndisable=print-in-graph\n"}, []),
    "setup.cfg": (ONE, "disable in setup.cfg", PRINT, {"setup.cfg": "[pylint.main]\ndisable=print-in-graph\n"}, []),
    "--rcfile": (ONE, "disable in mine.rc", PRINT, {**toml('disable = ["all"]'), "mine.rc": "[MAIN]\ndisable=W7303\n"},
                 ["--rcfile=mine.rc"]),
    "all of pylint's": (ALL, "disable in pyproject.toml", PRINT, toml('disable = ["all"]'), []),
    "the plugin": (ALL, "disable in pyproject.toml", PRINT, toml('disable = ["graphlint"]'), []),
    "--disable": (ONE, "--disable", PRINT, {}, ["--disable", "print-in-graph"]),
    "--enable and --disable": (ONE, "--disable", PRINT, {}, ["--enable=print-in-graph", "--disable=print-in-graph"]),
    "errors alone": (ALL, "errors-only in pyproject.toml", PRINT, toml("errors-only = true"), []),
    "confidence": (ALL, "confidence in pyproject.toml", PRINT, toml('confidence = ["UNDEFINED"]'), []),
    "ignore": (ALL, "ignore in pyproject.toml", PRINT, toml('ignore = ["program.py"]'), []),
    "ignore-patterns": (ALL, "ignore-patterns in pyproject.toml", PRINT, toml('ignore-patterns = ["^prog"]'), []),
    "ignore-paths": (ALL, "ignore-paths in pyproject.toml", PRINT, toml('ignore-paths = ["^prog.*"]'), []),
}
# Each leaves the rule on.
NEIGHBOURS = {
    "another rule on the line": (PRINT[:-1] + "  # pylint: disable=numpy-random-in-graph\n", {}, []),
    "on again in the file": ("    # pylint: disable=print-in-graph\n    # pylint: enable=print-in-graph\n" + PRINT, {}, []),
    "on again by a comment": ("    # pylint: enable=print-in-graph\n" + PRINT, toml('disable = ["print-in-graph"]'), []),
    "--enable": (PRINT, toml('disable = ["print-in-graph"]'), ["--enable=print-in-graph"]),
    "--disable and --enable": (PRINT, {}, ["--disable=all", "--enable=print-in-graph,W7301,W7305"]),
    "no configuration": (PRINT, toml('disable = ["print-in-graph"]'), ["--rcfile="]),
    "its confidence": (PRINT, toml('confidence = ["HIGH", "INFERENCE"]'), []),
    "others of pylint's": (PRINT, toml('disable = ["C", "unused-import"]\nignore = ["other.py"]'), []),
    "a message of a plugin that is not there": (PRINT, toml('disable = ["their-message"]\nload-plugins = ["their_plugin"]\n'
                                                           'their-option = 3'), []),
}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The current folder, without a configuration from elsewhere."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.delenv("PYLINTRC", raising=False)
    (tmp_path / ".git").mkdir()  # where pylint's search for pyproject.toml ends
    return tmp_path


def write(folder, line=PRINT, files=()):
    for name, text in {**dict(files), "program.py": PROGRAM.replace(PRINT, line)}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def confirmed(capsys, *arguments, form="json"):
    status = cli.main(["confirm", "--backend", BACKEND, "--observe", "calls", "--format", form, *arguments, "program.py"])
    captured = capsys.readouterr()
    return status, json.loads(captured.out) if form in ("json", "sarif") else captured.out


def answers(data):
    return {finding["symbol"]: finding["verdict"] for finding in data["findings"]}


@pytest.mark.parametrize("off, by, line, files, arguments", WAYS.values(), ids=WAYS)
def test_what_is_switched_off_is_accepted(folder, capsys, off, by, line, files, arguments):
    write(folder, line, files)
    status, data = confirmed(capsys, *arguments)
    assert answers(data) == {symbol: "accepted" if symbol in off else "observed" for symbol in ALL}
    accepted = [finding for finding in data["findings"] if finding["verdict"] == "accepted"]
    assert {finding["reason"] for finding in accepted} == {f"switched off by {by}"}
    source = "comment" if "comment" in by else "command line" if by == "--disable" else "configuration"
    assert {finding["switched_off"] for finding in data["findings"]} == {source} | ({None} if off == ONE else set())
    assert data["unforeseen"] == []
    assert status == data["status"] == (0 if off == ALL else 1)


@pytest.mark.parametrize("off, by, line, files, arguments", WAYS.values(), ids=WAYS)
def test_what_is_switched_off_is_not_mended(folder, capsys, off, by, line, files, arguments):
    write(folder, line, files)
    status = cli.main(["fix", "--unsafe", *arguments, "program.py"])
    captured = capsys.readouterr()
    assert "tf.print" not in captured.out
    assert ("tf.random.normal" in captured.out) == (off == ONE) == bool(status)
    assert captured.err.startswith("2 findings, 1 edit offered" if off == ONE else "0 findings, 0 edits offered")


@pytest.mark.parametrize("line, files, arguments", NEIGHBOURS.values(), ids=NEIGHBOURS)
def test_what_is_left_on_counts(folder, capsys, line, files, arguments):
    write(folder, line, files)
    status, data = confirmed(capsys, *arguments)
    assert answers(data) == dict.fromkeys(ALL, "observed") and status == 1
    assert cli.main(["fix", *arguments, "program.py"]) == 1
    assert '+    tf.print("step", x)\n' in capsys.readouterr().out.replace("  # pylint: disable=numpy-random-in-graph", "")


@pytest.mark.parametrize("name", ["on the line", "for a block", "pyproject.toml", "--disable", "confidence", "ignore"])
def test_pylint_says_the_same(folder, name):
    off, _, line, files, arguments = WAYS[name]
    write(folder, line, files)
    result = subprocess.run([sys.executable, "-m", "pylint", "--load-plugins=graphlint", "-f", "json", *arguments,
                             "program.py"], capture_output=True, text=True)
    assert {message["symbol"] for message in json.loads(result.stdout)} & ALL == ALL - off


@pytest.mark.parametrize("name", ["on the line", "pyproject.toml", "--disable"])
def test_an_edit_is_verified_beside_a_finding_that_is_switched_off(folder, capsys, name):
    _, _, line, files, arguments = WAYS[name]
    write(folder, line, files)
    assert cli.main(["fix", "--verify", "--write", "--backend", BACKEND, *arguments, "program.py"]) == 0
    assert "1 edit tried, 1 written" in capsys.readouterr().err
    text = (folder / "program.py").read_text()
    assert "tf.random.normal([])" in text and "tf.print" not in text


def test_nothing_is_verified_where_everything_is_off(folder, capsys):
    write(folder, files=toml('disable = ["graphlint"]'))
    assert cli.main(["fix", "--verify", "--backend", BACKEND, "program.py"]) == 0
    assert capsys.readouterr().err == "0 edits tried, 0 verified\n"


def test_only_the_line_that_says_so(folder, capsys):
    (folder / "program.py").write_text("""\
import tensorflow as tf

seen = []


@tf.function
def step(x):
    print("Tracing")  # pylint: disable=print-in-graph
    print("again"); seen.append(1)  # pylint: disable=outer-mutation-in-graph
    return x


for _ in range(3):
    step(tf.constant(1.0))
""")
    status, data = confirmed(capsys)
    assert [(finding["line"], finding["symbol"], finding["verdict"]) for finding in data["findings"]] == [
        (8, "print-in-graph", "accepted"), (9, "print-in-graph", "observed"), (9, "outer-mutation-in-graph", "accepted")]
    assert status == 1


# A value that was accepted shows in what the program prints; what is never observed is not told of.
LATER = """\
import numpy as np
import tensorflow as tf


@tf.function
def noisy(x):
    return x + np.random.normal()  # pylint: disable=numpy-random-in-graph


@tf.function
def once(x):
    print("once")  # pylint: disable=print-in-graph
    return x


total = 0.0
for _ in range(3):
    total += float(noisy(tf.constant(1.0)))
once(tf.constant(1.0))
print("total", total)
"""


def test_what_follows_is_accepted_and_what_is_not_observed_is_not_listed(folder, capsys):
    (folder / "program.py").write_text(LATER)
    status = cli.main(["confirm", "--backend", BACKEND, "--format", "json", "program.py"])
    data = json.loads(capsys.readouterr().out)
    assert [(finding["line"], finding["verdict"]) for finding in data["findings"]] == [(7, "accepted")]
    assert ("state", "total") in {(divergence["kind"], divergence["what"]) for divergence in data["consequences"]}
    assert (status, data["unforeseen"]) == (0, [])
    (folder / "program.py").write_text(LATER.replace("  # pylint: disable=numpy-random-in-graph", ""))
    assert cli.main(["confirm", "--backend", BACKEND, "program.py"]) == 1


def test_confidence(folder, capsys):
    write(folder, files=toml('confidence = ["HIGH"]'))
    status, data = confirmed(capsys)
    assert answers(data) == {**dict.fromkeys(ALL, "observed"), "outer-mutation-in-graph": "accepted"} and status == 1
    assert [finding["reason"] for finding in data["findings"] if finding["switched_off"]] == [
        "switched off by confidence in pyproject.toml"]


def test_the_report_tells_of_it_in_a_line(folder, capsys):
    write(folder, WAYS["on the line"][2])
    _, text = confirmed(capsys, "--disable=outer-mutation-in-graph,numpy-random-in-graph", form="text")
    assert text.partition("\n\n")[2] == """\
ACCEPTED      program.py:9  print-in-graph in step: switched off by a comment
ACCEPTED      program.py:10  outer-mutation-in-graph in step: switched off by
                --disable
ACCEPTED      program.py:11  numpy-random-in-graph in step: switched off by
                --disable

0 findings: 0 observed, 0 not observed, 0 not reached; 0 unforeseen; 3 accepted.
"""


def test_sarif_suppresses_it(folder, capsys):
    write(folder, WAYS["on the line"][2])
    status, data = confirmed(capsys, "--disable=outer-mutation-in-graph", form="sarif")
    suppressions = {result["ruleId"]: result["suppressions"] for result in data["runs"][0]["results"]}
    assert suppressions == {
        "W7301": [],
        "W7303": [{"kind": "inSource", "justification": "switched off by a comment"}],
        "W7305": [{"kind": "external", "justification": "switched off by --disable"}],
    }
    assert status == data["runs"][0]["invocations"][0]["exitCode"] == 1


def test_the_page_shows_it(folder, capsys):
    write(folder, WAYS["on the line"][2])
    _, text = confirmed(capsys, form="html")
    assert '<span class="badge accepted">1 accepted</span>' in text
    assert "<p>Switched off by a comment.</p>" in text
    assert '<span class="accepted" id="' in text


def test_folders_that_pylint_ignores_are_not_mended(folder, capsys):
    write(folder, files={**toml('ignore = ["data"]\nignore-paths = ["^old/.*"]'), "other.py": PROGRAM, "old/a.py": PROGRAM,
                         "pack/__init__.py": PROGRAM, "pack/data/deep/a.py": PROGRAM, "data/deep/a.py": PROGRAM})
    cli.main(["fix", "."])
    changed = [line for line in capsys.readouterr().out.splitlines() if line.startswith("+++")]
    assert sorted(changed) == ["+++ b/other.py", "+++ b/pack/__init__.py", "+++ b/program.py"]
    cli.main(["fix", "pack/data/deep"])  # a folder that is named is looked into, as by pylint
    assert "+++ b/pack/data/deep/a.py" in capsys.readouterr().out


def test_what_concerns_the_output_of_pylint_does_not_count(folder, capsys):
    files = toml('output-format = "json:report.json"\njobs = 4\nfail-under = 11\nscore = true\nreports = true\n'
                 "init-hook = \"print('hook'); open('hook.txt', 'w').close()\"\nfrom-stdin = false")
    write(folder, files={**files, "report.json": "mine"})
    status, data = confirmed(capsys)  # JSON, whatever the init-hook prints
    assert (status, answers(data)) == (1, dict.fromkeys(ALL, "observed"))
    assert (folder / "report.json").read_text() == "mine" and (folder / "hook.txt").exists()


def test_options_of_the_plugin_in_the_configuration_count(folder, capsys):
    write(folder, files=toml('graph-decorators = ["mine.graph"]'))
    (folder / "mine.py").write_text("import tensorflow as tf\n\ngraph = tf.function\n")
    (folder / "program.py").write_text(PROGRAM.replace("import numpy", "import mine\nimport numpy").replace(
        "@tf.function", "@mine.graph"))
    assert answers(confirmed(capsys)[1]) == dict.fromkeys(ALL, "observed")


def test_contexts_on_the_command_line(folder, capsys):
    write(folder)
    assert cli.main(["fix", "--graph-contexts=dataset", "--keras-version=2", "program.py"]) == 0
    assert capsys.readouterr().err == "0 findings, 0 edits offered\n"


REFUSED = {
    "no rcfile": ({}, ["--rcfile=none.toml"], "cannot read none.toml: No such file or directory"),
    "no TOML": ({"bad.toml": "disable =="}, ["--rcfile=bad.toml"],
                "bad.toml: error while parsing the configuration: Invalid value (at line 1, column 10)"),
    "no rule": ({}, ["--disable=print-in-grahp"],
                "Unknown option value for '--disable', expected a valid pylint message and got 'print-in-grahp'"),
    "no rule to enable": ({}, ["--enable=nothing"],
                          "Unknown option value for '--enable', expected a valid pylint message and got 'nothing'"),
    "no version": ({}, ["--keras-version=4"], "argument --keras-version: invalid choice: '4' (choose from '2', '3')"),
    "no version in a file": (toml("keras-version = 4"), [],
                             "pyproject.toml: argument --keras-version: invalid choice: '4' (choose from '2', '3')"),
    "no context": ({}, ["--graph-contexts=function,data"], "graph-contexts: no context data, only function, dataset, keras"),
    "no confidence": (toml('confidence = "MUCH"'), [], "pyproject.toml: argument --confidence: MUCH should be in "),
    "all and all": ({}, ["--disable=all", "--enable=all"], "--enable=all and --disable=all are incompatible."),
    "init-hook": (toml('init-hook = "import nothing_there"'), [], "pyproject.toml: pylint cannot be run with it: "
                  "ModuleNotFoundError: No module named 'nothing_there'"),
}


@pytest.mark.parametrize("files, arguments, told", REFUSED.values(), ids=REFUSED)
@pytest.mark.parametrize("command", [["confirm"], ["fix"], ["fix", "--verify"]], ids=" ".join)
def test_a_configuration_that_cannot_be_used(folder, capsys, command, files, arguments, told):
    write(folder, files=files)
    assert cli.main([*command, *arguments, "program.py"]) == 2
    captured = capsys.readouterr()
    # Newer Pythons quote the choices otherwise.
    assert captured.err.replace("2, 3", "'2', '3'").startswith(f"graphlint {command[0]}: {told}")
    assert captured.out == ""


def test_the_rules_own_examples_know_no_configuration(folder, capsys):
    write(folder, files=toml('disable = ["all"]'))
    assert cli.main(["explain", "print-in-graph"]) == 0
    assert "accepted" not in capsys.readouterr().out.partition("## Run")[2].lower()


def test_tests_know_it(shop):  # noqa: F811
    (shop / "pyproject.toml").write_text('[tool.pylint.main]\ndisable = ["outer-mutation-in-graph", "W7301"]\n')
    path = shop / "shop" / "train.py"
    path.write_text(path.read_text().replace('print("called")', 'print("called")  # pylint: disable=print-in-graph'))
    options = ["--graphlint-confirm", "--graphlint-backend", "runtime", "-p", "no:cacheprovider", "-q", "-k", "output"]
    result = run("pytest", *PLUGIN, *options)
    assert "0 findings: 0 observed, 0 not observed, 0 not reached; 0 unforeseen; 3 accepted." in result.stdout, result.stderr
    assert result.returncode == 0
    (shop / "pyproject.toml").write_text('[tool.pylint.main]\nkeras-version = "4"\n')
    result = run("pytest", *PLUGIN, *options)
    assert "pyproject.toml: argument --keras-version: invalid choice" in result.stderr
    assert result.returncode == 4
