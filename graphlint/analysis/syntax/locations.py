"""Where a node stands, as a message says it."""

from __future__ import annotations

import os

from astroid import nodes


def line_of(node: nodes.NodeNG, module: nodes.Module) -> str:
    """The line of a node, and its file if that is not the module's: ``line 12 of steps.py``. Of a notebook, its cell."""
    if node.root() is not module:
        return f"line {node.lineno} of {file_of(node)}"
    notebook = getattr(module, "notebook", None)  # that it was made of, see `program.trees`
    return str(notebook and notebook.place(node.lineno) or f"line {node.lineno}")


def file_of(node: nodes.NodeNG) -> str:
    """The file of a node, short enough for a message."""
    folder, name = os.path.split(node.root().file or "")
    return os.path.join(os.path.basename(folder), name) if name == "__init__.py" else name
