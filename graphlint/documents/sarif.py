"""Findings as SARIF 2.1.0, for code scanning: the parts that all logs have."""

from __future__ import annotations

import hashlib
import os
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from importlib import metadata
from pathlib import Path

from graphlint import DISTRIBUTION
from graphlint.documents.lines import Lines
from graphlint.findings import Finding, Problem
from graphlint.rules import RULES, Rule

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
LEVELS = {"E": "error", "W": "warning", "R": "note"}  # by the letter of a rule's id
_ROOT = "SRCROOT"
_SEMANTIC = re.compile(r"(0|[1-9]\d*)(\.(0|[1-9]\d*)){2}")


def log(command: str, status: int, results: Iterable[dict], problems: Iterable[Problem], lines: Lines, further: Iterable[dict] = (),
        properties: dict | None = None) -> dict:
    """The log of one run, as JSON values. `further` are rules that are not the linter's."""
    return {
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {"name": "graphlint", **_version(), "rules": [*map(_rule, RULES), *further]}},
            "columnKind": "unicodeCodePoints",
            "originalUriBaseIds": {_ROOT: {"uri": Path.cwd().as_uri() + "/"}},
            "invocations": [{
                "executionSuccessful": status != 2,
                "exitCode": status,
                "commandLine": command,
                "toolExecutionNotifications": [
                    {"level": "error", "locations": [location(problem.path, problem.line, lines)],
                     "message": {"text": lines.with_cell(f"{problem.text} ({problem.symbol})", problem.path, problem.line)}}
                    for problem in problems],
            }],
            **({"properties": properties} if properties else {}),
            "results": list(results),
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


def result(finding: Finding, text: str, lines: Lines, fingerprints: Fingerprints) -> dict:
    """The result of a finding, with a text of the caller's."""
    path = finding.path
    line, column = lines.in_file(path, finding.line, lines.character(path, finding.line, finding.column))
    region = {"startLine": line, "startColumn": column + 1}
    if finding.end_line is not None and finding.end_column is not None:
        last = lines.character(path, finding.end_line, finding.end_column)
        line, column = lines.in_file(path, finding.end_line, last, end=True)
        region |= {"endLine": line, "endColumn": column + 1}
    where = location(path, finding.line, lines, **region)
    made = {
        "ruleId": finding.rule.id,
        "ruleIndex": RULES.index(finding.rule),
        "level": LEVELS[finding.rule.id[0]],
        "message": {"text": lines.with_cell(text, path, finding.line)},
        "locations": [{**where, "logicalLocations": [{"fullyQualifiedName": finding.function or "", "kind": "function"}]}],
        "partialFingerprints": fingerprints.of(finding.rule.symbol, path, finding.line, finding.function),
    }
    steps = [(f"{step.name} is called here", step.path, step.line) for step in finding.calls]
    effects = [("it happens here", *effect) for effect in finding.effects]
    if steps or any(effect != (path, finding.line) for effect in finding.effects):
        made["codeFlows"] = [{"threadFlows": [{"locations": [
            {"location": {**location(path, line, lines), "message": {"text": message}}} for message, path, line in (*steps, *effects)]}]}]
    return made


def location(path: str, line: int, lines: Lines, **region: int) -> dict:
    """A place in the file; SARIF's lines and columns count from 1."""
    start = lines.in_file(path, max(line, 1))[0]
    return {"physicalLocation": {"artifactLocation": artifact(path), "region": {"startLine": start, **region}}}


def artifact(path: str) -> dict:
    """A file, relative to the current folder if it is in there."""
    relative = os.path.relpath(path)
    if relative.startswith(".."):
        return {"uri": Path(path).absolute().as_uri()}
    # A relative reference is percent-encoded as the path of an absolute one is.
    return {"uri": Path("/", relative).as_uri().removeprefix("file:///"), "uriBaseId": _ROOT}


class Fingerprints:
    """Of what a result is about, not of where: the same result has the same one after lines were added above it."""

    def __init__(self, lines: Lines) -> None:
        self._lines = lines
        self._seen: Counter[Sequence[str]] = Counter()

    def of(self, what: str, path: str, line: int, function: str | None) -> dict[str, str]:
        """That of the next result like this; the path is "" where there is no place."""
        text = " ".join(self._lines.line(path, line).split()) if path else ""
        key = (what, artifact(path)["uri"] if path else "", function or "", text)
        self._seen[key] += 1
        digest = hashlib.sha256("\0".join([*key, str(self._seen[key])]).encode("utf-8", "replace")).hexdigest()
        return {"graphlint/v1": digest[:32]}
