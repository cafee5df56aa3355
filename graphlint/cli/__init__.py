"""The `graphlint` command; each subcommand is a module of its own."""
from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from graphlint import streams
from graphlint.cli import confirm, explain, fix, rules
from graphlint.cli.options import UNUSABLE


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; the result is the exit status."""
    with streams.guarded() as out:
        status = _run(sys.argv[1:] if arguments is None else arguments)
    if out is not None and out.trouble is not None:
        print(f"graphlint: cannot write standard output: {out.trouble.strerror}", file=sys.stderr)
        return UNUSABLE
    return status


def _run(arguments):
    parser = argparse.ArgumentParser(
        prog="graphlint", description="Finds what tf.function freezes, loses or rebuilds, and proves it.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for command in (confirm, fix, rules, explain):
        command.add(commands)
    first = next(iter(arguments), "")
    if first.endswith(".py") or first not in commands.choices and os.path.isdir(first):
        parser.error(f"no command: `pylint --load-plugins graphlint {first}` lints it, `graphlint confirm {first}` runs it")
    options = parser.parse_args(arguments)
    try:
        return options.run(options)
    except KeyboardInterrupt:
        return 130
