"""TensorFlow's warnings about deprecated names: once for each."""

from __future__ import annotations

import sys

from runtime.core.logger import get_logger

_warned = set()


def warn_deprecated(name, module, instead, argument=None, depth=None, when="in a future version"):
    """Warn that `name` of TensorFlow's `module`, or one argument of it, is deprecated, unless it has been said before.

    `depth` says whose line is named, 1 for the line of the call: by default the caller's, or for an argument the library's.
    """
    if (name, argument) in _warned:
        return
    _warned.add((name, argument))
    frame = sys._getframe(depth or (2 if argument is None else 1))
    what = f"{name} (from {module})" + (f" with {argument}" if argument else "")
    get_logger().warning(f"From {frame.f_code.co_filename}:{frame.f_lineno}: {what} is deprecated and will be removed "
                         f"{when}.\nInstructions for updating:\n{instead}")
