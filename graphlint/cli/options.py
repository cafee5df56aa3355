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
    parser.add_argument("--graph-decorators", metavar="NAMES",
                        help="dotted names of your own wrappers of tf.function, separated by commas")


def lint_options(options: argparse.Namespace) -> list[str]:
    """pylint's own options, from ours."""
    return [f"--graph-decorators={options.graph_decorators}"] if options.graph_decorators else []


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
