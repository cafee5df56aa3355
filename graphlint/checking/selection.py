"""Which rules are meant by a word, and which paths by a pattern."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from graphlint.rules import RULES, Rule


class Unknown(ValueError):
    """A word that stands for no rule."""

    def __init__(self, word: str) -> None:
        super().__init__(word)
        self.word = word


def rules(words: Iterable[str]) -> frozenset[Rule]:
    """The rules that words stand for: ids, symbols, and beginnings of them such as `E`, `W73` or `numpy-`.

    Raises `Unknown`.
    """
    return frozenset(rule for word in words for rule in _meant(word))


def _meant(word: str) -> Sequence[Rule]:
    plain = word.strip().lower().replace("_", "-")
    if plain == "all":
        return RULES
    exact = [rule for rule in RULES if plain in (rule.id.lower(), rule.symbol)]
    # One letter is the beginning of an id, not of a symbol.
    begun = [rule for rule in RULES if plain and rule.id.lower().startswith(plain)] or [
        rule for rule in RULES if len(plain) > 1 and rule.symbol.startswith(plain)]
    if not exact and not begun:
        raise Unknown(word)
    return exact or begun


class Pattern:
    """A pattern of paths below a folder, as in `.gitignore`: `*` stays in one name, `**` goes through folders.

    A pattern without a slash fits a name anywhere. What fits a folder fits all that is in it.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        plain = text.replace("\\", "/").removeprefix("./").strip("/")
        anywhere = "" if "/" in plain or text.startswith(("/", "./")) else "(?:.*/)?"
        self._regex = re.compile(f"{anywhere}{_translated(plain)}(?:/.*)?", re.DOTALL)

    def fits(self, path: str) -> bool:
        """Whether it fits a path that is relative to the folder, with slashes."""
        return self._regex.fullmatch(path) is not None


_PART = re.compile(r"(?P<folders>\*\*/)|(?P<all>\*\*)|(?P<name>\*)|(?P<one>\?)|(?P<set>\[!?\]?[^\]/]*\])|(?P<plain>.)", re.DOTALL)


def _translated(pattern: str) -> str:
    made = []
    for part in _PART.finditer(pattern):
        text, kind = part[0], part.lastgroup
        if kind == "set":
            inner = text[1:-1].replace("\\", r"\\")
            made.append(f"[{'^' + inner[1:] if inner.startswith('!') else inner.replace('^', chr(92) + '^', 1)}]")
        else:
            made.append({"folders": "(?:[^/]+/)*", "all": ".*", "name": "[^/]*", "one": "[^/]"}.get(kind or "", re.escape(text)))
    return "".join(made)


@dataclass(frozen=True)
class Selection:
    """The rules that are told: `select` without `ignore`, and at some paths without others as well."""

    select: frozenset[Rule] = frozenset(RULES)
    ignore: frozenset[Rule] = frozenset()
    per_file: tuple[tuple[Pattern, frozenset[Rule]], ...] = ()

    def tells(self, rule: Rule, relative: str) -> bool:
        """Whether a rule's finding is told in a file, by its path below the configuration's folder."""
        return (rule in self.select and rule not in self.ignore
                and not any(rule in rules_ and pattern.fits(relative) for pattern, rules_ in self.per_file))
