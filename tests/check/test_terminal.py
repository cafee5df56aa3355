"""The full format: marks, ways and edits at 80 columns and fewer, and colours on terminals."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest

from graphlint import columns

WIDE = '''import tensorflow as tf


@tf.function
def step(x):
	"損失 🙂", "e\u0301"; print("日本語", x); y = "a long line that goes on and on behind the mark, further than the window is wide"
	if x is not None: print(
		x,
		sep="")
	return "a long beginning that has to go in a narrow window, because the mark stands far to the right", x + 1.0, x + 2.0, print("here", x)
'''


def test_a_way_and_an_edit(check) -> None:
    assert check("--format", "full", "--select", "W").out == """\
train.py:9:4: W7303 print-in-graph
  'print' runs only while graph function 'step' is traced, not at each call; use
  tf.print

   8 | def step(x):
   9 |     print("loss:", x)
     |     ^^^^^^^^^^^^^^^^^
  10 |     log(x)

  fix: print → tf.print (safe; --fix makes it)
   9 -     print("loss:", x)
   9 +     tf.print("loss:", x)

  more: graphlint explain print-in-graph

train.py:10:4: W7303 print-in-graph
  'log' (helpers.py:2), which calls 'print', runs only while graph function
  'step' is traced (through log called at line 10), not at each call; use
  tf.print

   9 |     print("loss:", x)
  10 |     log(x)
     |     ^^^^^^
  11 |     return x + np.random.normal(size=[2])

  helpers.py:2: it happens here
  2 |     print("value", value)
    |     ^^^^^^^^^^^^^^^^^^^^^

  more: graphlint explain print-in-graph

train.py:11:15: W7301 numpy-random-in-graph
  'np.random.normal' runs only while graph function 'step' is traced, so its
  numbers are frozen into the graph; use tf.random.normal

  10 |     log(x)
  11 |     return x + np.random.normal(size=[2])
     |                ^^^^^^^^^^^^^^^^^^^^^^^^^^

  fix: np.random.normal → tf.random.normal (unsafe; --fix --unsafe makes it)
  11 -     return x + np.random.normal(size=[2])
  11 +     return x + tf.random.normal([2])

  more: graphlint explain numpy-random-in-graph
"""


def test_marks_stand_below_wide_characters_and_tabs(check, project: Path) -> None:
    (project / "train.py").write_text(WIDE, "utf-8")
    frames = [line for line in check("--format", "full").lines if " | " in line]
    assert frames[1:3] == [
        '  6 |     "損失 🙂", "e\u0301"; print("日本語", x); y = "a long line that goes on and…',
        "    |                     ^^^^^^^^^^^^^^^^^^"]
    assert [columns.width(line) for line in frames[1:2]] == [80]
    several = frames.index("   7 |     if x is not None: print(")
    assert frames[several + 1 : several + 6] == [
        "     |                       ^^^^^^", "   8 |         x,", "     |         ^^", '   9 |         sep="")', "     |         ^^^^^^^"]
    assert frames[-2].startswith("  10 | …se the mark stands far to the right")
    line, marks = frames[-2:]
    assert line.endswith('print("here", x)') and "…" in line and line[marks.index("^") : len(marks)] == 'print("here", x)'


@pytest.mark.parametrize("width", [40, 44, 80, 120])
def test_lines_fit_the_terminal(check, project: Path, monkeypatch: pytest.MonkeyPatch, width: int) -> None:
    (project / "train.py").write_text(WIDE, "utf-8")
    monkeypatch.setenv("COLUMNS", str(width))
    lines = check("--format", "full").lines
    assert max(columns.width(line) for line in lines if "explain" not in line) <= width
    for line, marks in zip(lines, lines[1:]):
        if re.fullmatch(r" +\|[ ^]+", marks):
            assert columns.width(line) >= len(marks)


def test_what_a_terminal_would_act_upon_is_shown(check, project: Path) -> None:
    (project / "train.py").write_text('import tensorflow as tf\n\n\n@tf.function\ndef f(x):\n    print("\x1b[2J", x)\n')
    frames = [line for line in check("--format", "full").lines if " | " in line]
    assert frames[1:3] == ['  6 |     print("\\x1b[2J", x)', "    |     ^^^^^^^^^^^^^^^^^^^"]
    assert "\x1b" not in check().out


def test_colours_are_asked_for(check, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "\033" not in check("--format", "full").out
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert check("--select", "R").out.startswith("\033[1mtrain.py:16:15\033[0m: \033[1;36mR7306\033[0m: graph function ")
    full = check("--format", "full")
    assert "\033[1;33m               ^^^^^^^^^^^^^^^^^^^^^^^^^^\033[0m" in full.out
    assert "\033[32m+     tf.print(\"loss:\", x)\033[0m" in full.out
    assert "\033" not in check("--format", "json").out
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\033" not in check().out


def on_a_terminal(*arguments: str, **environment: str) -> str:
    """What the command writes to a terminal of 80 columns."""
    main, end = pty.openpty()
    variables = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "COLUMNS": "80", "TERM": "xterm", **environment}
    process = subprocess.Popen([sys.executable, "-m", "graphlint", "check", *arguments], stdin=end, stdout=end, stderr=end, env=variables)
    os.close(end)
    data = b""
    while True:
        try:
            read = os.read(main, 4096)
        except OSError:  # the other end is closed
            break
        if not read:
            break
        data += read
    os.close(main)
    process.wait()
    return data.decode("utf-8").replace("\r\n", "\n")


def test_a_terminal_has_colours_and_sees_what_is_done(project: Path) -> None:
    text = on_a_terminal("--select", "R")
    assert text.startswith("\r\033[Klinting…")
    assert "\033[1mtrain.py:16:15\033[0m: \033[1;36mR7306\033[0m: " in text
    assert text.endswith("1 finding in 2 files; 1 edit with --fix --unsafe\n")
    assert "\033[1m" not in on_a_terminal("--select", "R", NO_COLOR="1")
    assert "\033[1m" not in on_a_terminal("--select", "R", TERM="dumb")
