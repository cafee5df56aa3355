"""pylint with its own configuration, for this plugin alone: which rules are on at a line, and what switches them off."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from astroid import nodes
from astroid.exceptions import AstroidBuildingError, AstroidSyntaxError
from pylint.config import find_default_config_files
from pylint.config.exceptions import ArgumentPreprocessingError
from pylint.interfaces import HIGH, Confidence
from pylint.lint import PyLinter, Run
from pylint.message import Message
from pylint.reporters import BaseReporter
from pylint.typing import FileItem

from graphlint.analysis.engine import faults
from graphlint.analysis.program import trees
from graphlint.analysis.program.files import Files
from graphlint.analysis.program.files import stamp
from graphlint.plugin import GraphChecker
from graphlint.reported import Switch
from graphlint.rules import RULES

if TYPE_CHECKING:
    from graphlint.cache.session import Session
    from pylint.utils.ast_walker import ASTWalker

#: pylint's own messages about files that it cannot read or analyse (fatal, astroid-error, parse-error, syntax-error), and
#: graphlint's about functions.
PROBLEMS = frozenset(("F0001", "F0002", "F0010", "E0001", faults.ID))
_UNREADABLE, _UNKNOWN = "F0011", "W0012"  # config-parse-error, unknown-option-value
_RULES = frozenset(name for rule in RULES for name in (rule.id, rule.symbol))
_CONTEXTS = dict(GraphChecker.options)["graph-contexts"]["default"]
_COMMAND_LINE = "Command line"  # pylint's word for it
#: A word of each comment that pylint acts upon.
_PRAGMA = b"pylint"


class Misconfigured(Exception):
    """An option or the configuration cannot be used; the text names it."""


class Linter(PyLinter):
    """Runs this plugin's checker alone, and knows what has switched a rule off.

    With `everything`, what is switched off is found too: findings, and files that a comment or the configuration leaves
    out. `paths` are what was asked for, `notebooks` are those in there, by absolute path, and `wanted` may say no.
    """

    def __init__(
        self,
        *args,
        everything: bool,
        paths: Sequence[str],
        notebooks: Mapping[str, str],
        configuration: str,
        files: Files,
        session: Session | None,
        wanted: Callable[[str], bool] | None,
        **keywords,
    ) -> None:
        self.started = False
        """Whether the configuration was read, and linting has begun."""
        self.files = files
        self._session = session
        self._everything = everything
        self._paths = paths
        self._notebooks = notebooks
        self.configuration = configuration
        self._wanted = wanted
        self._off: dict[str, str] = {}  # where a rule was switched off for all files, by its id
        self._skips_file = False
        self._ignore: tuple | None = None  # the values of the options that leave files out
        self._ignored: dict[str, str] = {}  # the options that leave files out, by the files' paths
        super().__init__(*args, **keywords)
        self._arg_parser.error = self._refuse  # type: ignore[method-assign]

    def _refuse(self, message: str) -> None:
        where = "" if self.current_name == _COMMAND_LINE else f"{self.configuration}: "
        raise Misconfigured(f"{where}{message}")

    def refuse_for(self, msg: Message) -> None:
        """Raise `Misconfigured` if pylint says that it cannot use an option or the configuration."""
        # What the configuration switches may belong to plugins that are not installed, a comment is no option at all.
        if msg.msg_id == _UNREADABLE or msg.msg_id == _UNKNOWN and self.current_name == _COMMAND_LINE:
            self._refuse(msg.msg)

    def _load_reporters(self, reporter_names: str) -> None:
        """What `output-format` names is not written."""

    def initialize(self) -> None:
        self.started = True
        unknown = [name for name in self.config.graph_contexts if name not in _CONTEXTS]
        if unknown:
            raise Misconfigured(f"graph-contexts: no context {unknown[0]}, only {', '.join(_CONTEXTS)}")
        self.config.from_stdin = False
        if self._ignore is None:
            self._ignore = self.config.ignore, self.config.ignore_patterns, self.config.ignore_paths
            self._search_path = list(sys.path)
        if self._everything:
            self.config.ignore, self.config.ignore_patterns, self.config.ignore_paths = (), (), []
        super().initialize()

    @property
    def graph_checker(self) -> GraphChecker | None:
        """This plugin's own; pylint sorts all that it has whenever it is asked for them."""
        return next((one for one in self._checkers.get(GraphChecker.name, ()) if isinstance(one, GraphChecker)), None)

    def check_again(
        self, names: Sequence[str], paths: Sequence[str], notebooks: Mapping[str, str], reporter: BaseReporter, files: Files,
        session: Session | None, wanted: Callable[[str], bool] | None,
    ) -> None:
        """Lint something else, with the configuration that was read once."""
        self.set_reporter(reporter)
        self.files, self._paths, self._notebooks, self._ignored, self._session, self._wanted = files, paths, notebooks, {}, session, wanted
        assert self.graph_checker is not None
        self.graph_checker.begin(files)
        sys.path[:] = self._search_path  # with what the configuration has put there
        self.check(names)

    # --- what is linted ----------------------------------------------------------------------------------------------

    def _iterate_file_descrs(self, files_or_modules: Sequence[str], extra_packages_paths: Sequence[str] = ()) -> Iterator[FileItem]:
        there = [one for one in files_or_modules if os.path.abspath(one) not in self._notebooks and (
            os.path.exists(one) or not self.files.holds(os.path.realpath(one)))]
        yield from super()._iterate_file_descrs(there, extra_packages_paths)
        for path in self._notebooks.values():
            name = os.path.basename(path)  # no module is imported by such a name
            if self.should_analyze_file(name, path, is_argument=True):
                yield FileItem(name, path, name)
        for path in self.files.unsaved:  # those that pylint does not find on disk
            if path not in self.files.notebooks and not os.path.exists(path) and self._is_asked_for(path):
                name = trees.name_of(self.files, path)
                named = any(os.path.realpath(one) == path for one in self._paths)
                if self.should_analyze_file(name, path, is_argument=named):
                    yield FileItem(name, path, name)

    def _is_asked_for(self, path: str) -> bool:
        return any(Path(path).is_relative_to(os.path.realpath(one)) for one in self._paths)

    def _get_asts(self, fileitems: Iterator[FileItem], *args) -> dict[FileItem, nodes.Module | None]:
        items = list(fileitems)
        checker = self.graph_checker
        if checker is not None:
            # Those that others load have the names that pylint gives them, also where what is found in them is known already.
            checker.relevance.modules.named = {os.path.realpath(item.filepath): (item.filepath, item.name) for item in items}
        if self._wanted is not None:
            items = [item for item in items if self._wanted(os.path.abspath(item.filepath))]
        if checker is not None and self._session is not None:
            items = self._session.open(self, checker, items)
        trees.announce(self.files)
        return super()._get_asts(iter(items), *args)

    def get_ast(self, filepath: str, modname: str, data: str | None = None) -> nodes.Module | None:
        if os.path.realpath(filepath) not in self.files.unsaved:
            return super().get_ast(filepath, modname, data)
        try:
            return trees.tree(self.files, filepath, modname)
        except AstroidSyntaxError as error:  # as pylint says it
            line, column = getattr(error.error, "lineno", None) or 0, getattr(error.error, "offset", None)
            self.add_message("syntax-error", line=line, col_offset=column, args=f"Parsing failed: '{error.error}'", confidence=HIGH)
        except AstroidBuildingError as error:
            self.add_message("parse-error", args=error)
        return None

    def should_analyze_file(self, modname: str, path: str, is_argument: bool = False) -> bool:  # type: ignore[override]
        option = next(filter(None, map(self._ignoring, self._steps(path))), None)
        if option:
            self._ignored[os.path.abspath(path)] = option
        return (self._everything or not option) and PyLinter.should_analyze_file(modname, path, is_argument)

    def _steps(self, path: str) -> Iterator[str]:
        """A file and the folders that pylint would go through to find it."""
        relative = os.path.relpath(path)
        if self._everything:  # the files that a program imports: as if the current folder were linted
            yield from _below("", relative) if not relative.startswith("..") else (path,)
            return
        for start in map(os.path.normpath, self._paths):
            if Path(path).is_relative_to(start):
                yield start
                yield from _below(start, os.path.relpath(path, start))

    def _ignoring(self, path: str) -> str | None:
        """The option that leaves a file or folder out."""
        assert self._ignore is not None
        names, patterns, paths = self._ignore
        name = os.path.basename(os.path.abspath(path))
        if name in names:
            return "ignore"
        if any(pattern.match(name) for pattern in patterns):
            return "ignore-patterns"
        return "ignore-paths" if any(pattern.match(path) for pattern in paths) else None

    def _check_astroid_module(self, node: nodes.Module, walker: ASTWalker, raw: list, tokens: list) -> bool | None:
        """Does without the tokens of a file that has no comment for pylint, and without the nodes that nobody visits."""
        visited = {*walker.visit_events, *walker.leave_events}
        is_plain = not raw and not tokens and node.pure_python and not any(
            kind != "module" and (walker.visit_events[kind] or walker.leave_events[kind]) for kind in visited)
        if not is_plain or _PRAGMA in (self.files.read(os.path.realpath(node.file or "")) or _PRAGMA):
            return super()._check_astroid_module(node, walker, raw, tokens)
        self.process_tokens([])
        for callback in (*walker.visit_events["module"], *walker.leave_events["module"]):
            callback(node)
        return True

    def process_tokens(self, tokens: list) -> None:
        super().process_tokens(tokens)
        self._skips_file = self._ignore_file
        self._ignore_file = self._ignore_file and not self._everything

    # --- what is on --------------------------------------------------------------------------------------------------

    def is_message_enabled(self, msg_descr: str, line: int | None = None, confidence: Confidence | None = None) -> bool:
        """Whether pylint goes on with a message: it asks for checkers, for their methods and for each message."""
        if msg_descr in _RULES:
            return self._everything or super().is_message_enabled(msg_descr, line, confidence)
        return msg_descr in PROBLEMS or msg_descr in (_UNREADABLE, _UNKNOWN)

    def disable(self, msgid: str, scope: str = "package", line: int | None = None, ignore_unknown: bool = False) -> None:
        super().disable(msgid, scope, line, ignore_unknown)
        self._note(scope)

    def enable(self, msgid: str, scope: str = "package", line: int | None = None, ignore_unknown: bool = False) -> None:
        super().enable(msgid, scope, line, ignore_unknown)
        self._note(scope)

    def _note(self, scope: str) -> None:
        """Where the rules that are off now were switched off."""
        if scope != "package":
            return
        for rule in RULES:
            if super().is_message_enabled(rule.id):
                self._off.pop(rule.id, None)
            else:
                self._off.setdefault(rule.id, self.current_name)

    def switch(self, msg: Message) -> Switch | None:
        """What has switched off a rule for a line of the current file, or None if it is on."""
        ignored = self._ignored.get(os.path.abspath(self.current_file or ""))
        if ignored:
            return self._configured(ignored)
        if self._skips_file:
            return Switch("comment", "a comment for the whole file")
        if super().is_message_enabled(msg.msg_id, msg.line, msg.confidence):
            return None
        comment = self.file_state._suppression_mapping.get((msg.msg_id, msg.line))
        if comment is not None:  # that of disable-next has the line that it is for
            return Switch("comment", "a comment" if comment == msg.line else f"the comment in {self._line(comment)}")
        if msg.confidence.name not in self.config.confidence:
            return self._configured("confidence")
        where = self._off.get(msg.msg_id)
        if where == _COMMAND_LINE:
            return Switch("command line", "--disable")
        return self._configured("errors-only" if self._error_mode else "disable")

    def _line(self, line: int) -> str:
        notebook = self.files.notebooks.get(os.path.realpath(self.current_file or ""))
        return str(notebook and notebook.place(line) or f"line {line}")

    def _configured(self, option: str) -> Switch:
        return Switch("configuration", f"{option} in {self.configuration}" if self.configuration else option)


def _below(start: str, path: str) -> Iterator[str]:
    parts = [part for part in path.split(os.sep) if part != os.curdir]
    for depth in range(1, len(parts) + 1):
        yield os.path.join(start, *parts[:depth])


class _Run(Run):
    def __init__(self, arguments: Sequence[str], reporter: BaseReporter, **keywords) -> None:
        self.LinterClass = partial(Linter, reporter=reporter, **keywords)  # type: ignore[assignment,misc]
        super().__init__(arguments, reporter=reporter, exit=False)


def run(
    arguments: Sequence[str],
    names: Sequence[str],
    paths: Sequence[str],
    notebooks: Mapping[str, str],
    reporter: BaseReporter,
    everything: bool,
    files: Files,
    session: Session | None,
    linters: dict[tuple, Linter],
    wanted: Callable[[str], bool] | None = None,
) -> None:
    """Run pylint on files and folders, with its configuration and these options of its own; `paths` are those that were asked for.

    `linters` has those that are configured already, by what they are configured with.

    Raises `Misconfigured` if it cannot be run with them.
    """
    with contextlib.redirect_stdout(sys.stderr):  # what an init-hook prints is no part of a report
        rcfiles = [argument.partition("=")[2] for argument in arguments if argument.startswith("--rcfile=")]
        rcfile = rcfiles[-1] if rcfiles else str(next(find_default_config_files(), ""))
        name = _short(rcfile)
        _check_readable(rcfile, name)
        key = (rcfile, stamp(rcfile), os.getcwd(), everything, *arguments)
        linter = linters.pop(key, None)  # one that is interrupted is not used again
        try:
            if linter is not None:
                linter.check_again(names, paths, notebooks, reporter, files, session, wanted)
            else:
                words = [f"--rcfile={rcfile}", *arguments, "--", *names]
                keywords = {"paths": paths, "notebooks": notebooks, "configuration": name, "files": files, "session": session,
                            "wanted": wanted}
                linter = _Run(words, reporter, everything=everything, **keywords).linter
        except Misconfigured:
            raise
        except ArgumentPreprocessingError as error:  # --enable=all with --disable=all
            raise Misconfigured(str(error)) from error
        except (Exception, SystemExit) as error:
            linter = getattr(reporter, "linter", None)
            if not rcfile or linter is not None and linter.started:
                raise
            raise Misconfigured(f"{name}: pylint cannot be run with it: {type(error).__name__}: {error}") from error
        linters[key] = linter


def _check_readable(rcfile: str, name: str) -> None:
    """Raise `Misconfigured` if a configuration file is not there, or no text."""
    if not rcfile:
        return
    try:
        Path(os.path.expandvars(rcfile)).expanduser().read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise Misconfigured(f"cannot read {name}: {getattr(error, 'strerror', None) or error}") from error


def _short(path: str) -> str:
    relative = os.path.relpath(path) if path else ""
    return path if relative.startswith("..") else relative
