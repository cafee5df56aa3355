"""``python -m runtime.saved_model show --dir DIR [--all | --tag_set TAGS [--signature_def KEY] [--list_ops]]``"""

from __future__ import annotations

import argparse
import sys

from runtime.core import errors
from runtime.saved_model import show


def main(arguments=None):
    """Print what a SavedModel holds. Returns the exit code: 1 if it cannot be read."""
    parser = argparse.ArgumentParser(prog="python -m runtime.saved_model", description="Look into SavedModels.")
    commands = parser.add_subparsers(dest="command", required=True)
    command = commands.add_parser("show", help="signatures, ops and functions of a SavedModel")
    command.add_argument("--dir", required=True, help="folder of the SavedModel")
    command.add_argument("--all", action="store_true", help="show everything")
    command.add_argument("--tag_set", help="tags of the graph to show, with commas")
    command.add_argument("--signature_def", help="the signature to show")
    command.add_argument("--list_ops", action="store_true", help="list the ops of the graph")
    options = parser.parse_args(arguments)
    try:
        for line in _lines(options):
            print(line)
    except (OSError, ValueError, errors.OpError) as error:
        print(f"{parser.prog}: {error}", file=sys.stderr)
        return 1
    return 0


def _lines(options):
    if options.all:
        yield from show.everything(options.dir)
    elif options.tag_set is None:
        if options.list_ops:
            yield "--list_ops must be paired with a tag-set or with --all."
        yield from show.tag_sets(options.dir)
    else:
        if options.list_ops:
            yield show.ops(show.find(options.dir, options.tag_set))
        if options.signature_def is None:
            yield from show.signature_keys(options.dir, options.tag_set)
        else:
            yield from show.signature(show.find(options.dir, options.tag_set), options.signature_def)


if __name__ == "__main__":
    sys.exit(main())
