"""Random programs for AutoGraph, run four ways: eagerly and as a graph, on the runtime and on TensorFlow.

    python -m tests.conformance.fuzz_autograph --count 1000 --tensorflow PYTHON   where PYTHON has TensorFlow 2.21
    python -m tests.conformance.fuzz_autograph --known FILE …                     keep TensorFlow's answers there
    python -m tests.conformance.fuzz_autograph --print --seed 7                   show the program of a seed

A program on which the two disagree is shrunk to a small one and printed with both outcomes; exit status 1.
"""

from __future__ import annotations

import argparse
import ast
import json
import sys
from pathlib import Path

if __package__ in (None, ""):
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

from tests.conformance.cases import Case
from tests.conformance.play import play
from tests.conformance.random_programs import program

HEADER = "import tensorflow as tf\nfrom fuzzing import Box, C, run, v0, v1\n"
_SECONDS = 600
# Of standard error: what the programs print, and that AutoGraph gave up. When a warning comes that an object was never
# used depends on the garbage collector, and the cause of a fallback names the first of a set.
_COMPARED = ("err|at", "err|WARNING:tensorflow:AutoGraph could not")
_BATCH = 50


# Comparing


def outcomes(programs, backend, python):
    """What each program prints on a backend, as lists of lines; programs share processes, `_BATCH` at a time."""
    batches = [programs[start:start + _BATCH] for start in range(0, len(programs), _BATCH)]
    texts = ["".join(f"print('#', {k}, flush=True)\n{source}" for k, source in enumerate(batch)) for batch in batches]
    cases = [Case("fuzz", f"batch-{n}", HEADER + text) for n, text in enumerate(texts)]
    results = []
    for (_, outcome), batch in zip(play(cases, backend, python, _SECONDS), batches):
        parts = [[] for _ in batch]
        current, prints = None, []
        for line in outcome.lines():
            if line.startswith("err"):
                if line.startswith(_COMPARED):
                    prints.append(line)
                continue
            if line.startswith("out|# "):
                current, prints = parts[int(line[6:])], []
            elif current is not None:
                # TensorFlow does not promise the order of prints of different loops.
                current += [*sorted(prints), line]
                prints = []
        results += parts
    return results


class Known:
    """What TensorFlow printed for programs, kept in a file between runs: one JSON list [program, lines] a line."""

    def __init__(self, file, python):
        self._python, self._file = python, file
        self._answers = {}
        if file is not None and file.exists():
            self._answers = dict(map(json.loads, file.read_text(encoding="utf-8").splitlines()))

    def outcomes(self, programs):
        missing = [source for source in programs if source not in self._answers]
        if missing:
            found = list(zip(missing, outcomes(missing, "tensorflow", self._python)))
            self._answers.update(found)
            if self._file is not None:
                with self._file.open("a", encoding="utf-8") as file:
                    file.writelines(json.dumps(answer) + "\n" for answer in found)
        return [self._answers[source] for source in programs]


def disagreements(programs, python):
    """[(index, runtime's lines, TensorFlow's lines)] of the programs on which the two differ."""
    ours, theirs = outcomes(programs, "runtime", sys.executable), outcomes(programs, "tensorflow", python)
    return [(k, a, b) for k, (a, b) in enumerate(zip(ours, theirs)) if a != b]


# Shrinking


def _variants(tree):
    """Smaller programs: without a statement, with a statement's block or an expression's part in its place."""
    for node in ast.walk(tree):
        for name in ("body", "orelse", "finalbody"):
            block = getattr(node, name, None)
            if not isinstance(block, list) or isinstance(node, ast.Module):
                continue
            for k, statement in enumerate(block):
                rest = block[:k], block[k + 1:]
                yield node, name, [*rest[0], *rest[1]] or ([ast.Pass()] if name == "body" else [])
                for inner in ("body", "orelse"):
                    replaced = getattr(statement, inner, None)
                    if isinstance(replaced, list) and replaced and not isinstance(statement, ast.FunctionDef):
                        yield node, name, [*rest[0], *replaced, *rest[1]]
        for name, value in ast.iter_fields(node):
            if isinstance(value, ast.expr) and not isinstance(value, (ast.Name, ast.Constant)):
                for part in ast.iter_child_nodes(value):
                    if isinstance(part, ast.expr) and getattr(part, "ctx", None).__class__ is not ast.Store:
                        yield node, name, part


def _smaller(source):
    tree = ast.parse(source)
    for node, name, value in _variants(tree):
        old = getattr(node, name)
        setattr(node, name, value)
        try:
            text = ast.unparse(ast.fix_missing_locations(tree)) + "\n"
            compile(text, "shrunk", "exec")
            yield text
        except (SyntaxError, ValueError):
            pass
        finally:
            setattr(node, name, old)


def _kind(difference):
    """The class of a disagreement, so that shrinking does not turn it into another one."""
    _, ours, theirs = difference
    words = [line.split()[1:2] for pair in zip(ours, theirs) if pair[0] != pair[1] for line in pair]
    return words[:2], [line.split("|")[0] for line in ours] == [line.split("|")[0] for line in theirs]


def shrink(source, python, rounds=40):
    """A program as small as can be found on which the two still disagree in the same way."""
    found = disagreements([source], python)
    kind = _kind(found[0])
    for _ in range(rounds):
        candidates = sorted(set(_smaller(source)), key=len)[:80]
        found = next(((k, a, b) for k, a, b in disagreements(candidates, python) if _kind((k, a, b)) == kind), None)
        if found is None or len(candidates[found[0]]) >= len(source):
            return source
        source = candidates[found[0]]
    return source


def _report(seed, source, python, do_shrink):
    if do_shrink:
        source = shrink(source, python)
    print(f"--- seed {seed}\n{source}", end="")
    for _, ours, theirs in disagreements([source], python):
        for a, b in zip(ours + [""] * len(theirs), theirs + [""] * len(ours)):
            if a != b:
                print(f"  runtime:    {a}\n  tensorflow: {b}")


def _summary(lines):
    """How a program went: `agree` eagerly and as a graph, `differ`, or the class of the graph's error."""
    eager = [line for line in lines if line.startswith("out|eager")]
    graph = [line for line in lines if line.startswith("out|graph")]
    errors = [line.split()[1] for line in graph if "Error" in line.split()[1]]
    if errors:
        return errors[0]
    return "agree" if [line[9:] for line in eager] == [line[9:] for line in graph] else "differ"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.conformance.fuzz_autograph", description=__doc__.split("\n")[0])
    parser.add_argument("--seed", type=int, default=0, help="the first seed")
    parser.add_argument("--count", type=int, default=100, help="how many seeds")
    parser.add_argument("--tensorflow", default=sys.executable, metavar="PYTHON", help="the interpreter that has TensorFlow")
    parser.add_argument("--known", type=Path, metavar="FILE", help="where TensorFlow's answers are kept between runs")
    parser.add_argument("--no-shrink", action="store_true")
    parser.add_argument("--print", action="store_true", help="print the program of --seed and do no more")
    options = parser.parse_args()
    if options.print:
        print(program(options.seed), end="")
        return 0
    failed, counts, known = 0, {}, Known(options.known, options.tensorflow)
    for start in range(options.seed, options.seed + options.count, 100):
        seeds = range(start, min(start + 100, options.seed + options.count))
        programs = [program(seed) for seed in seeds]
        ours = outcomes(programs, "runtime", sys.executable)
        theirs = known.outcomes(programs)
        for seed, source, a, b in zip(seeds, programs, ours, theirs):
            kind = _summary(b)
            counts[kind] = counts.get(kind, 0) + 1
            if a != b:
                failed += 1
                _report(seed, source, options.tensorflow, not options.no_shrink)
        print(f"{seeds[-1] + 1 - options.seed} programs, {failed} disagreements;", ", ".join(
            f"{kind} {count}" for kind, count in sorted(counts.items(), key=lambda item: -item[1])), flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
