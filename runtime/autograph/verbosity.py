"""AutoGraph's own log: the verbosity level and where the lines go (`tf.autograph.set_verbosity`)."""

import os
import sys
import traceback

from runtime.core.logger import get_logger

_level = None  # set_verbosity wins over the environment
_echo_to_stdout = hasattr(sys, "ps1") or hasattr(sys, "ps2")


def set_verbosity(level, alsologtostdout=False):
    """Sets how much AutoGraph logs: 0 nothing, 10 everything; overrides `AUTOGRAPH_VERBOSITY`.

    alsologtostdout: print the lines to standard output as well.
    """
    global _level, _echo_to_stdout
    _level = level
    _echo_to_stdout = alsologtostdout


def get_verbosity():
    """The level in force."""
    if _level is not None:
        return _level
    return int(os.getenv("AUTOGRAPH_VERBOSITY", "0"))


def has_verbosity(level):
    """Whether lines of `level` are logged."""
    return get_verbosity() >= level


def trace(*args):
    """Prints `args` while tracing (`tf.autograph.trace`)."""
    print(*args)


def _echo(message, args, exc_info):
    if _echo_to_stdout:
        print(message % args)
        if exc_info:
            traceback.print_exc()


def log(level, message, *args, exc_info=False):
    """Logs at INFO when the verbosity reaches `level`."""
    if has_verbosity(level):
        get_logger().info(message, *args, exc_info=exc_info)
        _echo(message, args, exc_info)


def error(level, message, *args, exc_info=False):
    """Logs at ERROR when the verbosity reaches `level`."""
    if has_verbosity(level):
        get_logger().error(message, *args, exc_info=exc_info)
        _echo("ERROR: " + message, args, exc_info)


def warning(message, *args):
    """Warns, whatever the verbosity."""
    get_logger().warning(message, *args)
    _echo("WARNING: " + message, args, False)
