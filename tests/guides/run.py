"""Runs the code cells of notebooks, and tells for each whether the runtime prints what TensorFlow prints.

    python -m tests.guides.run --backend tensorflow --results R NOTEBOOK…    where TensorFlow is installed: keep what it prints
    python -m tests.guides.run --results R NOTEBOOK…                         run on the runtime and compare with it
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import tempfile
from collections import Counter
from pathlib import Path

from tests.conformance.cases import Case
from tests.conformance.play import Player
from tests.guides.notebook import cells
from tests.guides.session import MARK

SECONDS = 900  # for one notebook
_LOGGED = re.compile(r"^(WARNING|INFO|ERROR):(absl|tensorflow):.*\n(Instructions for updating:\n.*\n)?|^[IWEF]\d{4} .*\n|"
                     r"^\d{4}-\d\d-\d\d .*\n|^WARNING: All log messages.*\n|^.*UserWarning: .*\n(  .*\n)?", re.M)
_NORMAL = [(re.compile(r"/tmp/tmp\w+"), "/tmp/…"), (re.compile(r"\x1b\[[0-9;]*m"), ""), (re.compile(r".*[\x08\r](?=.)"), ""),
           (re.compile(r"\bkeras\.src(?:\.\w+)*\.(\w+)"), r"\1"), (re.compile(r"[ \t]+$", re.M), ""),
           (re.compile(r"\n\n+"), "\n"), (re.compile(r"<(?:\w+\.)*History at 0x<address>>|<(?:\w+\.)*History at 0x\w+>"), "<History>"),
           (re.compile(r"\d\d:\d\d:\d\d(\.\d+)?|\d{4}-\d\d-\d\d"), "<time>"),
           (re.compile(r"\b\d+(\.\d+)?(s|ms|us)(/(step|epoch))?\b"), "<time>")]
_NUMBER = re.compile(r"[-+]?\d+(\.\d*)?(e[-+]?\d+)?|\bnan\b|\binf\b")


def run(player: Player, notebook: Path, backend: str, files: str, packages: str) -> list[dict]:
    """For each cell what it printed and how it ended: ``{"output": …, "end": "ok" or the error}``."""
    program = (f"from tests.guides.session import run\nrun({str(notebook.resolve())!r}, {backend!r}, {files!r}, {packages!r})\n")
    outcome = player.run(Case("guides", notebook.stem.replace("_", "-"), program, full_error=True))
    results = [{"output": [], "end": outcome.end or "not reached"} for _ in cells(notebook)]
    now = None
    for stream, text in outcome.output:
        for line in (_LOGGED.sub("", text) if stream == "err" else text).split("\n"):
            if line.startswith(MARK):
                number, _, end = line[1:].partition(" ")
                now = results[int(number)]
                if end:
                    now["end"] = end
            elif now is not None:
                now["output"].append(line)
    return [{"output": _normal("\n".join(one["output"]).strip("\n")), "end": one["end"]} for one in results]


def _normal(text: str) -> str:
    for pattern, replacement in _NORMAL:
        text = pattern.sub(replacement, text)
    return text


def verdict(ours: dict, theirs: dict) -> str:
    """What a cell of the runtime is next to TensorFlow's."""
    if theirs["end"] != "ok":
        same = ours["end"].partition(":")[0] == theirs["end"].partition(":")[0]
        return "same" if same and ours["output"] == theirs["output"] else "TensorFlow fails" if ours["end"] != "ok" else "differs"
    if ours["end"] != "ok":
        return "error"
    if ours["output"] == theirs["output"]:
        return "same"
    return "numbers" if _shape(ours["output"]) == _shape(theirs["output"]) else "differs"


def _shape(text: str) -> str:
    return re.sub(r"\s+|-\s*(?=#)", "", _NUMBER.sub("#", text))


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.guides.run", description=__doc__.split("\n")[0])
    parser.add_argument("notebooks", nargs="+", type=Path)
    parser.add_argument("--backend", default="runtime", choices=["runtime", "tensorflow"])
    parser.add_argument("--results", type=Path, required=True, help="the folder that keeps what TensorFlow prints")
    parser.add_argument("--packages", default="", help="a folder with pandas, pillow and scipy, which some cells need")
    parser.add_argument("--files", default=str(Path(tempfile.gettempdir(), "guides-files")), help="the folder of stand-ins for downloads")
    parser.add_argument("--python", default=sys.executable)
    parser.add_argument("--full", action="store_true", help="show both outputs of cells that differ")
    options = parser.parse_args()
    options.results.mkdir(parents=True, exist_ok=True)
    with Player(options.backend, options.python, SECONDS) as player:
        for notebook in options.notebooks:
            results = run(player, notebook, options.backend, options.files, options.packages)
            kept = options.results / f"{notebook.stem}.json"
            if options.backend == "tensorflow":
                kept.write_text(json.dumps(results, indent=1, ensure_ascii=False))
                failing = [f"{index}: {one['end'][:150]}" for index, one in enumerate(results) if one["end"] != "ok"]
                print(f"{notebook.stem}: {len(results)} cells", *failing, sep="\n  ", flush=True)
                continue
            theirs = json.loads(kept.read_text())
            verdicts = [verdict(one, other) for one, other in zip(results, theirs)]
            print(f"{notebook.stem}: {len(results)} cells: "
                  + ", ".join(f"{count} {name}" for name, count in Counter(verdicts).most_common()), flush=True)
            for index, (name, one, other) in enumerate(zip(verdicts, results, theirs)):
                if name in ("same", "TensorFlow fails"):
                    continue
                print(f"  {index}: {name}" + (f": {one['end'][:200]}" if name == "error" else ""))
                if options.full and name != "error":
                    print(f"    ours:   {one['output']!r} {one['end']}\n    theirs: {other['output']!r} {other['end']}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
