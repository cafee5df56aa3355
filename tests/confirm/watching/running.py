"""Runs a program that watches itself, on the runtime or on the real TensorFlow, and gives what it saw."""
from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

ON_TENSORFLOW = pytest.param("tensorflow", marks=pytest.mark.skipif(
    importlib.util.find_spec("tensorflow") is None, reason="TensorFlow is not installed"))
BOTH = pytest.mark.parametrize("backend", ["runtime", ON_TENSORFLOW])
_HEAD = "import {} as tf\n"
_TAIL = '''

if __name__ == "__main__":
    import json
    from graphlint.confirm import watch
    with watch({options}) as watched:
        main()
    print("\\x1e" + json.dumps(watched.data()))
'''


def run(folder: Path, source: str, backend: str = "runtime", name: str = "program.py") -> subprocess.CompletedProcess:
    """Run a program in a folder; its first line imports the framework as `tf`."""
    path = folder / name
    path.write_text(_HEAD.format(backend) + textwrap.dedent(source), encoding="utf-8")
    home = str(Path(__file__).parents[3])
    return subprocess.run([sys.executable, name], cwd=folder, capture_output=True, text=True, encoding="utf-8",
                          env={**os.environ, "PYTHONPATH": home, "TF_CPP_MIN_LOG_LEVEL": "3", "PYTHONIOENCODING": "utf-8"})


def watched(folder: Path, source: str, backend: str = "runtime", options: str = "False, lint=False") -> dict:
    """What was seen of `main` of a program, as JSON data."""
    done = run(folder, textwrap.dedent(source) + _TAIL.format(options=options), backend)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.rpartition("\x1e")[2])


def line_of(source: str, text: str) -> int:
    """The line that a text stands on, in the file that `run` writes."""
    lines = textwrap.dedent(source).splitlines()
    return next(number for number, line in enumerate(lines, 2) if text in line)


def function(data: dict, name: str) -> dict:
    """What was seen of one function."""
    return next(one for one in data["functions"] if one["name"] == name)


def codes(data: dict) -> list[str]:
    """The code of what ran at traces alone."""
    return [one["code"] for one in data["effects"]]
