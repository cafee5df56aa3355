"""`graphlint explain`: shows the page of a rule, and runs its example both ways."""
from __future__ import annotations

import argparse
import sys

from graphlint.cli.options import UNUSABLE
from graphlint.cli.progress import progress


def add(commands: argparse._SubParsersAction) -> None:
    """Declare the subcommand."""
    parser = commands.add_parser("explain", help="show the page of a rule, and run its example both ways")
    parser.add_argument("rule", metavar="SYMBOL", help="its symbol or id, such as print-in-graph or W7303")
    parser.add_argument("--no-run", action="store_true", help="do not run its example")
    parser.add_argument("--backend", choices=("runtime", "tensorflow"), default="runtime",
                        help="what the example is run on (default: runtime)")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Run it; the result is the exit status."""
    from graphlint.docs import page
    from graphlint.rules import RULES

    for rule in RULES:
        if options.rule in (rule.symbol, rule.id):
            print(page(rule).rstrip())
            return 0 if options.no_run else _run_example(rule, options.backend)
    print(f"graphlint explain: no rule {options.rule}; `graphlint rules` lists them", file=sys.stderr)
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
    print(f"\n## Run\n\nbad.py on {backend} {result.eager.framework}:\n\n{live.text(result)}", end="")
    return 0
