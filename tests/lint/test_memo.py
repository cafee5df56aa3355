"""What is found out once and shared: answers that lead to themselves, and bounds that are reached."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from graphlint.analysis.bounds import VARIABLE
from graphlint.analysis.engine.memo import Memo

#: What an answer leads to.
GRAPHS = {
    "a ring": {"a": "b", "b": "a"},
    "a ring further on": {"a": "b", "b": "c", "c": "b"},
    "itself": {"a": "a"},
    "two rings": {"a": "bc", "b": "a", "c": "a"},
    "no ring": {"a": "bc", "b": "c", "c": ""},
}


def asked(leads: dict[str, str], memo: Memo, name: str, made: list[str]) -> frozenset[str]:
    """All that a name leads to; of itself it assumes nothing."""
    known = memo.table("reached").get(name)

    def find() -> frozenset[str]:
        made.append(name)
        return frozenset(leads[name]).union(*(asked(leads, memo, one, made) for one in leads[name]))

    return memo.find("reached", name, find, frozenset()) if known is None else known


@pytest.mark.parametrize("leads", GRAPHS.values(), ids=GRAPHS)
def test_answers_do_not_depend_on_which_was_first(leads: dict[str, str]) -> None:
    found = []
    for first in leads:
        memo = Memo()
        asked(leads, memo, first, [])
        found.append({name: asked(leads, memo, name, []) for name in leads})
    assert all(one == found[0] for one in found)


def test_what_was_made_of_a_half_is_made_again() -> None:
    leads, memo, made = GRAPHS["two rings"], Memo(), []
    asked(leads, memo, "a", made)
    assert made == ["a", "b", "c"] and set(memo.table("reached")) == {"a"}
    assert asked(leads, memo, "b", made) == frozenset("abc")
    assert made == ["a", "b", "c", "b"] and set(memo.table("reached")) == {"a", "b"}


def test_an_error_leaves_nothing_behind() -> None:
    memo = Memo()

    def fail() -> str:
        raise ValueError

    with pytest.raises(ValueError):
        memo.find("owner", "outer", lambda: memo.find("owner", "inner", fail, "assumed"), "assumed")
    assert memo.depth == 0 and memo.halfway("owner", "outer") is None and memo.halfway("owner", "inner") is None
    assert memo.find("owner", "outer", lambda: "found") == "found"


def run(path: Path, **variables: str) -> str:
    command = [sys.executable, "-m", "pylint", "--load-plugins=graphlint", "--disable=all", "--enable=graphlint", "--jobs=1", path]
    environment = {name: value for name, value in os.environ.items() if name != VARIABLE} | variables
    return subprocess.run(command, capture_output=True, text=True, check=False, env=environment).stderr


def test_bounds_that_are_reached_are_counted(tmp_path: Path) -> None:
    long, short = tmp_path / "long.py", tmp_path / "short.py"
    source = "import tensorflow as tf\n\n\n@tf.function\ndef step(x):\n    return x.{}\n"
    long.write_text(source.format(".".join("abcdefghi")))
    short.write_text(source.format("a"))
    assert "values.places.MAX_CHAIN\n" in run(long, **{VARIABLE: "1"})
    assert "values.places.MAX_CHAIN" not in run(short, **{VARIABLE: "1"})
    assert run(long) == ""
