"""The process that confirms a program or proves edits for an editor: `python -m graphlint.server.child`.

It reads one request from standard input and writes one JSON object a line: what is being done, and at last the answer. When its
standard input is closed, because somebody cancels or the server is gone, it stops, and so does the program that it runs.
"""

from __future__ import annotations

import _thread
import json
import os
import signal
import sys
import threading
from collections.abc import Callable
from typing import Any, BinaryIO

from graphlint.confirm import backends, confirmation
from graphlint.confirm.session import Program
from graphlint.confirm.shown import report
from graphlint.fixes import verify


def main() -> int:
    """Answer the one request."""
    signal.signal(signal.SIGINT, signal.default_int_handler)  # an editor may have had it ignored, and `_watch` needs it
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what anything here prints is no answer
    request = json.loads(sys.stdin.buffer.readline())
    threading.Thread(target=_watch, args=(sys.stdin.buffer,), daemon=True).start()

    def say(**told: Any) -> None:
        out.write(json.dumps(told).encode() + b"\n")
        out.flush()

    try:
        say(answer=_answer(request, lambda step: say(step=step)))
    except (confirmation.Unusable, OSError, UnicodeEncodeError) as error:
        say(error=str(error))
    except KeyboardInterrupt:
        return 130
    return 0


def _watch(stream: BinaryIO) -> None:
    while stream.read(1):
        pass
    _thread.interrupt_main()


def _answer(request: dict[str, Any], progress: Callable[[str], None]) -> Any:
    program = Program(request["path"], (), request["backend"] or backends.default(), request["timeout"], memory=request["memory"])
    progress("linting")
    linted = confirmation.lint_program(program, request["options"], fixes=request["proves"])
    if not request["proves"]:
        return report.data(confirmation.confirm(program, linted, progress))
    return [
        {
            "path": outcome.fix.path,
            "edits": [[edit.start, edit.end, edit.text] for edit in outcome.fix.edits],
            "summary": outcome.fix.summary,
            "safe": outcome.fix.safe,
            "holds": outcome.holds,
            "why": outcome.why,
        }
        for outcome in verify.verify(program, linted, request["options"], progress)
    ]


if __name__ == "__main__":
    sys.exit(main())
