"""The code cells of a notebook: an `.ipynb` file, or Python text in which lines ``# %%`` begin cells."""

from __future__ import annotations

import json
import re
from pathlib import Path

_CELL = re.compile(r"^# %%.*\n", re.M)
_WRITE = re.compile(r"%%writefile (\S+)\n")


def cells(path: Path) -> list[str]:
    """The sources of the code cells, without the licence that heads TensorFlow's notebooks."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".ipynb":
        found = ["".join(cell["source"]) for cell in json.loads(text)["cells"] if cell["cell_type"] == "code"]
    else:
        found = _CELL.split(text)[1:]
    return [cell.strip("\n") + "\n" for cell in found if "#@title Licensed" not in cell]


def as_python(cell: str) -> str:
    """The cell as plain Python: lines for the shell and magics left out, ``%%writefile`` written out, other cell magics empty."""
    write = _WRITE.match(cell)
    if write:
        return f"with open({write.group(1)!r}, 'w') as file:\n  file.write({cell[write.end():]!r})\n"
    if cell.startswith("%%"):
        return ""
    return "\n".join("" if line.lstrip().startswith(("!", "%")) else line for line in cell.split("\n"))
