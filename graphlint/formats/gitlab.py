"""A code quality report, as GitLab reads it: a list in JSON."""

from __future__ import annotations

import json

from graphlint.checking.run import Checked
from graphlint.documents import sarif
from graphlint.documents.lines import short
from graphlint.formats import LEVELS, Look

_SEVERITIES = {"error": "major", "warning": "minor", "note": "info"}


def text(checked: Checked, look: Look) -> str:
    """The list. Its fingerprints stay when lines move."""
    fingerprints = sarif.Fingerprints(checked.lines)
    rows = []
    for problem in checked.problems:
        rows.append(_row(problem.text, problem.symbol, "major", problem.path, (problem.line, problem.line), checked.lines,
                         fingerprints.of(f"{problem.symbol} {problem.text}", problem.path, problem.line, None)))
    for finding in checked.findings:
        rule = finding.rule
        rows.append(_row(finding.text, rule.symbol, _SEVERITIES[LEVELS[rule.id[0]]], finding.path,
                         (finding.line, finding.end_line or finding.line), checked.lines,
                         fingerprints.of(rule.symbol, finding.path, finding.line, finding.function)))
    return json.dumps(rows, indent=2) + "\n"


def _row(description, name, severity, path, region, lines, fingerprints):
    begin, end = (lines.in_file(path, line)[0] for line in region)
    return {
        "type": "issue",
        "description": lines.with_cell(description, path, region[0]),
        "check_name": name,
        "fingerprint": next(iter(fingerprints.values())),
        "severity": severity,
        "location": {"path": short(path).replace("\\", "/"), "lines": {"begin": max(begin, 1), "end": max(end, 1)}},
    }
