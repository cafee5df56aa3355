"""Lint files as a run does whose hashes are others, and print what the analysis asks, in order, as one number and a count.

``python -m tests.lint.questions SEED FILES``: each node of the syntax tree gets a hash that depends on the seed, as its address does
on the run. Searches that meet themselves remember what they had found by then: their results are the same in all runs only if they are
asked in the same order.
"""

from __future__ import annotations

import random
import sys
from types import FrameType
from zlib import crc32

from astroid.nodes import NodeNG

from graphlint.findings import lint

#: What remembers its answers.
ASKED = {"callees", "contents", "function_value", "kinds", "lookup", "objects", "substitute", "summary"}


def scramble(cls: type, draw: random.Random) -> None:
    """Gives all nodes a hash that is drawn when it is first asked for."""

    def drawn(node: NodeNG) -> int:
        return node.__dict__.setdefault("_drawn", draw.getrandbits(60))

    for one in (cls, *cls.__subclasses__()):
        if one is cls or one.__hash__ is object.__hash__:
            one.__hash__ = drawn  # type: ignore[method-assign]
    for one in cls.__subclasses__():
        scramble(one, draw)


def main(seed: str, *files: str) -> None:
    scramble(NodeNG, random.Random(int(seed)))
    number = count = 0

    def listen(frame: FrameType, event: str, _: object) -> None:
        nonlocal number, count
        if event == "call" and (name := frame.f_code.co_name) in ASKED and frame.f_back is not None:
            number = crc32(f"{name} {frame.f_back.f_code.co_name} {frame.f_back.f_lineno}".encode(), number)
            count += 1

    sys.setprofile(listen)
    report = lint(files)
    sys.setprofile(None)
    print(number, count, len(report.findings))


if __name__ == "__main__":
    main(*sys.argv[1:])
