"""`graphlint explain`: shows the page of a rule, with its example run both ways."""
from __future__ import annotations

import argparse
import sys

from graphlint import columns, manual
from graphlint.cli.options import UNUSABLE
from graphlint.cli.progress import progress
from graphlint.wording import suggestion


def add(commands: argparse._SubParsersAction) -> None:
    """Declare the subcommand."""
    parser = commands.add_parser(
        "explain", help="show the page of a rule, and run its example both ways; or a page of the documentation",
        epilog="The pages of the documentation: " + ", ".join(manual.pages()) + ".")
    parser.add_argument("name", metavar="NAME",
                        help="the symbol or id of a rule, such as print-in-graph or W7303, or a page's name, such as confirm")
    parser.add_argument("--details", action="store_true", help="show how the rule decides, case by case, as well")
    parser.add_argument("--no-run", action="store_true", help="do not run the rule's example")
    parser.add_argument("--backend", choices=("runtime", "tensorflow"), default="runtime",
                        help="what the example is run on (default: runtime)")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Run it; the result is the exit status."""
    from graphlint.rules import RULES

    name = options.name.lower().replace("_", "-")
    for rule in RULES:
        if name in (rule.symbol, rule.id.lower()):
            page, heading, details = manual.read(f"rules/{rule.symbol}").partition("\n## How it decides\n")
            ran = page if options.no_run else _run_now(page, rule, options.backend)
            _show((ran or page) + (heading + details if options.details else
                                   f"\nHow it decides, case by case: `graphlint explain {rule.symbol} --details`"))
            return 0 if ran else UNUSABLE
    pages = manual.pages()
    if name in pages:
        _show(manual.read(name))
        return 0
    known = [*pages, *(rule.symbol for rule in RULES), *(rule.id for rule in RULES)]
    print(f"graphlint explain: no rule or page {options.name}{suggestion(options.name, known)}"
          " (`graphlint rules` lists the rules)", file=sys.stderr)
    return UNUSABLE


def _show(page):
    print((manual.fitted(page, columns.terminal()) if columns.is_told() else page).rstrip())


def _run_now(page, rule, backend):
    """The page with what bad.py prints now, in place of what it printed when the page was written; None if it cannot be run."""
    from graphlint.confirm import confirmation
    from graphlint.confirm.shown import live
    from graphlint.confirm.session import Program

    program = Program(str(rule.bad), (), backend)
    try:
        result = confirmation.confirm(program, confirmation.lint_program(program, confirmation.NO_CONFIGURATION), progress)
    except confirmation.Unusable as error:
        print(f"graphlint explain: {error}", file=sys.stderr)
        return None
    finally:
        progress("")
    before, fence, rest = page.partition("```text\n")
    _, end, after = rest.partition("```\n")
    return (f"{before}On {backend} {result.eager.framework}:\n\n{fence}{live.text(result, columns.terminal())}{end}{after}")
