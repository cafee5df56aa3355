"""Lint the packages of packages.txt and compare with what is recorded: ``python -m tests.ecosystem.run``.

Prints what is new (+) and what is gone (-), and how often each rule was right; exits 1 if anything differs or crashes.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter

from tests.ecosystem import review
from tests.ecosystem.packages import Package, Unavailable, packages, unpacked


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.ecosystem.run", description=__doc__.partition("\n")[0])
    parser.add_argument("--package", action="append", metavar="NAME", help="only this package; may be given again")
    parser.add_argument("--write", action="store_true", help="record the findings; new ones are 'unread' until you judge them")
    options = parser.parse_args(arguments)
    chosen = packages()
    if options.package:
        unknown = set(options.package) - {package.name for package in chosen}
        if unknown:
            parser.error(f"not in packages.txt: {', '.join(sorted(unknown))}")
        chosen = [package for package in chosen if package.name in options.package]
    failed = False
    tally: Counter[tuple[str, str]] = Counter()
    for package in chosen:
        try:
            failed |= not _compare(package, options.write)
        except Unavailable as error:
            print(f"{package.name}: {error}", file=sys.stderr)
            failed = True
        tally += review.tally(review.reviewed(package))
    _print(tally)
    return int(failed)


def _compare(package: Package, write: bool) -> bool:
    folder = unpacked(package)
    start = time.monotonic()
    spots, report = review.linted(package)
    seconds = time.monotonic() - start
    known = review.reviewed(package)
    files = sum(1 for _ in folder.rglob("*.py"))
    crashes = review.crashes(report)
    print(f"{package.name} {package.version}: {files} files, {len(spots)} findings, {len(crashes)} crashes, {seconds:.0f} s")
    for line in crashes:
        print(f"  ! {line}")
    for spot in sorted(set(spots) - set(known)):
        print(f"  + {spot}")
    for spot in sorted(set(known) - set(spots)):
        print(f"  - {spot} | {known[spot].verdict} | {known[spot].reason}")
    if write:
        review.write(package, spots)
    return not crashes and (write or set(spots) == set(known))


def _print(tally: Counter[tuple[str, str]]) -> None:
    print(f"{'rule':<36}" + "".join(f"{verdict:>8}" for verdict in review.VERDICTS))
    for symbol in sorted({symbol for symbol, _ in tally}):
        print(f"{symbol:<36}" + "".join(f"{tally[symbol, verdict]:>8}" for verdict in review.VERDICTS))
    totals = [sum(count for (_, one), count in tally.items() if one == verdict) for verdict in review.VERDICTS]
    print(f"{'all':<36}" + "".join(f"{total:>8}" for total in totals))


if __name__ == "__main__":
    sys.exit(main())
