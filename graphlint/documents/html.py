"""Pages of findings: one file that needs nothing else, in light and in dark, on a desk or a phone."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Mapping

from graphlint.documents.lines import Lines, short

CONTEXT = 12  # lines shown around a marked one, in files that are longer than WHOLE
WHOLE = 400
_UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\ud800-\udfff]")

_STYLE = """
:root { color-scheme: light dark; --line: #d8dbe2; --soft: #f5f6f8; --ink: #1c2330; --dim: #5b6475; --paper: #fff;
  --link: #1f56b3; --note: #6b1f1a }
@media (prefers-color-scheme: dark) {
  :root { --line: #3a404c; --soft: #20242c; --ink: #e2e6ee; --dim: #9aa5b8; --paper: #15181e; --link: #8ab4f8; --note: #f0b4ae }
}
* { box-sizing: border-box }
body { margin: 0 auto; max-width: 1080px; padding: 24px; color: var(--ink); background: var(--paper);
  font: 15px/1.5 system-ui, sans-serif }
h1 { font-size: 22px; margin: 0 0 4px } h2 { font-size: 18px; margin: 36px 0 12px; border-bottom: 1px solid var(--line) }
h3 { font-size: 15px; margin: 0 } p { margin: 6px 0 } a { color: var(--link) } h1, h3, p, summary { overflow-wrap: anywhere }
code, pre, td.text, .where { font: 13px/1.45 ui-monospace, "DejaVu Sans Mono", monospace }
.dim { color: var(--dim) }
.card { border: 1px solid var(--line); border-left-width: 5px; border-radius: 6px; padding: 12px 16px; margin: 14px 0 }
.badge { display: inline-block; border-radius: 10px; padding: 0 10px; font-size: 13px; font-weight: 600; color: #fff }
table { border-collapse: collapse; width: 100%; margin: 10px 0; table-layout: fixed }
th, td { border: 1px solid var(--line); padding: 4px 8px; text-align: left; vertical-align: top; overflow-wrap: anywhere }
th { background: var(--soft); font-weight: 600 }
.scroll { overflow-x: auto } .scroll td, .scroll th { overflow-wrap: break-word }
table.numbers { table-layout: auto } td.n, th.n { text-align: right } td.n { white-space: nowrap }
.source { border: 1px solid var(--line); border-radius: 6px; overflow-x: auto; background: var(--soft); padding: 8px 0 }
.source span { display: block; white-space: pre; padding: 0 12px; min-width: max-content;
  font: 13px/1.5 ui-monospace, "DejaVu Sans Mono", monospace }
.source i { display: inline-block; width: 4em; color: var(--dim); font-style: normal; user-select: none }
.source b { font-weight: 600; font-size: 12px; margin-left: 3em; color: var(--note) }
.source .skip { color: var(--dim); text-align: center }
details > summary { cursor: pointer; margin: 8px 0 }
@media (max-width: 600px) { body { padding: 10px } .card { padding: 10px } }
"""


def style(kinds: Mapping[str, tuple[str, str, str]]) -> str:
    """The styles of what is of some kind, by its class: the colour of badges, and of its lines in light and in dark."""
    light, dark = [], []
    for kind, (badge, line, dark_line) in kinds.items():
        light.append(f".{kind} .badge, .badge.{kind} {{ background: {badge} }} .card.{kind} {{ border-left-color: {badge} }}\n"
                     f".source .{kind} {{ background: {line} }}")
        dark.append(f".source .{kind} {{ background: {dark_line} }}")
    return "\n".join([*light, "@media (prefers-color-scheme: dark) {", *dark, "}", ""])


def page(title: str, style_: str, body: str) -> str:
    """The page. What is in the body was escaped; no script runs and nothing is loaded."""
    return f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)}</title><style>{_STYLE}{style_}</style></head><body>
<h1>{escape(title)}</h1>
{body}
</body></html>
"""


def escape(text: str) -> str:
    """Text that can neither be markup nor reorder or hide what stands beside it."""
    return html.escape(_UNSEEN.sub(lambda match: f"[U+{ord(match[0]):04X}]", text))


def source(path: str, marked: Mapping[int, Iterable[tuple[str, str]]], lines: Lines) -> str:
    """A file's lines, or those around the marked ones: each with the class of its first mark, and the texts of all."""
    texts = lines.of(path)
    if path in lines.troubles:
        return f"<p>cannot be read: {escape(lines.troubles[path])}</p>"
    shown = range(1, len(texts) + 1) if len(texts) <= WHOLE else sorted(
        {near for line in marked for near in range(line - CONTEXT, line + CONTEXT + 1) if 0 < near <= len(texts)})
    parts, last = [], 0
    for number in shown:
        if number != last + 1:
            parts.append(f"<span class=skip>… {number - last - 1} lines</span>")
        last = number
        heading = lines.heading(path, number)
        if heading is not None:
            parts += [f"<span class=skip>{escape(heading)}</span>"] if heading else []
            continue
        here = list(dict.fromkeys(marked.get(number, ())))
        note = "".join(f"<b>◀ {escape(text)}</b>" for _, text in here)
        attributes = f' class="{here[0][0]}" id="{_anchor(path, number)}"' if here else ""
        parts.append(f"<span{attributes}><i>{lines.number(path, number)}</i>{escape(texts[number - 1])}{note}</span>")
    return f"<div class=source>{''.join(parts)}</div>"


def sources(marks: Mapping[str, Mapping[int, Iterable[tuple[str, str]]]], lines: Lines) -> str:
    """All files with marks, under a heading."""
    if not marks:
        return ""
    return "<h2>Sources</h2>" + "".join(
        f"<h3 class=where>{escape(short(path))}</h3>{source(path, marked, lines)}" for path, marked in marks.items())


def where(path: str, line: int, lines: Lines) -> str:
    """A place as a link to its marked line."""
    return f'<a href="#{_anchor(path, line)}">{escape(lines.place(path, line))}</a>'


def _anchor(path: str, line: int) -> str:
    return html.escape(re.sub(r"[^\w.-]", "_", f"{path}-{line}", flags=re.ASCII))
