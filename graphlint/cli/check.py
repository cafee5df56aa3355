"""`graphlint check`: what the rules find, told in one of many formats."""

from __future__ import annotations

import argparse
import codecs
import io
import os
import sys
import tokenize
from collections.abc import Iterator

from graphlint import columns
from graphlint.cli.options import UNUSABLE, add_linting, lint_options, unreadable
from graphlint.cli.progress import progress
from graphlint.formats import FORMATS, Look, rendered
from graphlint.streams import Stream
from graphlint.wording import count

STDIN = "-"
_FOR_PEOPLE = ("text", "full")
_GONE_TOLD = 10
_CONFIGURATIONS = ("pyproject.toml", "pylintrc", ".pylintrc", "pylintrc.toml", ".pylintrc.toml", "setup.cfg", "tox.ini")


def add(commands: argparse._SubParsersAction) -> None:
    """Declare the subcommand."""
    parser = commands.add_parser(
        "check", help="report what the rules find",
        description="Report what the rules find, as pylint does with this plugin alone: with its configuration, and with its"
                    " comments that switch rules off. [tool.graphlint] in pyproject.toml may have select, ignore,"
                    " per-file-ignores, exclude and baseline.",
        epilog="Exit status: 0 nothing was found, 1 something was, 2 a file could not be linted or written, or an option or"
               " the configuration could not be used.")
    parser.add_argument("paths", nargs="*", metavar="PATH", default=None,
                        help="files and folders (default: the current folder); - is standard input")
    parser.add_argument("--stdin-filename", metavar="PATH", help="what the text from standard input is called, and where it lies")
    rules = parser.add_argument_group("what is told", "RULES are ids, symbols or beginnings of them, separated by commas:"
                                                      " E, W73, numpy-, print-in-graph")
    rules.add_argument("--select", action="append", metavar="RULES", help="these rules alone")
    rules.add_argument("--ignore", action="append", metavar="RULES", help="all but these")
    rules.add_argument("--exclude", action="append", metavar="PATTERN", help="leave out files and folders, such as 'tests/**'")
    rules.add_argument("--baseline", metavar="FILE", help="count what this file knows, and tell the rest")
    rules.add_argument("--no-baseline", action="store_true", help="tell all, whatever pyproject.toml says")
    rules.add_argument("--write-baseline", metavar="FILE", help="write what is found now, to be known later")
    edits = parser.add_argument_group("edits")
    how = edits.add_mutually_exclusive_group()
    how.add_argument("--fix", action="store_true", help="make the safe edits, and tell what is left")
    how.add_argument("--diff", action="store_true", help="show them as a unified diff, and write nothing")
    edits.add_argument("--unsafe", action="store_true", help="also those that may change more, such as a dtype")
    told = parser.add_argument_group("how it is told")
    told.add_argument("--format", choices=FORMATS, default="text", metavar="FORMAT",
                      help="; ".join(f"{name}: {what}" for name, what in FORMATS.items()) + " (default: text)")
    told.add_argument("--output", metavar="FILE", help="write to a file, in one step, instead of standard output")
    told.add_argument("--statistics", action="store_true", help="how often each rule is broken, instead of where")
    told.add_argument("--exit-zero", action="store_true", help="end with status 0 also if something was found")
    run_ = parser.add_argument_group("how it runs")
    run_.add_argument("--jobs", type=_jobs, default=1, metavar="N", help="processes that lint; 0: one for each core (default: 1)")
    kept = run_.add_mutually_exclusive_group()
    kept.add_argument("--cache-dir", metavar="FOLDER", help="keep what is found between runs here (default: the platform's cache folder)")
    kept.add_argument("--no-cache", action="store_true", help="lint all files afresh, and keep nothing")
    run_.add_argument("--watch", action="store_true", help="go on, and lint again when files change")
    add_linting(parser)
    parser.set_defaults(run=run, parser=parser)


def run(options: argparse.Namespace) -> int:
    """Run it; the result is the exit status."""
    refusal = _contradiction(options)
    if refusal:
        options.parser.error(refusal)
    command = _Command(options)
    if options.watch:
        from graphlint.cli.watching import watch

        return watch(command.status, command.watched)
    return command.status()


def _jobs(text: str) -> int:
    try:
        number = int(text)
    except ValueError:
        number = -1
    if not 0 <= number <= 1024:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of processes between 0 and 1024")
    return number


def _contradiction(options: argparse.Namespace) -> str | None:
    """What does not go together, if anything."""
    paths = options.paths or []
    edits = "--fix" if options.fix else "--diff" if options.diff else None
    pairs = (
        (STDIN in paths and len(paths) > 1, "- stands alone: there is one standard input"),
        (options.stdin_filename is not None and STDIN not in paths, "--stdin-filename needs - as the path"),
        (STDIN in paths and options.watch, "--watch needs files, and - is standard input"),
        (options.unsafe and not edits, "--unsafe goes with --fix or --diff"),
        (options.watch and options.diff, "--diff and --watch exclude each other"),
        (options.diff and (options.output or options.statistics or options.format != "text"),
         "--diff writes a diff to standard output: no --format, --output or --statistics"),
        (options.statistics and options.format not in ("text", "json"), "--statistics is told as text or json"),
        (options.write_baseline and (options.baseline or edits or options.watch or options.statistics),
         "--write-baseline excludes --baseline, --fix, --diff, --watch and --statistics"),
        (options.baseline and options.no_baseline, "--baseline and --no-baseline exclude each other"),
        (STDIN in paths and options.write_baseline, "--write-baseline needs files, and - is standard input"),
    )
    return next((text for wrong, text in pairs if wrong), None)


class _Command:
    """One call of the command, which `--watch` repeats."""

    def __init__(self, options: argparse.Namespace) -> None:
        self._options = options
        self._paths = options.paths or [os.curdir]
        self._texts: dict[str, str] = {}
        self._mark = b""
        self._further: set[str] = set()  # files outside of the paths that the last check told of

    def status(self) -> int:
        """Check and tell; the exit status."""
        from graphlint.checking.pool import Died
        from graphlint.findings import Misconfigured

        try:
            return self._checked()
        except (Misconfigured, Died, _Unusable) as error:
            return self._refused(str(error))
        except OSError as error:
            return self._refused(f"{error.filename}: {error.strerror}" if error.filename else str(error))
        finally:
            progress("")

    def watched(self) -> Iterator[str]:
        """The files whose changes matter."""
        from graphlint.checking.run import python_files

        paths = (*python_files(self._paths), *_CONFIGURATIONS, *sorted(self._further))
        yield from dict.fromkeys(map(os.path.abspath, paths))

    @staticmethod
    def _refused(why: str) -> int:
        progress("")
        print(f"graphlint check: {why}", file=sys.stderr)
        return UNUSABLE

    def _checked(self) -> int:
        from dataclasses import replace

        from graphlint.checking import edit
        from graphlint.checking.run import check
        from graphlint.documents.lines import short
        from graphlint.fixes.command import Change

        options = self._options
        request = self._request()
        found = check(request, progress)
        progress("")
        self._further = {path for finding in found.findings for path, _ in finding.effects}
        for path, why in found.left_out:
            print(f"graphlint check: {short(path)} is left out: {why}", file=sys.stderr)
        self._further.update(filter(None, (request.settings.file, request.baseline and request.baseline.path)))
        if options.write_baseline:
            return self._write_baseline(found, request)
        if options.diff:
            return self._show_diff(found)
        done = None
        if options.fix:
            write = self._keep if self._texts else Change.write
            found, done = edit.edit(found, options.unsafe, lambda: check(replace(request, texts=self._texts), progress), write)
            progress("")
            for trouble in done.troubles:
                print(f"graphlint check: {trouble}", file=sys.stderr)
        # Standard input with its edits goes to standard output, so that what is left has to go elsewhere.
        is_filter = done is not None and bool(self._texts)
        if is_filter:
            _write_text(self._mark, *self._texts.values())
        written = self._tell(found, sys.stderr if is_filter else sys.stdout)
        if options.format in _FOR_PEOPLE or options.output:
            print(self._summary(found, done), file=sys.stderr)
            self._tell_gone(found)
        if not written or done and done.troubles:
            return UNUSABLE
        return self._exit(found.status)

    def _keep(self, change) -> None:
        self._texts = {change.source.path: change.file_after}

    def _exit(self, status: int) -> int:
        return 0 if status == 1 and self._options.exit_zero else status

    # --- what is asked for -------------------------------------------------------------------------------------------

    def _request(self):
        from dataclasses import replace

        from graphlint.cache import Cache
        from graphlint.checking import settings
        from graphlint.checking.baseline import Baseline
        from graphlint.checking.pool import cores
        from graphlint.checking.run import Request

        options = self._options
        found = settings.find(os.curdir)
        selection = found.selection(_words(options.select), _words(options.ignore))
        found = replace(found, exclude_here=settings.patterns(options.exclude or (), "--exclude"))
        if STDIN in self._paths:
            path = os.path.realpath(options.stdin_filename or "stdin.py")
            self._mark, text = _standard_input()
            self._texts, paths = {path: text}, (path,)
        else:
            paths = tuple(self._paths)
            why = unreadable(paths)
            if why:
                raise _Unusable(why)
        known = options.baseline or (None if options.no_baseline or options.write_baseline else found.baseline)
        return Request(paths, found, selection, tuple(lint_options(options)), options.jobs or cores(),
                       Baseline.read(known) if known else None, self._texts, None if options.no_cache else Cache(options.cache_dir))

    # --- what is done ------------------------------------------------------------------------------------------------

    def _write_baseline(self, found, request) -> int:
        from graphlint.checking.baseline import rewritten
        from graphlint.checking.run import looked_for

        path = self._options.write_baseline
        made = rewritten(path, found.findings, found.lines, looked_for(found, request))
        try:
            made.write()
        except OSError as error:
            raise _Unusable(f"cannot write {path}: {error.strerror}") from error
        self._tell_problems(found)
        kept = made.entries.total() - len(found.findings)
        more = f", and {kept} that this check did not look for" if kept else ""
        print(f"{path}: {count(len(found.findings), 'finding')}{more}", file=sys.stderr)
        return UNUSABLE if found.problems else 0

    def _show_diff(self, found) -> int:
        from graphlint.checking import edit
        from graphlint.fixes import command

        changes, troubles = edit.wanted(found, self._options.unsafe)
        for change in changes:
            try:
                command.show(change)
            except UnicodeEncodeError as error:
                troubles.append(f"cannot edit {change.source.path}: {error}")
        self._tell_problems(found)
        for trouble in troubles:
            print(f"graphlint check: {trouble}", file=sys.stderr)
        print(self._summary(found, None, offered=sum(len(change.fixes) for change in changes)), file=sys.stderr)
        return UNUSABLE if troubles else self._exit(found.status)

    def _tell_problems(self, found) -> None:
        for problem in found.problems:
            print(f"{found.lines.place(problem.path, problem.line)}: {problem.text} ({problem.symbol})", file=sys.stderr)

    def _tell(self, found, stream) -> bool:
        """Tell what was found; whether that was possible."""
        from graphlint.formats import statistics

        options = self._options
        look = Look() if options.output is not None else _look(stream)
        if options.statistics:
            text = statistics.as_json(found) if options.format == "json" else statistics.text(found, look)
        else:
            text = rendered(options.format, found, look)
        if options.output is None:
            # These say that they are UTF-8: references to characters are right in any encoding.
            text = text.encode("ascii", "xmlcharrefreplace").decode() if options.format in ("html", "junit") else text
            print(text, end="", file=stream)
            return True
        from graphlint.edits import source
        try:
            source.write(options.output, text.encode("utf-8", "backslashreplace").decode(), "utf-8")
        except OSError as error:
            print(f"graphlint check: cannot write {options.output}: {error.strerror}", file=sys.stderr)
            return False
        return True

    def _summary(self, found, done=None, offered=None) -> str:
        """One line: what was found, and what can be done."""
        if not found.files and not found.problems:
            return "no Python files to lint"
        number = count(len(found.findings), "finding") if found.findings else "no findings"
        parts = [f"{number} in {count(len(found.files), 'file')}"]
        if found.problems:
            parts.append(count(len(found.problems), "problem"))
        if found.baseline is not None:
            parts.append(f"{found.known} known to the baseline")
        if done is not None:
            parts.append(f"{count(done.made, 'edit')} written")
        if offered is not None:
            parts.append(f"{count(offered, 'edit')} offered")
        safe, unsafe = found.fixable(safe=True), found.fixable(safe=False)
        if safe and done is None and offered is None:
            parts.append(f"{count(safe, 'edit')} with --fix")
        if unsafe and not self._options.unsafe:
            parts.append(f"{count(unsafe, 'edit')} with {'' if done or offered is not None else '--fix '}--unsafe")
        return "; ".join(parts)

    @staticmethod
    def _tell_gone(found) -> None:
        """What the baseline has in vain, so that it can be written afresh."""
        from graphlint.documents.lines import short, visible

        if not found.gone:
            return
        print(f"{count(len(found.gone), 'finding')} of the baseline {'is' if len(found.gone) == 1 else 'are'} gone"
              f" (`--write-baseline {short(found.baseline)}` forgets {'it' if len(found.gone) == 1 else 'them'}):", file=sys.stderr)
        for entry in found.gone[:_GONE_TOLD]:
            function = f" in {entry.function}" if entry.function else ""
            print(visible(f"  {entry.path}: {entry.rule}{function}: {entry.line}"), file=sys.stderr)
        if len(found.gone) > _GONE_TOLD:
            print(f"  and {len(found.gone) - _GONE_TOLD} more", file=sys.stderr)


class _Unusable(Exception):
    """What was asked for cannot be done; the text says why."""


def _words(given: list[str] | None) -> list[str] | None:
    return None if given is None else [word.strip() for words in given for word in words.split(",")]


def _standard_input() -> tuple[bytes, str]:
    """The mark of UTF-8 if there is one, and the text."""
    data = sys.stdin.buffer.read()
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
        return data[: 3 * data.startswith(codecs.BOM_UTF8)], data.decode(encoding)
    except (SyntaxError, UnicodeDecodeError, LookupError) as error:
        raise _Unusable(f"cannot read standard input: {error}") from error


def _write_text(mark: bytes, text: str) -> None:
    from graphlint.analysis.program.files import encoded

    data = mark + encoded(text)
    if isinstance(sys.stdout, Stream):
        sys.stdout.write_bytes(data)
    else:
        print(text, end="")


def _look(stream) -> Look:
    """Colours are for terminals, unless somebody asks for them; NO_COLOR counts most."""
    asked = os.environ.get("FORCE_COLOR") or stream.isatty() and os.environ.get("TERM") != "dumb"
    return Look(columns.terminal(least=40), bool(asked) and not os.environ.get("NO_COLOR"))
