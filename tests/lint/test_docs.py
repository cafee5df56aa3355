"""The generated pages are as the rules have them, and the rules are as pylint and the pages need them."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from graphlint import docs
from graphlint.rules import RULES


def test_pages_are_up_to_date() -> None:
    assert docs.drift() == []
    assert docs.main(["--check"]) == 0


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
    page = docs.page(rule)
    assert rule.why in page and rule.instead in page and rule.bad.read_text().rstrip() in page


def test_ids_and_symbols_are_unique() -> None:
    assert len({rule.id for rule in RULES}) == len({rule.symbol for rule in RULES}) == len(RULES)
    assert [rule.id[1:] for rule in RULES] == sorted(rule.id[1:] for rule in RULES)
