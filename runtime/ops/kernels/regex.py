"""RE2's regular expressions on Python's `re`: the patterns are translated, replacing follows RE2's rules.

Different from `re`: no look-around and back-references; ``\\d \\w \\s`` mean ASCII; ``$`` is the very end; flags hold to the
end of their group; POSIX classes; an empty match does not touch the match before it.
"""

from __future__ import annotations

import functools
import re
import sys
import unicodedata

from runtime.core import errors

_POSIX = {"alnum": "0-9A-Za-z", "alpha": "A-Za-z", "ascii": "\\x00-\\x7f", "blank": "\\t ", "cntrl": "\\x00-\\x1f\\x7f",
          "digit": "0-9", "graph": "!-~", "lower": "a-z", "print": " -~", "punct": "!-/:-@\\[-`{-~",
          "space": "\\t\\n\\x0b\\x0c\\r ", "upper": "A-Z", "word": "0-9A-Za-z_", "xdigit": "0-9A-Fa-f"}
_SHORT = {"d": "0-9", "w": "0-9A-Za-z_", "s": "\\t\\n\\x0c\\r "}
_CONTROL = {"a": "\a", "f": "\f", "t": "\t", "n": "\n", "r": "\r", "v": "\v"}
_W = "[0-9A-Za-z_]"
_ANCHORS = {"A": "\\A", "z": "\\Z", "b": f"(?:(?<={_W})(?!{_W})|(?<!{_W})(?={_W}))",
            "B": f"(?:(?<={_W})(?={_W})|(?<!{_W})(?!{_W}))"}
_REPEAT = re.compile(r"\{(\d+)(,(\d*))?\}")
_FLAGS = re.compile(r"\?([imsU]*)(-[imsU]+)?([:)])")


class _BadPattern(Exception):
    pass


@functools.lru_cache(maxsize=256)
def compiled(pattern: bytes):
    """The `re.Pattern` on text for an RE2 pattern in bytes.

    Raises:
        InvalidArgumentError: RE2 does not accept the pattern.
        MissingOpError: it uses what cannot be translated: ``(?U)``, ``\\C``, scripts such as ``\\p{Greek}``.
    """
    text = pattern.decode("utf-8", "surrogateescape")
    try:
        return re.compile(_Translator(text).translate())
    except _BadPattern as error:
        raise errors.InvalidArgumentError(None, None, f"Invalid pattern: {text}, error: {error}") from None


class _Translator:
    def __init__(self, pattern):
        self.pattern = pattern
        self.at = 0
        self.out = []
        self.groups = [[]]       # for each open group, the flag groups that were opened inside it
        self.multiline = [False]

    def translate(self):
        repeatable = False  # whether a repetition operator may follow
        pattern = self.pattern
        while self.at < len(pattern):
            char = pattern[self.at]
            if char in "*+?" or char == "{" and _REPEAT.match(pattern, self.at):
                self._repetition(repeatable)
                repeatable = False
                continue
            repeatable = True
            if char == "\\":
                self._escape()
            elif char == "[":
                self._set()
            elif char == "(":
                repeatable = self._open()
            elif char == ")":
                self._close()
            elif char == "|":
                self.out.append(")" * len(self.groups[-1]) + "|" + "".join(self.groups[-1]))
                self.at += 1
                repeatable = False
            else:
                self.out.append({"$": "$" if self.multiline[-1] else "\\Z", "^": "^", ".": "."}.get(char) or re.escape(char))
                self.at += 1
        if len(self.groups) > 1:
            raise _BadPattern(f"missing ): {pattern}")
        self.out.append(")" * len(self.groups[0]))
        return "".join(self.out)

    def _repetition(self, repeatable):
        counted = _REPEAT.match(self.pattern, self.at)
        operator = counted.group() if counted and self.pattern[self.at] == "{" else self.pattern[self.at]
        if not repeatable:
            before = self.pattern[:self.at]
            previous = re.search(r"(\*|\+|\?|\{\d+(,\d*)?\})\??$", before)
            if previous:
                raise _BadPattern(f"bad repetition operator: {previous.group()}{operator}")
            raise _BadPattern(f"no argument for repetition operator: {operator}")
        if operator[0] == "{":
            low, high = int(counted.group(1)), counted.group(3)
            if low > 1000 or high and (int(high) > 1000 or int(high) < low):
                raise _BadPattern(f"invalid repetition size: {operator}")
        self.at += len(operator)
        if self.pattern[self.at:self.at + 1] == "?":
            operator += "?"
            self.at += 1
        self.out.append(operator)

    def _open(self):
        pattern = self.pattern
        self.at += 1
        if pattern[self.at:self.at + 1] != "?":
            self._push("(")
            return False
        named = re.compile(r"\?P?<([A-Za-z_0-9]+)>").match(pattern, self.at)
        if named:
            self.at = named.end()
            self._push(f"(?P<{named.group(1)}>")
            return False
        flags = _FLAGS.match(pattern, self.at)
        if pattern[self.at:self.at + 3] == "?P<":
            raise _BadPattern(f"invalid named capture group: {pattern[self.at - 1:]}")
        if flags is None and pattern.find(")", self.at) < 0 and \
                pattern[self.at + 1:self.at + 2] in ("", ":"):
            raise _BadPattern(f"missing ): {pattern}")
        if flags is None:
            raise _BadPattern(f"invalid perl operator: ({pattern[self.at:self.at + 2]}")
        on, off, end = flags.group(1), (flags.group(2) or "-")[1:], flags.group(3)
        if "U" in on + off:
            raise errors.MissingOpError(f"the runtime's regular expressions have no (?U): {pattern}")
        self.at = flags.end()
        opening = f"(?{on}{'-' + off if off else ''}:"
        multiline = self.multiline[-1] and "m" not in off or "m" in on
        if end == ":":
            self._push(opening, multiline)
            return False
        self.groups[-1].append(opening)
        self.multiline[-1] = multiline
        self.out.append(opening)
        return False

    def _push(self, opening, multiline=None):
        self.out.append(opening)
        self.groups.append([])
        self.multiline.append(self.multiline[-1] if multiline is None else multiline)

    def _close(self):
        if len(self.groups) == 1:
            raise _BadPattern(f"unexpected ): {self.pattern}")
        self.out.append(")" * (len(self.groups.pop()) + 1))
        self.multiline.pop()
        self.at += 1

    def _escape(self):
        pattern = self.pattern
        if self.at + 1 >= len(pattern):
            raise _BadPattern("trailing \\")
        char = pattern[self.at + 1]
        if char in _ANCHORS:
            self.out.append(_ANCHORS[char])
            self.at += 2
        elif char == "Q":
            end = pattern.find("\\E", self.at)
            quoted = pattern[self.at + 2:end if end >= 0 else None]
            self.out.append(f"(?:{re.escape(quoted)})")
            self.at = end + 2 if end >= 0 else len(pattern)
        elif char == "C":
            raise errors.MissingOpError(f"the runtime's regular expressions have no \\C: {pattern}")
        else:
            members, negated = self._class_escape()
            self.out.append(f"[{'^' if negated else ''}{members}]")

    def _class_escape(self):
        """(members, whether they are excluded) of the escape at the current place, for use in a character class."""
        pattern = self.pattern
        char = pattern[self.at + 1]
        if char.lower() in _SHORT:
            self.at += 2
            return _SHORT[char.lower()], char.isupper()
        if char in "pP":
            return self._property(char == "P")
        return _literal(self._character()), False

    def _property(self, negated):
        pattern = self.pattern
        found = re.compile(r"\\[pP](?:\{(\^?)(\w+)\}|(\w))").match(pattern, self.at)
        if found is None:
            raise _BadPattern(f"invalid character class range: {pattern[self.at:self.at + 3]}")
        self.at = found.end()
        name = found.group(2) or found.group(3)
        return _category(name), negated != bool(found.group(1))

    def _character(self):
        """The character that the escape at the current place denotes."""
        pattern, start = self.pattern, self.at
        char = pattern[start + 1:start + 2]
        if char in _CONTROL:
            self.at += 2
            return _CONTROL[char]
        code = re.compile(r"\\x(?:\{([0-9A-Fa-f]+)\}|([0-9A-Fa-f]{2}))|\\(0[0-7]{0,2}|[1-7][0-7]{1,2})").match(pattern, start)
        if code:
            self.at = code.end()
            return chr(int(code.group(1) or code.group(2), 16) if code.group(3) is None else int(code.group(3), 8))
        if char and (not char.isascii() or not char.isalnum()):
            self.at += 2
            return char
        raise _BadPattern(f"invalid escape sequence: \\{char}" if char else "trailing \\")

    def _set(self):
        pattern, start = self.pattern, self.at
        self.at += 1
        negated = pattern[self.at:self.at + 1] == "^"
        self.at += negated
        members, first = [], True
        while first or pattern[self.at:self.at + 1] != "]":
            if self.at >= len(pattern):
                raise _BadPattern(f"missing ]: {pattern[start:]}")
            first = False
            posix = re.compile(r"\[:(\^?)(\w*):\]").match(pattern, self.at)
            if posix:
                if posix.group(2) not in _POSIX:
                    raise _BadPattern(f"invalid character class range: {posix.group()}")
                self.at = posix.end()
                members.append(_excluded(_POSIX[posix.group(2)]) if posix.group(1) else _POSIX[posix.group(2)])
                continue
            if pattern[self.at] == "\\" and pattern[self.at + 1:self.at + 2].lower() in ("d", "w", "s", "p"):
                inner, excluded = self._class_escape()
                members.append(_excluded(inner) if excluded else inner)
                continue
            members.append(self._range())
        self.at += 1
        self.out.append(f"[{'^' if negated else ''}{''.join(members)}]")

    def _range(self):
        pattern, start = self.pattern, self.at
        low = self._set_character()
        if pattern[self.at:self.at + 1] != "-" or pattern[self.at + 1:self.at + 2] in ("", "]"):
            return _literal(low)
        self.at += 1
        high = self._set_character()
        if high < low:
            raise _BadPattern(f"invalid character class range: {pattern[start:self.at]}")
        return f"{_literal(low)}-{_literal(high)}"

    def _set_character(self):
        if self.pattern[self.at] == "\\":
            return self._character()
        self.at += 1
        return self.pattern[self.at - 1]


def _literal(char):
    return char if char.isalnum() and char.isascii() else f"\\U{ord(char):08x}"


def _excluded(members):
    """Members of the class of all characters but these."""
    accepts = re.compile(f"[{members}]")
    return _ranges(code for code in range(0x110000) if not accepts.match(chr(code)))


@functools.lru_cache(maxsize=None)
def _category(name):
    """Members of a Unicode general category such as ``L`` or ``Lu``. Raises MissingOpError for scripts."""
    if len(name) > 2 or name[0] not in "LMNPSZC":
        raise errors.MissingOpError(f"the runtime's regular expressions have no \\p{{{name}}}")
    return _ranges(code for code in range(sys.maxunicode + 1) if unicodedata.category(chr(code)).startswith(name))


def _ranges(codes):
    parts, start, last = [], None, None
    for code in codes:
        if start is None:
            start = code
        elif code != last + 1:
            parts.append((start, last))
            start = code
        last = code
    if start is not None:
        parts.append((start, last))
    return "".join(f"\\U{low:08x}-\\U{high:08x}" for low, high in parts)


# -- replacing -----------------------------------------------------------------------------------------------------

def replaced(pattern, text: bytes, rewrite: bytes, everywhere: bool) -> bytes:
    """`text` with matches of a compiled pattern replaced; ``\\0`` … ``\\9`` in `rewrite` stand for groups."""
    source = text.decode("utf-8", "surrogateescape")
    pieces, valid = _rewrite(rewrite.decode("utf-8", "surrogateescape"))
    if any(isinstance(piece, int) and piece > pattern.groups for piece in pieces):
        return text
    if not everywhere:
        match = pattern.search(source)
        if match is None or not valid:
            return text
        result = source[:match.start()] + _filled(pieces, match) + source[match.end():]
    else:
        result = _replace_all(pattern, source, pieces)
    return result.encode("utf-8", "surrogateescape")


def _rewrite(rewrite):
    """The pieces of a rewrite, text and group numbers, up to the first fault; and whether there was none."""
    pieces, at = [], 0
    while at < len(rewrite):
        if rewrite[at] != "\\":
            pieces.append(rewrite[at])
        else:
            at += 1
            following = rewrite[at:at + 1]
            if following.isdigit() and following.isascii():
                pieces.append(int(following))
            elif following == "\\":
                pieces.append("\\")
            else:
                return pieces, False
        at += 1
    return pieces, True


def _filled(pieces, match):
    return "".join((match.group(piece) or "") if isinstance(piece, int) else piece for piece in pieces)


def _replace_all(pattern, source, pieces):
    out, at, last = [], 0, -1
    while at <= len(source):
        match = pattern.search(source, at)
        if match is None:
            break
        out.append(source[at:match.start()])
        if match.start() == match.end() == last:  # no empty match right after a match
            out.append(source[match.start():match.start() + 1])
            at = match.start() + 1
            continue
        out.append(_filled(pieces, match))
        at = last = match.end()
    out.append(source[at:])
    return "".join(out)
