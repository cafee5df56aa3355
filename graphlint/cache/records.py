"""Findings and problems as JSON, and back."""

from __future__ import annotations

from dataclasses import asdict, fields
from typing import Any

from graphlint.edits.edits import Edit, Fix
from graphlint.reported import Finding, GraphFunction, Problem, Step, Switch
from graphlint.rules import BY_SYMBOL


def of_finding(finding: Finding) -> dict[str, Any]:
    record = {field.name: getattr(finding, field.name) for field in fields(finding)}
    record["rule"] = finding.rule.symbol
    record["calls"] = [(step.name, step.path, step.line) for step in finding.calls]
    record["fix"] = None if finding.fix is None else asdict(finding.fix)
    record["off"] = None if finding.off is None else asdict(finding.off)
    return record


def to_finding(record: dict[str, Any]) -> Finding:
    """The finding of a record.

    Raises:
        KeyError, TypeError, ValueError: the record is none.
    """
    fix, off = record["fix"], record["off"]
    return Finding(
        **{
            **record,
            "rule": BY_SYMBOL[record["rule"]],
            "effects": tuple((path, line) for path, line in record["effects"]),
            "calls": tuple(Step(*step) for step in record["calls"]),
            "fix": None if fix is None else Fix(**{**fix, "edits": tuple(Edit(**edit) for edit in fix["edits"])}),
            "off": None if off is None else Switch(**off),
        }
    )


def of_function(function: GraphFunction) -> dict[str, Any]:
    return asdict(function)


def to_function(record: dict[str, Any]) -> GraphFunction:
    return GraphFunction(**record)


def of_problem(problem: Problem) -> dict[str, Any]:
    return asdict(problem)


def to_problem(record: dict[str, Any]) -> Problem:
    return Problem(**record)
