"""How often each rule is broken, most often first: for `--statistics`, in place of the findings."""

from __future__ import annotations

import json
from collections import Counter

from graphlint.checking.run import Checked
from graphlint.formats import LEVELS, Look


def text(checked: Checked, look: Look) -> str:
    """A table."""
    counted = rows(checked)
    digits = max((len(str(row["count"])) for row in counted), default=1)
    return "".join(f"{row['count']:>{digits}}  {look(LEVELS.get(row['id'][:1], 'error'), row['id'] or '-----')}  {row['symbol']}\n"
                   for row in counted)


def as_json(checked: Checked) -> str:
    """The same, as a list."""
    return json.dumps(rows(checked), indent=2) + "\n"


def rows(checked: Checked) -> list[dict]:
    """Id, symbol and number of each; what could not be linted has no id."""
    found = Counter((finding.rule.id, finding.rule.symbol) for finding in checked.findings)
    found.update(("", problem.symbol) for problem in checked.problems)
    return [{"id": id_, "symbol": symbol, "count": number}
            for (id_, symbol), number in sorted(found.items(), key=lambda one: (-one[1], one[0]))]
