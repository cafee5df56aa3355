"""One file a case: expected messages are marked on their lines, and written out in full beside the file.

``# [symbol]`` marks a message, ``# miss: [symbol]`` a violation that is known not to be found. The ``.txt`` file gives
line, column, end, confidence and text; ``pytest tests/lint --update-lint`` writes it afresh, for you to review.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from graphlint.findings import Finding, lint
from graphlint.rules import RULES

CASES = sorted(Path(__file__).parent.glob("cases/*.py"))
#: More programs like the examples of the rules, which the tests of `graphlint confirm` run.
PAIRS = Path(__file__).parents[1] / "confirm" / "pairs"
MARK = re.compile(r"#(?P<miss> miss:)? \[(?P<symbols>[a-z, -]+)\]")
#: pylint's options for one case, in its first line.
OPTIONS = re.compile(r"^# options: (.*)$", re.MULTILINE)


def marks(path: Path, miss: bool = False) -> list[tuple[int, str]]:
    """The lines and symbols that are marked in a file."""
    found = []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        for match in MARK.finditer(line):
            if bool(match["miss"]) is miss:
                found += [(number, symbol.strip()) for symbol in match["symbols"].split(",")]
    return found


def findings(path: Path) -> list[Finding]:
    options = OPTIONS.search(path.read_text())
    report = lint([path], options[1].split() if options else ())
    assert report.problems == ()
    return list(report.findings)


def shown(finding: Finding) -> str:
    position = f"{finding.line}:{finding.column}:{finding.end_line}:{finding.end_column}"
    return f"{finding.rule.symbol}:{position}:{finding.confidence}:{finding.text}"


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_case(path: Path, request: pytest.FixtureRequest) -> None:
    found = findings(path)
    assert [(f.line, f.rule.symbol) for f in found] == sorted(marks(path)), "the marks in the file"
    known_misses = set(marks(path, miss=True))
    assert not known_misses & {(f.line, f.rule.symbol) for f in found}
    for finding in found:
        assert f"'{finding.function}'" in finding.text
        for step in finding.calls if len(finding.calls) < 3 else (finding.calls[0], finding.calls[-1]):
            assert f"{step.name} called at line {step.line}" in finding.text
    expected = path.with_suffix(".txt")
    text = "".join(f"{shown(f)}\n" for f in found)
    if request.config.getoption("--update-lint"):
        expected.write_text(text) if text else expected.unlink(missing_ok=True)
    assert text == (expected.read_text() if expected.exists() else "")


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.symbol)
def test_examples(rule) -> None:
    """A rule's bad programs break that rule alone, on the marked lines; its good ones break none."""
    for folder in (rule.folder, PAIRS / rule.folder.name):
        bad = folder / "bad.py"
        assert [(f.line, f.rule.symbol) for f in findings(bad)] == marks(bad)
        assert {symbol for _, symbol in marks(bad)} == {rule.symbol}
        assert findings(folder / "good.py") == []


#: What calls something in an advice: as far as its parentheses.
CODE = re.compile(r"[\w.]+\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)")


@pytest.mark.parametrize("path", [*CASES, *sorted(Path(__file__).parent.glob("projects/*/expected.txt"))], ids=lambda path: path.stem + path.parent.name)
def test_advice_is_code_or_words(path: Path) -> None:
    """What an advice shows as code can be pasted: it is whole, and Python."""
    expected = path.with_suffix(".txt")
    for message in expected.read_text().splitlines() if expected.exists() else ():
        advice = message.rpartition("; ")[2]
        assert "..." not in advice and "…" not in advice, message
        for code in CODE.findall(advice):
            ast.parse(code, mode="eval")
