"""`graphlint explain`: shows the page of a rule, and runs its example both ways."""
from __future__ import annotations

import argparse
import sys

from graphlint import columns
from graphlint.cli.options import UNUSABLE, suggestion
from graphlint.cli.progress import progress


PAGES = ("confirm", "fix", "contexts", "modules", "runtime", "architecture")  # in docs/


def add(commands: argparse._SubParsersAction) -> None:
    """Declare the subcommand."""
    parser = commands.add_parser(
        "explain", help="show the page of a rule, and run its example both ways; or a page of the documentation",
        epilog="The pages of the documentation: " + ", ".join(PAGES) + ".")
    parser.add_argument("name", metavar="NAME",
                        help="the symbol or id of a rule, such as print-in-graph or W7303, or a page's name, such as confirm")
    parser.add_argument("--no-run", action="store_true", help="do not run the rule's example")
    parser.add_argument("--backend", choices=("runtime", "tensorflow"), default="runtime",
                        help="what the example is run on (default: runtime)")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Run it; the result is the exit status."""
    from graphlint.docs import manual, page
    from graphlint.rules import RULES

    name = options.name.lower().replace("_", "-")
    for rule in RULES:
        if name in (rule.symbol, rule.id.lower()):
            print(page(rule).rstrip())
            return 0 if options.no_run else _run_example(rule, options.backend)
    if name in PAGES:
        print(manual(name).rstrip())
        return 0
    known = [*PAGES, *(rule.symbol for rule in RULES), *(rule.id for rule in RULES)]
    print(f"graphlint explain: no rule or page {options.name}{suggestion(options.name, known)}"
          " (`graphlint rules` lists the rules)", file=sys.stderr)
    return UNUSABLE


def _run_example(rule, backend):
    from graphlint.confirm import confirmation, live
    from graphlint.confirm.session import Program

    program = Program(str(rule.bad), (), backend)
    try:
        result = confirmation.confirm(program, confirmation.lint_program(program, confirmation.NO_CONFIGURATION), progress)
    except confirmation.Unusable as error:
        print(f"graphlint explain: {error}", file=sys.stderr)
        return UNUSABLE
    finally:
        progress("")
    print(f"\n## Run\n\nbad.py on {backend} {result.eager.framework}:\n\n{live.text(result, columns.terminal())}", end="")
    return 0
