"""The generated pages are as the rules have them, and the rules are as pylint and the pages need them."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from graphlint import docs, examples
from graphlint.confirm import backends
from graphlint.rules import RULES
from graphlint.rules.case import Case

#: What a reader sees before the details.
MOST_LINES = 60


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.symbol)
def test_a_page_is_what_the_programs_and_the_linter_say(rule) -> None:
    assert (docs.ROOT / "docs" / "rules" / f"{rule.symbol}.md").read_text("utf-8") == docs.page(rule)


@pytest.fixture
def pages_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    """The pages are not made afresh: that takes a while, and another test does it page by page."""
    written = {rule: (docs.ROOT / "docs" / "rules" / f"{rule.symbol}.md").read_text("utf-8") for rule in RULES}
    monkeypatch.setattr(docs, "page", written.__getitem__)


@pytest.mark.usefixtures("pages_as_they_are")
def test_the_other_generated_texts_are_up_to_date(capsys: pytest.CaptureFixture[str]) -> None:
    assert docs.main(["--check"]) == 0
    assert capsys.readouterr().err == ""


@pytest.mark.usefixtures("pages_as_they_are")
def test_drift_is_found_and_mended(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    shutil.copytree(docs.ROOT / "docs" / "rules", tmp_path / "docs" / "rules")
    (tmp_path / "README.md").write_text(f"# Title\n\n{docs.BEGIN}\nold\n{docs.END}\n\nRest.\n")
    (tmp_path / "docs" / "rules" / "print-in-graph.md").write_text("old")
    (tmp_path / "docs" / "rules" / "gone.md").write_text("a rule that is no more")
    (tmp_path / "docs" / "rules" / "index.md").unlink()
    assert docs.drift(tmp_path) == ["README.md", *(f"docs/rules/{name}.md" for name in ("gone", "index", "print-in-graph"))]
    docs.write(tmp_path)
    assert docs.drift(tmp_path) == []
    readme = (tmp_path / "README.md").read_text()
    assert readme.startswith("# Title\n") and readme.endswith("\n\nRest.\n")
    assert all(f"docs/rules/{rule.symbol}.md" in readme for rule in RULES)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.symbol)
def test_rules_are_well_formed(rule) -> None:
    assert re.fullmatch(r"[EWR]73\d\d", rule.id)
    assert re.fullmatch(r"[a-z][a-z-]+", rule.symbol)  # what pylint's own test framework reads
    assert rule.description.endswith(".") and "\n" not in rule.description
    assert rule.kinds


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.symbol)
def test_a_page_is_short_and_its_details_show_both_sides(rule) -> None:
    text = (docs.ROOT / "docs" / "rules" / f"{rule.symbol}.md").read_text("utf-8")
    page, _, details = text.partition(f"\n{docs.DETAILS}\n")
    assert len(page.splitlines()) <= MOST_LINES
    assert [line for line in page.splitlines() if line.startswith("## ")] == ["## Why", "## Bad", "## Good", "## When it is silent"]
    assert rule.why in page and rule.instead in page and rule.silent in page
    assert f"# pylint: disable={rule.symbol}" in page
    assert "\nReported:\n" in details and "\nNot reported:\n" in details


def test_a_case_says_what_the_linter_and_the_run_say(monkeypatch: pytest.MonkeyPatch) -> None:
    (rule,) = (rule for rule in RULES if rule.symbol == "eager-only-call-in-graph")
    plain, silent = Case("return bool(tf.reduce_sum(x))"), Case("return tf.abs(x)", note="an operation")
    monkeypatch.setattr(type(rule), "cases", (plain, silent))
    outcomes = examples.outcomes.__wrapped__(rule)
    assert outcomes == {plain: examples.Outcome("HIGH", "OperatorNotAllowedInGraphError"), silent: examples.Outcome(None, None)}
    monkeypatch.setattr(examples, "outcomes", lambda rule: outcomes)
    assert docs.details(rule).splitlines()[3:] == [
        "", "Reported:", "", "- `return bool(tf.reduce_sum(x))` (`OperatorNotAllowedInGraphError`)",
        "", "Not reported:", "", "- `return tf.abs(x)`: an operation"]


@pytest.mark.parametrize("rule", [rule for rule in RULES if rule.divergence == "exception"], ids=lambda rule: rule.symbol)
def test_cases_raise_what_tensorflow_raises(rule) -> None:
    if backends.missing("tensorflow"):
        pytest.skip("TensorFlow is not installed")
    assert examples.outcomes(rule, "tensorflow") == examples.outcomes(rule)


def test_ids_and_symbols_are_unique() -> None:
    assert len({rule.id for rule in RULES}) == len({rule.symbol for rule in RULES}) == len(RULES)
    assert [rule.id[1:] for rule in RULES] == sorted(rule.id[1:] for rule in RULES)
