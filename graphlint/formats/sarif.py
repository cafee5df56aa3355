"""SARIF 2.1.0, with the way that leads to a finding and the edit that mends it."""

from __future__ import annotations

import json

from graphlint.checking.run import Checked
from graphlint.documents import sarif
from graphlint.documents.lines import Lines
from graphlint.edits.edits import Fix
from graphlint.formats import Look


def text(checked: Checked, look: Look) -> str:
    """The log."""
    fingerprints = sarif.Fingerprints(checked.lines)
    results = []
    for finding in checked.findings:
        result = sarif.result(finding, finding.text, checked.lines, fingerprints)
        fix = _fix(finding.fix, checked.lines) if finding.fix is not None else None
        results.append({**result, **({"fixes": [fix]} if fix else {}), "properties": {"confidence": finding.confidence}})
    return json.dumps(sarif.log("graphlint check", checked.status, results, checked.problems, checked.lines), indent=2) + "\n"


def _fix(fix: Fix, lines: Lines) -> dict | None:
    try:
        source = lines.source(fix.path)
    except (OSError, SyntaxError, UnicodeDecodeError):  # the file has changed since
        return None
    replacements = []
    for edit in map(source.in_file, fix.edits):
        if edit is None:
            return None
        (line, column), (end_line, end_column) = source.file_position(edit.start), source.file_position(edit.end)
        region = {"startLine": line, "startColumn": column + 1, "endLine": end_line, "endColumn": end_column + 1}
        replacements.append({"deletedRegion": region, "insertedContent": {"text": edit.text}})
    told = fix.summary if fix.safe else f"{fix.summary} (unsafe: it may change more)"
    return {"description": {"text": told},
            "artifactChanges": [{"artifactLocation": sarif.artifact(fix.path), "replacements": replacements}]}
