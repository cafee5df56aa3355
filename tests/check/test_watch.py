"""`--watch`: lints again when files change, and ends when it is interrupted or nobody reads."""

from __future__ import annotations

import os
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from .conftest import ALL, TRAIN

SECONDS = 60


class Watching:
    """The command, and what it writes line by line."""

    def __init__(self, *arguments: str) -> None:
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "PYTHONUNBUFFERED": "1"}
        self.process = subprocess.Popen([sys.executable, "-m", "graphlint", "check", "--watch", *arguments], env=environment, text=True,
                                        stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self._lines: queue.Queue[str] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        for line in self.process.stdout:
            self._lines.put(line.rstrip("\n"))

    def round(self) -> list[str]:
        """All lines up to the one that says that it waits."""
        told = []
        while not told or not told[-1].startswith("watching "):
            told.append(self._lines.get(timeout=SECONDS))
        return told


@pytest.fixture
def watching(project: Path) -> Iterator[Watching]:
    command = Watching()
    yield command
    command.process.kill()
    command.process.wait()


def test_it_goes_on_until_it_is_interrupted(watching: Watching, project: Path) -> None:
    told = watching.round()
    assert [line for line in told if line in ALL] == ALL and told[-1] == "watching 2 files; Ctrl-C ends it"
    (project / "train.py").write_text(TRAIN.replace("    log(x)\n", ""))
    assert sum("print-in-graph" in line for line in watching.round()) == 1
    (project / "new.py").write_text(TRAIN)
    assert any(line.startswith("new.py:9:4: ") for line in watching.round())
    (project / "pyproject.toml").write_text("[tool.graphlint]\nselct = []\n")
    assert "no key selct" in watching.round()[0]  # it is said, and it goes on
    (project / "pyproject.toml").write_text('[tool.graphlint]\nselect = ["E"]\n')
    assert watching.round()[0] == "no findings in 3 files"
    watching.process.send_signal(signal.SIGINT)
    assert watching.process.wait(SECONDS) == 0
