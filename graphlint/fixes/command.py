"""`graphlint fix`: shows, writes or verifies the edits that the rules offer."""

from __future__ import annotations

import difflib
import os
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from graphlint.documents.lines import Lines, short
from graphlint.edits.edits import Fix, apply, compatible
from graphlint.edits.source import Source, opened, write
from graphlint.findings import Finding, Report
from graphlint.streams import Stream
from graphlint.wording import count


@dataclass
class Change:
    """What becomes of one file."""

    source: Source
    after: str
    """The module then."""
    file_after: str
    """The file then: more than the module, where it is a notebook."""
    fixes: list[Fix] = field(default_factory=list)

    def diff(self) -> str:
        """The change as a unified diff, with paths as the user would type them."""
        path = os.path.relpath(self.source.path)
        path = self.source.path if path.startswith("..") else path
        mark = "\ufeff" if self.source.encoding == "utf-8-sig" else ""
        before, after = ((mark + text).splitlines(True) for text in (self.source.file_text, self.file_after))
        lines = difflib.unified_diff(before, after, f"a/{path}", f"b/{path}")
        return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)

    def patch(self) -> bytes:
        """The diff in the encoding of the file, as `patch` compares it. Raises UnicodeEncodeError."""
        *head, text = self.diff().split("\n", 2)  # the two lines with the paths
        return os.fsencode("".join(f"{line}\n" for line in head)) + text.encode(
            self.source.encoding.removesuffix("-sig"))

    def write(self) -> None:
        """Replace the file. Raises OSError or UnicodeEncodeError, and leaves the file as it is."""
        write(self.source.path, self.file_after, self.source.encoding)


def offered(report: Report, unsafe: bool) -> Iterator[tuple[Finding, Fix]]:
    """The fixes for what was found, each once although several findings may ask for it."""
    seen: set[Fix] = set()
    for finding in report.findings:
        if finding.fix is not None and finding.fix not in seen and (unsafe or finding.fix.safe):
            seen.add(finding.fix)
            yield finding, finding.fix


def changes(fixes: Iterable[Fix], read: Callable[[str], Source] = opened) -> list[Change]:
    """The changed files, as `read` has them. Of fixes that contradict one another the first is made; the next run sees the rest."""
    by_path: dict[str, list[Fix]] = defaultdict(list)
    for fix in fixes:
        by_path[fix.path].append(fix)
    found = []
    for path, wanted in by_path.items():
        source = read(path)
        taken, _ = compatible(source.text, [fix for fix in wanted if None not in map(source.in_file, fix.edits)])
        edits = {edit for fix in taken for edit in fix.edits}
        in_file = filter(None, map(source.in_file, edits))
        found.append(Change(source, apply(source.text, edits), apply(source.file_text, in_file), taken))
    return found


def show(change: Change) -> None:
    """Print the diff: as text on a terminal, and otherwise with the bytes of the file, which `patch` compares."""
    if isinstance(sys.stdout, Stream) and not sys.stdout.isatty():
        sys.stdout.write_bytes(change.patch())
    else:
        sys.stdout.write(change.diff())


def summary(report: Report, made: int, action: str) -> str:
    """One line: what was done, and what is left."""
    left = sum(1 for finding in report.findings if finding.fix is not None and not finding.fix.safe)
    text = f"{count(len(report.findings), 'finding')}, {count(made, 'edit')} {action}"
    return f"{text}; {left} more with --unsafe or --verify" if left and action != "verified" else text


def fix_files(report: Report, unsafe: bool, writes: bool) -> int:
    """Show or write the edits, without running anything. The exit status: 0, or 1 if a diff is shown."""
    for problem in report.problems:
        print(f"{Lines().place(problem.path, problem.line)}: {problem.text} ({problem.symbol})", file=sys.stderr)
    for path, why in report.left_out:
        print(f"{short(path)} is left out: {why}", file=sys.stderr)
    found = changes(fix for _, fix in offered(report, unsafe))
    made = sum(len(change.fixes) for change in found)
    for change in found:
        if writes:
            change.write()
        else:
            show(change)
    print(summary(report, made, "written" if writes else "offered"), file=sys.stderr)
    return 2 if report.problems and not report.findings else int(bool(found) and not writes)


def fix_verified(outcomes: Sequence, writes: bool) -> int:
    """Show what was verified, and show or write the edits that hold. The exit status: 1 if any does not."""
    for outcome in outcomes:
        place = Lines().place(outcome.finding.path, outcome.finding.line)
        state = "verified" if outcome.holds else "not made"
        print(f"{state:10}{place}  {outcome.finding.rule.symbol}: {outcome.fix.summary}", file=sys.stderr)
        if outcome.why:
            print(f"{'':10}{outcome.why}", file=sys.stderr)
    found = changes(outcome.fix for outcome in outcomes if outcome.holds)
    for change in found:
        if writes:
            change.write()
        else:
            show(change)
    held = sum(outcome.holds for outcome in outcomes)
    print(f"{count(len(outcomes), 'edit')} tried, {held} {'written' if writes else 'verified'}",
          file=sys.stderr)
    return int(held < len(outcomes))
