"""The comment that switches a rule off for one line, put beside what is written there already."""

from __future__ import annotations

import re
import tokenize

from graphlint.edits.edits import Edit
from graphlint.server.lines import Lines, split

_PRAGMA = re.compile(r"#.*?\bpylint:\s*(?P<list>disable\s*=\s*(?P<names>[\w\-]+(?:\s*,\s*[\w\-]+)*))")
#: pylint reads a pragma to its end; one that says something else is left as it is.
_ANY = re.compile(r"#.*?\bpylint:")


def disabling(lines: Lines, number: int, symbol: str) -> Edit | None:
    """What has to be written for a rule to be off in a line; None where no comment can stand, or the rule is off already."""
    line, start = lines.line(number), lines.start(number)
    inside = _inside_strings(lines.text)
    if number in inside or line.rstrip().endswith("\\"):
        return _above(lines, number, symbol, inside)
    comment = _comment(lines.text, number)
    if comment is None:
        end = start + len(line.rstrip())
        return Edit(end, start + len(line), f"  # pylint: disable={symbol}")
    told = line[comment:]
    pragma = _PRAGMA.match(told)
    if pragma is not None:
        if symbol in re.split(r"\s*,\s*", pragma["names"]):
            return None
        end = start + comment + pragma.end()
        return Edit(end, end, f",{symbol}" if "," in pragma["names"] and ", " not in pragma["names"] else f", {symbol}")
    if _ANY.match(told):
        return _above(lines, number, symbol, inside)
    return Edit(start + comment, start + comment, f"# pylint: disable={symbol}  ")


def _above(lines: Lines, number: int, symbol: str, inside: set[int]) -> Edit | None:
    """A comment of its own in the line before, if one can stand there."""
    before = lines.line(number - 1) if number > 1 else ""
    if number - 1 in inside or before.rstrip().endswith("\\"):
        return None
    line, start = lines.line(number), lines.start(number)
    indent = line[: len(line) - len(line.lstrip())]
    found = re.search(r"\r\n|\r|\n", lines.text)
    return Edit(start, start, f"{indent}# pylint: disable-next={symbol}{found.group() if found else chr(10)}")


def _tokens(text: str) -> list[tokenize.TokenInfo]:
    """The tokens of a text, as far as it has any."""
    rest = iter(split(text))
    found = []
    try:
        for token in tokenize.generate_tokens(lambda: next(rest, "")):
            found.append(token)
    except (tokenize.TokenError, SyntaxError, IndentationError):
        pass
    return found


def _inside_strings(text: str) -> set[int]:
    """The lines whose end lies in a string."""
    middle = {getattr(tokenize, name) for name in ("FSTRING_MIDDLE",) if hasattr(tokenize, name)}
    found: set[int] = set()
    for token in _tokens(text):
        if token.type in (tokenize.STRING, *middle):
            found.update(range(token.start[0], token.end[0]))
    return found


def _comment(text: str, number: int) -> int | None:
    """The column at which the comment of a line begins."""
    return next((one.start[1] for one in _tokens(text) if one.type == tokenize.COMMENT and one.start[0] == number), None)
