"""Random programs for AutoGraph, run four ways: eagerly and as a graph, on the runtime and on TensorFlow.

    python -m tests.conformance.fuzz_autograph --count 1000 --tensorflow PYTHON   where PYTHON has TensorFlow 2.21
    python -m tests.conformance.fuzz_autograph --print --seed 7                   show the program of a seed

A program on which the two disagree is shrunk to a small one and printed with both outcomes; exit status 1.
"""

from __future__ import annotations

import argparse
import ast
import random
import sys
from pathlib import Path

if __package__ in (None, ""):
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

from tests.conformance.cases import Case
from tests.conformance.play import play

HEADER = "import tensorflow as tf\nfrom fuzzing import Box, C, run, v0, v1\n"
_SECONDS = 600
_BATCH = 20


class Generator:
    """Writes one function from a random stream; every loop in it is bounded.

    Kinds of values: `i` int32 scalar, `f` float32 scalar, `b` boolean, `v` int32 vector of three, `p` Python int.
    """

    def __init__(self, seed, prints=True):
        self.prints = prints
        self.random = random.Random(seed)
        self.lines = []
        self.depth = 0
        self.counter = 0
        self.loops = []  # "tensor" or "python", innermost last
        self.functions = []  # names of inner functions (i, i) -> i
        self.in_inner_function = False
        self.scopes = [{"i": ["x", "n"], "f": ["y"], "b": [], "v": ["vector"], "p": []}]

    def program(self):
        self._line("def f(x, y, n, vector):")
        self.depth += 1
        if self._chance(0.3):
            self._line("o = Box()")
            self._line(f"o.a = {self._i(1)}")
            self._define("i", "o.a")
        if self._chance(0.25):
            self._line(f"d = {{'k': {self._i(1)}, 'm': {self._i(0)}}}")
            self._define("i", "d['k']")
            self._define("i", "d['m']")
        if self._chance(0.15):
            self._line(f"l = [{self._i(0)}, {self._i(1)}]")
            self._define("i", "l[0]")
        self._block(self.random.randint(2, 4), 0)
        self._line(f"return {self._result()}")
        return "\n".join(self.lines) + "\n"

    # Names

    def _chance(self, p):
        return self.random.random() < p

    def _line(self, text):
        self.lines.append("    " * self.depth + text)

    def _fresh(self, root):
        self.counter += 1
        return f"{root}{self.counter}"

    def _define(self, kind, name):
        self.scopes[-1][kind].append(name)

    def _names(self, kind):
        return [name for scope in self.scopes for name in scope[kind]]

    def _pick(self, kind):
        names = self._names(kind)
        return self.random.choice(names) if names else None

    # Expressions: each gives the text of one of its kind

    def _one_of(self, depth, leaves, inner):
        options = leaves if depth <= 0 or self._chance(0.3) else inner
        return self.random.choice(options)()

    def _i(self, depth=2):
        pick, e = self._pick, lambda: self._i(depth - 1)
        leaves = [lambda: pick("i") or "x", lambda: pick("i") or "n", lambda: f"C({self.random.randint(-4, 9)})"]
        inner = [
            lambda: f"({e()} {self.random.choice('+-*')} {e()})",
            lambda: f"({e()} {self.random.choice('+-*')} {self.random.randint(0, 5)})",
            lambda: f"({e()} {self.random.choice(['//', '%'])} {self.random.randint(2, 7)})",
            lambda: f"abs({e()})",
            lambda: f"(-{e()})",
            lambda: f"({e()} if {self._b(depth - 1)} else {e()})",
            lambda: f"tf.reduce_sum({self._v(depth - 1)})",
            lambda: f"{pick('v') or 'vector'}[{self.random.randint(0, 2)}]",
            lambda: f"int({self._f(depth - 1)})",
            lambda: f"tf.maximum({e()}, {e()})",
            lambda: f"({pick('p') or '2'} + {e()})",
            lambda: f"(lambda w: w if w > {self.random.randint(-2, 4)} else -w)({e()})",
            lambda: "(v0 + 0)",
        ]
        if self.functions:
            inner += [lambda: f"{self.random.choice(self.functions)}({e()}, {e()})"] * 2
        return self._one_of(depth, leaves, inner)

    def _f(self, depth=2):
        e = lambda: self._f(depth - 1)  # noqa: E731
        leaves = [lambda: self._pick("f") or "y", lambda: f"C({self.random.choice(['0.5', '-1.25', '2.0'])})"]
        inner = [
            lambda: f"({e()} {self.random.choice('+-*')} {e()})",
            lambda: f"({e()} * 0.5)",
            lambda: f"float({self._i(depth - 1)})",
            lambda: f"abs({e()})",
            lambda: f"({e()} if {self._b(depth - 1)} else {e()})",
            lambda: "(v1 * 1.0)",
        ]
        return self._one_of(depth, leaves, inner)

    def _b(self, depth=2):
        e = lambda: self._b(depth - 1)  # noqa: E731
        compare = lambda: self.random.choice(["<", "<=", ">", ">=", "==", "!="])  # noqa: E731
        leaves = [lambda: f"({self._i(0)} {compare()} {self.random.randint(-3, 6)})",
                  lambda: self._pick("b") or f"({self._i(0)} > 0)"]
        inner = [
            lambda: f"({self._i(depth - 1)} {compare()} {self._i(depth - 1)})",
            lambda: f"({self._f(depth - 1)} {self.random.choice(['<', '>'])} {self._f(depth - 1)})",
            lambda: f"({e()} and {e()})",
            lambda: f"({e()} or {e()})",
            lambda: f"(not {e()})",
            lambda: f"({self.random.randint(-3, 0)} < {self._i(depth - 1)} <= {self.random.randint(1, 8)})",
            lambda: f"({self._p(0)} > 1 and {e()})",
        ]
        return self._one_of(depth, leaves, inner)

    def _v(self, depth=1):
        leaves = [lambda: self._pick("v") or "vector"]
        inner = [lambda: f"({self._v(depth - 1)} {self.random.choice('+-*')} {self._i(0)})",
                 lambda: f"({self._v(depth - 1)} + {self._v(depth - 1)})",
                 lambda: f"tf.abs({self._v(depth - 1)})"]
        return self._one_of(depth, leaves, inner)

    def _p(self, depth=1):
        leaves = [lambda: self._pick("p") or "1", lambda: str(self.random.randint(0, 4))]
        inner = [lambda: f"({self._p(depth - 1)} + {self._p(depth - 1)})", lambda: "len(vector)"]
        return self._one_of(depth, leaves, inner)

    def _of(self, kind, depth=2):
        return {"i": self._i, "f": self._f, "b": self._b, "v": self._v, "p": self._p}[kind](depth)

    def _condition(self):
        if self._chance(0.15):
            return f"{self._p(0)} > {self.random.randint(0, 3)}"
        return self._b(2)

    def _result(self):
        parts = [self._of(kind, 1) for kind in self.random.choices("iiifbvp", k=self.random.randint(1, 3))]
        return parts[0] if len(parts) == 1 else ", ".join(parts)

    # Statements

    def _block(self, count, level):
        for _ in range(count):
            self._statement(level)

    def _indented(self, count, level, before=()):
        """A block with its own names; what it defines is unknown after it, but for a few that slip out."""
        self.depth += 1
        self.scopes.append({kind: [] for kind in "ifbvp"})
        for line in before:
            self._line(line)
        self._block(count, level)
        scope = self.scopes.pop()
        self.depth -= 1
        for kind, names in scope.items():
            self.scopes[-1][kind] += [name for name in names if self._chance(0.1)]

    def _statement(self, level):
        simple = [self._assign] * 5 + [self._augment] * 3 + [self._print, self._swap, self._variable]
        compound = [self._if] * 4 + [self._for_range, self._for_vector, self._for_python, self._while, self._with, self._try]
        if not self.in_inner_function and level == 0:
            compound.append(self._function)
        if self.loops:
            simple += [self._jump] * 2
        elif level > 0:
            simple.append(self._return)
        if self._chance(0.06):
            return self._risky(level)
        return self.random.choice(simple if level >= 3 or self._chance(0.55) else compound)(level)

    def _risky(self, level):
        """What graphs may refuse: other kinds, None, undefined names, returns anywhere, lists that grow."""
        name = self._pick("i")
        choices = [
            f"{name} = {self._f(1)}",
            f"{name} = None",
            f"{name} = {self._v(1)}",
            f"{name} = ({self._i(1)}, {self._i(0)})[{self.random.randint(0, 1)}]",
            f"{self._fresh('u')} = {self._i(1)}",
            f"return {self._i(1)}",
            f"return {self._i(1)}, {self._f(0)}",
            "return",
            f"assert {self._b(1)}",
            f"u = [{self._i(0)}]; u.append({self._i(1)}); {name} = u[-1]",
            f"q = Box(); q.w = {self._i(1)}; {name} = q.w",
            f"{name} = {name} if {self._p(0)} > 1 else {self._i(1)}",
            f"{name} = {self._fresh('g')}",
            f"vector = tf.concat([vector, [{self._i(0)}]], 0)",
        ]
        if name.isidentifier() and name not in "xn":
            choices.append(f"del {name}")
        self._line(self.random.choice(choices))

    def _assign(self, level):
        kind = self.random.choice("iiiiffbvp")
        name = self._pick(kind)
        if name is None or self._chance(0.3):
            name = self._fresh(kind)
            self._line(f"{name} = {self._of(kind)}")
            self._define(kind, name)
        else:
            self._line(f"{name} = {self._of(kind)}")

    def _augment(self, level):
        kind = self.random.choice("iiif")
        name = self._pick(kind)
        if name is not None:
            self._line(f"{name} {self.random.choice(['+=', '-=', '*='])} {self._of(kind, 1)}")
        else:
            self._assign(level)

    def _swap(self, level):
        a, b = self._pick("i"), self._pick("i")
        self._line(f"{a}, {b} = {b}, {self._i(1)}")

    def _print(self, level):
        if not self.prints:
            return self._assign(level)
        self._line(f"tf.print('{self._fresh('at')}', {self._of(self.random.choice('iifb'), 1)})")

    def _variable(self, level):
        if self._chance(0.7):
            self._line(f"v0.{self.random.choice(['assign', 'assign_add', 'assign_sub'])}({self._i(1)})")
        else:
            self._line(f"v1.assign({self._f(1)})")

    def _jump(self, level):
        # A jump that depends on a tensor is refused in a Python loop: rare there.
        tensor = self.loops[-1] == "tensor" or self._chance(0.1)
        condition = self._b(1) if tensor else f"{self._p(0)} > {self.random.randint(0, 3)}"
        jump = self.random.choice(["break", "continue"])
        if self._chance(0.05):
            jump = f"return {self._i(0)}"
        self._line(f"if {condition}:")
        self.depth += 1
        if self._chance(0.4):
            self._augment(level)
        self._line(jump)
        self.depth -= 1

    def _return(self, level):
        self._line(f"return {self._i(1)}" if self._chance(0.3) else "pass")

    def _if(self, level):
        self._line(f"if {self._condition()}:")
        self._indented(self.random.randint(1, 2), level + 1)
        if self._chance(0.2):
            self._line(f"elif {self._condition()}:")
            self._indented(self.random.randint(1, 2), level + 1)
        if self._chance(0.6):
            self._line("else:")
            self._indented(self.random.randint(1, 2), level + 1)

    def _loop(self, kind, head, level, before=()):
        self._line(head)
        self.loops.append(kind)
        self._indented(self.random.randint(1, 2), level + 1, before)
        self.loops.pop()

    def _for_range(self, level):
        target = self._fresh("i")
        limit = self.random.choice([str(self.random.randint(0, 4)), "n % 4", "x % 3"])
        iterable = f"tf.range({limit})" if limit.isdigit() or self._chance(0.6) else f"range({limit})"
        self._define("i", target) if self._chance(0.1) else self._line(f"{target} = C(0)")
        if target not in self._names("i"):
            self._define("i", target)
        self._loop("tensor", f"for {target} in {iterable}:", level)

    def _for_vector(self, level):
        target = self._fresh("i")
        self._line(f"{target} = {self._i(0)}")
        self._define("i", target)
        self._loop("tensor", f"for {target} in {self._pick('v') or 'vector'}:", level)

    def _for_python(self, level):
        target = self._fresh("p")
        self._line(f"{target} = 0")
        self._define("p", target)
        self._loop("python", f"for {target} in {self.random.choice(['range(3)', '(1, 4)', 'range(2)'])}:", level)

    def _while(self, level):
        turns = self._fresh("t")
        if self._chance(0.8):
            self._line(f"{turns} = C(0)")
            self._loop("tensor", f"while {turns} < {self.random.randint(1, 4)} and {self._b(1)}:", level, [f"{turns} += 1"])
        else:
            self._line(f"{turns} = 0")
            self._loop("python", f"while {turns} < {self.random.randint(1, 3)}:", level, [f"{turns} += 1"])

    def _with(self, level):
        self._line(f"with tf.name_scope('{self._fresh('s')}'):")
        self._indented(self.random.randint(1, 2), level + 1)

    def _try(self, level):
        self._line("try:")
        self._indented(self.random.randint(1, 2), level + 1)
        self._line("finally:")
        self._indented(1, level + 1)

    def _function(self, level):
        name = self._fresh("h")
        outer, loops = self.scopes, self.loops
        # It may read the names around it that surely exist: the arguments of `f`.
        self.scopes = [{"i": ["x", "n"], "f": ["y"], "b": [], "v": ["vector"], "p": []},
                       {"i": ["a", "b"], "f": [], "b": [], "v": [], "p": []}]
        self.loops, self.in_inner_function = [], True
        known, self.functions = self.functions, []
        self._line(f"def {name}(a, b):")
        self.depth += 1
        self._line(f"c = {self._i(1)}")
        self.scopes = [{kind: list(names) for kind, names in self.scopes[0].items()}, self.scopes[1]]
        for assigned in ("x", "n"):
            self.scopes[0]["i"].remove(assigned)
        self.scopes[0]["f"], self.scopes[0]["v"] = [], []
        self.scopes[1]["i"].append("c")
        self._block(self.random.randint(1, 3), 1)
        if self._chance(0.5):
            self._line(f"if {self._b(1)}:")
            self._line(f"    return {self._i(1)}")
        self._line(f"return {self._i(1)}")
        self.depth -= 1
        self.scopes, self.loops, self.in_inner_function = outer, loops, False
        self.functions = [*known, name]


def program(seed, prints=True):
    """The text of the program of a seed: a function `f`, and its run."""
    return Generator(seed, prints).program() + "run(f)\n"


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
    parser.add_argument("--no-shrink", action="store_true")
    parser.add_argument("--print", action="store_true", help="print the program of --seed and do no more")
    options = parser.parse_args()
    if options.print:
        print(program(options.seed), end="")
        return 0
    failed, counts = 0, {}
    for start in range(options.seed, options.seed + options.count, 100):
        seeds = range(start, min(start + 100, options.seed + options.count))
        programs = [program(seed) for seed in seeds]
        ours = outcomes(programs, "runtime", sys.executable)
        theirs = outcomes(programs, "tensorflow", options.tensorflow)
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
