"""Options that several subcommands have."""
from __future__ import annotations

import argparse

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
    megabytes = int(text)
    if not 0 < megabytes < 1 << 30:
        raise argparse.ArgumentTypeError(f"{text} is not a number of megabytes")
    return megabytes << 20


def _seconds(text):
    seconds = float(text)
    if not 0 < seconds < 1e6:
        raise argparse.ArgumentTypeError(f"{text} is not a number of seconds")
    return seconds
