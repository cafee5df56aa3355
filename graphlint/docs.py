"""The pages that are generated from the rules: ``python -m graphlint.docs --write`` or ``--check``.

One page for each rule, their index, and the table of rules in the README.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from graphlint.analysis.engine import faults
from graphlint.rules import RULES, Rule

ROOT = Path(__file__).parent.parent
#: Where the build of a distribution puts the pages of docs/; they are not there in the project's own folder.
INSTALLED = Path(__file__).parent / "pages"
BEGIN, END = "<!-- rules:begin -->", "<!-- rules:end -->"

CATEGORIES = {
    "E": "error: the program crashes",
    "W": "warning: the result is wrong, or frozen",
    "R": "refactor: the result is right, and costs time or memory",
}
EVIDENCE = {
    "output": "what is printed differs between the eager and the graph run",
    "value": "what is returned differs between the eager and the graph run",
    "state": "what is left behind in Python objects differs between the eager and the graph run",
    "exception": "the graph run raises where the eager run does not",
    "traces": "the graph run builds a graph for each call",
    "graph": "the graph holds a copy of the loop's body for each turn",
    "rebuilt": "the graph run builds a graph again for arguments that had one",
    "sharing": "a call that is served by another call's graph gives something else than eagerly",
}


def page(rule: Rule) -> str:
    """The page of a rule, in Markdown."""
    return f"""\
# {rule.symbol} ({rule.id})

{rule.description}

{CATEGORIES[rule.id[0]].capitalize()}.

## Why

{rule.why}

## Instead

{rule.instead}

## Bad

```python
{rule.bad.read_text("utf-8").rstrip()}
```

## Good

```python
{rule.good.read_text("utf-8").rstrip()}
```

`graphlint confirm --rules` runs both, eagerly and as a graph. The proof of `bad.py`: {EVIDENCE[rule.divergence]}.

## Switch off

In a line: `# pylint: disable={rule.symbol}`. Everywhere: `disable = ["{rule.symbol}"]` under `[tool.pylint]`
in `pyproject.toml`, or `--disable={rule.symbol}` on the command line.
"""


def manual(name: str) -> str:
    """A page of the documentation, in Markdown. Raises OSError if there is none of that name."""
    return ((INSTALLED if INSTALLED.is_dir() else ROOT / "docs") / f"{name}.md").read_text("utf-8")


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
Each rule is proven: its page shows a program that behaves differently as a graph, and one that does not. The confidence
of a message tells how the place was found: HIGH by names alone, CONTROL_FLOW where it depends on the branch or the
subclass, INFERENCE from what an object was assigned, UNDEFINED where the effect may well be wanted at the trace.

## When graphlint itself fails

`{faults.SYMBOL}` ({faults.ID}): {faults.DESCRIPTION}
The message names the function and the error; please report both. It is informational: it is on by default and does not
change pylint's exit status, unless `--fail-on={faults.SYMBOL}` says so. `graphlint confirm` and `graphlint fix` show it, too.
"""


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
