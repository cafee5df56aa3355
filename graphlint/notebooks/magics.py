"""IPython's own syntax as Python: each line of a cell stays a line, and what is Python in it keeps its column.

A line that is for IPython alone becomes a statement that does nothing. `get_ipython()` is only called where a name needs a value.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

#: Cell magics that run the cell's Python in the notebook's own namespace. The body of any other is left out.
PYTHON_CELLS = frozenset("capture confirm debug graphlint ipytest memit prun pyinstrument scalene snakeviz time timeit".split())
#: Line magics that run the rest of their line so.
_PYTHON_LINES = frozenset("lprun memit mprun prun pyinstrument snakeviz time timeit".split())
#: Commands that are known without their %, where the line is no Python.
_AUTOMATIC = frozenset(
    "cat cd conda config cp env history ldir less load load_ext ls magic mamba man matplotlib mkdir micromamba more mv pip popd pushd"
    " pwd pylab reload_ext reset rm rmdir run save uv who whos".split())
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")
_CELL_MAGIC = re.compile(r"\s*%%\s*([\w.]+)")
_LINE_MAGIC = re.compile(r"(?P<indent>[ \t]*)(?P<command>%{1,2}[ \t]*(?P<name>[\w.]+)[ \t]*)(?P<rest>.*)")
_ASSIGNED = re.compile(
    r"(?P<target>[ \t]*[\w.,*\[\]()'\" \t]*?[\w\])][ \t]*=[ \t]*)(?P<escape>[%!])"
    r"(?P<command>[ \t]*(?P<name>\S+)[ \t]*)(?P<rest>.*)")
_SCRIPT = re.compile(r"(?:\./)?([^\W\d]\w*)\.py(?:[ \t]|$)")
_TOKEN = re.compile(r"""(?P<comment>\#.*)|(?P<quote>\"{3}|'{3}|["'])|(?P<open>[(\[{])|(?P<close>[)\]}])|(?P<help>\?)|.""")
_LEAST = len("if 1: ")


@dataclass(frozen=True)
class Line:
    """A line of the module that is made of a cell, with its end."""

    text: str
    kept: int | None = 0
    """From which column on it is what stands in the cell; None if nothing of it is."""


def split(source: str) -> list[str]:
    """The lines as Python counts them, with their ends."""
    return _LINE.findall(source)


def parses(source: str) -> bool:
    """Whether it is Python; `await` outside of functions is."""
    return error_of(source) is None


def error_of(source: str) -> Exception | None:
    """Why it is no Python, or None if it is."""
    try:
        ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        return error
    return None


def python(source: str) -> list[Line]:
    """The lines of a cell as Python, if it is any but for what is IPython's."""
    lines = split(source)
    if parses(source):
        return [Line(line) for line in lines]
    made: list[Line] = []
    for position, line in enumerate(lines):
        magic = _CELL_MAGIC.match(line)
        if magic and magic[1] not in PYTHON_CELLS and not line.rstrip().endswith("?"):
            return [*made, *map(_blank, lines[position:])]
        if not magic and line.strip():
            return [*made, *_body(lines[position:])]
        made.append(_nothing(line) if magic else Line(line))
    return made


def _body(lines: Sequence[str]) -> Iterator[Line]:
    state, position = _State(), 0
    while position < len(lines):
        line = lines[position]
        made = _escaped(line) if state.is_fresh else None
        if made is None:
            asks = state.advance(line)
            yield _nothing(line) if asks else Line(line)
            position += 1
            continue
        yield made
        position += 1
        while made.kept is None and line.rstrip().endswith("\\") and position < len(lines):  # the command goes on
            line = lines[position]
            yield _blank(line)
            position += 1


def _escaped(line: str) -> Line | None:
    """What is made of a line that is a command of IPython's, or None if it is none."""
    content = line.rstrip("\r\n")
    first = content.lstrip()[:1]
    if first == "%":
        magic = _LINE_MAGIC.match(content)
        return _magic(line, magic) if magic else _nothing(line)
    if first and first in "!?/,;":
        return _nothing(line)
    assigned = _ASSIGNED.match(content)
    if assigned and not parses(content.strip()):
        return _assigned(line, assigned)
    if content.split()[:1] and content.split()[0] in _AUTOMATIC and not parses(content.strip()):
        return _nothing(line)
    return None


def _magic(line: str, magic: re.Match) -> Line:
    indent, rest = magic["indent"], magic["rest"]
    script = _SCRIPT.match(rest) if magic["name"] == "run" else None
    if script:  # its names are the notebook's then
        return Line(f"{indent}from {script[1]} import *{_end(line)}", None)
    statement = _statement(rest) if magic["name"] in _PYTHON_LINES else None
    if not statement:
        return _nothing(line)
    kept = len(line.rstrip("\r\n")) - len(statement)
    room = kept - len(indent) - _LEAST
    return Line(f"{indent}if{' ' * room} 1: {statement}{_end(line)}", kept)


def _statement(rest: str) -> str | None:
    """What a magic runs: the rest of its line without options. None if that is no simple statement."""
    options = rest.startswith("-")
    while rest and (rest.startswith("-") or not parses(f"if 1: {rest}")):
        rest = re.sub(r"^\S+[ \t]*", "", rest) if options else ""
    return rest or None


def _assigned(line: str, found: re.Match) -> Line:
    target, rest = found["target"], found["rest"]
    if found["escape"] == "!":
        command = f"{found['command']}{rest}"
        return Line(f"{target}get_ipython().getoutput({command!r}){_end(line)}", None)
    if found["name"] in _PYTHON_LINES and parses(f"({rest})"):
        return Line(f"{target}{' ' * (len(found['command']) + 1)}{rest}{_end(line)}", len(target) + len(found["command"]) + 1)
    return Line(f"{target}get_ipython().run_line_magic({found['name']!r}, {rest!r}){_end(line)}", None)


def _nothing(line: str) -> Line:
    """A statement in the same block that does nothing."""
    return Line(f"{line[: len(line) - len(line.lstrip())]}pass{_end(line)}" if line.strip() else line, None)


def _blank(line: str) -> Line:
    return Line(f"#{_end(line)}", None)


def _end(line: str) -> str:
    return line[len(line.rstrip("\r\n")) :]


class _State:
    """Whether a line of Python begins a statement: it does not in brackets, in a string or after a backslash."""

    def __init__(self) -> None:
        self._depth = 0
        self._quote = ""
        self._goes_on = False

    @property
    def is_fresh(self) -> bool:
        return not self._depth and not self._quote and not self._goes_on

    def advance(self, line: str) -> bool:
        """Go over a line. Whether it asks for help: a question mark is in no Python."""
        asks, fresh, at = False, self.is_fresh, 0
        content = line.rstrip("\r\n")
        self._goes_on = False
        while at < len(content):
            found = re.compile(rf"\\.?|{self._quote}").search(content, at) if self._quote else _TOKEN.match(content, at)
            if found is None:
                break
            at, text, kind = found.end(), found[0], found.lastgroup
            if text == "\\":
                self._goes_on = True  # it is the line's last character
            elif self._quote:
                self._quote = "" if text == self._quote else self._quote
            elif kind == "quote":
                self._quote = text
            elif kind in ("open", "close"):
                self._depth = max(self._depth + (1 if kind == "open" else -1), 0)
            asks = asks or kind == "help"
        if len(self._quote) == 1 and not self._goes_on:
            self._quote = ""  # it is not closed: no Python either way
        return asks and fresh and self.is_fresh
