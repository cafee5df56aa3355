"""Programs whose truth is known: what each finding and each divergence in them must be called.

A line says it in a comment: `# [symbol] verdict place`, or `# unforeseen kind function`.
"""
from __future__ import annotations

import ast
import functools
import importlib.util
import re
from pathlib import Path

from graphlint.confirm.confirmation import Confirmation, confirm
from graphlint.confirm.session import Program
from graphlint.findings import Finding, Report, lint
from graphlint.rules import BY_SYMBOL

PROGRAMS = Path(__file__).parent / "programs"
_FINDING = re.compile(r"# \[([\w-]+)\] (observed|not observed|not reached) ?(.*)$")
_UNFORESEEN = re.compile(r"# unforeseen (\w+) (\S+)$")
BACKENDS = [name for name, module in (("runtime", "numpy"), ("tensorflow", "tensorflow"))
            if importlib.util.find_spec(module)]


@functools.cache
def linted() -> dict[tuple[str, int, str], Finding]:
    """What the linter reports of the programs, by path, line and symbol."""
    return {(finding.path, finding.line, finding.rule.symbol): finding for finding in lint([PROGRAMS]).findings}


def findings(path: Path) -> dict[int, tuple[Finding, str]]:
    """By line: the finding that the linter reports there, and its verdict; one made up where it reports none."""
    found = {}
    for number, line in enumerate(path.read_text().splitlines(), 1):
        match = _FINDING.search(line)
        if match:
            rule = BY_SYMBOL[match[1]]
            if (str(path), number, rule.symbol) in linted():
                found[number] = linted()[str(path), number, rule.symbol], match[2]
                continue
            column = len(line) - len(line.lstrip())
            found[number] = (Finding(rule, str(path), number, column, number, None, "HIGH", "", "", (), match[3] or None,
                                     ()), match[2])
    return found


def unforeseen(path: Path) -> set[tuple[str, str]]:
    """Kind and graph function of each divergence that no finding of the program foresees."""
    return {(match[1], match[2]) for line in path.read_text().splitlines() if (match := _UNFORESEEN.search(line))}


def graph_functions(path: Path) -> int:
    """How many graph functions a program makes, as far as its text tells."""
    return sum(ast.unparse(node).startswith("tf.function") for tree in [ast.parse(path.read_bytes())]
               for node in ast.walk(tree) if isinstance(node, ast.Attribute))


def run(path: Path, backend: str, *arguments: str, timeout: float = 60.0, **options) -> Confirmation:
    """Confirm a program with the findings that its comments name."""
    linted = Report(tuple(finding for finding, _ in findings(path).values()), ())
    return confirm(Program(str(path), arguments, backend, timeout, **options), linted)
