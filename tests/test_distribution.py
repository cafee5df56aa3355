"""What pip installs: the pages that messages cite are in it, and the command works outside of the project's folder."""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from graphlint import manual

ROOT = Path(__file__).parents[1]
PACKAGES = ("graphlint", "runtime")


def test_what_is_installed_cites_no_file_that_is_not():
    cited, commands = [], set()
    for path in (path for package in PACKAGES for path in (ROOT / package).rglob("*.py")):
        if path != ROOT / "graphlint" / "docs.py":  # writes the pages of the project
            text = path.read_text("utf-8")
            cited += [f"{path}: {name}" for name in re.findall(r"(?<![\w/])(?:docs|tests|benchmarks)/[\w/]+\.\w+", text)]
            commands |= set(re.findall(r"`graphlint explain ([a-z]+)`", text))
    assert cited == []
    assert commands and commands <= set(manual.pages())


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """A folder with what a build of this project puts into a wheel."""
    if importlib.util.find_spec("setuptools") is None:
        pytest.skip("needs setuptools")
    source = tmp_path_factory.mktemp("source")
    for name in (*PACKAGES, "docs"):
        shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "setup.py", "MANIFEST.in", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    folder = tmp_path_factory.mktemp("installed")
    subprocess.run([sys.executable, "setup.py", "build_py", "--build-lib", str(folder)], cwd=source, check=True,
                   capture_output=True, timeout=300)
    return folder


def test_a_build_has_the_pages(installed, tmp_path):
    shown, docs = installed / "graphlint" / "pages", ROOT / "docs"
    assert {path.relative_to(shown): path.read_text("utf-8") for path in shown.rglob("*.md")} == {
        path.relative_to(docs): path.read_text("utf-8") for path in docs.rglob("*.md")}
    run = subprocess.run([sys.executable, "-m", "graphlint", "explain", "fix"], cwd=tmp_path, check=True, timeout=60,
                         capture_output=True, env={**os.environ, "PYTHONPATH": str(installed)})
    assert run.stdout.decode("utf-8").startswith("# graphlint fix\n")
    run = subprocess.run([sys.executable, "-m", "graphlint", "explain", "W7303", "--no-run"], cwd=tmp_path, check=True, timeout=60,
                         capture_output=True, env={**os.environ, "PYTHONPATH": str(installed)})
    assert run.stdout.decode("utf-8").startswith("# print-in-graph (W7303)\n")
