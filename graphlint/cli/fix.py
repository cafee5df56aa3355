"""`graphlint fix`: shows or makes the edits that mend findings."""
from __future__ import annotations

import argparse
import sys

from graphlint.cli.options import UNUSABLE, add_backend, add_linting, lint_options, unreadable
from graphlint.cli.progress import progress


def add(commands: argparse._SubParsersAction) -> None:
    """Declare the subcommand."""
    parser = commands.add_parser(
        "fix", help="show or make the edits that mend findings",
        description="Make the edits that the rules offer. Safe ones change nothing but what is found; the others may"
                    " change a dtype, and are made where a run of the program shows that they hold.",
        epilog="Exit status: 0 nothing left to do, 1 edits were shown and not written, or did not hold, 2 a file could"
               " not be read, written or run.")
    parser.add_argument("paths", nargs="+", metavar="FILE",
                        help="files and folders; with --verify, a program, and after -- its arguments")
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--diff", action="store_true", help="show the edits as a unified diff (the default)")
    how.add_argument("--write", action="store_true", help="make them: each file is replaced in one step")
    parser.add_argument("--unsafe", action="store_true", help="also those that may change more, such as a dtype")
    parser.add_argument("--verify", action="store_true",
                        help="run the program before and after, and keep the edits that mend what they should and no more")
    add_backend(parser)
    add_linting(parser)
    parser.set_defaults(run=run, parser=parser)


def run(options: argparse.Namespace) -> int:
    """Run it; the result is the exit status."""
    from graphlint.findings import Misconfigured, lint
    from graphlint.fixes import command

    why = unreadable(options.paths[:1] if options.verify else options.paths)
    if why:
        print(f"graphlint fix: {why}", file=sys.stderr)
        return UNUSABLE
    if options.verify:
        return _fix_verified(options)
    try:
        progress("linting")
        report = lint(options.paths, lint_options(options), fixes=True)
        progress("")
        return command.fix_files(report, options.unsafe, options.write)
    except (Misconfigured, OSError, UnicodeEncodeError) as error:
        print(f"graphlint fix: {error}", file=sys.stderr)
        return UNUSABLE
    finally:
        progress("")


def _fix_verified(options) -> int:
    from graphlint.confirm import backends, confirmation
    from graphlint.confirm.session import Program
    from graphlint.fixes import command, verify

    script, *arguments = options.paths
    program = Program(script, tuple(arguments), options.backend or backends.default(), options.timeout,
                      memory=options.memory)
    try:
        progress("linting")
        report = confirmation.lint_program(program, lint_options(options), fixes=True)
        outcomes = verify.verify(program, report, lint_options(options), progress)
        progress("")
        return command.fix_verified(outcomes, options.write)
    except (confirmation.Unusable, OSError, UnicodeEncodeError) as error:
        print(f"graphlint fix: {error}", file=sys.stderr)
        return UNUSABLE
    finally:
        progress("")
