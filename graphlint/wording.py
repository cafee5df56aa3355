"""Numbers in sentences, and what unknown words may be meant for."""

import difflib
from collections.abc import Sequence

_SHORTEST = 4  # letters of a word that may be the beginning of another


def times(number: int) -> str:
    """How often, in words."""
    return {0: "never", 1: "once", 2: "twice"}.get(number, f"{number} times")


def count(number: int, noun: str) -> str:
    """A number of things."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def resembling(word: str, names: Sequence[str]) -> list[str]:
    """The names that a word may be meant for: those that have it as a part, or else those that are spelled like it."""
    plain = word.lower().replace("_", "-")
    parts = [name for name in names if plain and plain in name.lower()]
    whole = parts or difflib.get_close_matches(plain, names, n=3, cutoff=0.6)
    if whole or len(plain) < _SHORTEST:
        return whole
    beginnings = {name: name[: len(plain) + 1].lower() for name in names}  # a long name may be meant by its beginning
    close = set(difflib.get_close_matches(plain, beginnings.values(), n=3, cutoff=0.75))
    return [name for name in names if beginnings[name] in close][:3]


def suggestion(word: str, names: Sequence[str]) -> str:
    """The end of a message about an unknown word: what may be meant, if anything."""
    meant = resembling(word, names)
    return f"; did you mean {', '.join(meant[:-1])}{' or ' if meant[1:] else ''}{meant[-1]}?" if meant else ""
