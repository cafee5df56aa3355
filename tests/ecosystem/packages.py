"""Download pinned packages and unpack them: nothing of them is installed, imported or run."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from dataclasses import dataclass
from pathlib import Path

_LIST = Path(__file__).with_name("packages.txt")
#: Wheels for one platform, whatever this one is: what is linted must be the same everywhere.
_PLATFORM = ("--python-version=3.11", "--implementation=cp", "--abi=cp311", "--platform=manylinux2014_x86_64")
_PLATFORMS = ("--platform=manylinux_2_17_x86_64", "--platform=manylinux_2_31_x86_64")


class Unavailable(Exception):
    """The package index cannot be reached, or does not have the package."""


@dataclass(frozen=True)
class Package:
    name: str
    version: str
    options: tuple[str, ...]
    """Options of pylint for this package, such as ``--keras-version=2``."""


def packages() -> list[Package]:
    """Those of packages.txt."""
    found = []
    for line in _LIST.read_text().splitlines():
        pin, *options = line.partition("#")[0].split() or [""]
        if pin:
            name, _, version = pin.partition("==")
            found.append(Package(name, version, tuple(options)))
    return found


def cache() -> Path:
    """Where packages are kept: ``GRAPHLINT_ECOSYSTEM``, or a folder in the user's cache."""
    chosen = os.environ.get("GRAPHLINT_ECOSYSTEM")
    return Path(chosen) if chosen else Path.home() / ".cache" / "graphlint-ecosystem"


def unpacked(package: Package) -> Path:
    """The folder that holds the files of a package, fetched if need be. Raises Unavailable."""
    folder = cache() / f"{package.name}-{package.version}"
    if not folder.is_dir():
        wheel = _download(package)
        partial = folder.with_suffix(".partial")
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(partial)  # refuses names that lead out of the folder
        partial.rename(folder)
    return folder


def _download(package: Package) -> Path:
    wheels = cache() / "wheels" / package.name
    pin = f"{package.name}=={package.version}"
    # A wheel only: to learn about a source distribution pip runs its setup.py.
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:", "--retries=1"]
    command += ["--ignore-requires-python", *_PLATFORM, *_PLATFORMS, f"--dest={wheels}", pin]
    done = subprocess.run(command, capture_output=True, text=True)
    found = sorted(wheels.glob("*.whl"))
    if done.returncode != 0 or not found:
        lines = done.stderr.strip().splitlines() or ["pip gave no reason"]
        raise Unavailable(f"{pin} cannot be downloaded: {lines[-1]}")
    return found[-1]
