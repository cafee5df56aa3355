"""A small project, and the command run in it."""

from __future__ import annotations

import io
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from graphlint import cli

TRAIN = '''import numpy as np
import tensorflow as tf

from helpers import log


@tf.function
def step(x):
    print("loss:", x)
    log(x)
    return x + np.random.normal(size=[2])


def train():
    for i in range(5):
        rate = decayed(i)
    return rate


@tf.function
def decayed(i):
    return 0.5 * i
'''
HELPERS = '''def log(value):
    print("value", value)
'''
PRINT, HELPER, RANDOM, RETRACE = (
    "train.py:9:4: W7303: 'print' runs only while graph function 'step' is traced, not at each call; use tf.print (print-in-graph)",
    "train.py:10:4: W7303: 'log' (helpers.py:2), which calls 'print', runs only while graph function 'step' is traced"
    " (through log called at line 10), not at each call; use tf.print (print-in-graph)",
    "train.py:11:15: W7301: 'np.random.normal' runs only while graph function 'step' is traced, so its numbers are frozen into the"
    " graph; use tf.random.normal (numpy-random-in-graph)",
    "train.py:16:15: R7306: graph function 'decayed' is called with the Python number 'i', which varies, and each value builds a"
    " new graph; pass a tensor, such as tf.constant(i) (python-scalar-retrace)",
)
ALL = [PRINT, HELPER, RANDOM, RETRACE]


@dataclass
class Ran:
    """What a run of the command did."""

    status: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with two files."""
    for name in ("NO_COLOR", "FORCE_COLOR", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / ".git").mkdir()
    (folder / "train.py").write_text(TRAIN)
    (folder / "helpers.py").write_text(HELPERS)
    monkeypatch.chdir(folder)
    return folder


@pytest.fixture
def check(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, project: Path):
    """Runs `graphlint check` with these arguments; `stdin` is what it reads."""

    def run(*arguments: object, stdin: bytes | None = None) -> Ran:
        if stdin is not None:
            monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        try:
            status = cli.main(["check", *map(str, arguments)])
        except SystemExit as end:
            status = end.code
        return Ran(status, *capsys.readouterr())

    return run
