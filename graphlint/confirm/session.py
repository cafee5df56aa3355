"""Starts the child processes, holds them to their limits, and reads what they observed."""
from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from graphlint.confirm.lines import statement_line, user_path
from graphlint.notebooks.notebook import Notebook, is_notebook

START_LIMIT = 120.0  # seconds until the framework has been imported
NATIVE_LIMIT = 256 << 20  # bytes that a program may write past Python
_HOME = Path(__file__).absolute().parents[2]
_BAD_ALLOC = b"bad_alloc"  # what C++ writes when it ends for want of memory
_CRASH_PLACE = re.compile(r'File "([^"]+)", line (\d+) in ')
_CRASH_THREAD = re.compile(r"^(?=Thread 0x|Current thread 0x)", re.M)

Place = tuple[str, int]
Observe = Literal["runs", "calls"]
Kind = Literal["script", "module", "pytest"]


@dataclass
class Output:
    """One line of text, or one log record, and the user's places that led to it, innermost first."""
    stream: str
    text: str
    size: int
    stack: list[Place]
    call: int | None


@dataclass(frozen=True)
class Built:
    """What a call took, and what it built."""
    seconds: float
    object: int  # a number for the graph function itself: one that is made again has another
    arguments: tuple[tuple[str, str, str], ...] = ()
    """Name, value and kind of each argument of a call that built a graph; see `functions.described`."""
    graph: dict | None = None  # the newest graph, where it was asked for; see `Backend.newest_graph`


@dataclass(eq=False)
class Call:
    """One call of a graph function from outside any other."""
    number: int
    order: tuple[str, int]  # the arguments where the order of calls is chance, and which of these calls it is
    name: str
    defined: Place | None
    site: Place | None
    eager: bool
    exact: str
    loose: str
    finished: bool = False
    traced: int = 0
    nodes: int = 0  # in the largest graph that the call built
    built: Built | None = None
    result: object = None
    error: dict | None = None
    lines: dict[Place, int] = field(default_factory=dict)
    values: dict[tuple[str, int, str], list] = field(default_factory=dict)
    outputs: list[Output] = field(default_factory=list)
    state: dict[str, object] | None = None

    @property
    def key(self) -> tuple:
        """What the call has in common with the same call in another run."""
        return self.name, self.defined, *self.order


@dataclass
class Nested:
    """One call of a graph function from within another."""
    outer: int | None
    name: str
    site: Place | None
    traced: int
    exact: str
    loose: str
    defined: Place | None = None
    built: Built | None = None


@dataclass
class Run:
    """What one child process did."""
    mode: str
    status: str = "died"
    """finished, exit, raised, os._exit; timeout, output (too much of it), memory, signal or died when it was cut short."""
    code: int | None = None
    error: dict | None = None
    stack: list[Place] = field(default_factory=list)
    """Where the program was when it was cut short, innermost first."""
    framework: str = ""
    seconds: float = 0.0
    calls: list[Call] = field(default_factory=list)
    nested: list[Nested] = field(default_factory=list)
    outputs: list[Output] = field(default_factory=list)
    printed: list[Output] = field(default_factory=list)
    """All outputs, within calls and outside, in their order."""
    lines: Counter = field(default_factory=Counter)
    """How often statements ran outside of calls: in graphs that the program had built, and in functions of elements."""
    values: dict[tuple[str, int, str], list] = field(default_factory=lambda: defaultdict(list))
    """What watched statements of functions of elements assigned."""
    state: dict[str, object] = field(default_factory=dict)
    outside: dict[Place, list[int]] = field(default_factory=lambda: defaultdict(list))
    """For lines that were looked at outside of calls: after which call each of their runs came."""
    more: dict[tuple, int] = field(default_factory=dict)
    questions: set[Place] = field(default_factory=set)
    """Where the program asked whether it is run eagerly."""
    answers: list[int] = field(default_factory=list)
    """What the program was told when it asked how often its functions were traced."""
    unpaired: dict[int, list[str]] = field(default_factory=dict)
    """Why calls were not made eagerly as well: what cannot be put back, by the calls' numbers."""
    turns: bool = False
    """Whether eager runs took turns with the graph run, call by call, in one process."""
    trouble: str = ""
    """What the process wrote when it could not even be started."""

    @property
    def place(self) -> Place | None:
        """The line that the program was in when it was cut short."""
        return self.stack[0] if self.stack else None

    @property
    def ended(self) -> bool:
        """Whether the program came to an end of its own."""
        return self.status in ("finished", "exit", "raised", "os._exit")

    @property
    def started(self) -> bool:
        """Whether the program was reached at all."""
        return bool(self.framework)


@dataclass(frozen=True)
class Program:
    """What to run, and how."""
    script: str
    arguments: tuple[str, ...] = ()
    backend: str = "runtime"
    timeout: float = 60.0
    memory: int | None = None
    """Bytes that the program may take beyond what the framework has taken when it starts."""
    pictures: bool = False
    """Whether graphs are recorded for a picture."""
    kind: Kind = "script"
    """script: a file; module: as `python -m` runs it, where `script` is its file and `module` its name; pytest: a run of
    tests, where `arguments` are pytest's."""
    module: str = ""
    observe: Observe = "runs"
    """runs: the whole program eagerly and as a graph, in processes of their own; calls: in one process, each call of a
    graph function both ways from the same state."""
    edited: tuple[tuple[str, str], ...] = ()
    """Real paths of files that run with other texts than they have on disk, and the texts."""
    folder: str = ""
    """The folder that a script's own imports start from, if that is not the one that it lies in."""
    called: str = ""
    """What the user calls the program, if that is not what follows."""

    @property
    def command(self) -> str:
        """What the user would type after the name of the command."""
        if self.called:
            return self.called
        first = {"script": [self.script], "module": ["-m", self.module], "pytest": ["--pytest"]}[self.kind]
        return shlex.join([*first, *self.arguments])

    @property
    def texts(self) -> dict[str, str]:
        """By real path, what runs instead of the files on disk: edited texts, and the module of a notebook."""
        texts = dict(self.edited)
        path = os.path.realpath(self.script)
        if self.kind == "script" and is_notebook(path) and path not in texts:
            texts[path] = Notebook(Path(path).read_bytes()).text
        return texts

    @property
    def root(self) -> str:
        """The folder that the program's own imports start from."""
        if self.kind != "script":
            return os.getcwd()
        return os.path.realpath(self.folder) if self.folder else os.path.dirname(os.path.realpath(self.script))


@dataclass(frozen=True)
class Watched:
    """Statements that are looked at closely, by their first lines."""
    inside: frozenset[Place] = frozenset()
    """Those that run in graph functions: what they assign is recorded."""
    outside: frozenset[Place] = frozenset()
    """Those that run in plain Python, which is not counted otherwise."""
    uncached: frozenset[Place] = frozenset()
    """Those whose datasets are not cached in eager runs: there each element is computed when it is asked for."""


def run(program: Program, mode: str, watched: Watched = Watched(), answers: Sequence[int] = ()) -> Run:
    """Run the program once: mode is "graph", "eager" or "control" (eager, with other framework random numbers).

    `answers` are the graph run's, for eager runs of a program that asks for its trace counts.
    """
    return _run(program, mode, watched, answers)[mode]


def run_by_calls(program: Program, watched: Watched = Watched()) -> tuple[Run, Run, Run]:
    """Run the program once, as a graph, and each call eagerly as well: the eager, graph and control parts of it."""
    found = _run(program, "calls", watched, ())
    graph = found["graph"]
    others = [found.get(name) or Run(name) for name in ("eager", "control")]
    for other in others:
        other.status, other.code, other.framework, other.seconds = (
            graph.status, graph.code, graph.framework, graph.seconds)
        other.error, other.stack, other.turns, other.outside = graph.error, graph.stack, True, graph.outside
    graph.turns = True
    return others[0], graph, others[1]


def _run(program: Program, mode: str, watched: Watched, answers: Sequence[int]) -> dict[str, Run]:
    """The runs that one process went through, by name."""
    with tempfile.TemporaryDirectory(prefix="graphlint-") as folder:
        files = {name: os.path.join(folder, name) for name in ("spec", "log", "crash", "stdout", "stderr")}
        spec = {"mode": mode, "kind": program.kind, "script": program.script, "module": program.module,
                "arguments": program.arguments, "root": program.root, "backend": program.backend,
                "home": str(_HOME), "log": files["log"], "crash": files["crash"],
                "native": {name: files[name] for name in ("stdout", "stderr")},
                "memory": program.memory, "pictures": program.pictures and mode in ("graph", "calls"),
                "answers": list(answers), "edited": program.texts,
                "watched": sorted(watched.inside), "outside": sorted(watched.outside), "uncached": sorted(watched.uncached)}
        Path(files["spec"]).write_text(json.dumps(spec), encoding="utf-8")
        begin = time.monotonic()
        code, cut = _execute(files, program.timeout)
        main = "graph" if mode == "calls" else mode
        results = _read(main, files["log"])
        results[main].seconds = time.monotonic() - begin
        _conclude(results[main], code, cut, files, program.memory)
        return results


def _execute(files: dict[str, str], timeout: float) -> tuple[int, str | None]:
    """The exit code, and which limit ended the process, if one did."""
    command = [sys.executable, str(Path(__file__).parent / "observation" / "child.py"), files["spec"]]
    environment = {"PYTHONHASHSEED": "0", **os.environ}
    with open(files["stdout"], "wb") as out, open(files["stderr"], "wb") as err:
        child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=err, env=environment,
                                 start_new_session=True)
        deadline, begun = time.monotonic() + timeout + START_LIMIT, False
        cut = None
        try:
            while child.poll() is None and cut is None:
                try:
                    child.wait(0.2)
                except subprocess.TimeoutExpired:
                    if not begun and os.path.exists(files["log"]) and os.path.getsize(files["log"]):
                        deadline, begun = time.monotonic() + timeout, True  # the import of the framework is not the program's
                    if time.monotonic() > deadline:
                        cut = "timeout"
                    elif max(os.path.getsize(files[name]) for name in ("stdout", "stderr")) > NATIVE_LIMIT:
                        cut = "output"
            if cut:
                _ask_where(child, files)
        finally:
            _kill_group(child)
    return child.returncode, cut


def _ask_where(child: subprocess.Popen, files: dict[str, str]) -> None:
    """Have the child record where the program is; wait a moment for it.

    The interpreter writes it at once, and Python code tells more as soon as it may run: not while machine code does.
    """
    if hasattr(signal, "SIGUSR2"):
        child.send_signal(signal.SIGUSR2)
        for _ in range(50):
            if child.poll() is not None or _last_event(files["log"]) == "cut":
                return
            time.sleep(0.02)


def _last_event(path: str) -> str:
    try:
        with open(path, "rb") as file:
            file.seek(-min(os.path.getsize(path), 1 << 20), os.SEEK_END)
            return json.loads(file.read().splitlines()[-1])["event"]
    except (OSError, ValueError, IndexError):
        return ""


def _kill_group(child: subprocess.Popen) -> None:
    """End the process and whatever it started and left behind."""
    try:
        os.killpg(child.pid, signal.SIGKILL) if hasattr(os, "killpg") else child.kill()
    except (ProcessLookupError, PermissionError):
        pass
    child.wait()


def _conclude(result: Run, code: int, cut: str | None, files: dict[str, str], memory: int | None) -> None:
    if not result.started:
        result.trouble = Path(files["stderr"]).read_text("utf-8", "replace").strip()
    if cut:
        result.status = cut
    elif not result.ended and result.status != "memory":
        result.status, result.code = ("signal", -code) if code < 0 else ("died", code)
        if memory and _BAD_ALLOC in Path(files["stderr"]).read_bytes()[-1 << 16:]:
            result.status = "memory"
    if not result.ended and not result.stack:
        result.stack = _crash_stack(files["crash"], crashed=not cut)


def _crash_stack(path: str, crashed: bool) -> list[Place]:
    """The user's lines that the interpreter wrote: of the thread that crashed, or else of the first that has any.

    The interpreter writes the newest thread first.
    """
    try:
        text = Path(path).read_text("utf-8", "replace")
    except OSError:
        return []
    threads = _CRASH_THREAD.split(text)[::-1]
    if crashed:
        threads.sort(key=lambda thread: not thread.startswith("Current"))
    stacks = ([(user, statement_line(user, int(line))) for filename, line in _CRASH_PLACE.findall(thread)
               if (user := user_path(filename))] for thread in threads)
    return next(filter(None, stacks), [])


def _read(mode: str, path: str) -> dict[str, Run]:
    results = {mode: Run(mode)}
    calls: dict[str, dict[int, Call]] = defaultdict(dict)
    if not os.path.exists(path):
        return results
    with open(path, encoding="utf-8") as file:
        for line in file:
            try:
                record = json.loads(line)
            except ValueError:  # the last line of a process that was killed
                break
            name = record["run"]
            _take(results.setdefault(name, Run(name)), calls[name], record)
    return results


def _take(result: Run, calls: dict[int, Call], record: dict) -> None:
    event = record["event"]
    if event == "start":
        result.framework = record["framework"]
    elif event == "call":
        name, path, line = record["function"]
        call = Call(record["call"], tuple(record["key"]), name, (path, line) if path else None, _place(record["site"]),
                    record["eager"], record["exact"], record["loose"])
        calls[call.number] = call
        result.calls.append(call)
    elif event == "nested":
        result.nested.append(Nested(record["outer"], record["function"][0], _place(record["site"]), record["traced"],
                                    record["exact"], record["loose"], _defined(record), _built(record)))
    elif event == "traced":
        result.nested.append(Nested(None, record["function"][0], _place(record["site"]), record["traced"], "", "",
                                    _defined(record)))
        result.lines.update({(path, line): count for path, line, count in record["lines"]})
    elif event == "applied":
        result.lines.update({(path, line): count for path, line, count in record["lines"]})
        for path, line, name, seen in record["values"]:
            result.values[path, line, name] += seen
    elif event == "return":
        call = calls[record["call"]]
        call.finished = True
        call.built = _built(record)
        call.nodes = record.get("nodes", 0)
        call.traced, call.result, call.error = record["traced"], record.get("result"), record.get("error")
        call.lines = {(path, line): count for path, line, count in record["lines"]}
        call.values = {(path, line, name): seen for path, line, name, seen in record["values"]}
    elif event == "out":
        output = Output(record["stream"], record["text"], record["size"], [_place(p) for p in record["stack"]],
                        record["call"])
        result.printed.append(output)
        (calls[output.call].outputs if output.call in calls else result.outputs).append(output)
    elif event == "cut":
        result.stack = [_place(place) for place in record["stack"]]
        into = calls[record["call"]] if record["call"] in calls else result
        into.lines.update({(path, line): count for path, line, count in record["lines"]})
    elif event == "outside":
        result.outside[_place(record["place"])].append(record["after"])
    elif event == "unpaired":
        result.unpaired[record["call"]] = record["problems"]
    elif event == "question":
        result.questions.add(_place(record["place"]))
    elif event == "asked":
        result.answers.append(record["count"])
    elif event == "more":
        result.more[record["stream"], record["call"], _place(record["place"])] = record["count"]
    elif event == "state":
        result.state = {**result.state, **record["roots"]}
        if record["call"] in calls:
            calls[record["call"]].state = result.state
    elif event == "end":
        result.status, result.code, result.error = record["status"], record.get("code"), record.get("error")


def _defined(record) -> Place | None:
    _, path, line = record["function"]
    return (path, line) if path else None


def _built(record) -> Built:
    return Built(record["seconds"], record["object"], tuple(map(tuple, record.get("arguments", ()))), record.get("graph"))


def _place(pair) -> Place | None:
    return (pair[0], pair[1]) if pair else None
