"""A confirmation as SARIF 2.1.0, for code scanning."""
from __future__ import annotations

import hashlib
import linecache
import os
import re
from collections import Counter
from collections.abc import Iterable
from importlib import metadata
from pathlib import Path

from graphlint import DISTRIBUTION
from graphlint.confirm import report
from graphlint.confirm.confirmation import Confirmation
from graphlint.confirm.session import Place
from graphlint.confirm.verdicts import Evidence
from graphlint.rules import RULES, Rule

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
LEVELS = {"E": "error", "W": "warning", "R": "note"}  # by the letter of a rule's id
UNFORESEEN = "unforeseen-divergence"
_ROOT = "SRCROOT"
_SEMANTIC = re.compile(r"(0|[1-9]\d*)(\.(0|[1-9]\d*)){2}")


def data(confirmation: Confirmation) -> dict:
    """The log, as JSON values: a result for each finding and for each difference that no finding foresaw."""
    fingerprints = _Fingerprints()
    results = [_finding(verdict, fingerprints) for verdict in confirmation.verdicts]
    results += [_unforeseen(divergence, fingerprints) for divergence in confirmation.unforeseen]
    program = confirmation.program
    return {
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {
                "name": "graphlint", **_version(),
                "rules": [*map(_rule, RULES), _UNFORESEEN_RULE],
            }},
            "columnKind": "unicodeCodePoints",
            "originalUriBaseIds": {_ROOT: {"uri": Path.cwd().as_uri() + "/"}},
            "invocations": [{
                "executionSuccessful": confirmation.status != 2,
                "exitCode": confirmation.status,
                "commandLine": f"graphlint confirm {program.command}",
                "toolExecutionNotifications": [
                    {"level": "error", "message": {"text": f"{problem.text} ({problem.symbol})"},
                     "locations": [_location((problem.path, problem.line))]} for problem in confirmation.problems],
            }],
            "properties": {
                "backend": program.backend, "framework": confirmation.eager.framework,
                **{run.mode: report.ending(run) for run in (confirmation.eager, confirmation.graph)},
            },
            "results": results,
        }],
    }


def _version() -> dict[str, str]:
    """The version of this distribution, which is a semantic one if it is three numbers. It has no page on the web to name."""
    try:
        version = metadata.version(DISTRIBUTION)
    except metadata.PackageNotFoundError:  # run from its sources
        return {}
    return {"version": version, **({"semanticVersion": version} if _SEMANTIC.fullmatch(version) else {})}


def _rule(rule: Rule) -> dict:
    return {
        "id": rule.id,
        "name": rule.symbol,
        "shortDescription": {"text": rule.description},
        "fullDescription": {"text": rule.why},
        "help": {"text": f"{rule.why}\n\nInstead: {rule.instead}",
                 "markdown": f"{rule.why}\n\n**Instead.** {rule.instead}"},
        "defaultConfiguration": {"level": LEVELS[rule.id[0]]},
        "properties": {"tags": ["tensorflow", "tf.function"], "divergence": rule.divergence},
    }


_UNFORESEEN_RULE = {
    "id": UNFORESEEN,
    "name": UNFORESEEN,
    "shortDescription": {"text": "The eager and the graph run differ, and no finding accounts for it."},
    "fullDescription": {"text": "The program was run eagerly and as a graph from the same start, and the two differ here."},
    "help": {"text": "Compare what the function does at each call with what it does while it is traced."},
    "defaultConfiguration": {"level": "warning"},
}


def _finding(verdict, fingerprints):
    finding = verdict.finding
    where = _location((finding.path, finding.line), finding.column, finding.end_line, finding.end_column)
    told = f"{finding.text}\n\n{verdict.answer.capitalize()}{f': {verdict.reason}' if verdict.reason else ''}"
    result = {
        "ruleId": finding.rule.id,
        "ruleIndex": RULES.index(finding.rule),
        "level": LEVELS[finding.rule.id[0]],
        "message": {"text": "\n".join([told, *_lines(verdict.evidence)])},
        "locations": [{**where, "logicalLocations": [{"fullyQualifiedName": finding.function or "", "kind": "function"}]}],
        "partialFingerprints": fingerprints.of(finding.rule.symbol, (finding.path, finding.line), finding.function),
        "suppressions": [_suppression(finding.off)] if finding.off else [],
        "properties": {
            "verdict": verdict.answer, "reason": verdict.reason, "confidence": finding.confidence,
            "runs": {"eager": verdict.eager_runs, "graph": verdict.graph_runs},
            "evidence": _evidence(verdict.evidence),
        },
    }
    steps = [({"text": f"{step.name} is called here"}, (step.path, step.line)) for step in finding.calls]
    effects = [({"text": "it happens here"}, effect) for effect in finding.effects]
    if steps or any(effect != (finding.path, finding.line) for effect in finding.effects):
        result["codeFlows"] = [{"threadFlows": [{"locations": [
            {"location": {**_location(place), "message": message}} for message, place in (*steps, *effects)]}]}]
    return result


def _suppression(off):
    return {"kind": "inSource" if off.source == "comment" else "external", "justification": f"switched off by {off.text}"}


def _unforeseen(divergence, fingerprints):
    place = report.nearest(divergence)
    where = f"in {divergence.function}" if divergence.function else "outside of graph functions"
    evidence = [Evidence(divergence.label, divergence.eager, divergence.graph)]
    return {
        "ruleId": UNFORESEEN,
        "ruleIndex": len(RULES),
        "level": "warning",
        "message": {"text": "\n".join([f"{divergence.kind.capitalize()} differs {where}.", *_lines(evidence)])},
        "locations": [_location(place)] if place else [],
        "partialFingerprints": fingerprints.of(f"{UNFORESEEN} {divergence.kind} {divergence.label}", place,
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


def _location(place: Place, column: int | None = None, end_line: int | None = None,
              end_column: int | None = None) -> dict:
    """A place; `column` and `end_column` count from 0, as pylint's do, and SARIF's from 1."""
    path, line = place
    region: dict = {"startLine": max(line, 1)}
    if column is not None:
        region["startColumn"] = column + 1
        if end_line is not None and end_column is not None:
            region |= {"endLine": end_line, "endColumn": end_column + 1}
    return {"physicalLocation": {"artifactLocation": _artifact(path), "region": region}}


def _artifact(path):
    relative = os.path.relpath(path)
    if relative.startswith(".."):
        return {"uri": Path(path).absolute().as_uri()}
    # A relative reference is percent-encoded as the path of an absolute one is.
    return {"uri": Path("/", relative).as_uri().removeprefix("file:///"), "uriBaseId": _ROOT}


class _Fingerprints:
    """Of what a result is about, not of where: the same result has the same one after lines were added above it."""

    def __init__(self):
        self._seen: Counter = Counter()

    def of(self, what: str, place: Place | None, function: str | None) -> dict[str, str]:
        path, line = place or ("", 0)
        linecache.checkcache(path)
        text = " ".join(linecache.getline(path, line).split()) if path else ""
        key = (what, _artifact(path)["uri"] if path else "", function or "", text)
        self._seen[key] += 1
        digest = hashlib.sha256("\0".join([*key, str(self._seen[key])]).encode("utf-8", "replace")).hexdigest()
        return {"graphlint/v1": digest[:32]}
