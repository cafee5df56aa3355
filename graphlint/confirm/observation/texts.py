"""Lines of output that say the same although an address, a duration, a rounded number or their order differs."""
from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from graphlint.confirm.observation.values import ADDRESS, Tolerance

_NUMBER = re.compile(r"[-+]?(?:\d+\.\d*|\.\d+|\d+)(?:[eE][-+]?\d+)?")
_BLANK = re.compile(r"\s+")
_ID = re.compile(r"\b(id=|pid )\d+")
_COLOUR = re.compile(r"\x1b\[[\d;]*m")
_PREFIX = re.compile(_COLOUR.pattern + r"|\{\{function_node [^}]*\}\} ?")
_HEADLINE = re.compile(r"Graph execution error:$|Exception encountered when calling .*\.call\(\)\.$")
_DURATION = re.compile(r"\b\d+(?:\.\d+)? ?(?:[mnuµ]?s|secs?|seconds?)\b")


def message_of(error: BaseException) -> str:
    """What an exception says of itself: TensorFlow and Keras put frames, names of nodes and headlines before it."""
    said, in_frames = [], False
    for line in _PREFIX.sub("", str(error)).splitlines():
        if line.rstrip().endswith("(most recent call last):"):
            in_frames = True
        elif in_frames and (not line.strip() or line[0].isspace()):
            continue
        elif not _HEADLINE.match(line):
            in_frames = False
            said.append(line)
    return "\n".join(said).strip()


def skeleton(text: str) -> str:
    """The text without its numbers, addresses and blanks."""
    return _BLANK.sub("", _NUMBER.sub("#", plain_text(text)))


def same(a: str, b: str, tolerance: Tolerance) -> bool:
    """Whether two lines differ in nothing but addresses and rounding."""
    if a == b:
        return True
    a, b = plain_text(a), plain_text(b)
    if _NUMBER.sub("#", a) != _NUMBER.sub("#", b):
        return False
    return all(_close(x, y, tolerance) for x, y in zip(_NUMBER.findall(a), _NUMBER.findall(b)))


def unmatched(eager: Sequence[str], graph: Sequence[str], tolerance: Tolerance) -> tuple[list[int], list[int]]:
    """Positions of the lines that have no counterpart on the other side, in whatever order."""
    common = Counter(map(plain_text, eager)) & Counter(map(plain_text, graph))
    left = _without(eager, Counter(common))
    right = _without(graph, Counter(common))
    for index in list(left):
        match = next((other for other in right if same(eager[index], graph[other], tolerance)), None)
        if match is not None:
            left.remove(index)
            right.remove(match)
    return left, right


def _without(lines, common):
    kept = []
    for index, line in enumerate(lines):
        plain = plain_text(line)
        if common[plain]:
            common[plain] -= 1
        else:
            kept.append(index)
    return kept


def plain_text(text: str) -> str:
    """The text without colours, addresses, process ids, what a clock has measured, and blanks at its end."""
    return _DURATION.sub("…", _ID.sub(r"\1…", ADDRESS.sub("0x…", _COLOUR.sub("", text)))).rstrip()


def _close(x, y, tolerance):
    if x == y:
        return True
    places = [_last_place(number) for number in (x, y)]
    if None in places:
        return False  # whole numbers are counts and names, never rounded
    return tolerance.close(float(x), float(y)) or abs(float(x) - float(y)) <= 1.01 * max(places)


def _last_place(number):
    """What one more in the last printed digit is worth; None for a whole number."""
    mantissa, _, exponent = number.lower().partition("e")
    if "." not in mantissa and not exponent:
        return None
    digits = len(mantissa.partition(".")[2])
    return 10.0 ** (int(exponent or 0) - digits)
