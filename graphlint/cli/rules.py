"""`graphlint rules`: lists the rules."""
from __future__ import annotations

import argparse


def add(commands: argparse._SubParsersAction) -> None:
    """Declare the subcommand."""
    parser = commands.add_parser("rules", help="list the rules")
    parser.set_defaults(run=run)


def run(_options: argparse.Namespace) -> int:
    """Run it; the result is the exit status."""
    from graphlint.rules import RULES

    for rule in RULES:
        print(f"{rule.id}  {rule.symbol:28}  {rule.description}")
    return 0
