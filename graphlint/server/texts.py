"""What is shown when the mouse rests on a finding, and above a graph function."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable

from graphlint.findings import Finding
from graphlint.server import diagnostics
from graphlint.server.runs import Verdict
from graphlint.wording import count

_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")


def hover(finding: Finding, texts: diagnostics.Texts, proof: str | None, verdict: Verdict | None) -> str:
    """A finding in Markdown: the rule in short, the way that leads there, and what can be done."""
    rule = finding.rule
    blocks = [f"**{rule.symbol}** ({rule.id}) in `{finding.function}`", _prose(finding.text), _prose(rule.why)]
    steps = [f"{index}. {_link(path, line)}: {_code(text)}  \n   `{texts(path).line(line).strip().replace('`', '')}`"
             for index, (path, line, text) in enumerate(diagnostics.way(finding), 1)]
    if steps:
        blocks.append("The way that leads there:\n\n" + "\n".join(steps))
    blocks.append(f"**Instead:** {_prose(rule.instead)}")
    if finding.fix is not None:
        blocks.append(f"**Quick fix:** `{finding.fix.summary}` ({proof})")
    if verdict is not None:
        blocks.append(f"**Run:** {_prose(verdict.text)}")
    address = diagnostics.page(rule)
    blocks.append(f"[The page of the rule]({address})" if address else f"`graphlint explain {rule.symbol}`")
    return "\n\n".join(blocks)


def plain(markdown: str) -> str:
    """The same for an editor that shows no Markdown."""
    return _LINK.sub(r"\1", markdown).replace("**", "").replace("`", "")


def lens(findings: Iterable[Finding]) -> str:
    """What stands above a graph function."""
    number = sum(1 for _ in findings)
    return f"graph function: {count(number, 'finding') if number else 'no findings'}"


def _link(path: str, line: int) -> str:
    return f"[{os.path.basename(path)}:{line}]({diagnostics.uri_of(path)}#L{line})"


def _code(text: str) -> str:
    """The names of a step as code: `step calls log`."""
    caller, calls, name = text.partition(" calls ")
    return f"`{caller}` calls `{name}`" if calls else text


def _prose(text: str) -> str:
    """A text of one paragraph, in which quoted code is shown as such."""
    return re.sub(r"'([^'\s]+)'", r"`\1`", " ".join(text.split()))
