"""Who may import whom: the contracts of pyproject.toml, imports for annotations included."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
ANALYSIS = ROOT / "graphlint" / "analysis"


def test_each_room_imports_only_what_is_below_it():
    command = [sys.executable, "-c", "from importlinter.cli import lint_imports_command as run; run()", "--no-cache", "--no-logo"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "200"}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "0 broken" in done.stdout


def test_each_room_says_what_it_is_for():
    rooms = [path.parent for path in ANALYSIS.rglob("*.py") if path.parent != ANALYSIS]
    for room in {ANALYSIS, *rooms}:
        text = (room / "__init__.py").read_text("utf-8")
        assert text.startswith('"""'), f"{room}: no text"
        assert len(text.splitlines()) <= 8, f"{room}: an __init__.py holds a few lines of text alone"
