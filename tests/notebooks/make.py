"""Notebooks for tests."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path


def cell(source: str, **more: object) -> dict:
    """A code cell as Jupyter writes one."""
    return {"cell_type": "code", "execution_count": None, "metadata": {}, "outputs": [], "source": source.splitlines(True), **more}


def text(cells: Sequence[str | dict], indent: int | None = 1, **metadata: object) -> str:
    """The text of a notebook with these cells."""
    made = [cell(one) if isinstance(one, str) else one for one in cells]
    return json.dumps({"cells": made, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}, indent=indent, ensure_ascii=False)


def write(path: Path, *cells: str | dict, **metadata: object) -> Path:
    """A file with such a notebook."""
    path.write_text(text(cells, **metadata), "utf-8", newline="")
    return path
