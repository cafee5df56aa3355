"""The files of the user's project that a script imports, read off the code without running it."""
from __future__ import annotations

import ast
import importlib.machinery
import os
import sys
from collections.abc import Iterator
from pathlib import Path

from graphlint.confirm.lines import user_path
from graphlint.notebooks.notebook import module_of

LIMIT = 500  # files followed
_BUILT = frozenset(("build", "dist", "node_modules", "site-packages"))


def files(script: str, root: str) -> list[str]:
    """The script and the modules that it imports, directly or not, from the folder that its imports start from."""
    folder = Path(root).resolve()
    found: dict[str, None] = {}
    waiting = [Path(script).resolve()]
    while waiting and len(found) < LIMIT:
        path = waiting.pop(0)
        if str(path) in found or not user_path(str(path)):
            continue
        found[str(path)] = None
        waiting += [file for name in _imported(path, folder) for file in _locate(folder, name)]
    return list(found)


def folder_files(root: str) -> list[str]:
    """The Python files under a folder, but for hidden ones, environments and what was built or installed there."""
    found: list[str] = []
    for folder, names, members in os.walk(root):
        names[:] = sorted(name for name in names if not name.startswith((".", "__pycache__")) and name not in _BUILT
                          and not os.path.exists(os.path.join(folder, name, "pyvenv.cfg")))
        found += [path for name in sorted(members) if name.endswith(".py")
                  and user_path(path := os.path.join(folder, name))]
        if len(found) >= LIMIT:
            break
    return found[:LIMIT]


def module_file(name: str, root: str) -> str | None:
    """The file that `python -m NAME` would run, found without importing anything."""
    paths: list[str] | None = [root, *sys.path]
    spec = None
    for depth in range(name.count(".") + 1):
        spec = importlib.machinery.PathFinder.find_spec(".".join(name.split(".")[:depth + 1]), paths)
        if spec is None:
            return None
        paths = list(spec.submodule_search_locations or ())
    if spec is not None and paths:
        spec = importlib.machinery.PathFinder.find_spec(f"{name}.__main__", paths)
    return spec.origin if spec is not None and spec.origin and spec.origin.endswith(".py") else None


def _imported(path: Path, root: Path) -> Iterator[str]:
    """Dotted names that a file imports; what follows `from` may be a module or a name in one."""
    try:
        tree = ast.parse(module_of(str(path), path.read_bytes()), str(path))
    except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
        return
    package = path.relative_to(root).parent.parts if path.is_relative_to(root) else ()  # a script may lie elsewhere
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[:len(package) - node.level + 1] if node.level else ()
            base = ".".join([*above, *filter(None, [node.module])])
            yield base
            yield from (f"{base}.{alias.name}" if base else alias.name for alias in node.names)


def _locate(root: Path, name: str) -> Iterator[Path]:
    """The files that importing a dotted name runs: each package on the way, and the module."""
    parts = [part for part in name.split(".") if part]
    for depth in range(1, len(parts) + 1):
        base = root.joinpath(*parts[:depth])
        for file in (base / "__init__.py", base.with_name(base.name + ".py")):
            if os.path.isfile(file):
                yield file
