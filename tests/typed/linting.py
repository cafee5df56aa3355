"""A small program that `mypy --strict` accepts: it lints a file, proves what it finds, and watches what runs."""

from __future__ import annotations

import sys

import graphlint
from graphlint.confirm import watch


def told(finding: graphlint.Finding) -> str:
    return f"{finding.line}: {finding.rule.symbol}: {finding.text}"


def main(path: str) -> int:
    report: graphlint.Report = graphlint.check(path, select=["W73"], cache=False)
    for finding in report.findings:
        print(told(finding))
    proof: graphlint.Confirmation = graphlint.confirm(path, ["--steps", "2"], backend="runtime", timeout=60.0)
    for verdict in proof.verdicts:
        print(verdict.finding.line, verdict.answer)
    with watch(output=False):
        pass
    return max(report.status, proof.status)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
