"""A confirmation as SARIF 2.1.0, for code scanning."""
from __future__ import annotations

from collections.abc import Iterable

from graphlint.confirm.confirmation import Confirmation
from graphlint.confirm.judgement.verdicts import Evidence
from graphlint.confirm.shown import report
from graphlint.documents import sarif
from graphlint.documents.lines import Lines
from graphlint.rules import RULES

UNFORESEEN = "unforeseen-divergence"


def data(confirmation: Confirmation) -> dict:
    """The log, as JSON values: a result for each finding and for each difference that no finding foresaw."""
    lines = Lines()
    fingerprints = sarif.Fingerprints(lines)
    results = [_finding(verdict, lines, fingerprints) for verdict in confirmation.verdicts]
    results += [_unforeseen(divergence, lines, fingerprints) for divergence in confirmation.unforeseen]
    program = confirmation.program
    properties = {
        "backend": program.backend, "framework": confirmation.eager.framework,
        **{run.mode: report.ending(run) for run in (confirmation.eager, confirmation.graph)},
    }
    return sarif.log(f"graphlint confirm {program.command}", confirmation.status, results, confirmation.problems,
                     lines, [_UNFORESEEN_RULE], properties)


_UNFORESEEN_RULE = {
    "id": UNFORESEEN,
    "name": UNFORESEEN,
    "shortDescription": {"text": "The eager and the graph run differ, and no finding accounts for it."},
    "fullDescription": {"text": "The program was run eagerly and as a graph from the same start, and the two differ here."},
    "help": {"text": "Compare what the function does at each call with what it does while it is traced."},
    "defaultConfiguration": {"level": "warning"},
}


def _finding(verdict, lines, fingerprints):
    finding = verdict.finding
    told = f"{finding.text}\n\n{verdict.answer.capitalize()}{f': {verdict.reason}' if verdict.reason else ''}"
    return {
        **sarif.result(finding, "\n".join([told, *_lines(verdict.evidence)]), lines, fingerprints),
        "suppressions": [_suppression(finding.off)] if finding.off else [],
        "properties": {
            "verdict": verdict.answer, "reason": verdict.reason, "confidence": finding.confidence,
            "runs": {"eager": verdict.eager_runs, "graph": verdict.graph_runs},
            "evidence": _evidence(verdict.evidence),
        },
    }


def _suppression(off):
    return {"kind": "inSource" if off.source == "comment" else "external", "justification": f"switched off by {off.text}"}


def _unforeseen(divergence, lines, fingerprints):
    place = report.nearest(divergence)
    where = f"in {divergence.function}" if divergence.function else "outside of graph functions"
    evidence = [Evidence(divergence.label, divergence.eager, divergence.graph)]
    return {
        "ruleId": UNFORESEEN,
        "ruleIndex": len(RULES),
        "level": "warning",
        "message": {"text": "\n".join([f"{divergence.kind.capitalize()} differs {where}.", *_lines(evidence)])},
        "locations": [sarif.location(*place, lines)] if place else [],
        "partialFingerprints": fingerprints.of(f"{UNFORESEEN} {divergence.kind} {divergence.label}", *(place or ("", 0)),
                                               divergence.function),
        "suppressions": [],  # all results have them, or none
        "properties": {"verdict": "unforeseen", "kind": divergence.kind, "evidence": _evidence(evidence)},
    }


def _lines(evidence: Iterable[Evidence]) -> list[str]:
    return [f"{one.what}: eagerly {_side(one.eager)}; as a graph {_side(one.graph)}" for one in evidence]


def _side(lines):
    shown = " | ".join(lines[:4]) or "nothing"
    return f"{shown} | … {len(lines)} in all" if len(lines) > 4 else shown


def _evidence(evidence):
    return [{"what": one.what, "eager": one.eager, "graph": one.graph} for one in evidence]
