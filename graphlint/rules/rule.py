"""What a rule is: everything that is known about one kind of offence, in one place."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from graphlint.frameworks.meaning import Kind

if TYPE_CHECKING:
    from graphlint.analysis.engine.program import Program
    from graphlint.analysis.facts import Facts
    from graphlint.analysis.values.offence import Offence
    from graphlint.edits.edits import Fix
    from graphlint.edits.source import Source
    from graphlint.rules.case import Case

Divergence = Literal["output", "value", "state", "exception", "traces", "shapes", "rebuilt", "graph", "sharing", "repeated"]
"""The evidence that proves a finding: what differs between eager and graph runs of the same calls.

output: what is printed; value: what is returned; state: what is left behind in Python objects;
exception: one of the runs raises; traces: how many graphs are built; shapes: how many, for one dtype and rank;
rebuilt: graphs are built again for arguments that had one; graph: a graph holds a hundred copies of a loop's body;
repeated: what later epochs of a dataset give, with and without its cache;
sharing: the call is served by a graph that was traced for another, and differs.
"""


@dataclass(frozen=True)
class Rule:
    """One message of the linter. Pages, tables and ``explain`` are generated from it."""

    id: str
    symbol: str
    message: str
    """Template of the text; `graphlint.rules.rendering` gives its fields."""
    description: str
    """One sentence, shown by ``pylint --help-msg``."""
    why: str
    """What happens, and what it costs. The page has all texts in Markdown."""
    instead: str
    """What to write instead."""
    silent: str
    """When nothing is reported, in short; `cases` has the details."""
    kinds: frozenset[Kind | str]
    """The effects that offend; of what a query of its own finds, its symbol."""
    divergence: Divergence
    fields: Callable[[dict[str, str], Offence], dict[str, str]] | None = None
    """What the fields of the message are that an offence's details say nothing of, by those that are known and by the offence."""
    from_first_call: bool = False
    """The runs differ at the first call already, though the line runs as often in both."""

    silently: bool = False
    """Some of what raises nothing shows in a value, as for a rule of that divergence."""

    def __reduce__(self) -> tuple:
        return _of_symbol, (self.symbol,)  # in another process it is that process's own

    @property
    def fix(self) -> Callable[[Program, Source, Offence], Fix | None] | None:
        """What mends an offence, as edits of the file that its effect is in; None where a person has to think."""
        if not (self.folder / "fix.py").exists():
            return None
        return importlib.import_module(f"graphlint.rules.{self.folder.name}.fix").fix

    def offences(self, facts: Facts) -> Iterable[Offence]:
        """What breaks the rule in a module: the answer to the query of its folder; without one, the effects of its kinds."""
        if (self.folder / "query.py").exists():
            return importlib.import_module(f"graphlint.rules.{self.folder.name}.query").query(facts)
        return facts.effects(self.kinds)

    @property
    def folder(self) -> Path:
        return Path(__file__).parent / self.symbol.replace("-", "_")

    @property
    def bad(self) -> Path:
        """A program with the offence, its lines marked ``# [symbol]``."""
        return self.folder / "bad.py"

    @property
    def good(self) -> Path:
        """The same program without it."""
        return self.folder / "good.py"

    @property
    def cases(self) -> tuple[Case, ...]:
        """How it decides, case by case."""
        return importlib.import_module(f"graphlint.rules.{self.folder.name}.cases").CASES

    @property
    def table(self) -> tuple[tuple[str, str], ...]:
        """The rows of a table that its query asks, below a row of titles; empty for a rule without one."""
        return getattr(importlib.import_module(f"graphlint.rules.{self.folder.name}.cases"), "TABLE", ())


def _of_symbol(symbol: str) -> Rule:
    return importlib.import_module("graphlint.rules").BY_SYMBOL[symbol]
