"""The `graphlint` command; each subcommand is a module of its own."""
from __future__ import annotations

import argparse
import os
import platform
import shlex
import sys
from collections.abc import Sequence
from importlib import metadata

from graphlint import DISTRIBUTION, streams
from graphlint.cli import check, confirm, explain, fix, rules, server
from graphlint.cli.options import UNUSABLE
from graphlint.notebooks.notebook import is_notebook
from graphlint.wording import suggestion


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; the result is the exit status."""
    with streams.guarded() as out:
        status = _run(sys.argv[1:] if arguments is None else arguments)
    if out is not None and out.trouble is not None:
        print(f"graphlint: cannot write standard output: {out.trouble.strerror}", file=sys.stderr)
        return UNUSABLE
    return status


def _run(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="graphlint", description="Finds what tf.function freezes, loses or rebuilds, and proves it.")
    parser.add_argument("--version", action=_Version, nargs=0, help="show the versions of graphlint and what it needs")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for command in (check, confirm, fix, rules, explain, server):
        command.add(commands)
    if not arguments:
        parser.print_help(sys.stderr)
        parser.exit(UNUSABLE)
    first = arguments[0]
    if not first.startswith("-") and first not in commands.choices:
        parser.error(_no_command(first, list(commands.choices)))
    theirs: Sequence[str] = ()
    if first == "confirm":
        ours, theirs = confirm.split(commands.choices[first], arguments[1:])
        arguments = [first, *ours]
    options = parser.parse_args(arguments)
    if theirs:
        confirm.hand_on(options, list(theirs))
    try:
        return options.run(options)
    except KeyboardInterrupt:
        return 130


def _no_command(word: str, known: list[str]) -> str:
    """What to say of a first word that is no command: it may be a file or a folder, or misspelled."""
    name = shlex.quote(word)
    if word.endswith(".py") or is_notebook(word) or os.path.isdir(word):
        return f"no command: `graphlint check {name}` lints it, `graphlint confirm {name}` runs it"
    return (f"no command {word}{suggestion(word, known)} (the commands are {', '.join(known)};"
            " `graphlint check FILE` lints)")


class _Version(argparse.Action):
    """Shows the versions; they are looked up only when they are asked for."""

    def __call__(self, parser, namespace, values, option_string=None):
        print("\n".join(f"{name} {version}" for name, version in versions().items()))
        parser.exit()


def versions() -> dict[str, str]:
    """Of graphlint, and of what its results depend on."""
    found = {name: _version(package) for name, package in (
        ("graphlint", DISTRIBUTION), ("pylint", "pylint"), ("astroid", "astroid"), ("numpy", "numpy"))}
    return {**found, "Python": platform.python_version()}


def _version(package):
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:  # run from its sources
        return "unknown"
