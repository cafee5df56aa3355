"""Lines of the user's code: which file and statement a line belongs to, and how often it ran."""
from __future__ import annotations

import ast
import functools
import os
import sys
import sysconfig
import threading
import types
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from graphlint.notebooks.notebook import module_of

_PACKAGE = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
_STDLIB = tuple({os.path.realpath(sysconfig.get_path(name)) + os.sep for name in ("stdlib", "platstdlib")})
_INSTALLED = (f"{os.sep}site-packages{os.sep}", f"{os.sep}dist-packages{os.sep}")
_OURS = (_PACKAGE + os.sep,)
_CONVERTED = "__autograph_generated_file"  # where TensorFlow writes what AutoGraph made of a function
_FACTORIES = ("outer_factory", "inner_factory")  # in such a file: they make the function
_EXAMPLES = ("bad.py", "good.py")  # of the rules: programs of a user, although they lie in this package


#: For each file that runs with another text than it has on disk: the line on disk of each line.
edited: dict[str, list[int]] = {}
_libraries: list[str] = []


def exclude(folder: str) -> None:
    """Take what lies in a folder for a library."""
    _libraries.append(os.path.realpath(folder) + os.sep)
    user_path.cache_clear()


def is_installed(path: str) -> bool:
    """Whether a file belongs to an installed package."""
    return any(part in path for part in _INSTALLED)


@functools.lru_cache(maxsize=None)
def user_path(filename: str) -> str | None:
    """The real path of a file of the user's project; None for libraries, built-ins and this package."""
    if not filename or filename.startswith("<") or os.path.basename(filename).startswith(_CONVERTED):
        return None
    path = os.path.realpath(filename)
    if os.path.basename(path) in _EXAMPLES and path.startswith(os.path.join(_PACKAGE, "rules")):
        return path
    if is_installed(path) or path.startswith((*_OURS, *_libraries)):
        return None
    if path.startswith(_STDLIB) or not os.path.isfile(path):
        return None
    return path


@dataclass(frozen=True)
class Statement:
    """A simple statement, or the header of a compound one."""
    first: int
    last: int
    names: tuple[str, ...]  # the local names that it assigns
    end: int  # the last line of its body
    defines: str = ""  # the function whose header it is


def _nodes(path: str) -> Iterator[ast.AST]:
    """The nodes of a file, outer ones first; none where it cannot be parsed."""
    try:
        with open(path, "rb") as file:
            return ast.walk(ast.parse(module_of(path, file.read()), path))
    except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
        return iter(())


@functools.lru_cache(maxsize=None)
def statements(path: str) -> dict[int, Statement]:
    """The innermost statement of each line; empty where the file cannot be parsed."""
    found: dict[int, Statement] = {}
    for node in _nodes(path):  # an inner statement overwrites the one around it
        if isinstance(node, ast.stmt):
            defines = node.name if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) else ""
            statement = Statement(node.lineno, _header_end(node), _assigned(node), node.end_lineno, defines)
            for line in range(statement.first, statement.last + 1):
                if line not in found or found[line].first <= statement.first:
                    found[line] = statement
    return found


def on_disk(path: str, line: int) -> int:
    """The line of a file on disk, for a line of the text that runs in its stead."""
    known = edited.get(path)
    return known[line] if known and 0 < line < len(known) else line


@functools.lru_cache(maxsize=None)
def decorated(path: str) -> dict[int, int]:
    """For each line of a decorator, where the function that it decorates begins to run: its first line that is no text."""
    found: dict[int, int] = {}
    for node in _nodes(path):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            first = node.body[1] if ast.get_docstring(node, clean=False) is not None and node.body[1:] else node.body[0]
            for decorator in node.decorator_list:
                found.update(dict.fromkeys(range(decorator.lineno, decorator.end_lineno + 1), first.lineno))
    return found


def statement_line(path: str, line: int) -> int:
    """The first line of the statement that the line is part of."""
    statement = statements(path).get(line)
    return statement.first if statement else line


def governs(path: str, line: int, inner: int) -> bool:
    """Whether a statement that begins at a line is, or contains, the one that begins at another."""
    statement = statements(path).get(line)
    return line == inner or statement is not None and statement.first <= inner <= statement.end


def _header_end(node: ast.stmt) -> int:
    body = getattr(node, "body", None) or getattr(node, "cases", None)
    if not isinstance(body, list):
        return node.end_lineno or node.lineno
    header = [child for child in ast.iter_child_nodes(node)
              if isinstance(child, (ast.expr, ast.withitem, ast.arguments)) and child not in body]
    ends = [sub.end_lineno for part in header for sub in ast.walk(part)
            if isinstance(sub, ast.expr) and sub.lineno >= node.lineno]
    return max([node.lineno, *(end for end in ends if end)])


def _assigned(node: ast.stmt) -> tuple[str, ...]:
    targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
    if not isinstance(node, (ast.Assign, ast.AnnAssign, ast.AugAssign)):
        return ()
    return tuple(sub.id for target in targets for sub in ast.walk(target)
                 if isinstance(sub, ast.Name) and isinstance(sub.ctx, ast.Store))


class Locator:
    """Where in the user's files a line of running code comes from.

    AutoGraph of the real TensorFlow runs converted copies of functions; `converted` has, for the file of such a
    copy, the user's (path, line) of each of its lines.
    """

    def __init__(self):
        self.converted: dict[str, dict[int, tuple[str, int]]] = {}

    def origin(self, filename: str) -> str:
        """The file that code was written in: another one for a converted copy."""
        return next((path for path, _ in self.converted.get(filename, {}).values()), filename)

    def owns(self, filename: str) -> bool:
        """Whether the code is the user's, or was converted from the user's."""
        if filename in self.converted:
            return any(user_path(path) for path, _ in self.converted[filename].values())
        return user_path(filename) is not None

    def locate(self, filename: str, line: int) -> tuple[str, int] | None:
        """The user's (path, first line of the statement), or None."""
        if filename in self.converted:
            filename, line = self.converted[filename].get(line, ("", 0))
        path = user_path(filename)
        return (path, statement_line(path, on_disk(path, line))) if path else None

    def stack(self, frame: types.FrameType | None, stop: types.CodeType | None = None) -> list[tuple[str, int]]:
        """The user's places from a frame outwards, innermost first, up to a frame that runs `stop`."""
        places: list[tuple[str, int]] = []
        while frame is not None and frame.f_code is not stop and len(places) < 16:
            place = self.locate(frame.f_code.co_filename, frame.f_lineno)
            if place and (not places or places[-1] != place):
                places.append(place)
            frame = frame.f_back
        return places


@dataclass
class _Count:
    """What was counted so far: how often each line of code began, and what watched statements assigned."""
    lines: Counter = field(default_factory=Counter)
    values: defaultdict = field(default_factory=lambda: defaultdict(list))


class LineCounter:
    """Counts, while a graph function runs, how often each statement of the user's starts.

    `seen(path, line, frame, values)` is called after a watched statement has run, with the frame whose locals it may have
    assigned, and what it is to be added to. `watched` has the paths and first lines of statements.
    """

    def __init__(self, locator: Locator, watched: set[tuple[str, int]], seen):
        self._locator = locator
        self._watched = watched
        self._seen = seen
        self._owned: dict[types.CodeType, bool] = {}
        self._counts: defaultdict[int, list[_Count]] = defaultdict(list)  # by thread, the innermost last
        self._outside = None  # what traces the main thread while nothing is counted

    def start(self) -> None:
        """Begin to count in this thread; a tracer that is already there (a debugger, coverage) stays."""
        self._counts[threading.get_ident()].append(_Count())
        if sys.gettrace() in (None, self._outside):
            sys.settrace(self._on_call)

    def stop(self, thread: int | None = None) -> tuple[dict[tuple[str, int], int], dict]:
        """How often each statement ran since the last `start` in this thread, or in another, and what was assigned.

        Counting goes on for the `start` before that, if there was one.
        """
        counts = self._counts[threading.get_ident() if thread is None else thread]
        count = counts.pop() if counts else _Count()
        if not counts and sys.gettrace() == self._on_call:
            sys.settrace(self._outside if threading.current_thread() is threading.main_thread() else None)
        runs: dict[tuple[str, int], dict[types.CodeType, list[int]]] = defaultdict(lambda: defaultdict(list))
        for (code, line), number in count.lines.items():
            place = self._locator.locate(code.co_filename, line)
            if place and not _is_prologue(place, code):
                runs[place][code].append(number)
        return {place: _runs(by_code) for place, by_code in runs.items()}, count.values

    def look_outside(self, places: set[tuple[str, int]], ran: Callable[[tuple[str, int]], None]) -> None:
        """From now on call `ran` in this thread for each run of these statements, also where nothing is counted."""
        paths = {path for path, _ in places}
        holds: dict[types.CodeType, bool] = {}

        def on_line(frame, event, _arg):
            place = event == "line" and self._locator.locate(frame.f_code.co_filename, frame.f_lineno)
            if place in places:
                ran(place)
            return on_line

        def on_call(frame, _event, _arg):
            code = frame.f_code
            held = holds.get(code)
            if held is None:
                path = user_path(self._locator.origin(code.co_filename))
                held = holds[code] = path in paths and any(
                    self._locator.locate(code.co_filename, line) in places for _, _, line in code.co_lines() if line)
            return on_line if held else None

        self._outside = on_call
        if sys.gettrace() is None:
            sys.settrace(on_call)

    def _on_call(self, frame, _event, _arg):
        code = frame.f_code
        owned = self._owned.get(code)
        if owned is None:
            owned = self._owned[code] = self._locator.owns(code.co_filename)
        return self._line_tracer(code) if owned else None

    def _line_tracer(self, code):
        counts = self._counts[threading.get_ident()]
        count, before = counts[-1] if counts else _Count(), 0

        def on_event(frame, event, _arg):
            nonlocal before
            if event == "line":
                count.lines[code, frame.f_lineno] += 1
                self._after(frame, before, count.values)
                before = frame.f_lineno
            elif event == "return":
                self._after(frame, before, count.values)
            return on_event

        return on_event

    def _after(self, frame, line, values):
        place = self._locator.locate(frame.f_code.co_filename, line) if line else None
        if place in self._watched:
            self._seen(*place, frame, values)


def _runs(by_code: dict[types.CodeType, list[int]]) -> int:
    """Runs of a statement from the events on its lines: its rarest line, in the code that it stands in itself."""
    own = {code: counts for code, counts in by_code.items() if not _is_within(code)} or by_code
    files: dict[str, int] = {}
    for code, counts in own.items():
        files[code.co_filename] = max(files.get(code.co_filename, 0), min(counts))
    return sum(files.values())


def _is_within(code):
    """Whether it is code within a statement (a lambda, a comprehension) or makes a converted one."""
    return code.co_name.startswith("<") or _is_factory(code)


def _is_factory(code):
    return code.co_name in _FACTORIES and os.path.basename(code.co_filename).startswith(_CONVERTED)


def _is_prologue(place, code):
    """Whether a line is what AutoGraph puts before the first statement of a function: it counts as its header."""
    statement = statements(place[0]).get(place[1])
    return bool(statement and statement.defines) and (
        code.co_name.removeprefix("tf__") == statement.defines or _is_factory(code))
