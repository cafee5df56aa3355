"""Run pylint with this plugin alone and return what it finds as data."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from pylint.message import Message
from pylint.reporters import BaseReporter

from graphlint.analysis.engine import faults
from graphlint.analysis.program.files import Files
from graphlint.analysis.program.trees import forget_files
from graphlint.analysis.program.workspace import Workspace
from graphlint.analysis.values.offence import Offence
from graphlint.cache.session import Cache, Session
from graphlint.edits.edits import Fix
from graphlint.edits.source import Source
from graphlint.notebooks.found import Found
from graphlint.notebooks.notebook import Damaged, is_notebook
from graphlint.plugin import GraphChecker
from graphlint.reported import Finding, GraphFunction, Problem, Report, Step, Switch
from graphlint.rules import BY_SYMBOL, Rule
from graphlint.switches import PROBLEMS, Misconfigured, run

__all__ = ["Finding", "GraphFunction", "Misconfigured", "Problem", "Report", "Step", "Switch", "Workspace", "lint"]


class _Collector(BaseReporter):
    """Joins each message that pylint lets through with the offence that it was made from."""

    def __init__(self, fixes: bool) -> None:
        super().__init__()
        self._fixes = fixes
        self._sources: dict[str, Source] = {}
        self.findings: list[Finding] = []
        self.problems: list[Problem] = []

    @cached_property
    def _checker(self) -> GraphChecker:
        return self.linter.graph_checker

    @property
    def functions(self) -> list[GraphFunction]:
        """The graph functions of what was linted."""
        return [GraphFunction(name, os.path.abspath(path), line) for path, line, name in self._checker.graph_functions]

    def handle_message(self, msg: Message) -> None:
        rule = BY_SYMBOL.get(msg.symbol)
        if rule is None:
            self.linter.refuse_for(msg)
            if msg.msg_id not in PROBLEMS:
                return  # pylint's remarks on the configuration and on the file's own pragmas
            # Without a syntax tree, pylint has the path as it was asked for.
            self.problems.append(Problem(msg.symbol, os.path.abspath(msg.abspath), msg.line, msg.column, msg.msg))
            return
        offence = self._checker.reporting
        assert offence is not None
        off = self.linter.switch(msg)
        self.findings.append(
            Finding(
                rule=rule,
                path=msg.abspath,
                line=msg.line,
                column=msg.column,
                end_line=msg.end_line,
                end_column=msg.end_column,
                confidence=msg.confidence.name,
                text=msg.msg,
                function=offence.function,
                effects=offence.lines,
                place=offence.storage,
                calls=tuple(Step(*step) for step in offence.steps),
                fix=self._fix(rule, offence) if self._fixes and off is None else None,
                off=off,
                outside=offence.outside,
            )
        )

    def _fix(self, rule: Rule, offence: Offence) -> Fix | None:
        program, path = self._checker.program, offence.effect.root().file
        if rule.fix is None or program is None:
            return None
        try:
            if path not in self._sources:
                self._sources[path] = Source(path, self.linter.files.read(os.path.realpath(path)))
            return rule.fix(program, self._sources[path], offence)
        except (OSError, SyntaxError, UnicodeDecodeError):  # the file has changed since it was parsed
            return None
        except MemoryError:
            raise
        except Exception as error:
            text = f"{rule.symbol} could not be fixed ({faults.described(error)}); please report this"
            self.problems.append(Problem(faults.SYMBOL, path, offence.effect.lineno, offence.effect.col_offset, text))
            return None

    def display_messages(self, layout: object) -> None:
        """Nothing to display: the messages were collected."""

    _display = display_messages


def _with_hidden(paths: Iterable[str | os.PathLike[str]]) -> Iterator[str]:
    """The paths, and the folders without `__init__.py` inside packages, which pylint passes over when it walks a folder."""
    for path in map(os.fspath, paths):
        yield path
        for folder, inner, files in os.walk(path):
            inner[:] = sorted(name for name in inner if not name.startswith("."))
            if "__init__.py" in files:
                yield from (sub for sub in (os.path.join(folder, name) for name in inner) if not _is_package(sub))


def _is_package(folder: str) -> bool:
    return os.path.isfile(os.path.join(folder, "__init__.py"))


def lint(
    paths: Iterable[str | os.PathLike[str]],
    options: Sequence[str] = (),
    fixes: bool = False,
    everything: bool = False,
    texts: Mapping[str, str] | None = None,
    cache: Cache | None = None,
    wanted: Callable[[str], bool] | None = None,
    workspace: Workspace | None = None,
) -> Report:
    """Lint files and folders in this process, with the configuration that pylint finds from the current folder.

    `options` are pylint's own, such as ``--graph-decorators=mylib.graph`` or ``--rcfile=`` for no configuration.
    `fixes` asks for what mends each finding, too. `everything` asks for findings that are switched off as well; `Finding.off`
    tells by what. `texts` are those of files as an editor has them, by absolute path: they stand for what is on disk, also for
    the files that others import, and need not be saved at all. `cache` keeps what is found between runs, for files whose answer
    is the same as long as nothing changes that it was made of. `workspace` keeps syntax trees and the configuration in memory, for
    those who lint again and again.
    Of a notebook, lines are those of the module that its cells make; `graphlint.notebooks` tells which cell they are in.
    `wanted` is asked for each file that pylint would lint, by its absolute path, in order, and may say no; what is found in the
    others does not depend on it.

    Nothing is raised for a file that cannot be linted: it is one of the report's problems. Raises `Misconfigured` if pylint
    cannot be run with its configuration and the options.
    """
    named = [os.fspath(path) for path in paths]
    collector = _Collector(fixes)
    if not named:
        return Report((), ())
    forget_files()
    files = Files({path: text for path, text in (texts or {}).items() if not is_notebook(path)})
    notebooks = Found(named, texts)

    def is_linted(path: str) -> bool:
        if wanted is not None and not wanted(path):
            return False
        notebook = notebooks.read(path) if path in notebooks.paths else None
        if notebook is not None:
            files.add(path, notebook)
        return notebook is not None or path not in notebooks.paths

    session = Session(cache, (fixes, everything), collector) if cache is not None else None
    arguments = ["--load-plugins=graphlint", "--recursive=y", "--persistent=n", "--reports=n", "--score=n", "--jobs=1", *options]
    arguments += ["--enable=F0001"]  # pylint does nothing at all where everything is off
    workspace = Workspace() if workspace is None else workspace
    with workspace.lent(files):
        kept = workspace.linters
        run(arguments, list(_with_hidden(named)), named, notebooks.paths, collector, everything, files, session, kept, is_linted)
        report = Report(tuple(collector.findings), tuple(collector.problems), tuple(collector.functions))
        if session is not None:
            report = session.close()
    return replace(report, problems=(*_troubles(notebooks), *report.problems), left_out=tuple(notebooks.left_out.items()))


def _troubles(notebooks: Found) -> Iterator[Problem]:
    """Cells that are no Python, and notebooks that cannot be read."""
    for path, notebook in notebooks.notebooks.items():
        yield from (Problem("syntax-error", path, one.line, one.column, one.text) for one in notebook.troubles)
    for path, error in notebooks.unreadable.items():
        if isinstance(error, Damaged):
            yield Problem("parse-error", path, error.line, error.column, error.msg)
        else:
            yield Problem("parse-error", path, 1, 0, f"the notebook cannot be read: {error.strerror}")
