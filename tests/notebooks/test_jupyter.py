"""`%load_ext graphlint` in a real IPython shell."""

from __future__ import annotations

import sys

import pytest

pytest.importorskip("IPython")
from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.capture import capture_output

IMPORT = "import runtime as tf"
STEP = "@tf.function\ndef step(x):\n    print('once')\n    return x"


class _Shell:
    """A shell, and what its cells show."""

    def __init__(self) -> None:
        self._shell = InteractiveShell.instance()  # what is displayed goes to the one that there is
        self._shell.history_manager.enabled = False

    def __call__(self, source: str, cell_id: str | None = None):
        """Execute a cell. The result, what was displayed, and the text on standard output."""
        with capture_output() as captured:
            result = self._shell.run_cell(source, store_history=True, cell_id=cell_id)
        return result, [output.data for output in captured.outputs], captured.stdout

    @property
    def names(self) -> dict:
        return self._shell.user_ns


@pytest.fixture
def shell(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    (tmp_path / "helpers.py").write_text("def log(x):\n    print('log')\n")
    found = _Shell()
    assert found("%load_ext graphlint")[0].success
    found(IMPORT)
    yield found
    found("%unload_ext graphlint")
    InteractiveShell.clear_instance()


def test_a_cell_is_linted_and_run(shell):
    result, (shown,), printed = shell(f"%%graphlint\n{STEP}\nprint('ran')")
    assert result.success and printed == "ran\n"
    assert shown["text/plain"] == (
        "line 4: W7303: 'print' runs only while graph function 'step' is traced, not at each call; use tf.print (print-in-graph)\n"
        "1 finding")
    assert "<td" in shown["text/html"] and "W7303 print-in-graph" in shown["text/html"]
    assert "<code style='white-space: pre-wrap; background: none'>print(&#x27;once&#x27;)</code>" in shown["text/html"]
    assert "step" in shell.names


def test_earlier_cells_are_known_and_not_told(shell):
    shell("from helpers import log\ndef inner(x):\n    log(x)")
    shell(STEP)
    shown, = shell("%%graphlint\n@tf.function\ndef outer(x):\n    inner(x)")[1]
    first, summary = shown["text/plain"].splitlines()
    assert first.startswith("cell 3, line 3: W7303: 'log' (helpers.py:2), which calls 'print', runs only while graph function 'outer'")
    assert "(through inner called at line 4 of cell 5," in first and summary == "1 finding"
    assert shell("%%graphlint\ny = 1")[1][0]["text/plain"] == "0 findings"
    shown, = shell("%graphlint")[1]
    assert [line.split(":")[0] for line in shown["text/plain"].splitlines()] == ["cell 3, line 3", "cell 4, line 3", "2 findings"]


def test_the_last_one_of_equal_cells_counts_and_of_a_cell_that_was_edited(shell):
    shell(STEP, "a")
    shell(STEP, "a")
    shell("x = 1", "b")
    shown, = shell("%graphlint", "c")[1]
    assert [line.split(":")[0] for line in shown["text/plain"].splitlines()] == ["cell 4, line 3", "1 finding"]
    shell(STEP.replace("print", "tf.print"), "a")
    shown, = shell("%graphlint", "c")[1]
    assert shown["text/plain"] == "0 findings"


def test_options(shell, tmp_path):
    for options, found in (("--ignore W7303", "0 findings"), ("--select E", "0 findings"), ("--select print-in-graph", "1 finding")):
        shown, = shell(f"%%graphlint {options}\n{STEP}")[1]
        assert shown["text/plain"].splitlines()[-1] == found
    (tmp_path / "pyproject.toml").write_text('[tool.graphlint]\nignore = ["print"]\n')
    assert shell(f"%%graphlint\n{STEP}")[1][0]["text/plain"] == "0 findings"
    shell("%%graphlint --no-run\nnever = 1")
    assert "never" not in shell.names


def test_mistakes_are_told(shell, capsys):
    assert not shell("%%graphlint --select nonsense\nx = 1")[0].success
    result, (shown,), _ = shell("%%graphlint\ndef f(:")
    assert not result.success
    assert shown["text/plain"] == "line 2: this cell is no Python, and is left out: invalid syntax (syntax-error)\n0 findings, 1 problem"


def test_a_cell_that_raises_stops_those_after_it(shell):
    result, _, printed = shell("%%graphlint\n1 / 0")
    assert not result.success
    assert printed.count("ZeroDivisionError") == 2  # the heading and the last line of one traceback


def test_a_cell_is_proven_and_run(shell):
    shell("from helpers import log\n1 / 0")
    shell("from helpers import log")
    shell(STEP)
    shell("@tf.function\ndef other(x):\n    log(x)\n    return x\nother(tf.constant(1.0))")
    result, (shown,), printed = shell("%%confirm\nfor _ in range(3):\n    y = step(tf.constant(1.0))")
    assert result.success and printed == "once\n"
    assert float(shell.names["y"]) == 1.0
    text = shown["text/plain"]
    assert text.startswith("graphlint confirm cell 7\n")
    assert "OBSERVED      cell 5:3\n  W7303 print-in-graph in step\n" in text
    assert "line ran        3 times                         once" in text
    assert "in other" not in text
    page = shown["text/html"]
    assert page.startswith("<iframe sandbox ") and "&lt;svg" in page and "cell 5:3" in page
    assert "graphlint-" not in text and "/executed" not in page
    all_of_it = shell("%%confirm --all --no-run\nstep(tf.constant(1.0))")[1][0]["text/plain"]
    assert "in other" in all_of_it


def test_a_cell_with_an_unknown_backend_is_refused(shell):
    assert not shell("%%confirm --backend none\nx = 1")[0].success


def test_it_can_be_unloaded_and_loaded_again(shell):
    assert shell("%unload_ext graphlint")[0].success
    assert not shell("%graphlint")[1]
    assert shell("%load_ext graphlint")[0].success
    assert shell("%graphlint")[1][0]["text/plain"] == "0 findings"


def test_importing_graphlint_needs_no_ipython():
    import subprocess

    program = "import sys; sys.modules['IPython'] = None; import graphlint.cli, graphlint.checking.run, graphlint.confirm.confirmation"
    subprocess.run([sys.executable, "-c", program], check=True)
