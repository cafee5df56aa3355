"""`graphlint confirm --rules`: each rule's own examples, run both ways. bad must diverge, good must agree."""
from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from graphlint.confirm.confirmation import NO_CONFIGURATION, Confirmation, confirm, lint_program
from graphlint.confirm.session import Program
from graphlint.rules import RULES, Rule


@dataclass
class RuleResult:
    """What a rule's examples showed."""
    rule: Rule
    bad: Confirmation
    good: Confirmation

    @property
    def bad_diverges(self) -> bool:
        """Whether each finding in bad.py was observed, and all of them are this rule's."""
        verdicts = self.bad.verdicts
        return bool(verdicts) and not self.bad.unforeseen and all(
            verdict.answer == "observed" and verdict.finding.rule is self.rule for verdict in verdicts)

    @property
    def good_agrees(self) -> bool:
        """Whether good.py has no finding, shows no difference and runs to its end."""
        return not self.good.verdicts and not self.good.diverges and self.good.complete

    @property
    def proven(self) -> bool:
        """Whether the rule may ship."""
        return self.bad_diverges and self.good_agrees

    def row(self) -> tuple[str, str, str]:
        """The rule, and what its two programs did, in words."""
        observed = sum(verdict.answer == "observed" for verdict in self.bad.verdicts)
        bad = f"{observed} of {len(self.bad.verdicts)} observed"
        good = "agrees" if self.good_agrees else "DIVERGES" if self.good.diverges else (
            f"{len(self.good.verdicts)} findings" if self.good.verdicts else "does not run")
        if not self.bad_diverges:
            bad += f", {len(self.bad.unforeseen)} unforeseen" if self.bad.unforeseen else ""
            bad = f"NOT PROVEN: {bad}"
        return f"{self.rule.id} {self.rule.symbol}", bad, good


def confirm_rules(backend: str, timeout: float, progress: Callable[[str], None] = lambda step: None,
                  rules: tuple[Rule, ...] = RULES) -> Iterator[RuleResult]:
    """Run the examples of each rule, one after the other."""
    for rule in rules:
        yield confirm_pair(rule, rule.bad, rule.good, backend, timeout, progress)


def confirm_pair(rule: Rule, bad: Path, good: Path, backend: str, timeout: float,
                 progress: Callable[[str], None] = lambda step: None) -> RuleResult:
    """Run a program that offends a rule, and one that does not."""
    results = []
    for path in (bad, good):
        progress(f"{rule.symbol}: {path.name}")
        program = Program(str(path), (), backend, timeout)
        results.append(confirm(program, lint_program(program, NO_CONFIGURATION)))
    return RuleResult(rule, *results)
