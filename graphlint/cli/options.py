"""Options that several subcommands have."""
from __future__ import annotations

import argparse
import os
from collections.abc import Iterable


DIFFERENT, UNUSABLE = 1, 2  # exit statuses


def add_backend(parser: argparse.ArgumentParser) -> None:
    """What serves `import tensorflow`, and the limits of a run."""
    parser.add_argument("--backend", choices=("runtime", "tensorflow"),
                        help="what serves `import tensorflow` (default: tensorflow where it is installed)")
    parser.add_argument("--timeout", type=_seconds, default=60.0, metavar="SECONDS",
                        help="stop a run after so long (default: 60)")
    parser.add_argument("--memory", type=_megabytes, metavar="MB",
                        help="let a run take so much more memory than it starts with (default: no limit)")


def add_linting(parser: argparse.ArgumentParser) -> None:
    """The options that are pylint's, which reads the rest of its configuration as ever."""
    group = parser.add_argument_group("what is found", "as in pylint, whose configuration counts here, too")
    for name, metavar, told in (
            ("rcfile", "FILE", "pylint's configuration file (default: the one that pylint finds from here)"),
            ("disable", "RULES", "switch rules off, separated by commas"),
            ("enable", "RULES", "switch rules on that the configuration switches off"),
            ("graph-decorators", "NAMES", "dotted names of your own wrappers of tf.function, separated by commas"),
            ("graph-contexts", "CONTEXTS", "what traces functions: function, dataset, keras"),
            ("keras-version", "VERSION", "2 or 3")):
        # All in one list: of --disable and --enable the last one counts.
        group.add_argument(f"--{name}", dest="linting", action="append", type=f"--{name}={{}}".format, metavar=metavar,
                           help=told)


def lint_options(options: argparse.Namespace) -> list[str]:
    """pylint's options, as they were given."""
    return options.linting or []


def _megabytes(text):
    megabytes = _number(text, int, "a whole number of megabytes")
    if not 0 < megabytes < 1 << 30:
        raise argparse.ArgumentTypeError(f"{text} is not a number of megabytes between 1 and {(1 << 30) - 1}")
    return megabytes << 20


def _seconds(text):
    seconds = _number(text, float, "a number of seconds")
    if not 0 < seconds < 1e6:
        raise argparse.ArgumentTypeError(f"{text} is not a number of seconds above 0 and below a million")
    return seconds


def _number(text, kind, what):
    try:
        return kind(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not {what}") from None


def unreadable(paths: Iterable[str]) -> str | None:
    """Why files and folders cannot be looked into, or None."""
    for path in paths:
        if path == "-":
            return "- is not read from standard input: name a file (./- for one of that name)"
        if not os.path.exists(path):
            return f"cannot read {path}: No such file or directory"
    return None
