"""Records what the real TensorFlow prints, and shows where that differs from what is recorded.

    python -m tests.conformance.record [TOPIC[::CASE]…]           compare; exit status 1 on any difference
    python -m tests.conformance.record --write [TOPIC[::CASE]…]   and keep what TensorFlow prints now
    python -m tests.conformance.record --backend runtime          compare the runtime instead, where TensorFlow is missing
    python -m tests.conformance.record --differences              list the cases in which the runtime differs
"""

from __future__ import annotations

import argparse
import sys
from difflib import unified_diff
from itertools import groupby
from pathlib import Path

if __package__ in (None, ""):
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

from tests.conformance.cases import RECORDED, read_recording, read_topic, topics, write_recording
from tests.conformance.play import play


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.conformance.record", description=__doc__.split("\n")[0])
    parser.add_argument("selected", nargs="*", metavar="TOPIC[::CASE]", help="all of them if none is given")
    parser.add_argument("--write", action="store_true", help="keep what is printed now as the recording")
    parser.add_argument("--backend", default="tensorflow", choices=["tensorflow", "runtime"], help="what runs the programs")
    parser.add_argument("--python", default=sys.executable, help="the interpreter in which the backend is installed")
    parser.add_argument("--differences", action="store_true", help="list the cases marked '# differs: …' and do no more")
    options = parser.parse_args()
    if options.write and options.backend != "tensorflow":
        parser.error("only TensorFlow's own output is recorded: leave out --backend or --write")

    wanted: dict[str, set[str]] = {}
    for entry in options.selected or topics():
        topic, _, case = entry.partition("::")
        if topic not in topics():
            parser.error(f"no topic {topic!r}; there are: {', '.join(topics())}")
        wanted.setdefault(topic, set()).update([case] if case else [])

    if options.differences:
        for topic in wanted:
            for case in read_topic(topic):
                if case.differs:
                    print(f"- `{case.id}`: {case.differs}")
        return 0

    cases = {topic: read_topic(topic) for topic in wanted}
    chosen = [case for topic in wanted for case in cases[topic] if not wanted[topic] or case.name in wanted[topic]]
    found = {case.id for case in chosen}
    for topic, names in wanted.items():
        for name in names:
            if f"{topic}::{name}" not in found:
                parser.error(f"no case {topic}::{name}")

    expected = {case.id for case in chosen if case.differs and options.backend == "runtime"}
    differing = 0
    for topic, played in groupby(play(chosen, options.backend, options.python), key=lambda item: item[0].topic):
        before = read_recording(topic)
        now = {case.name: outcome.lines() for case, outcome in played}
        for name, lines in now.items():
            id = f"{topic}::{name}"
            if id in expected:
                if lines == before.get(name):
                    differing += 1
                    print(f"{id}: marked as differing, but it agrees")
            elif lines != before.get(name):
                differing += 1
                print(*unified_diff(before.get(name, []), lines, f"{id} recorded", f"{id} now", lineterm=""), sep="\n", flush=True)
        names = [case.name for case in read_topic(topic)]
        for name in before.keys() - set(names):
            differing += 1
            print(f"{topic}::{name}: recorded, but there is no such case")
        if options.write:
            both = {**read_recording(topic), **now}  # read again: another recorder may have written since
            write_recording(topic, {name: both[name] for name in names if name in both})
    if not options.selected:
        for path in RECORDED.glob("*.txt"):
            if path.stem not in wanted:
                print(f"{path}: recorded, but there is no such topic")
                differing += 1
    print(f"{len(chosen)} cases, {differing} differences" + (", written" if options.write else ""))
    return 1 if differing and not options.write else 0


if __name__ == "__main__":
    sys.exit(main())
