"""One program, confirmed: linted, run both ways, compared and judged."""
from __future__ import annotations

import importlib.util
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from graphlint.confirm import backends, project, session
from graphlint.confirm.backends import lacking
from graphlint.confirm.judgement.compare import Comparison, Divergence
from graphlint.confirm.judgement.verdicts import Judge, Verdict, is_outside, places
from graphlint.confirm.observation import cells
from graphlint.confirm.session import Program, Run, Watched
from graphlint.documents.lines import Lines
from graphlint.findings import Misconfigured, Problem, Report, lint
from graphlint.notebooks.notebook import Notebook, is_notebook

NO_CONFIGURATION = ("--rcfile=",)  # of pylint: for programs that are not the user's


class Unusable(Exception):
    """The program cannot be run: no such file, not Python, no such backend, a configuration that pylint cannot use."""


@dataclass
class Confirmation:
    """All that was seen of one program."""
    program: Program
    eager: Run
    graph: Run
    control: Run | None = None  # a second eager run, made where the two differ
    verdicts: list[Verdict] = field(default_factory=list)
    unforeseen: list[Divergence] = field(default_factory=list)
    consequences: list[Divergence] = field(default_factory=list)  # of observed findings
    problems: list[Problem] = field(default_factory=list)  # files that could not be linted
    lacking: list[tuple[str, str, int]] = field(default_factory=list)  # names that the program's files use and the runtime lacks, and where

    @property
    def diverges(self) -> bool:
        """Whether any difference was seen, foreseen or not, that nobody has accepted."""
        return bool(self.unforeseen) or any(verdict.answer == "observed" for verdict in self.verdicts)

    @property
    def complete(self) -> bool:
        """Whether both runs came to an end of their own, without an exception that both raise."""
        return self.eager.ended and self.graph.ended and not (
            self.eager.status == self.graph.status == "raised")

    @property
    def backend_lacks(self) -> str | None:
        """The name that a program wanted of the runtime, which has only a part of TensorFlow's."""
        return lacking.wanted(self._backend_message)

    @property
    def backend_note(self) -> str | None:
        """The sentence that says what the runtime has not got, or which library needs more than it has."""
        return lacking.note(self._backend_message)

    @property
    def _backend_message(self) -> str:
        return self.graph.error["message"] if self.program.backend == "runtime" and self.graph.error else ""

    @property
    def status(self) -> int:
        """The exit status: 0 no difference, 1 differences, 2 no difference in what could be run."""
        return 1 if self.diverges else 0 if self.complete else 2


def lint_program(program: Program, options: Sequence[str] = (), fixes: bool = False) -> Report:
    """Lint the script and the modules of its project that it imports; `options` and `fixes` are those of `lint`.

    What is switched off is found, too: it explains differences.

    Raises `Unusable` if there is nothing to run.
    """
    check(program)
    try:
        return lint(_files(program), options, fixes, everything=True)
    except Misconfigured as error:
        raise Unusable(str(error)) from error


def _files(program):
    return project.folder_files(program.root) if program.kind == "pytest" else project.files(program.script, program.root)


def confirm(program: Program, linted: Report, progress: Callable[[str], None] = lambda step: None,
            controlled: bool = False) -> Confirmation:
    """Run the program eagerly and as a graph, and hold the findings against what was seen.

    `controlled` makes the control run even where nothing differs.

    Raises `Unusable` if there is nothing to run.
    """
    check(program)
    watched = Watched(*(frozenset(place for finding in linted.findings if is_outside(finding) is outside
                                  for place in places(finding)) for outside in (False, True)),
                      frozenset(place for finding in linted.findings if finding.rule.divergence == "repeated" for place in places(finding)))

    def observe(mode: str, text: str, answers: Sequence[int] = ()) -> Run:
        progress(text)
        return _started(program, session.run(program, mode, watched, answers))

    if program.observe == "calls":
        return _confirm_calls(program, linted, watched, progress)
    graph = observe("graph", "running as a graph")
    eager = observe("eager", "running eagerly", graph.answers)
    comparison, control = Comparison(eager, graph), None
    if comparison.divergences or controlled:
        control = observe("control", "running eagerly again, to tell chance from divergence", graph.answers)
        comparison = Comparison(eager, graph, control)
    return _judged(program, linted, comparison, eager, graph, control)


def _confirm_calls(program, linted, watched, progress) -> Confirmation:
    progress("running each call both ways")
    eager, graph, control = session.run_by_calls(program, watched)
    _started(program, graph)
    return _judged(program, linted, Comparison(eager, graph, control), eager, graph, control)


def _judged(program, linted, comparison, *runs) -> Confirmation:
    judge = Judge(comparison, linted.findings)
    return Confirmation(program, *runs, list(_settled(judge.verdicts)), judge.unforeseen, judge.consequences,
                        list(linted.problems), lacking.used(_files(program)) if program.backend == "runtime" else [])


def _settled(verdicts: Iterable[Verdict]) -> Iterator[Verdict]:
    """What is observed of a finding that is switched off is accepted; of one that is not observed nothing is said."""
    for verdict in verdicts:
        if verdict.finding.off is None:
            yield verdict
        elif verdict.answer == "observed":
            yield replace(verdict, answer="accepted", reason=f"switched off by {verdict.finding.off.text}")


def _started(program: Program, run: Run) -> Run:
    if not run.started:
        raise Unusable(f"the {program.backend} backend did not start:\n{run.trouble or 'no message'}")
    return run


def check(program: Program) -> None:
    """Raise `Unusable` if the script is not there or is not Python, or the backend is not."""
    why = backends.missing(program.backend)
    if why:
        raise Unusable(why)
    if program.kind == "pytest":
        if importlib.util.find_spec("pytest") is None:
            raise Unusable("pytest is not installed: `pip install pytest`")
        return
    script = program.script
    if os.path.isdir(script):
        raise Unusable(f"{script} is a folder: name the script that is run")
    try:
        with open(script, "rb") as file:
            source = file.read()
    except OSError as error:
        raise Unusable(f"cannot read {script}: {error.strerror}") from error
    try:
        if is_notebook(script):
            notebook = Notebook(source)
            if not notebook.is_python:
                raise Unusable(f"{script} is a notebook in {notebook.language}, and not in Python")
            cells.compiled(notebook.text, script)
        else:
            compile(source, script, "exec", dont_inherit=True)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        where = Lines().place(script, error.lineno) if isinstance(error, SyntaxError) and error.lineno else script
        raise Unusable(f"{where}: {getattr(error, 'msg', None) or error or type(error).__name__}") from error
