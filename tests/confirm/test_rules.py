"""Each rule is proven: its bad example diverges in the rule's own way, its good one agrees.

`pairs` holds more programs of both kinds, with several forms of what a rule is about.
"""
from pathlib import Path

import pytest

from graphlint.confirm.rules import confirm_pair, confirm_rules
from graphlint.rules import RULES

from . import truth

PAIRS = Path(__file__).parent / "pairs"


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.symbol)
def test_rule(rule):
    (result,) = confirm_rules(truth.BACKENDS[0], 60.0, rules=(rule,))
    assert result.bad_diverges, result.row()
    assert result.good_agrees, result.row()


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.symbol)
def test_pair(rule):
    folder = PAIRS / rule.folder.name
    result = confirm_pair(rule, folder / "bad.py", folder / "good.py", truth.BACKENDS[0], 60.0)
    assert result.bad_diverges, result.row()
    assert result.good_agrees, result.row()
