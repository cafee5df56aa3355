"""What the plugin costs: pylint with graphlint against pylint with an empty plugin, over the same files.

    python benchmarks/lint.py [FOLDER…] [--rounds 5]

Each round runs both, one after the other, in processes of their own; the figures are medians of their CPU time and of
their peak memory. Without a folder, Python's own standard library is linted: it holds no graph function.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import sysconfig
from pathlib import Path

HERE = Path(__file__).parent
SETTINGS = ["--disable=all", "--recursive=y", "--persistent=n", "--reports=n", "--score=n", "--jobs=1", "--exit-zero"]
PLUGINS = {
    "empty": ["--load-plugins=empty_plugin", "--enable=empty-message"],
    "graphlint": ["--load-plugins=graphlint", "--enable=graphlint"],
}
#: Runs pylint and prints the CPU seconds and peak kilobytes of its process.
RUNNER = """
import resource, sys
from pylint.lint import Run
Run(sys.argv[1:], exit=False)
usage = resource.getrusage(resource.RUSAGE_SELF)
print(usage.ru_utime + usage.ru_stime, usage.ru_maxrss, file=sys.stderr)
"""


def measure(plugin: str, folder: Path) -> tuple[float, float]:
    """CPU seconds and peak kilobytes of one run."""
    command = [sys.executable, "-c", RUNNER, *SETTINGS, *PLUGINS[plugin], str(folder)]
    paths = [str(HERE), str(HERE.parent), os.environ.get("PYTHONPATH", "")]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))}
    run = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    seconds, kilobytes = run.stderr.split()[-2:]
    return float(seconds), float(kilobytes)


def lines_in(folder: Path) -> int:
    return sum(path.read_bytes().count(b"\n") for path in folder.rglob("*.py"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folders", nargs="*", type=Path, default=[Path(sysconfig.get_path("stdlib")) / "asyncio"])
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    print(f"{'folder':<28}{'lines':>9}{'empty s':>10}{'graphlint s':>13}{'ratio':>8}{'memory':>8}")
    for folder in options.folders:
        runs: dict[str, list[tuple[float, float]]] = {plugin: [] for plugin in PLUGINS}
        for _ in range(options.rounds):
            for plugin, measured in runs.items():
                measured.append(measure(plugin, folder))
        seconds = {plugin: statistics.median(run[0] for run in measured) for plugin, measured in runs.items()}
        memory = {plugin: statistics.median(run[1] for run in measured) for plugin, measured in runs.items()}
        ratio, more = seconds["graphlint"] / seconds["empty"], memory["graphlint"] / memory["empty"]
        print(
            f"{folder.name:<28}{lines_in(folder):>9,}{seconds['empty']:>10.2f}{seconds['graphlint']:>13.2f}"
            f"{ratio:>8.3f}{more:>8.3f}"
        )


if __name__ == "__main__":
    main()
