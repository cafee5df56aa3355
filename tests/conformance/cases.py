"""The cases on disk: programs (percent cells) and what TensorFlow printed for them (line-tagged text).

A program file `programs/<topic>.py` holds a header and then one cell a case:

    import tensorflow as tf
    # %% add-two-tensors
    print(tf.constant(1) + 2)

The header is put before each cell, so that every case is a program of its own.
Markers are comments at the start of a line of the cell:

    # differs: REASON     the runtime is known to print something else here
    # full error          record the whole text of the exception that ends the program, not its headline
    # needs: python<3.12 (WHAT)    other versions of Python, or of numpy, print another text of their own; also >=
    # needs: ml_dtypes (WHAT)      a package that may be missing; in the header of a topic: for all its cases
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent
PROGRAMS = HERE / "programs"
RECORDED = HERE / "recorded"

_CELL = re.compile(r"^# %%[ \t]*(.*)$", re.M)
_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*\Z")
_DIFFERS = re.compile(r"^# differs: (.+)$", re.M)
_NEEDS = re.compile(r"^# needs: (python|numpy)(<|>=)(\d+)\.(\d+) \((.+)\)$", re.M)
_PACKAGE = re.compile(r"^# needs: (\w+) \(.+\)$", re.M)
#: The Python that TensorFlow was recorded on.
RECORDED_ON = (3, 11)


@dataclass(frozen=True)
class Case:
    topic: str
    name: str
    program: str  # header and cell
    differs: str | None = None
    full_error: bool = False
    needs: tuple[str, str, tuple[int, int], str] | None = None
    """``python`` or ``numpy``, how its version must compare (``<``, ``>=``) with which, and what others print differently."""
    packages: tuple[str, ...] = ()  # that must be installed

    @property
    def id(self) -> str:
        return f"{self.topic}::{self.name}"


@dataclass
class Outcome:
    """What a program did: pieces of output in true order, and the exception or exit that ended it."""

    output: list[tuple[str, str]] = field(default_factory=list)  # ("out" | "err", text)
    end: str | None = None

    def lines(self) -> list[str]:
        """One tagged line for each line of output; `~` in place of `|` marks one without its newline."""
        result = []
        for stream, text in self.output:
            *whole, rest = text.split("\n")
            result += [f"{stream}|{line}" for line in whole]
            if rest:
                result.append(f"{stream}~{rest}")
        if self.end is not None:
            result += [f"end|{line}" for line in self.end.split("\n")]
        return result


def topics() -> list[str]:
    return sorted(path.stem for path in PROGRAMS.glob("*.py"))


def read_topic(topic: str) -> list[Case]:
    """The cases of a topic, in file order. Raises ValueError for a bad or repeated name."""
    path = PROGRAMS / f"{topic}.py"
    text = path.read_text(encoding="utf-8")
    cells = list(_CELL.finditer(text))
    if not cells:
        raise ValueError(f"{path}: no case: a line '# %% some-name' starts one")
    header = text[: cells[0].start()].strip("\n")
    cases: dict[str, Case] = {}
    for cell, following in zip(cells, [*cells[1:], None]):
        name = cell.group(1).strip()
        if not _NAME.match(name):
            raise ValueError(f"{path}: case name {name!r}: lower-case words joined by hyphens are expected")
        if name in cases:
            raise ValueError(f"{path}: case {name!r} stands there twice")
        body = text[cell.end() : following.start() if following else len(text)].strip("\n")
        differs, needs = _DIFFERS.search(body), _NEEDS.search(body)
        cases[name] = Case(
            topic,
            name,
            f"{header}\n{body}\n" if header else f"{body}\n",
            differs.group(1).strip() if differs else None,
            "# full error" in body.splitlines(),
            (needs[1], needs[2], (int(needs[3]), int(needs[4])), needs[5]) if needs else None,
            tuple(_PACKAGE.findall(f"{header}\n{body}")),
        )
    return list(cases.values())


def read_recording(topic: str) -> dict[str, list[str]]:
    """Tagged output lines by case name; empty where nothing has been recorded."""
    path = RECORDED / f"{topic}.txt"
    if not path.exists():
        return {}
    recorded: dict[str, list[str]] = {}
    lines: list[str] = []
    for line in path.read_text(encoding="utf-8").split("\n"):
        if line.startswith("# %% "):
            lines = recorded.setdefault(line[5:], [])
        elif line:
            lines.append(line)
    return recorded


def write_recording(topic: str, recorded: dict[str, list[str]]) -> None:
    blocks = ["\n".join([f"# %% {name}", *lines]) for name, lines in recorded.items()]
    RECORDED.mkdir(exist_ok=True)
    (RECORDED / f"{topic}.txt").write_text("\n\n".join(blocks) + "\n", encoding="utf-8")
