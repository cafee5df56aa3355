"""Neovim's own client, where Neovim is installed."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("pygls")

from tests.server.client import ROOT  # noqa: E402

OWN = 'import tensorflow as tf\n\n\n@tf.function\ndef step(x):\n    print("é😀", x); y = x\n    return y\n'


@pytest.mark.skipif(shutil.which("nvim") is None, reason="needs Neovim")
def test_neovim_shows_and_mends_a_finding(tmp_path):
    path = tmp_path / "own.py"
    path.write_text(OWN, "utf-8")
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "GRAPHLINT_FILE": str(path), "GRAPHLINT_LINE": "6",
                   "XDG_STATE_HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path), "GRAPHLINT_COMMAND": f"{sys.executable} -m graphlint server", "LC_ALL": "C.UTF-8"}
    done = subprocess.run(["nvim", "--headless", "--clean", "-c", f"luafile {Path(__file__).with_name('neovim.lua')}"], cwd=tmp_path,
                          env=environment, capture_output=True, text=True, timeout=120, encoding="utf-8")
    told = json.loads(done.stdout)
    assert told["diagnostics"] == [
        "6:4 WARN 'print' runs only while graph function 'step' is traced, not at each call; use tf.print"]
    assert told["actions"] == ["print → tf.print (safe)", "Disable print-in-graph for this line", "Explain print-in-graph",
                               "graphlint: make all safe edits"]
    assert told["hover"].startswith("**print-in-graph** (W7303) in `step`")
    assert told["lenses"] == ["5 graph function: 1 finding", "5 confirm"]
    assert told["after"]["text"] == OWN.replace("print(", "tf.print(").splitlines()
    assert list(told["after"]["diagnostics"]) == []
    assert told["stopped"] is True
