"""The public names of TensorFlow 2.21, as they are recorded in ``tensorflow_names.txt``."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import NamedTuple

_RECORDED = Path(__file__).parent / "tensorflow_names.txt"
_THE_WHOLE = {"tf.compat.v2": "tf", "tf.compat.v1.compat": "tf.compat"}  # the same names under a longer one


class Found(NamedTuple):
    """What TensorFlow says of a dotted name: its part that TensorFlow has, and the next one if TensorFlow should have it and has not."""

    name: str
    unknown: str | None


class Holder(NamedTuple):
    """A module or class: its members, each with the name of its own line if it has one, and the classes above it."""

    members: dict[str, str]
    above: tuple[str, ...]


@functools.cache
def holders() -> dict[str, Holder]:
    """The modules and classes by name."""
    found = {}
    for line in _RECORDED.read_text(encoding="utf-8").splitlines():
        head, _, rest = line.partition(":")
        name, *above = head.split(" < ")
        members = (member.partition("=") for member in rest.split())
        found[name] = Holder({member: other or f"{name}.{member}" for member, _, other in members}, tuple(above))
    return found


def canonical(dotted: str) -> str:
    """The name without a detour over the modules that are the whole once more."""
    parts = []
    for part in dotted.split("."):
        parts = _THE_WHOLE.get(".".join([*parts, part]), ".".join([*parts, part])).split(".")
    return ".".join(parts)


def holds(dotted: str) -> bool:
    """Whether TensorFlow has a module or class of this name."""
    return _holder(canonical(dotted)) in holders()


def _holder(dotted):
    known = holders()
    here, *parts = dotted.split(".")
    for part in parts:
        here = known[here].members.get(part) if here in known else None
    return here


def is_module(dotted: str) -> bool:
    """Whether TensorFlow has a module of this name."""
    return holds(dotted) and not dotted.rpartition(".")[2][:1].isupper()


def members(dotted: str) -> list[str]:
    """What `from DOTTED import *` brings."""
    holder = holders().get(_holder(canonical(dotted)))
    return [name for name in holder.members if not name.startswith("_")] if holder else []


def look_up(dotted: str) -> Found:
    """How far TensorFlow has a dotted name. What comes after a function or a constant is not TensorFlow's name.

    `tf.keras` is the package `keras` but for a few names; those of the package are known by `keras`.
    """
    root, _, rest = canonical(dotted).partition(".")
    if root == "keras":
        of_tensorflow = _follow(f"tf.keras.{rest}" if rest else "tf.keras")
        return _follow(dotted) if of_tensorflow.unknown and not _follow(dotted).unknown else of_tensorflow
    return _follow(canonical(dotted))


def _follow(dotted):
    known = holders()
    here, *parts = dotted.split(".")
    passed = [here]
    for part in parts:
        if here not in known:
            break
        further = known[here].members.get(part) or next(
            (known[base].members[part] for base in known[here].above if part in known[base].members), None)
        if further is None:
            return Found(".".join(passed), None if part.startswith("_") else ".".join([*passed, part]))
        here = further
        passed.append(part)
    return Found(".".join(passed), None)
