"""What is found out once and shared: answers that lead to themselves."""

from __future__ import annotations

import pytest

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
