"""Writes random programs for AutoGraph: a function `f(x, y, n, vector)` from a seed, every loop of which is bounded."""

from __future__ import annotations

import random


def _empty():
    return {kind: [] for kind in "ifbvpqla"}


def _arguments():
    return {**_empty(), "i": ["x", "n"], "f": ["y"], "v": ["vector"]}


class Generator:
    """Writes one function from a random stream; every loop in it is bounded.

    Kinds of values: `i` int32 scalar, `f` float32 scalar, `b` boolean, `v` int32 vector of three, `p` Python int,
    `q` Python float, `l` list of int32 scalars, `a` TensorArray of int32 scalars.
    Python ints are only added, and `i` values are tensors: a product of Python ints in nested loops has no bound.
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
        self.scopes = [_arguments()]

    def program(self):
        self._line("def f(x, y, n, vector):")
        self.depth += 1
        if self._chance(0.15):
            self._line("o = Box()")
            self._line(f"o.a = {self._i(1)}")
            self._define("i", "o.a")
        if self._chance(0.15):
            self._line(f"d = {{'k': {self._i(1)}, 'm': {self._i(0)}}}")
            self._define("i", "d['k']")
            self._define("i", "d['m']")
        if self._chance(0.15):
            self._line(f"l = [{self._i(0)}, {self._i(1)}]")
            self._define("i", "l[0]")
        if self._chance(0.2):
            self._line(f"items = [{self._i(0)}]")
            self._define("l", "items")
        if self._chance(0.2):
            self._line("array = tf.TensorArray(tf.int32, size=0, dynamic_size=True, clear_after_read=False, element_shape=())")
            self._define("a", "array")
        self._block(self._choice(1, 1, 2), 0)
        self._line(f"return {self._result()}")
        return "\n".join(self.lines) + "\n"

    # Names

    def _chance(self, p):
        return self.random.random() < p

    def _choice(self, *options):
        return self.random.choice(options)

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
        options = leaves if depth <= 0 or self._chance(0.5) else inner
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
            lambda: f"(C(0) + int({self._f(depth - 1)}))",
            lambda: f"tf.maximum({e()}, {e()})",
            lambda: f"({pick('p') or '2'} + {e()})",
            lambda: f"(lambda w: w if w > {self.random.randint(-2, 4)} else -w)({e()})",
            lambda: "(v0 + 0)",
            lambda: f"sum([{e()} for w in {self._choice('range(2)', '(1, 2, 3)')}])",
            lambda: f"tf.reduce_sum(tf.stack([w - {e()} for w in (C(1), {self._i(0)})]))",
            lambda: f"tf.cast({self._f(depth - 1)} * 2, tf.int32)",
            lambda: f"{self._choice('min', 'max')}({self._p(0)}, {self._p(0)}) + {e()}",
        ]
        if pick("l"):
            inner += [lambda: f"{pick('l')}[{self._choice(0, -1)}]", lambda: f"tf.reduce_sum(tf.stack({pick('l')}))"] * 2
        if pick("a"):
            inner += [lambda: f"tf.reduce_sum({pick('a')}.stack())", lambda: f"{pick('a')}.size()",
                      lambda: f"{pick('a')}.read({self._choice(0, 0, 0, 1)})"]
        if self.functions:
            inner += [lambda: f"{self.random.choice(self.functions)}({e()}, {e()})"] * 2
        return self._one_of(depth, leaves, inner)

    def _f(self, depth=2):
        e = lambda: self._f(depth - 1)  # noqa: E731
        leaves = [lambda: self._pick("f") or "y", lambda: f"C({self._choice('0.5', '-1.25', '2.0')})",
                  lambda: self._pick("q") or "y"]
        inner = [
            lambda: f"({e()} {self.random.choice('+-*')} {e()})",
            lambda: f"({e()} * 0.5)",
            lambda: f"float({self._i(depth - 1)})",
            lambda: f"abs({e()})",
            lambda: f"({e()} if {self._b(depth - 1)} else {e()})",
            lambda: "(v1 * 1.0)",
            lambda: f"({self._q(1)} + {e()})",
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

    def _q(self, depth=1):
        leaves = [lambda: self._pick("q") or "0.75", lambda: self._choice("0.25", "-1.5", "3.0")]
        inner = [lambda: f"({self._q(depth - 1)} + {self._q(depth - 1)})", lambda: f"(0.5 * {self._q(depth - 1)})",
                 lambda: f"float({self._p(depth - 1)})"]
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
        if self._pick("l"):
            inner.append(lambda: f"len({self._pick('l')})")
        return self._one_of(depth, leaves, inner)

    def _of(self, kind, depth=2):
        return {"i": self._i, "f": self._f, "b": self._b, "v": self._v, "p": self._p, "q": self._q}[kind](depth)

    def _condition(self):
        if self._chance(0.15):
            return f"{self._p(0)} > {self.random.randint(0, 3)}"
        if self._chance(0.05):
            return f"{self._q(0)} {self._choice('<', '>')} {self._choice('y', '0.5', '1.0')}"
        return self._b(2)

    def _result(self):
        parts = [self._of(kind, 1) for kind in self.random.choices("iiifbvpq", k=self._choice(1, 1, 2))]
        return parts[0] if len(parts) == 1 else ", ".join(parts)

    # Statements

    def _block(self, count, level):
        for _ in range(count):
            self._statement(level)

    def _indented(self, count, level, before=()):
        """A block with its own names; what it defines is unknown after it, but for a few that slip out."""
        self.depth += 1
        self.scopes.append(_empty())
        for line in before:
            self._line(line)
        self._block(count, level)
        scope = self.scopes.pop()
        self.depth -= 1
        for kind, names in scope.items():
            self.scopes[-1][kind] += [name for name in names if self._chance(0.1)]

    def _statement(self, level):
        simple = [self._assign] * 5 + [self._augment] * 3 + [self._print, self._swap, self._variable]
        simple += [self._append] * (2 * bool(self._pick("l"))) + [self._write] * (2 * bool(self._pick("a")))
        compound = [self._if] * 4 + [self._for_range, self._for_vector, self._for_python, self._while, self._with, self._try,
                                     self._for_list, self._while_true]
        if self.in_inner_function or self._chance(0.1):
            compound.append(self._match)
        if self._pick("a"):
            compound += [self._for_array] * 2
        if not self.in_inner_function and level == 0:
            compound.append(self._function)
        if self.loops:
            simple += [self._jump] * 2
        elif level > 0:
            simple.append(self._return)
        if self._chance(0.06):
            return self._risky(level)
        return self.random.choice(simple if level >= 3 or self._chance(0.35 + 0.25 * level) else compound)(level)

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
            f"if (u := {self._i(1)}) > 2: {name} = u",
            f"for u in {self._choice('range(2)', 'tf.range(2)')}: {name} = {self._i(1)}\n" + "    " * self.depth + "else: pass",
            f"for u, w in {self._choice('enumerate(vector)', 'enumerate([x, n])', 'zip(vector, [C(1), x, n])')}: {name} = w",
            f"{name} = {self._choice('[w for w in vector]', 'list(vector)', '[w for w in (x, n) if w > 1]')}[0]",
            f"raise ValueError({self._choice(repr('no'), 'x')})",
        ]
        if name.isidentifier() and name not in "xn":
            choices.append(f"del {name}")
        self._line(self.random.choice(choices))

    def _assign(self, level):
        kind = self.random.choice("iiiiffbvpq")
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

    def _append(self, level):
        self._line(f"{self._pick('l')}.append({self._i(1)})")

    def _write(self, level):
        name = self._pick("a")
        self._line(f"{name} = {name}.write({self._choice('0', '1', f'{name}.size()', f'{name}.size()')}, {self._i(1)})")

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
        self._indented(self._choice(1, 1, 2), level + 1)
        if self._chance(0.2):
            self._line(f"elif {self._condition()}:")
            self._indented(self._choice(1, 1, 2), level + 1)
        if self._chance(0.6):
            self._line("else:")
            self._indented(self._choice(1, 1, 2), level + 1)

    def _loop(self, kind, head, level, before=()):
        self._line(head)
        self.loops.append(kind)
        self._indented(self._choice(1, 1, 2), level + 1, before)
        self.loops.pop()

    def _for_range(self, level):
        target = self._fresh("i")
        limit = self.random.choice([str(self.random.randint(0, 4)), "n % 4", "x % 3"])
        iterable = f"tf.range({limit})" if limit.isdigit() or self._chance(0.6) else f"range({limit})"
        self._define("i", target) if self._chance(0.1) else self._line(f"{target} = C(0)")
        if target not in self._names("i"):
            self._define("i", target)
        before = [] if iterable.startswith("tf.") else [f"{target} += C(0)"]  # eagerly it gives Python ints
        self._loop("tensor", f"for {target} in {iterable}:", level, before)

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

    def _for_list(self, level):
        """Over what Python iterates itself: a list or tuple of tensors, the items of a dict."""
        target = self._fresh("i")
        self._line(f"{target} = C(0)")
        self._define("i", target)
        elements = f"{self._i(0)}, {self._i(1)}"
        lists = self._pick("l")
        iterable = self._choice(f"[{elements}]", f"({elements})", "[C(1), C(2)]", f"list({lists})" if lists else "(n, n)")
        if self._chance(0.2):
            return self._loop("python", f"for _, {target} in {{'a': {self._i(0)}, 'b': {self._i(0)}}}.items():", level)
        self._loop("python", f"for {target} in {iterable}:", level)

    def _for_array(self, level):
        """Writes a TensorArray, one element a turn."""
        name, target = self._pick("a"), self._fresh("i")
        self._define("i", target)
        self._line(f"for {target} in tf.range({self._choice('1', '3', 'n % 4')}):")
        self.loops.append("tensor")
        self._indented(self.random.randint(0, 1), level + 1, [f"{name} = {name}.write({target}, {self._i(1)})"])
        self.loops.pop()

    def _while_true(self, level):
        """Graphs refuse it where the break depends on a tensor."""
        turns = self._fresh("t")
        tensor = self._chance(0.1)
        self._line(f"{turns} = {'C(0)' if tensor else '0'}")
        self._loop("python", "while True:", level, [f"{turns} += 1", f"if {turns} > {self.random.randint(0, 2)}:", "    break"])

    def _match(self, level):
        self._line(f"match {self._pick('p') or self._pick('i')}:")
        self.depth += 1
        for pattern in (str(self.random.randint(0, 3)), "_"):
            self._line(f"case {pattern}:")
            self._indented(self._choice(1, 1, 2), level + 1)
        self.depth -= 1

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
        self._indented(self._choice(1, 1, 2), level + 1)

    def _try(self, level):
        self._line("try:")
        self._indented(self._choice(1, 1, 2), level + 1)
        if self._chance(0.3):
            self._line(f"except {self._choice('ValueError', 'TypeError', '(ValueError, NameError)')}:")
            self._indented(1, level + 1)
            if self._chance(0.5):
                return
        self._line("finally:")
        self._indented(1, level + 1)

    def _function(self, level):
        name = self._fresh("h")
        outer, loops = self.scopes, self.loops
        # It may read the names around it that surely exist: the arguments of `f`.
        self.scopes = [_arguments(),
                       {**_empty(), "i": ["a", "b"]}]
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
