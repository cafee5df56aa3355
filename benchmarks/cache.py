"""What the cache saves: a first run over a folder against a second one, and one after an edit, in processes of their own.

    python benchmarks/cache.py FOLDER… [--rounds 3]

Each round copies the folder, and has a cache of its own. The ratios are of CPU time (user and system), round by round: their median
is shown. For the edit, a line is put into one file after the other, in the order of a fixed draw.
"""

from __future__ import annotations

import argparse
import random
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

#: Lints a folder and prints the CPU seconds of its process, and how many files were linted.
RUNNER = """
import resource, sys
from graphlint.cache import Cache
from graphlint.cache.session import Session
from graphlint.findings import lint
linted = []
ask = Session.open
def noted(self, *args):
    left = ask(self, *args)
    linted.extend(left)
    return left
Session.open = noted
lint([sys.argv[1]], ["--rcfile="], cache=Cache(sys.argv[2]))
usage = resource.getrusage(resource.RUSAGE_SELF)
print(usage.ru_utime + usage.ru_stime, len(linted))
"""


def measure(folder: Path, cache: Path) -> tuple[float, int]:
    run = subprocess.run([sys.executable, "-c", RUNNER, str(folder), str(cache)], stdout=subprocess.PIPE, text=True, check=True)
    seconds, linted = run.stdout.split()
    return float(seconds), int(linted)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    print(f"{'folder':<32}{'files':>7}{'lines':>9}{'first s':>9}{'second s':>10}{'ratio':>7}{'edited s':>10}{'ratio':>7}{'linted':>8}")
    for folder in options.folders:
        rounds = []
        for number in range(options.rounds):
            with tempfile.TemporaryDirectory() as top:
                copy, cache = Path(top, folder.name), Path(top, "cache")
                shutil.copytree(folder, copy, ignore=shutil.ignore_patterns("__pycache__", ".git"))
                files = sorted(copy.rglob("*.py"))
                lines = sum(path.read_bytes().count(b"\n") for path in files)
                first, second = measure(copy, cache), measure(copy, cache)
                path = random.Random(number).choice(files)
                path.write_bytes(path.read_bytes() + b"\nEDITED = 1\n")
                rounds.append((first[0], second[0], second[0] / first[0], *measure(copy, cache), first[0]))
        seconds, again, ratio, edited, linted, _ = (median(column) for column in zip(*rounds))
        part = median(one[3] / one[5] for one in rounds)
        print(
            f"{folder.name:<32}{len(files):>7}{lines:>9}{seconds:>9.1f}{again:>10.1f}{ratio:>7.2f}{edited:>10.1f}{part:>7.2f}{linted:>8.0f}"
        )


if __name__ == "__main__":
    main()
