"""`graphlint server`: the language server that editors start."""
from __future__ import annotations

import argparse
import importlib.util
import os
import sys

from graphlint.cli.options import UNUSABLE


def add(commands: argparse._SubParsersAction) -> None:
    """Declare the subcommand."""
    parser = commands.add_parser(
        "server", help="the language server: editors start it and talk to it on standard input and output",
        description="Show findings in an editor while one types. Editors start this command; `graphlint explain server` has"
                    " their configurations. It needs the optional extra `server`.")
    parser.add_argument("--stdio", action="store_true", help="talk on standard input and output (the only way, and the default)")
    parser.set_defaults(run=run)


def run(_: argparse.Namespace) -> int:
    """Run it until the editor goes; the result is the exit status."""
    missing = [name for name in ("pygls", "lsprotocol") if importlib.util.find_spec(name) is None]
    if missing:
        print(f"graphlint server: {missing[0]} is not installed: pip install 'pylint-graphlint[server]'", file=sys.stderr)
        return UNUSABLE
    if sys.stdin is None or sys.stdin.isatty():
        print("graphlint server: editors start this command and talk to it; `graphlint explain server` says how", file=sys.stderr)
        return UNUSABLE
    from graphlint.cli import versions
    from graphlint.server.server import Server

    # What anything else prints, such as a hook of pylint's configuration, is no message for the editor.
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    Server(versions()["graphlint"]).run(sys.stdin.buffer, out)
    return 0
