"""`graphlint rules`: lists the rules."""
from __future__ import annotations

import argparse

from graphlint import columns


def add(commands: argparse._SubParsersAction) -> None:
    """Declare the subcommand."""
    parser = commands.add_parser("rules", help="list the rules")
    parser.set_defaults(run=run)


def run(_options: argparse.Namespace) -> int:
    """Run it; the result is the exit status."""
    from graphlint.rules import RULES

    symbols = max(len(rule.symbol) for rule in RULES)
    for rule in RULES:
        row = f"{rule.id}  {rule.symbol:{symbols}}  "
        if columns.is_told():
            print("\n".join(columns.wrap(rule.description, columns.terminal(), row, " " * len(row))))
        else:  # what is searched or sorted has a rule in each line
            print(row + rule.description)
    return 0
