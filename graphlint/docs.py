"""The pages that are generated from the rules: ``python -m graphlint.docs --write`` or ``--check``.

One page for each rule, their index, the table of rules in the README, and the page of real cases.
"""

from __future__ import annotations

import argparse
import ast
import functools
import re
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

from graphlint import columns, examples
from graphlint.analysis.engine import faults
from graphlint.examples import Outcome
from graphlint.rules import RULES, Rule
from graphlint.rules.case import Case

ROOT = Path(__file__).parent.parent
BEGIN, END = "<!-- rules:begin -->", "<!-- rules:end -->"

CATEGORIES = {
    "E": "error: the program crashes",
    "W": "warning: the result is wrong, or frozen",
    "R": "refactor: the result is right, and costs time or memory",
}


#: Columns of the text on a page.
PROSE = 120
#: What a page ends with; `graphlint explain` shows it only where it is asked for.
DETAILS = "## How it decides"


@functools.cache
def page(rule: Rule) -> str:
    """The page of a rule, in Markdown. Runs the rule's programs."""
    bad, good = ("\n".join(lines) for lines in (examples.bad(rule), examples.good(rule)))
    return f"""\
# {rule.symbol} ({rule.id})

{wrapped(f"{rule.description} {CATEGORIES[rule.id[0]].capitalize()}.")}

## Why

{rule.why}

## Bad

```python
{source(rule.bad)}
```

```text
{bad}
```

## Good

{rule.instead}

```python
{source(rule.good)}
```

```text
{good}
```

## When it is silent

{rule.silent}

{wrapped(f"To switch it off: `# pylint: disable={rule.symbol}` on the line, or `disable` in pylint's configuration.")}

{details(rule)}"""


def wrapped(text: str, indent: str = "", hanging: str = "") -> str:
    """A paragraph as the pages have it."""
    return "\n".join(columns.wrap(text, PROSE, indent, hanging, whole=True))


def source(path: Path) -> str:
    """A program as a page shows it: without its docstring, and with one blank line where it has several."""
    text = path.read_text("utf-8")
    tree = ast.parse(text)
    lines = text.splitlines()[tree.body[0].end_lineno :] if ast.get_docstring(tree) else text.splitlines()
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()


def details(rule: Rule) -> str:
    """How a rule decides, case by case."""
    outcomes = examples.outcomes(rule)
    text = f"{DETAILS}\n\nThis list is made by running the linter on each case."
    if any(outcome.raises for outcome in outcomes.values()):
        text += " Behind a case stands the error that it raises as a graph."
    for title, belongs in _GROUPS.items():
        items = [wrapped(_item(case, outcome), "- ", "  ") for case, outcome in outcomes.items() if belongs(outcome)]
        text += "\n".join([f"\n\n{title}:\n", *items]) if items else ""
    return f"{text}\n{asked(rule)}"


def asked(rule: Rule) -> str:
    """The table that a rule asks, in Markdown."""
    if not rule.table:
        return ""
    titles, *rows = (" | ".join(row) for row in rule.table)
    lines = "".join(f"| {row} |\n" for row in rows)
    return f"\nThe linter asks this table, row by row, of each write to a variable or an attribute:\n\n| {titles} |\n|---|---|\n{lines}"


_GROUPS: dict[str, Callable[[Outcome], bool]] = {
    "Reported": lambda outcome: outcome.confidence not in (None, "UNDEFINED"),
    "Reported with the confidence UNDEFINED, because the author may want it": lambda outcome: outcome.confidence == "UNDEFINED",
    "Not reported": lambda outcome: outcome.confidence is None,
}


def _item(case: Case, outcome: Outcome) -> str:
    return case.shown + (f" (`{outcome.raises}`)" if outcome.raises else "") + (f": {case.note}" if case.note else "")


def table(folder: str) -> str:
    """The rules in a table; links lead into `folder`."""
    rows = [f"| {rule.id} | [`{rule.symbol}`]({folder}{rule.symbol}.md) | {rule.description} |" for rule in RULES]
    return "\n".join(["| id | rule | what it catches |", "|---|---|---|", *rows])


def index() -> str:
    letters = "".join(f"- **{letter}** {meaning}\n" for letter, meaning in CATEGORIES.items())
    return f"""\
# Rules

{table("")}

The letter tells the damage:

{letters}
Each page shows a bad program that behaves differently as a graph, and a good one that does not. Both were run to make the
page. Where the two outputs of the bad program differ, `|` stands between them; `<` marks a line that only the eager run prints.
`graphlint explain SYMBOL` shows a page in the terminal, and `graphlint confirm --rules` runs all these programs.

Each message has a confidence. It tells how graphlint found the place:

- **HIGH**: the names in the source are enough.
- **CONTROL_FLOW**: it depends on a branch, or on a subclass.
- **INFERENCE**: it depends on what was assigned to an object.
- **UNDEFINED**: the effect may be meant to happen at the trace.

`--confidence=HIGH,CONTROL_FLOW,INFERENCE` leaves the last kind out.

## When graphlint itself fails

`{faults.SYMBOL}` ({faults.ID}): {faults.DESCRIPTION}
The message names the function and the error. Please report both. This message does not change pylint's exit status, unless
`--fail-on={faults.SYMBOL}` says so. `graphlint confirm` and `graphlint fix` show it too.
"""


def cases(folder: Path) -> str:
    """The page of real cases: each program, what the linter says of it, and the proof. Runs the programs."""
    return "\n\n".join([_CASES, *(_case(number, path) for number, path in enumerate(sorted(folder.glob("*.py")), 1))]) + "\n"


_CASES = """\
# Real cases

Here are ten bugs that people reported in public. Each is cut down to one small program. Below a program stands what
graphlint says of it without running it, and then the proof: what `graphlint confirm` saw in the two runs."""


def _case(number: int, path: Path) -> str:
    title, _, told = path.with_suffix(".txt").read_text("utf-8").strip().partition("\n\n")
    told, _, after = told.partition("\n\nReported as: ")
    link, _, instead = after.partition("\nInstead: ")
    found = examples.proven(path)
    messages = [line for finding, _ in found for line in columns.wrap(f"line {finding.line}: {finding.rule.id}: {finding.text}", examples.WIDTH, hanging="  ")]
    texts = [
        f"## {number}. {title}",
        wrapped(told.replace("\n", " ")),
        wrapped(f"A bug of this kind was reported in <{link}>."),
        f"```python\n{path.read_text('utf-8').strip()}\n```",
        "graphlint says:",
        fenced(messages),
        "The proof:",
        fenced([line for _, proof in found for line in proof]),
        wrapped(f"**Instead:** {instead}".replace("\n", " ")),
    ]
    return "\n\n".join(texts)


def fenced(lines: Iterable[str]) -> str:
    """Lines as a page shows what a program prints."""
    return "\n".join(["```text", *lines, "```"])


def with_table(readme: str) -> str:
    """The README with the table of rules between its markers; unchanged without them."""
    before, begin, rest = readme.partition(BEGIN)
    _, end, after = rest.partition(END)
    return f"{before}{BEGIN}\n{table('docs/rules/')}\n{END}{after}" if begin and end else readme


def files(root: Path = ROOT) -> dict[Path, str]:
    """Each generated file and its text."""
    folder = root / "docs" / "rules"
    generated = {folder / f"{rule.symbol}.md": page(rule) for rule in RULES}
    generated[folder / "index.md"] = index()
    if (root / "docs" / "cases").is_dir():
        generated[root / "docs" / "cases.md"] = cases(root / "docs" / "cases")
    readme = root / "README.md"
    if readme.exists():
        generated[readme] = with_table(readme.read_text("utf-8"))
    return generated


def drift(root: Path = ROOT) -> list[str]:
    """What is not as the rules have it."""
    generated = files(root)
    found = [path for path, text in generated.items() if not path.exists() or path.read_text("utf-8") != text]
    found += [path for path in (root / "docs" / "rules").glob("*.md") if path not in generated]
    return sorted(str(path.relative_to(root)) for path in found)


def write(root: Path = ROOT) -> None:
    """Writes the generated files, and removes pages of rules that are no more."""
    generated = files(root)
    (root / "docs" / "rules").mkdir(parents=True, exist_ok=True)
    for path in (root / "docs" / "rules").glob("*.md"):
        if path not in generated:
            path.unlink()
    for path, text in generated.items():
        path.write_text(text, "utf-8")


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m graphlint.docs", description=__doc__.partition("\n")[0])
    action = parser.add_mutually_exclusive_group(required=True)
    action.add_argument("--write", action="store_true", help="write the pages")
    action.add_argument("--check", action="store_true", help="fail if a page is not as the rules have it")
    options = parser.parse_args(arguments)
    if options.write:
        write()
        return 0
    stale = drift()
    for path in stale:
        print(f"{path} is out of date: run `python -m graphlint.docs --write`", file=sys.stderr)
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
