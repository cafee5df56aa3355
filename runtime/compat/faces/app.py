"""`tf.compat.v1.app`: runs the main function of a program with absl's flags; flags that nobody has defined are let through."""

from __future__ import annotations

import sys

from runtime.compat.faces import flags
from runtime.core.extras import import_extra

_run = import_extra("absl.app", "tf.compat.v1.app", "absl").run


def run(main=None, argv=None):
    """Parse the flags, call `main`, by default that of the main module, with the rest of the arguments, and exit."""
    _run(main=main or sys.modules["__main__"].main, argv=argv,
         flags_parser=lambda argv: flags.FLAGS(sys.argv if argv is None else argv, known_only=True))
