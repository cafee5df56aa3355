"""What the plugin costs: pylint with graphlint against pylint with an empty plugin, over the same files.

    python benchmarks/lint.py [FOLDER…] [--rounds 5] [--alone]

pylint's own checks run in both, as they do for users; --alone leaves them out, so that what remains is parsing. Each
round runs both, one after the other, in processes of their own. The ratios, of CPU time (user and system) and of peak
memory, are taken round by round: the median is shown, and for the time the least and the largest, which say how quiet
the machine was. Without a folder, a package of Python's standard library is linted: it holds no
graph function.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import sysconfig
from pathlib import Path
from statistics import median

HERE = Path(__file__).parent
SETTINGS = [f"--rcfile={os.devnull}", "--recursive=y", "--persistent=n", "--reports=n", "--score=n", "--jobs=1", "--exit-zero"]
#: Plugin -> its options where it runs alone.
PLUGINS = {"empty_plugin": ["--disable=all", "--enable=empty-message"], "graphlint": ["--disable=all", "--enable=graphlint"]}
#: Runs pylint and prints the CPU seconds and peak kilobytes of its process.
RUNNER = """
import resource, sys
from pylint.lint import Run
Run(sys.argv[1:], exit=False)
usage = resource.getrusage(resource.RUSAGE_SELF)
print(usage.ru_utime + usage.ru_stime, usage.ru_maxrss, file=sys.stderr)
"""


def measure(plugin: str, folder: Path, alone: bool) -> tuple[float, float]:
    """CPU seconds and peak kilobytes of one run."""
    settings = [*SETTINGS, f"--load-plugins={plugin}", *(PLUGINS[plugin] if alone else ())]
    paths = [str(HERE), str(HERE.parent), os.environ.get("PYTHONPATH", "")]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # users' modules are compiled once
    command = [sys.executable, "-c", RUNNER, *settings, str(folder)]
    run = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    seconds, kilobytes = run.stderr.split()[-2:]
    return float(seconds), float(kilobytes)


def lines_in(folder: Path) -> int:
    return sum(path.read_bytes().count(b"\n") for path in folder.rglob("*.py"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folders", nargs="*", type=Path, default=[Path(sysconfig.get_path("stdlib")) / "asyncio"])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--alone", action="store_true", help="without pylint's own checks")
    options = parser.parse_args()
    print(f"{'folder':<28}{'lines':>9}{'empty s':>10}{'graphlint s':>13}{'ratio':>8}{'least':>8}{'most':>8}{'memory':>8}")
    for folder in options.folders:
        rounds = [[measure(plugin, folder, options.alone) for plugin in PLUGINS] for _ in range(options.rounds)]
        empty, seconds = (median(run[0] for run in runs) for runs in zip(*rounds))
        ratios = [more[0] / less[0] for less, more in rounds]
        memory = median(more[1] / less[1] for less, more in rounds)
        print(
            f"{folder.name:<28}{lines_in(folder):>9,}{empty:>10.2f}{seconds:>13.2f}"
            f"{median(ratios):>8.3f}{min(ratios):>8.3f}{max(ratios):>8.3f}{memory:>8.3f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
