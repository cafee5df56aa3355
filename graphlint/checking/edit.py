"""`--fix` and `--diff`: the edits of what a check tells, made until no more are offered."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from graphlint.checking.run import Checked, stamp
from graphlint.documents.lines import short
from graphlint.findings import Report
from graphlint.fixes.command import Change, changes, offered

_ROUNDS = 10  # an edit may make way for another, but not for ever


@dataclass
class Edited:
    """What was done to files, and what could not be done."""

    made: int = 0
    troubles: list[str] = field(default_factory=list)


def wanted(found: Checked, unsafe: bool) -> tuple[list[Change], list[str]]:
    """The changes of files that were linted and are as they were then, and why others are not made."""
    by_path: dict[str, list] = {}
    for _, fix in offered(Report(found.findings, ()), unsafe):
        by_path.setdefault(fix.path, []).append(fix)
    made, troubles = [], []
    for path, fixes in by_path.items():
        try:
            change, = changes(fixes, found.lines.source)
            if path not in found.lines.texts and stamp(path) != found.stamps[path]:
                raise OSError(None, "it has changed since it was linted")
        except (OSError, SyntaxError, UnicodeDecodeError) as error:
            troubles.append(f"cannot edit {short(path)}: {getattr(error, 'strerror', None) or error}")
        else:
            if change.fixes:
                made.append(change)
    return made, troubles


def edit(
    found: Checked, unsafe: bool, again: Callable[[], Checked], write: Callable[[Change], None] = Change.write
) -> tuple[Checked, Edited]:
    """Make the edits, and check again what is left. `write` may raise OSError or UnicodeEncodeError."""
    done = Edited()
    for _ in range(_ROUNDS):
        found_changes, troubles = wanted(found, unsafe)
        before = done.made
        for change in found_changes:
            try:
                write(change)
            except (OSError, UnicodeEncodeError) as error:
                troubles.append(f"cannot write {short(change.source.path)}: {getattr(error, 'strerror', None) or error}")
            else:
                done.made += len(change.fixes)
        done.troubles = list(dict.fromkeys([*done.troubles, *troubles]))
        if done.made == before:
            break
        found = again()
    return found, done
