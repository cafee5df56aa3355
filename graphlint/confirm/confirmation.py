"""One program, confirmed: linted, run both ways, compared and judged."""
from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from graphlint.confirm import backends, project, session
from graphlint.confirm.compare import Comparison, Divergence
from graphlint.confirm.session import Program, Run
from graphlint.confirm.verdicts import Judge, Verdict, places
from graphlint.findings import Finding, Problem, lint


class Unusable(Exception):
    """The program cannot be run: no such file, not Python, no such backend."""


@dataclass
class Confirmation:
    """All that was seen of one program."""
    program: Program
    eager: Run
    graph: Run
    verdicts: list[Verdict] = field(default_factory=list)
    unforeseen: list[Divergence] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)  # files that could not be linted

    @property
    def diverges(self) -> bool:
        """Whether any difference was seen, foreseen or not."""
        return bool(self.unforeseen) or any(verdict.answer == "observed" for verdict in self.verdicts)

    @property
    def complete(self) -> bool:
        """Whether both runs came to an end of their own, without an exception that both raise."""
        return self.eager.ended and self.graph.ended and not (
            self.eager.status == self.graph.status == "raised")

    @property
    def status(self) -> int:
        """The exit status: 0 no difference, 1 differences, 2 no difference in what could be run."""
        return 1 if self.diverges else 0 if self.complete else 2


def confirm(program: Program, options: Sequence[str] = (),
            progress: Callable[[str], None] = lambda step: None) -> Confirmation:
    """Lint the program and run it eagerly and as a graph; `options` are pylint's, for the linter.

    Raises `Unusable` if there is nothing to run.
    """
    check(program)
    why = backends.missing(program.backend)
    if why:
        raise Unusable(why)
    progress("linting")
    linted = lint(project.files(program.script), options)
    watched: dict[str, set[int]] = defaultdict(set)
    for finding in linted.findings:
        for path, line in places(finding):
            watched[path].add(line)
    runs = {}
    for mode, text in (("eager", "running eagerly"), ("graph", "running as a graph")):
        progress(text)
        runs[mode] = session.run(program, mode, watched)
        if not runs[mode].started:
            raise Unusable(f"the {program.backend} backend did not start:\n{runs[mode].trouble or 'no message'}")
    comparison = Comparison(runs["eager"], runs["graph"])
    if comparison.divergences:
        progress("running eagerly again, to tell chance from divergence")
        comparison = Comparison(runs["eager"], runs["graph"], session.run(program, "control", watched))
    judge = Judge(comparison, list(linted.findings))
    return Confirmation(program, runs["eager"], runs["graph"], judge.verdicts, judge.unforeseen,
                        list(linted.problems))


def check(program: Program) -> None:
    """Raise `Unusable` if the script is not there or is not Python."""
    script = program.script
    if os.path.isdir(script):
        raise Unusable(f"{script} is a folder: name the script that is run")
    try:
        with open(script, "rb") as file:
            source = file.read()
    except OSError as error:
        raise Unusable(f"cannot read {script}: {error.strerror}") from error
    try:
        compile(source, script, "exec", dont_inherit=True)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        where = f"{script}:{error.lineno}" if isinstance(error, SyntaxError) and error.lineno else script
        raise Unusable(f"{where}: {getattr(error, 'msg', None) or error or type(error).__name__}") from error
