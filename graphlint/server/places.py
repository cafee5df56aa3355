"""Where the editor's texts lie: addresses, files and folders."""

from __future__ import annotations

import os

from pygls.uris import to_fs_path

from graphlint.edits.source import Source

#: What lies in the top folder of a project.
_OF_PROJECTS = ("pyproject.toml", "setup.cfg", "setup.py", "pylintrc", ".pylintrc", ".git")
_INSTALLED = frozenset({"site-packages", "dist-packages"})


def path_of(uri: str) -> str | None:
    """The file of an address; None for one that has none."""
    try:
        path = to_fs_path(uri)
    except ValueError:
        return None
    return os.path.abspath(path) if path and "\0" not in path else None


def is_inside(path: str, folder: str) -> bool:
    return os.path.realpath(path).startswith(os.path.join(os.path.realpath(folder), ""))


def is_saved(path: str, text: str) -> bool:
    """Whether a file holds a text."""
    try:
        return Source(path).text == text
    except (OSError, SyntaxError, UnicodeDecodeError):
        return False


def is_installed(path: str) -> bool:
    """Whether a file is of an installed package."""
    return not _INSTALLED.isdisjoint(path.split(os.sep))


def project(path: str) -> str | None:
    """The folder of the project that a file is of; None if nothing tells, and its folder is not there."""
    first = folder = os.path.dirname(path)
    while os.path.dirname(folder) != folder:
        if any(os.path.exists(os.path.join(folder, name)) for name in _OF_PROJECTS):
            return folder
        folder = os.path.dirname(folder)
    return first if os.path.isdir(first) else None
