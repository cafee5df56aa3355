"""The command: ``python -m runtime.coverage FOLDER``."""

from __future__ import annotations

import argparse
import json
import sys

from runtime.coverage.measurement import HAD, LACKING, PRIVATE, REFUSED, UNKNOWN, Coverage, measure

_TITLES = ((LACKING, "missing in the runtime"), (REFUSED, "a name only: says one sentence when it is used"),
           (UNKNOWN, "not in TensorFlow 2.21 either: removed or misspelled"), (PRIVATE, "of TensorFlow's own modules, which are not public"))


def text(coverage: Coverage, rows: int) -> str:
    """The report for a person; at most so many rows of each kind, or all for 0."""
    total, names = coverage.uses(HAD, LACKING, REFUSED), sum(len(coverage.of(kind)) for kind in (HAD, LACKING, REFUSED))
    lines = [f"{coverage.files:,} files of Python, {len(coverage.unread):,} of them not read: {total:,} uses of {names:,} names of TensorFlow 2.21.",
             f"The runtime has {coverage.percentage:.2f} in a hundred of the uses, and {len(coverage.of(HAD)):,} of the names."]
    for kind, title in _TITLES:
        found = coverage.of(kind)
        if found:
            lines += ["", f"  uses  files  {title} ({len(found):,}, {coverage.uses(kind):,} uses)"]
            shown = found[:rows] if rows else found
            lines += [f"{len(name.places):6,} {name.files:6,}  {name.name:<50} {name.places[0][0]}:{name.places[0][1]}" for name in shown]
            lines += [f"{'':15}and {len(found) - len(shown):,} more"] if len(shown) < len(found) else []
    return "\n".join(lines)


def data(coverage: Coverage) -> dict:
    """The report for a machine."""
    return {"files": coverage.files, "unread": coverage.unread, "percentage": round(coverage.percentage, 4),
            "names": [{"name": name.name, "kind": name.kind, "uses": len(name.places), "files": name.files,
                       "places": [f"{path}:{line}" for path, line in name.places[:10]]} for name in coverage.names]}


def main(arguments=None) -> int:
    """Report; the result is the exit status: 0 if nothing is missing, 1 if something is, 2 for wrong arguments."""
    parser = argparse.ArgumentParser(
        prog="python -m runtime.coverage", description="Which of TensorFlow's names Python code uses, and which of these the runtime lacks."
        " The code is read, not run.")
    parser.add_argument("paths", nargs="+", metavar="FOLDER", help="a folder with Python code, or a file of it")
    parser.add_argument("--rows", type=int, default=40, metavar="N", help="at most so many names of each kind (default: 40; 0: all)")
    parser.add_argument("--format", choices=("text", "json"), default="text")
    options = parser.parse_args(arguments)
    try:
        coverage = measure(options.paths)
    except OSError as error:
        parser.error(f"cannot read {error.filename}: {error.strerror}")
    print(json.dumps(data(coverage), indent=1) if options.format == "json" else text(coverage, options.rows))
    return 1 if coverage.of(LACKING) or coverage.of(REFUSED) else 0


if __name__ == "__main__":
    sys.exit(main())
