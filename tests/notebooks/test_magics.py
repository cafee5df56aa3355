"""What IPython's own syntax becomes: lines stay lines, and Python keeps its columns."""

from __future__ import annotations

import ast

import pytest

from graphlint.notebooks.magics import python


def _made(source: str) -> str:
    return "".join(line.text for line in python(source))


@pytest.mark.parametrize(("source", "made"), [
    ("%matplotlib inline\nx = 1", "pass\nx = 1"),
    ("!pip install -q a \\\n  b\nx = 1", "pass\n#\nx = 1"),
    ("pip install a\ncd data\nx = 1", "pass\npass\nx = 1"),
    ("!!ls\n/f x\n,f x\n;f x", "pass\npass\npass\npass"),
    ("x?\ny.z??\n?x\n??x\n%time?", "pass\npass\npass\npass\npass"),
    ("files = !ls -l", "files = get_ipython().getoutput('ls -l')"),
    ("a, b = %who_ls int", "a, b = get_ipython().run_line_magic('who_ls', 'int')"),
    ("x = %time f(1)", "x =       f(1)"),
    ("%time y = f(1)", "if 1: y = f(1)"),
    ("%timeit -n 10 -r3 f(1)", "if             1: f(1)"),
    ("%prun -l 5 f(1)", "if      1: f(1)"),
    ("%time for x in y: f(x)", "pass"),
    ("%timeit", "pass"),
    ("if a:\n    !ls\n    %cd x\nelse:\n    y", "if a:\n    pass\n    pass\nelse:\n    y"),
    ("%run helpers.py\n%run ./steps.py 3", "from helpers import *\nfrom steps import *"),
    ("%run -i helpers.py\n%run other.ipynb\n%run a/b.py", "pass\npass\npass"),
    ("%%time\nx = 1", "pass\nx = 1"),
    ("\n%%capture out\n%%time\n!ls\nx = 1", "\npass\npass\npass\nx = 1"),
    ("%%graphlint --no-run\nx = 1", "pass\nx = 1"),
    ("%%bash\nls\n", "#\n#\n"),
    ("%%html\n<b>", "#\n#"),
    ("%%writefile a.py\nx = 1", "#\n#"),
    ("%%time\r\n!ls\r\nx = 1\r\n", "pass\r\npass\r\nx = 1\r\n"),
])
def test_commands(source: str, made: str) -> None:
    assert _made(source) == made
    ast.parse(made)


@pytest.mark.parametrize("source", [
    's = """\n%no\n!no\nx?\n"""',
    "y = (a\n  % b\n  != c)",
    "y = a \\\n  % b",
    "x = 'why?'  # why?",
    "plot(x);",
    "await f(x)\nasync with a as b:\n    pass",
    "x == 1",
    "f'{x!r}'",
    "''' ' ''' ; t = 'a\\'b' ; u = \"#\"",
    "",
])
def test_python_stays(source: str) -> None:
    assert _made(source) == source
    # Also where the cell has a command.
    assert _made(f"{source}\n!ls") == f"{source}\npass"


def test_what_is_no_python_stays_as_it_is() -> None:
    assert _made("for x in y\n    !ls") == "for x in y\n    pass"


@pytest.mark.parametrize(("source", "kept"), [
    ("%time y = f(1)\nx", [6, 0]),
    ("x = %time f(1)", [10]),
    ("!ls\nx = !ls\n", [None, None]),
    ("%%bash\nls", [None, None]),
])
def test_what_is_kept(source: str, kept: list[int | None]) -> None:
    made = python(source)
    assert [line.kept for line in made] == kept
    for line, before in zip(made, source.splitlines(True), strict=True):
        assert line.kept is None or line.text[line.kept :] == before[line.kept :]
