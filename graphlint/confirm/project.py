"""The files of the user's project that a script imports, read off the code without running it."""
from __future__ import annotations

import ast
import os
from collections.abc import Iterator
from pathlib import Path

from graphlint.confirm.lines import user_path

LIMIT = 500  # files followed


def files(script: str) -> list[str]:
    """The script and the modules that it imports, directly or not, from its own folder."""
    root = Path(script).resolve().parent
    found: dict[str, None] = {}
    waiting = [Path(script).resolve()]
    while waiting and len(found) < LIMIT:
        path = waiting.pop(0)
        if str(path) in found or not user_path(str(path)):
            continue
        found[str(path)] = None
        waiting += [file for name in _imported(path, root) for file in _locate(root, name)]
    return list(found)


def _imported(path: Path, root: Path) -> Iterator[str]:
    """Dotted names that a file imports; what follows `from` may be a module or a name in one."""
    try:
        tree = ast.parse(path.read_bytes(), str(path))
    except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
        return
    try:
        package = path.relative_to(root).parent.parts
    except ValueError:
        return
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
