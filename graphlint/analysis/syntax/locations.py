"""Where a node stands, as a message says it."""

from __future__ import annotations

import os

from astroid import nodes


def line_of(node: nodes.NodeNG, module: nodes.Module) -> str:
    """The line of a node, and its file if that is not the module's: ``line 12 of steps.py``."""
    return f"line {node.lineno}" if node.root() is module else f"line {node.lineno} of {file_of(node)}"


def file_of(node: nodes.NodeNG) -> str:
    """The file of a node, short enough for a message."""
    folder, name = os.path.split(node.root().file or "")
    return os.path.join(os.path.basename(folder), name) if name == "__init__.py" else name
