"""What is being done, shown on a terminal while it lasts."""
from __future__ import annotations

import os
import sys
import threading
import time

_ticker: threading.Event | None = None  # set when the step that is shown is over


def progress(step: str) -> None:
    """Show on a terminal what is being done, and after a while for how long; "" clears it."""
    global _ticker
    if not sys.stderr.isatty() or not step and _ticker is None:
        return
    if _ticker is not None:
        _ticker.set()
        _ticker = None
    _show(f"{step}…" if step else "")
    if step:
        _ticker = threading.Event()
        threading.Thread(target=_tick, args=(step, _ticker), daemon=True).start()


def _tick(step, over):
    begin = time.monotonic()
    while not over.wait(1.0):
        _show(f"{step}… {time.monotonic() - begin:.0f} s")


def _show(text):
    try:
        width = os.get_terminal_size(sys.stderr.fileno()).columns
        text = text[:width - 1] if width > 0 else text  # a second line could not be cleared
    except (OSError, ValueError, AttributeError):  # the stream has no size
        pass
    sys.stderr.write(f"\r\033[K{text}")
    sys.stderr.flush()
