"""Each rule is proven: its bad example diverges in the rule's own way, its good one agrees."""
import pytest

from graphlint.confirm.rules import confirm_rules
from graphlint.rules import RULES

from . import truth


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.symbol)
def test_rule(rule):
    (result,) = confirm_rules(truth.BACKENDS[0], 60.0, rules=(rule,))
    assert result.bad_diverges, result.row()
    assert result.good_agrees, result.row()
